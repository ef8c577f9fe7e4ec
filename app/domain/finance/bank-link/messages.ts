/** What the screen and the API say about connecting a bank, word for word. */
export const linkMessages = {
  noLinkToken: "No link token received",
  invalidPublicToken: "Invalid public token received from Plaid",
  cannotStart: "Could not connect to bank. Please try again.",
  noAccounts: "No accounts were found from your bank. Please try again.",
  accountsFailed: "Failed to load accounts from your financial institution.",
  setupFailed: "There was a problem setting up your accounts. Please try again.",
} as const;

/** The bank's dialog was left with an error. */
export function exitMessage(message: string): string {
  return `There was a problem connecting to your bank: ${message}`;
}

/** Anything else that went wrong while connecting. */
export function connectErrorMessage(message: string): string {
  return `Error connecting to your bank: ${message}`;
}

/** A link that has not started by then is given up, in milliseconds. */
export const LINK_START_TIMEOUT_MS = 1100;
