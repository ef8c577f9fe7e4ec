/**
 * How to handle a bank error. `relink`: the user signs in at the bank again. `retry`: the bank is down or busy. `mutation`: the
 * data changed between two pages. `cursor`: start from the beginning. `permanent`: only a new connection helps. `operator`: our
 * own keys or calls are wrong.
 */
const BANK_ERROR_KINDS = ["relink", "retry", "mutation", "cursor", "permanent", "operator"] as const;
export type BankErrorKind = (typeof BANK_ERROR_KINDS)[number];

const kinds: Record<string, BankErrorKind> = {
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
  UNAUTHORIZED_INSTITUTION: "operator",
  INSTITUTION_REGISTRATION_REQUIRED: "operator",
  INVALID_PUBLIC_TOKEN: "permanent",
  INVALID_LINK_TOKEN: "permanent",
  INSTITUTION_NOT_SUPPORTED: "permanent",
  ITEM_NOT_SUPPORTED: "permanent",
  MFA_NOT_SUPPORTED: "permanent",
  ITEM_CONCURRENTLY_DELETED: "permanent",
  PRODUCT_NOT_READY: "retry",
  INVALID_API_KEYS: "operator",
  UNAUTHORIZED_ENVIRONMENT: "operator",
  UNAUTHORIZED_ROUTE_ACCESS: "operator",
  INVALID_PRODUCT: "operator",
  INVALID_FIELD: "operator",
  MISSING_FIELDS: "operator",
  UNKNOWN_FIELDS: "operator",
  INVALID_BODY: "operator",
  INVALID_HEADERS: "operator",
  COUNTRY_NOT_SERVED: "operator",
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: "mutation",
};

const kindsOfType: Record<string, BankErrorKind> = {
  INSTITUTION_ERROR: "retry",
  API_ERROR: "retry",
  RATE_LIMIT_EXCEEDED: "retry",
  ITEM_ERROR: "relink",
  // The bank's response was invalid; a retry may succeed.
  INVALID_RESULT: "retry",
  TRANSACTIONS_ERROR: "retry",
  // The sign-in on the bank's page was interrupted or has expired.
  OAUTH_ERROR: "relink",
  RECAPTCHA_ERROR: "relink",
  USER_ERROR: "relink",
  INVALID_REQUEST: "operator",
  INVALID_INPUT: "operator",
};

interface ErrorFacts {
  status: number;
  type: string;
  code: string;
  message: string;
}

/** Classifies by code; an unknown code by its type, and an unknown type by the HTTP status. */
export function bankErrorKind({ status, type, code, message }: ErrorFacts): BankErrorKind {
  if (code === "INVALID_FIELD" && /cursor/i.test(message)) return "cursor";
  return kinds[code] ?? kindsOfType[type] ?? (status === 429 || status >= 500 ? "retry" : "operator");
}

const RATE_LIMITED = "The bank connection is busy. Plenum tries again automatically.";

const messages: Record<string, string> = {
  ITEM_LOGIN_REQUIRED: "Your bank needs you to sign in again.",
  INVALID_CREDENTIALS: "Your bank did not accept the sign-in. Sign in again.",
  INVALID_MFA: "Your bank did not accept the code. Sign in again.",
  ITEM_LOCKED: "Your bank has locked the sign-in. Unlock it at the bank, then sign in again.",
  PASSWORD_RESET_REQUIRED: "Your bank requires a new password. Set it at the bank, then sign in again.",
  USER_SETUP_REQUIRED: "Your bank has a question for you. Answer it at the bank, then sign in again.",
  ACCESS_NOT_GRANTED: "Access to the accounts was not granted. Sign in again and choose which accounts to share.",
  NO_ACCOUNTS: "Your bank no longer shares any account. Sign in again and choose which accounts to share.",
  USER_PERMISSION_REVOKED: "You ended the access at your bank. Connect the bank again to continue.",
  ITEM_NOT_FOUND: "Your bank no longer recognizes this connection. Connect the bank again to continue.",
  INVALID_ACCESS_TOKEN: "Your bank no longer recognizes this connection. Connect the bank again to continue.",
  INSTITUTION_NO_LONGER_SUPPORTED: "This bank can no longer be connected. Your transactions stay here.",
  UNAUTHORIZED_INSTITUTION: "This bank cannot be connected yet. Your transactions stay here.",
  INSTITUTION_REGISTRATION_REQUIRED: "This bank cannot be connected yet. Your transactions stay here.",
  COUNTRY_NOT_SERVED: "Banks in this country cannot be connected yet.",
  MFA_NOT_SUPPORTED: "Your bank's way of sending codes is not supported. Your transactions stay here.",
  PRODUCT_NOT_READY: "Your bank is still preparing the transactions.",
  RATE_LIMIT: RATE_LIMITED,
  UNREACHABLE: "Your bank did not respond. Plenum tries again automatically.",
};

const messagesOfKind: Record<BankErrorKind, string> = {
  relink: "Your bank needs you to sign in again.",
  retry: "Your bank did not respond. Plenum tries again automatically.",
  mutation: "Your bank was changing its records. Plenum tries again automatically.",
  cursor: "The transactions are being read again from the beginning.",
  permanent: "This connection has ended. Connect the bank again to continue.",
  operator: "The bank connection is not set up properly. Your transactions stay here.",
};

/** The user-facing message for a bank error code; `kind` is used for unknown codes. */
export function bankErrorMessage(code: string, kind?: BankErrorKind): string {
  return messages[code] ?? (code.endsWith("_LIMIT") ? RATE_LIMITED : messagesOfKind[kind ?? kinds[code] ?? "retry"]);
}

/** Thrown by a bank link: the bank's code, the error kind, and the bank's own message for its user. */
export class BankError extends Error {
  readonly kind: BankErrorKind;
  readonly code: string;
  /** The bank's own message for its user, if any. */
  readonly displayMessage: string | null;

  constructor(kind: BankErrorKind, code: string, displayMessage: string | null = null) {
    super(code);
    this.name = "BankError";
    this.kind = kind;
    this.code = code;
    this.displayMessage = displayMessage;
  }
}
