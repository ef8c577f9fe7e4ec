import { expect, test } from "vitest";
import { create } from "#tests/support/authenticator";
import { mailsTo } from "#tests/support/mailbox";
import {
  addPasskey,
  beginPasskey,
  ownerWithPasskey,
  type PasskeyReply,
  proofBy,
  startPasskey,
} from "#tests/support/passkeys";
import { goodPassword as password, signedIn } from "#tests/support/people";
import { codeOf } from "#tests/support/totp";
import { ownWorker } from "#tests/support/worker";

// What a second step can be added or deleted with, besides the password.
const worker = await ownWorker();
const origin = worker.url.origin;

const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);

test("another passkey takes a code or a passkey as well, so that nobody adds one with a session and the password", async () => {
  const { owner, passkey, recoveryCodes } = await ownerWithPasskey(worker);
  const refused = await startPasskey(owner);
  expect([refused.status, refused.json.message]).toEqual([400, "Enter a code, or use a passkey"]);
  expect((await startPasskey(owner, { code: "AAAA-AAAA-AAAA-AAAA" })).status).toBe(400);
  const [code] = recoveryCodes;
  // A name that is taken does not use the code up.
  expect((await startPasskey(owner, { code, name: "PHONE" })).json.message).toContain("already have a passkey");
  const { answer } = await addPasskey(worker, owner, { name: "Security key", code });
  expect([answer.status, answer.json.recoveryCodes]).toEqual([201, null]);
  const again = await startPasskey(owner, { code });
  expect([again.status, again.json.message]).toEqual([400, expect.stringContaining("wrong or has expired")]);
  const proof = await proofBy(worker, owner, passkey);
  const { status, json } = await startPasskey(owner, { passkey: proof });
  expect(status).toBe(200);
  expect((await startPasskey(owner, { passkey: proof })).status).toBe(400);
  const input = { token: json.token, name: "Tablet", response: (await create(json.options, { origin })).response };
  expect((await owner.post("/api/auth/passkeys", input)).status).toBe(201);
  expect((await owner.post("/api/auth/passkeys", { ...input, name: "Again" })).status).toBe(400);
});

