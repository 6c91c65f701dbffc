/** The part of WebAssembly that the kernels' loaders use; Node's types leave it to the DOM library, which stays out. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  type Imports = Record<string, Record<string, unknown>>;
  class Instance {
    constructor(module: Module, imports?: Imports);
    // biome-ignore lint/suspicious/noExplicitAny: what a module exports is known only to its own loader
    readonly exports: Record<string, any>;
  }
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  function validate(bytes: Uint8Array): boolean;
}
