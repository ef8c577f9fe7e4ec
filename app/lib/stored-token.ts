import { readStored, writeStored } from "~/components/app-shell/stored-choices";

/** Where the browser stores the token; null removes it. */
export interface TokenStorage {
  read: (name: string) => string | null;
  write: (name: string, value: string | null) => void;
}

export const tokenName = "plenum_token";
const emailName = "plenum_email";

export const browserStorage: TokenStorage = { read: readStored, write: writeStored };

export function forget(storage: TokenStorage): void {
  storage.write(tokenName, null);
  storage.write(emailName, null);
}

/** Removes the last session's token and email. */
export function forgetToken(): void {
  forget(browserStorage);
}