test("two uses of one recovery code at once start one passkey", async () => {
  const { owner, recoveryCodes } = await ownerWithPasskey(worker);
  const answers = await Promise.all([1, 2, 3].map(() => startPasskey(owner, { code: recoveryCodes[0] })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test("a challenge for the first passkey, which took the password only, adds no other one", async () => {
  const { owner } = await signedIn(worker);
  const { options, token } = await beginPasskey(owner);
  expect((await addPasskey(worker, owner)).answer.status).toBe(201);
  const { response } = await create(options, { origin });
  const late = await owner.post<PasskeyReply>("/api/auth/passkeys", { token, name: "Other", response });
  expect([late.status, late.json.message]).toEqual([400, "This took too long or was already used. Please try again."]);
  expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items).toHaveLength(1);
});

test("the dialog for a passkey asks for a code only with two-step verification on, and names a missing one", async () => {
  const { owner } = await signedIn(worker);
  const page = "/profile/passkeys/new";
  expect((await owner.get(page)).text).not.toContain('name="code"');
  const { answer } = await addPasskey(worker, owner);
  const text = (await owner.get(page)).text;
  for (const part of ['name="code"', "One of your recovery codes.", "Use a passkey instead of a code"])
    expect(text).toContain(part);
  const form = { intent: "begin", name: "Tablet", currentPassword: password };
  const refused = await owner.submit(page, { ...form, code: "" });
  expect([refused.status, refused.text.includes("Enter a code, or use a passkey")]).toEqual([400, true]);
  const started = await owner.submit(page, { ...form, code: answer.json.recoveryCodes?.[0] ?? "" });
  expect([started.status, started.text.includes("Create passkey")]).toEqual([200, true]);
});

test("an app beside passkeys takes a recovery code or a passkey as well as the password", async () => {
  const { owner, passkey, recoveryCodes } = await ownerWithPasskey(worker);
  const app = (proof: object = {}) =>
    owner.post<PasskeyReply>("/api/auth/second-step", { currentPassword: password, ...proof });
  const refused = await app();
  expect([refused.status, refused.json.message]).toEqual([400, "Enter a code, or use a passkey"]);
  expect((await app({ code: "000000" })).status).toBe(400);
  expect((await app({ code: recoveryCodes[0] })).status).toBe(200);
  expect((await app({ code: recoveryCodes[0] })).status).toBe(400);
  const { status, json } = await app({ passkey: await proofBy(worker, owner, passkey) });
  expect(status).toBe(200);
  expect((await owner.post("/api/auth/second-step/confirm", { code: await codeOf(json.secret) })).status).toBe(200);
});

test("the dialogs for an app and for new codes ask a person with passkeys for one, or for a recovery code", async () => {
  const { owner, recoveryCodes } = await ownerWithPasskey(worker);
  for (const page of ["/profile/two-step", "/profile/two-step/codes"]) {
    const { text } = await owner.get(page);
    for (const part of ['name="code"', "One of your recovery codes.", "Use a passkey instead of a code"])
      expect(text).toContain(part);
  }
  const form = { intent: "begin", currentPassword: password };
  const refused = await owner.submit("/profile/two-step", { ...form, code: "" });
  expect([refused.status, refused.text.includes("Enter a code, or use a passkey")]).toEqual([400, true]);
  const started = await owner.submit("/profile/two-step", { ...form, code: recoveryCodes[0] ?? "" });
  expect([started.status, started.text.includes("Scan this with your authenticator app")]).toEqual([200, true]);
});

test("an app's secret that was created before the first passkey cannot be confirmed after it", async () => {
  const { owner } = await signedIn(worker);
  const { secret } = (await owner.post<PasskeyReply>("/api/auth/second-step", { currentPassword: password })).json;
  expect((await addPasskey(worker, owner)).answer.status).toBe(201);
  const late = await owner.post<PasskeyReply>("/api/auth/second-step/confirm", { code: await codeOf(secret) });
  expect([late.status, late.json.message]).toEqual([409, "Start again: enter your password first."]);
  expect((await owner.get<PasskeyReply>("/api/auth/second-step")).json.takesCodes).toBe(false);
});

test("deleting the last passkey takes a passkey or a recovery code as well, because the password alone then signs in", async () => {
  const { owner, id, email, passkey } = await ownerWithPasskey(worker);
  const path = `/api/auth/passkeys/${id}/remove`;
  const refused = await owner.post<PasskeyReply>(path, { currentPassword: password });
  expect([refused.status, refused.json.message]).toEqual([400, "Enter a code, or use a passkey"]);
  expect((await owner.get(`/profile/passkeys/${id}/delete`)).text).toContain("Use a passkey instead of a code");
  expect((await owner.post(path, { currentPassword: password, code: "AAAA-AAAA-AAAA-AAAA" })).status).toBe(400);
  expect((await owner.get<PasskeyReply>("/api/auth/second-step")).json.since).not.toBeNull();
  const proof = { currentPassword: password, passkey: await proofBy(worker, owner, passkey) };
  expect((await owner.post(path, proof)).status).toBe(204);
  expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items).toEqual([]);
  expect((await owner.get<PasskeyReply>("/api/auth/second-step")).json.since).toBeNull();
  await expect.poll(() => subjectsTo(email)).toContain("A passkey was deleted from your Plenum account");
  // It was the last one: the password alone signs in again.
  expect((await worker.visitor().post("/api/auth/login", { email, password })).status).toBe(200);
});

test("a recovery code deletes the last passkey on the page", async () => {
  const { owner, id, recoveryCodes } = await ownerWithPasskey(worker);
  const form = { currentPassword: password, code: recoveryCodes[0] ?? "" };
  expect((await owner.submit(`/profile/passkeys/${id}/delete`, form)).location).toBe("/profile");
  expect((await owner.get<PasskeyReply>("/api/auth/second-step")).json).toMatchObject({
    since: null,
    recoveryCodesLeft: 0,
  });
});
