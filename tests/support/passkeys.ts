import { expect } from "vitest";
import { create, type Passkey, use } from "./authenticator";
import { goodPassword, signedIn } from "./people";
import type { Visitor } from "./visitor";
import type { TestWorker } from "./worker";

export interface PasskeyReply {
  message: string;
  options: { challenge: string; user: { id: string }; allowCredentials: { id: string }[]; rpId: string };
  token: string;
  id: string;
  recoveryCodes: string[] | null;
  recoveryCodesLeft: number;
  challenge: string;
  secret: string;
  since: string | null;
  takesCodes: boolean;
  items: { id: string; name: string; lastUsedAt: string | null }[];
}

export type PasskeyConditions = Partial<Parameters<typeof use>[2]>;

export const startPasskey = (by: Visitor, proof: object = {}) =>
  by.post<PasskeyReply>("/api/auth/passkeys/options", { currentPassword: goodPassword, ...proof });

/** Begins adding a passkey. With a second step on, `code` is one of its codes. */
export async function beginPasskey(by: Visitor, code?: string): Promise<PasskeyReply> {
  const { status, text, json } = await startPasskey(by, { code });
  expect(status, text).toBe(200);
  return json;
}

type Added = PasskeyConditions & { name?: string; code?: string };

/** Adds a passkey to a signed-in user's account. */
export async function addPasskey(worker: TestWorker, by: Visitor, { name = "Phone", code, ...conditions }: Added = {}) {
  const { options, token } = await beginPasskey(by, code);
  const { passkey, response } = await create(options, { origin: worker.url.origin, ...conditions });
  const answer = await by.post<PasskeyReply>("/api/auth/passkeys", { token, name, response });
  return { passkey, answer };
}

/** A signed-in owner of a business with a passkey. */
export async function ownerWithPasskey(worker: TestWorker, organizationName?: string) {
  const person = await signedIn(worker, organizationName);
  const { passkey, answer } = await addPasskey(worker, person.owner);
  expect(answer.status, answer.text).toBe(201);
  return { ...person, passkey, id: answer.json.id, recoveryCodes: answer.json.recoveryCodes ?? [] };
}

/** Proof by the user's own passkey, for a change in their session. */
export async function proofBy(worker: TestWorker, by: Visitor, passkey: Passkey) {
  const { options, token } = (await by.post<PasskeyReply>("/api/auth/proof/options")).json;
  return { token, response: await use(passkey, options, { origin: worker.url.origin }) };
}
