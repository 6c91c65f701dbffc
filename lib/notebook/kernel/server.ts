import { createRequire } from "node:module";
import { versions } from "tslab";
import { type ExecuteReply, JupyterHandlerImpl, ZmqServer } from "tslab/dist/jupyter.js";
import type { CellExecutor } from "./executor.js";

type Message = Parameters<ZmqServer["handleExecute"]>[1];
type Socket = Parameters<ZmqServer["handleExecute"]>[0];
type Request = Parameters<JupyterHandlerImpl["handleExecute"]>[0] & { stop_on_error?: boolean };
type WriteDisplayData = Parameters<JupyterHandlerImpl["handleExecute"]>[2];

/** How long requests that were on their way when a cell failed are still dropped, as ipykernel does (ms). */
const STRAGGLERS = 100;

/** tslab names TypeScript 3.7 as its language's version; executed notebooks would carry that. */
class Handler extends JupyterHandlerImpl {
  override handleKernel(): ReturnType<JupyterHandlerImpl["handleKernel"]> {
    const reply = super.handleKernel();
    reply.language_info.version = versions.typescript;
    return reply;
  }
}

/**
 * tslab's server with the execution half of the protocol done in full: `execute_input`, `error` with name, message
 * and traceback, status "aborted" for the cells queued behind a failure, `stop_on_error`.
 */
export class KernelServer extends ZmqServer {
  private queue: Promise<unknown> = Promise.resolve();
  private abortBefore = 0;
  private count = 0;

  constructor(
    private readonly cells: CellExecutor,
    configPath: string,
  ) {
    super(new Handler(cells.executor, false), configPath);
  }

  override async handleExecute(socket: Socket, message: Message): Promise<void> {
    const arrived = performance.now();
    const turn = this.queue.then(() => this.execute(message, arrived));
    // The next cell begins after this one's reply and idle status are out.
    this.queue = turn.then(() => new Promise((next) => setImmediate(next)));
    const reply = message.createReply();
    reply.header.msg_type = "execute_reply";
    reply.content = await turn;
    reply.signAndSend(this.connInfo.key, socket);
  }

  private async execute(message: Message, arrived: number): Promise<Partial<ExecuteReply>> {
    if (arrived <= this.abortBefore) return { status: "aborted" };
    const request = message.content as Request;
    const execution_count = request.silent ? this.count : ++this.count;
    if (!request.silent) this.publish(message, "execute_input", { code: request.code, execution_count });
    this.redirect(message);
    const failure = await this.cells.run(request.code);
    if (!failure) return { status: "ok", execution_count };
    this.publish(message, "error", failure);
    if (request.stop_on_error !== false) this.abortBefore = performance.now() + STRAGGLERS;
    return { status: "error", execution_count, ...failure };
  }

  /** What a cell prints or shows from now on belongs to this message. */
  private redirect(message: Message): void {
    const stream = (name: "stdout" | "stderr") =>
      (this.handler as JupyterHandlerImpl).createWriteToIopub(name, (stream, text) =>
        this.publish(message, "stream", { name: stream, text }),
      );
    process.stdout.write = stream("stdout") as typeof process.stdout.write;
    process.stderr.write = stream("stderr") as typeof process.stderr.write;
    const display: WriteDisplayData = (data, update) =>
      this.publish(message, update ? "update_display_data" : "display_data", data);
    // tslab's own display functions and the library's `show` read this binding of the CommonJS module.
    const shared = createRequire(import.meta.url)("tslab/dist/jupyter.js") as {
      lastWriteDisplayData: WriteDisplayData;
    };
    shared.lastWriteDisplayData = display;
  }

  private publish(message: Message, type: string, content: object): void {
    const reply = message.createReply();
    reply.header.msg_type = type;
    reply.content = content;
    reply.signAndSend(this.connInfo.key, this.iopub);
  }

  /** Shutting down ends the process: a cell that still computes in the background must not outlive its kernel. */
  override close(): void {
    setTimeout(() => process.exit(0), 50);
  }
}
