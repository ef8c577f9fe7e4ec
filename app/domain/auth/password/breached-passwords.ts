/** Passwords known from data breaches. */
export interface BreachedPasswords {
  kind: "http" | "embedded";
  /** Whether a password is known from data breaches. @throws an error if the service does not respond */
  has: (password: string) => Promise<boolean>;
}
