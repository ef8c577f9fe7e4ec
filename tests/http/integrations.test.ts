import { expect, test } from "vitest";
import { outsideService } from "#tests/support/outside";
import type { Refusal } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";
import { SYSTEM_IDS } from "~/domain/integrations/system";

const outside = await outsideService();
const worker = await ownWorker({
  ...{ LANGUAGE_API_URL: outside.url, LANGUAGE_API_KEY: "never-shown-key", LANGUAGE_MODEL: "some-model" },
  GEOCODER_URL: outside.url,
});
const plain = await testWorker();

interface Row {
  id: string;
  state: string;
  adapter: string;
  settings: { name: string; isSet: boolean }[];
  canTest: boolean;
  lastTest: { ok: boolean; message: string } | null;
  lastError: { message: string } | null;
}
type List = { items: Row[] };
type Tested = { ok: boolean; message: string };

test("every system is listed with its state and required settings, but no values", async () => {
  const { admin } = await worker.business();
  const { json, text } = await admin.get<List>("/api/integrations");
  expect(json.items.map(({ id }) => id)).toEqual([...SYSTEM_IDS]);
  const row = (id: string) => json.items.find((one) => one.id === id);
  expect(row("language")).toMatchObject({ state: "outside", adapter: "some-model", canTest: true, lastTest: null });
  expect(row("language")?.settings).toContainEqual({ name: "LANGUAGE_API_KEY", isSet: true });
  expect(row("routing")).toMatchObject({ state: "embedded", canTest: false });
  expect(row("routing")?.settings).toEqual([{ name: "OSRM_URL", isSet: false }]);
  expect(row("plans")).toMatchObject({ state: "embedded", canTest: false });
  expect(row("plans")?.settings.map(({ name }) => name)).toEqual([
    "PLANS_STRIPE_SECRET_KEY",
    "PLANS_STRIPE_WEBHOOK_SECRET",
  ]);
  expect(row("github")).toMatchObject({ state: "off", canTest: false });
  const page = await admin.get("/settings/integrations");
  expect(page.status).toBe(200);
  expect(page.text).toContain("LANGUAGE_API_KEY");
  for (const secret of ["never-shown-key", outside.url]) expect(text + page.text).not.toContain(secret);
});

test("a test calls the system, and its failure is shown until a test succeeds", async () => {
  const { admin } = await worker.business();
  const ask = async () => (await admin.post<Tested>("/api/integrations/language/test")).json;
  const row = async () => (await admin.get<List>("/api/integrations")).json.items.find(({ id }) => id === "language");
  outside.answer(401, {});
  expect(await ask()).toMatchObject({ ok: false, message: "language: reconnect (401)" });
  expect(await row()).toMatchObject({ lastTest: { ok: false }, lastError: { message: "language: reconnect (401)" } });
  outside.answer(200, { choices: [{ message: { content: "OK" } }] });
  expect(await ask()).toMatchObject({ ok: true, message: "Responded: “OK”." });
  expect(await row()).toMatchObject({ lastTest: { ok: true }, lastError: null });
});

test("tests of storage and mail really use them", async () => {
  const { admin } = await plain.business();
  const ask = async (id: string) => (await admin.post<Tested>(`/api/integrations/${id}/test`)).json;
  expect(await ask("storage")).toMatchObject({ ok: true, message: "Wrote a file, read it and deleted it." });
  expect(await ask("mail")).toMatchObject({ ok: true, message: expect.stringContaining("Accepted an email to ") });
});

test("a built-in system cannot be tested, and an unknown one is not found", async () => {
  const { admin } = await plain.business();
  const refused = await admin.post<Refusal>("/api/integrations/routing/test");
  expect([refused.status, refused.json.message]).toEqual([400, "Drive times: there is nothing to test."]);
  expect((await admin.post("/api/integrations/telepathy/test")).status).toBe(404);
  expect(await admin.post<Tested>("/api/integrations/github/test")).toMatchObject({ json: { ok: false } });
});

test("the page's button runs the test and shows the result", async () => {
  const { admin } = await plain.business();
  const done = await admin.submit("/settings/integrations", { intent: "test", system: "storage" });
  expect([done.status, done.location]).toEqual([302, "/settings/integrations"]);
  expect((await admin.get("/settings/integrations")).text).toContain("Wrote a file, read it and deleted it.");
});

test("test results belong to one business and require system.admin", async () => {
  const [mine, other] = [await plain.business(), await plain.business()];
  await mine.admin.post("/api/integrations/storage/test");
  const rows = (await other.admin.get<List>("/api/integrations")).json.items;
  expect(rows.every(({ lastTest }) => lastTest === null)).toBe(true);
  expect((await mine.manager.get("/api/integrations")).status).toBe(403);
  expect((await mine.manager.post("/api/integrations/storage/test")).status).toBe(403);
  expect((await mine.manager.get("/settings/integrations")).status).toBe(403);
});

test("the plan billing account is tested with its own key", async () => {
  const seller = await ownWorker({
    ...{ PLANS_STRIPE_SECRET_KEY: "never-shown-plans", PLANS_STRIPE_WEBHOOK_SECRET: "whsec_never-shown" },
    STRIPE_API_URL: outside.url,
  });
  const { admin } = await seller.business();
  outside.answer(200, { livemode: false });
  const { json } = await admin.post<Tested>("/api/integrations/plans/test");
  expect(json).toMatchObject({ ok: true, message: "Responded, in test mode." });
  const { text } = await admin.get("/settings/integrations");
  expect(text).toContain("PLANS_STRIPE_SECRET_KEY");
  expect(text).not.toContain("never-shown");
});
