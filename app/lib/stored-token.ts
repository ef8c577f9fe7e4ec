import { keep, kept } from "~/components/app-shell/remembered";

/** Where the browser keeps whoever is signed in; null takes away. */
export interface TokenStorage {
  read: (name: string) => string | null;
  keep: (name: string, value: string | null) => void;
}

export const tokenName = "plenum_token";
export const emailName = "plenum_email";

export const browserStorage: TokenStorage = { read: kept, keep };

export function forget(storage: TokenStorage): void {
  storage.keep(tokenName, null);
  storage.keep(emailName, null);
}

/** Leaves nothing of whoever was signed in here. */
export function forgetToken(): void {
  forget(browserStorage);
}
