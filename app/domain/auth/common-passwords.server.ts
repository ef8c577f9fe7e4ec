import type { Providers } from "../providers";
import { commonPasswords } from "./common-passwords";

const choosesPassword = /^\/(api\/auth|auth|signup|profile)\b/;

/**
 * Reads the list of common passwords ahead of a request that may choose one: the Worker is built without it. A promise
 * is not kept for others, since one request cannot wait for what another has asked for.
 */
export async function readCommonPasswords({ prepared }: Providers, method: string, path: string): Promise<void> {
  if (commonPasswords.size > 0 || method === "GET" || method === "HEAD" || !choosesPassword.test(path)) return;
  for (const password of await prepared<string[]>("common-passwords.json")) commonPasswords.add(password);
}
