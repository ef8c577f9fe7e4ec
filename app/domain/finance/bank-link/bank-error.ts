/**
 * What a failure of the bank asks for. `relink`: the household signs in at the bank again. `retry`: the bank is down or
 * busy. `mutation`: the data changed between two pages. `cursor`: start from the beginning. `permanent`: nothing helps
 * but a new connection. `operator`: our own keys or calls are wrong.
 */
export const FAULT_KINDS = ["relink", "retry", "mutation", "cursor", "permanent", "operator"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const kinds: Record<string, FaultKind> = {
  ITEM_LOGIN_REQUIRED: "relink",
  INVALID_CREDENTIALS: "relink",
  INVALID_MFA: "relink",
  INSUFFICIENT_CREDENTIALS: "relink",
  ITEM_LOCKED: "relink",
  PASSWORD_RESET_REQUIRED: "relink",
  USER_SETUP_REQUIRED: "relink",
  ACCESS_NOT_GRANTED: "relink",
  NO_ACCOUNTS: "relink",
  USER_PERMISSION_REVOKED: "permanent",
  ITEM_NOT_FOUND: "permanent",
  INVALID_ACCESS_TOKEN: "permanent",
  INSTITUTION_NO_LONGER_SUPPORTED: "permanent",
  PRODUCTS_NOT_SUPPORTED: "permanent",
  INVALID_PUBLIC_TOKEN: "permanent",
  INVALID_LINK_TOKEN: "permanent",
  PRODUCT_NOT_READY: "retry",
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: "mutation",
};

const kindsOfType: Record<string, FaultKind> = {
  INSTITUTION_ERROR: "retry",
  API_ERROR: "retry",
  RATE_LIMIT_EXCEEDED: "retry",
  ITEM_ERROR: "relink",
  INVALID_REQUEST: "operator",
  INVALID_INPUT: "operator",
};

interface Told {
  status: number;
  type: string;
  code: string;
  message: string;
}

/** Branches on the code; an unknown one by its type, and by the HTTP status when that is unknown too. */
export function faultKind({ status, type, code, message }: Told): FaultKind {
  if (code === "INVALID_FIELD" && /cursor/i.test(message)) return "cursor";
  return kinds[code] ?? kindsOfType[type] ?? (status === 429 || status >= 500 ? "retry" : "operator");
}

const words: Record<string, string> = {
  ITEM_LOGIN_REQUIRED: "Your bank asks you to sign in again.",
  INVALID_CREDENTIALS: "Your bank did not accept the sign-in. Sign in again.",
  INVALID_MFA: "Your bank did not accept the code. Sign in again.",
  ITEM_LOCKED: "Your bank has locked the sign-in. Unlock it at the bank, then sign in again.",
  PASSWORD_RESET_REQUIRED: "Your bank asks for a new password. Set it at the bank, then sign in again.",
  USER_SETUP_REQUIRED: "Your bank has a question for you. Answer it at the bank, then sign in again.",
  ACCESS_NOT_GRANTED: "Access to the accounts was not granted. Sign in again and choose what is shared.",
  NO_ACCOUNTS: "Your bank shares no account any more. Sign in again and choose what is shared.",
  USER_PERMISSION_REVOKED: "You have ended the access at your bank. Connect the bank again to go on.",
  ITEM_NOT_FOUND: "Your bank no longer knows this connection. Connect the bank again to go on.",
  INVALID_ACCESS_TOKEN: "Your bank no longer knows this connection. Connect the bank again to go on.",
  INSTITUTION_NO_LONGER_SUPPORTED: "This bank can no longer be connected. Your transactions stay here.",
  PRODUCT_NOT_READY: "Your bank is still preparing the transactions.",
  RATE_LIMIT: "The bank link is busy. It is tried again by itself.",
  UNREACHABLE: "Your bank did not answer. It is tried again by itself.",
};

const wordsOfKind: Record<FaultKind, string> = {
  relink: "Your bank asks you to sign in again.",
  retry: "Your bank did not answer. It is tried again by itself.",
  mutation: "Your bank was changing its records. It is tried again by itself.",
  cursor: "The transactions are read again from the beginning.",
  permanent: "This connection has ended. Connect the bank again to go on.",
  operator: "The bank link is not set up properly. Your transactions stay here; we have been told.",
};

/** What a household reads about a code of the bank. */
export function faultWords(code: string, kind?: FaultKind): string {
  return words[code] ?? wordsOfKind[kind ?? kinds[code] ?? "retry"];
}

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
