import type { FaultKind } from "./faults";

/** Thrown by a bank link: the bank's code, what it asks for, and what the bank wants its user to read. */
export class BankError extends Error {
  readonly kind: FaultKind;
  readonly code: string;
  /** The bank's own words for its user, if any. */
  readonly displayMessage: string | null;

  constructor(kind: FaultKind, code: string, displayMessage: string | null = null) {
    super(code);
    this.name = "BankError";
    this.kind = kind;
    this.code = code;
    this.displayMessage = displayMessage;
  }
}
