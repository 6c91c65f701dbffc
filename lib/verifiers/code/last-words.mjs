/* Imported first by every process of the sandbox: it says why it ends, without the source text that Node quotes. */
process.on("uncaughtException", (error) => {
  process.stderr.write(`${String(error?.stack ?? error).slice(0, 2000)}\n`, () => process.exit(1));
});
