/** Something the user can mend: its message is all they are shown. */
export class SetupFault extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = "SetupFault";
    this.exitCode = exitCode;
  }
}
