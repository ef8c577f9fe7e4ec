import { createHash, randomUUID, scryptSync } from "node:crypto";
import { hashPassword } from "~/domain/auth/password/passwords.server";
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

let hash: Promise<string> | null = null;

/** A new user who followed the activation link: a business's Admin, or a household if no business is named. */
export async function activated(worker: TestWorker, organizationName?: string) {
  const { email, ip } = stranger();
  const token = randomUUID();
  const now = Date.now();
  // Signing up would hash the password each time, which takes longer than everything else here.
  hash ??= hashPassword(goodPassword);
  await worker.db
    .prepare(
      "INSERT INTO signups (token_hash, email, first_name, last_name, password_hash, organization_name, time_zone, created_at, expires_at) VALUES (?, ?, 'Ada', 'Marsh', ?, ?, 'America/New_York', ?, ?)",
    )
    .bind(
      ...[createHash("sha256").update(token).digest("hex"), email, await hash, organizationName ?? null],
      ...[now, now + 3_600_000].map((at) => new Date(at).toISOString()),
    )
    .run();
  const answer = await worker.visitor().post("/api/auth/activate", { token }, ip);
  if (answer.status !== 200) throw new Error(`activation: ${answer.status} ${answer.text}`);
  return { email, password: goodPassword, ip };
}

/** A new user with a password and a session, for tests of what follows a sign-in. */
export async function signedIn(worker: TestWorker, organizationName?: string) {
  const owner = organizationName ? (await worker.business(organizationName)).admin : await worker.household();
  await worker.db.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(lightHash, owner.userId).run();
  return { email: `${owner.userId}@example.com`, ip: stranger().ip, owner };
}
