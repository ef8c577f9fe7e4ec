import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { breachService } from "#tests/support/breached-passwords";
import { linkToken } from "#tests/support/mailbox";
import { activated, goodPassword, stranger } from "#tests/support/people";
import type { Refusal } from "#tests/support/work-orders";
import { ownWorker, workerOutput } from "#tests/support/worker";

const breached = "hunter2-of-the-north";
const service = await breachService([breached]);
const worker = await ownWorker({ BREACHED_PASSWORDS_URL: service.url });
const refusal = "This password has appeared in a data breach. Choose a different one";

/** Over the API or a page's form without scripts, and the response for the right password. */
interface PasswordForm {
  name: string;
  api: ((password: string) => Promise<{ status: number; json: Refusal }>) | null;
  page: (password: string) => Promise<{ status: number; text: string }>;
  done: number;
}

async function signUp(): Promise<PasswordForm> {
  const person = () => ({ firstName: "Ada", lastName: "Marsh", email: stranger().email });
  return {
    name: "sign-up",
    api: (password) => worker.visitor().post<Refusal>("/api/auth/signup", { ...person(), password }, stranger().ip),
    page: (password) => worker.visitor().submit("/signup", { ...person(), kind: "household", password }, stranger().ip),
    done: 302,
  };
}

async function reset(): Promise<PasswordForm> {
  const { email, ip } = await activated(worker);
  await worker.visitor().post("/api/auth/request-reset", { email }, ip);
  const token = await linkToken(worker, email, "/auth/reset");
  return {
    name: "reset",
    api: (password) => worker.visitor().post<Refusal>("/api/auth/reset", { token, password }, stranger().ip),
    page: (password) => worker.visitor().submit("/auth/reset", { intent: "reset", token, password }, stranger().ip),
    done: 302,
  };
}

async function change(): Promise<PasswordForm> {
  const { email, password: currentPassword, ip } = await activated(worker);
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password: currentPassword }, ip);
  return {
    ...{ name: "change", api: null, done: 200 },
    page: (password) => visitor.submit("/profile", { intent: "password", currentPassword, password }, ip),
  };
}

async function invitation(): Promise<PasswordForm> {
  const { admin } = await worker.business();
  const { email } = stranger();
  await admin.submit("/system/user-managment/invite", { email, roles: ["Technician"] });
  const token = await linkToken(worker, email, "/auth/accept-invitation");
  const person = { token, firstName: "Luis", lastName: "Ortega" };
  const path = "/auth/accept-invitation";
  return {
    name: "invitation",
    api: (password) => worker.visitor().post<Refusal>(`/api${path}`, { ...person, password }, stranger().ip),
    page: (password) => worker.visitor().submit(path, { ...person, intent: "accept", password }, stranger().ip),
    done: 302,
  };
}

test.each([
  ["at sign-up", signUp],
  ["with a reset link", reset],
  ["in the profile", change],
  ["with an invitation", invitation],
])("a breached password is rejected %s, and another one is accepted", async (_, prepare) => {
  service.mood("answers");
  const { api, page, done } = await prepare();
  if (api) {
    const refused = await api(breached);
    expect([refused.status, refused.json]).toMatchObject([400, { fields: { password: [refusal] } }]);
  }
  const form = await page(breached);
  expect(form.status).toBe(400);
  expect(form.text).toContain(refusal);
  expect(form.text).not.toContain(breached);
  const accepted = await page("an-entirely-new-one");
  expect([accepted.status, accepted.text.includes(refusal)]).toEqual([done, false]);
});

test("a password with full-width letters is checked in its normalized form", async () => {
  service.mood("answers");
  const { api } = await signUp();
  const wide = breached.replace("hunter", "ｈｕｎｔｅｒ");
  expect((await api?.(wide))?.json).toMatchObject({ fields: { password: [refusal] } });
});

test.each(["503", "hangs", "portal"] as const)(
  "while the service fails (%s), sign-up uses the built-in list, and the log has no password",
  async (mood) => {
    service.mood(mood);
    const { api } = await signUp();
    expect((await api?.(breached))?.status).toBe(202);
    expect((await api?.("Summer2026!"))?.json).toMatchObject({
      fields: { password: [expect.stringContaining("too common")] },
    });
    await expect.poll(workerOutput).toContain("breached passwords: ");
    const hash = createHash("sha1").update(breached).digest("hex");
    for (const secret of [breached, hash.slice(5)]) expect(workerOutput().toLowerCase()).not.toContain(secret);
    // Random ids may contain these five digits.
    const texts = workerOutput().replaceAll(/"(requestId|userId)":"[^"]*"/g, "");
    expect(texts.toLowerCase()).not.toContain(hash.slice(0, 5));
  },
);

test("only new passwords are sent to the service", async () => {
  service.mood("answers");
  const { email, password, ip } = await activated(worker);
  service.requests.length = 0;
  const visitor = worker.visitor();
  expect((await visitor.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  expect((await visitor.post("/api/auth/login", { email, password: `${goodPassword}!` }, ip)).status).toBe(401);
  const form = { intent: "password", currentPassword: "a-wrong-one", password: goodPassword };
  expect((await visitor.submit("/profile", form, ip)).status).toBe(400);
  expect(service.requests).toEqual([]);
});

test("the settings show the active service, and the test calls it", async () => {
  service.mood("answers");
  const { admin } = await worker.business();
  const ask = async () => (await admin.post<{ ok: boolean; message: string }>("/api/integrations/passwords/test")).json;
  expect(await ask()).toMatchObject({ ok: false, message: expect.stringContaining("does not know") });
  service.mood("503");
  expect(await ask()).toMatchObject({ ok: false, message: "breached passwords: server_error (503)" });
  expect((await admin.get("/settings/integrations")).text).toContain("Have I Been Pwned");
});
