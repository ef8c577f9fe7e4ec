/** Passwords that data breaches are known to have. */
export interface BreachedPasswords {
  kind: "http" | "embedded";
  /** Whether data breaches are known to have a password. @throws an error when the service does not answer */
  has: (password: string) => Promise<boolean>;
}
