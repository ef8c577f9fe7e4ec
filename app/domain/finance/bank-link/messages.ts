/** Messages about connecting a bank, shared by the screen and the API. */
export const linkMessages = {
  noLinkToken: "No link token received",
  invalidPublicToken: "Invalid public token received from Plaid",
  cannotStart: "Could not connect to bank. Please try again.",
  noAccounts: "No accounts were found from your bank. Please try again.",
  accountsFailed: "Failed to load accounts from your financial institution.",
  setupFailed: "There was a problem setting up your accounts. Please try again.",
} as const;

/** The message when the bank's dialog closed with an error. */
export function exitMessage(message: string): string {
  return `There was a problem connecting to your bank: ${message}`;
}

/** The message for any other error while connecting. */
export function connectErrorMessage(message: string): string {
  return `Error connecting to your bank: ${message}`;
}

/** The time a link has to start before it counts as failed, in milliseconds. */
export const LINK_START_TIMEOUT_MS = 1100;
