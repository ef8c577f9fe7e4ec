import { scryptSync } from "node:crypto";
import { linkToken } from "./mailbox";
import type { TestWorker } from "./worker";

export const goodPassword = "quiet-duct-4-cold-morning";

/**
 * `goodPassword` hashed with scrypt's minimum parameters, to save CPU where a password only has to be entered again. A sign-in
 * would rehash it.
 */
export const lightHash = `$scrypt$ln=1,r=1,p=1$c2FsdHNhbHQ$${scryptSync(goodPassword, "saltsalt", 32, { N: 2, r: 1, p: 1 }).toString("base64").replace(/=+$/, "")}`;

let people = 0;

/** An unused email address with its own IP address, so that rate limits count it separately. */
export function stranger() {
  people += 1;
  return { email: `person${people}@example.com`, ip: { "cf-connecting-ip": `10.0.${people >> 8}.${people & 255}` } };
}

/** A new user who followed the activation link: a business's Admin, or a household if no business is named. */
export async function activated(worker: TestWorker, organizationName?: string) {
  const { email, ip } = stranger();
  const visitor = worker.visitor();
  const person = { firstName: "Ada", lastName: "Marsh", email, password: goodPassword, organizationName };
  await visitor.post("/api/auth/signup", person, ip);
  const token = await linkToken(worker, email, "/auth/activate");
  await visitor.post("/api/auth/activate", { token }, ip);
  return { email, password: goodPassword, ip };
}
