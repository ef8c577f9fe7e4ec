import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { addCustomer, addWorkOrder, moveTo, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager, technician, technicianId, orgId } = await worker.business("Comfort Page");
const other = await worker.business();

interface Visit {
  business: { name: string };
  title: string;
  customer: string | null;
  technician: string | null;
  state: string;
  notes: { body: string }[];
  messages: { body: string; isCustomer: boolean }[];
  rating: { stars: number; comment: string | null } | null;
  canRate: boolean;
  canReschedule: boolean;
}
interface Refused {
  code: string;
  message: string;
}

/** Its own address, as attempts are counted for each. */
const from = (host: number) => ({ "cf-connecting-ip": `203.0.113.${host}` });
const key = () => randomBytes(16).toString("base64url");
const version = async (id: string) => (await manager.get<{ version: number }>(`/api/work-orders/${id}`)).json.version;

async function visit(day: number) {
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId, "Ana Ortega"), {
    title: "Furnace hums",
  });
  const booked = await manager.send("PUT", `/api/work-orders/${workOrder.id}/schedule`, {
    body: {
      ...{ version: await version(workOrder.id), technicianId, overrideReason: "Agreed" },
      start: new Date(Date.parse(start) + day * 86_400_000).toISOString(),
    },
  });
  if (booked.status !== 200) throw new Error(booked.text);
  const staff = `/api/work-orders/${workOrder.id}/visit-page`;
  const { url } = (await manager.post<{ url: string }>(staff, {})).json;
  const page = new URL(url).pathname;
  return { workOrder, staff, page, signed: `/api/signed/visits/${page.split("/").at(-1)}` };
}

test("a token returns the visit without a session, uncached, and nothing internal", async () => {
  const { workOrder, signed } = await visit(0);
  await manager.post(`/api/work-orders/${workOrder.id}/notes`, { body: "Gate code 9876", customerVisible: false });
  await manager.post(`/api/work-orders/${workOrder.id}/notes`, {
    body: "Please keep the dog inside",
    customerVisible: true,
  });
  const answer = await worker.visitor().get<Visit>(signed, { headers: from(81) });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({
    ...{ business: { name: "Comfort Page" }, title: "Furnace hums", customer: "Ana", technician: "Luis" },
    ...{ state: "scheduled", rating: null, canRate: false, canReschedule: true },
    notes: [{ body: "Please keep the dog inside" }],
  });
  for (const hidden of ["9876", "Ortega", orgId, technicianId, workOrder.customerId])
    expect(answer.text).not.toContain(hidden);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
});

test("staff read what the page shows without counting a view, and list and revoke its links", async () => {
  const { workOrder, staff, signed } = await visit(1);
  expect((await manager.get<Visit>(staff)).json).toMatchObject({ title: "Furnace hums", technician: "Luis" });
  expect((await technician.get(staff)).status).toBe(200);
  interface Links {
    items: { works: boolean; revokedAt: string | null; lastViewedAt: string | null }[];
    total: number;
  }
  const links = async () => {
    const answer = await manager.get<Links>(`/api/work-orders/${workOrder.id}/visit-links`);
    expect(answer.text).not.toMatch(/token|hash/i);
    return answer.json.items;
  };
  expect(await links()).toMatchObject([{ works: true, revokedAt: null, lastViewedAt: null }]);
  await worker.visitor().get(signed, { headers: from(82) });
  await expect.poll(async () => (await links())[0]?.lastViewedAt).not.toBeNull();
  expect((await manager.send("DELETE", staff, {})).status).toBe(204);
  await manager.post(staff, {});
  expect((await links()).map(({ works }) => works)).toEqual([true, false]);
});

test("a guessed, malformed, revoked or expired token gets the same response from every operation", async () => {
  const guest = worker.visitor();
  const [revoked, expired] = [await visit(2), await visit(3)];
  await manager.send("DELETE", revoked.staff, {});
  await worker.db
    .prepare("UPDATE visit_links SET expires_at = '2020-01-01T00:00:00.000Z' WHERE org_id = ? AND work_order_id = ?")
    .bind(orgId, expired.workOrder.id)
    .run();
  const guessed = `/api/signed/visits/${randomBytes(32).toString("base64url")}`;
  const ask = async (signed: string, host: number) => {
    const answers = [
      await guest.get<Refused>(signed, { headers: from(host) }),
      await guest.get<Refused>(`${signed}/times`, { headers: from(host) }),
      await guest.post<Refused>(`${signed}/messages`, { key: key(), body: "Hello" }, from(host)),
      await guest.post<Refused>(`${signed}/reschedule`, { key: key(), start: "other" }, from(host)),
      await guest.post<Refused>(`${signed}/rating`, { stars: 5 }, from(host)),
    ];
    return answers.map(({ status, json }) => [status, json.code, json.message]);
  };
  const unknown = await ask(guessed, 83);
  expect(new Set(unknown.map(String)).size).toBe(1);
  expect(unknown[0]?.[0]).toBe(404);
  expect(await ask("/api/signed/visits/abc", 84)).toEqual(unknown);
  expect(await ask(revoked.signed, 85)).toEqual(unknown);
  expect(await ask(expired.signed, 86)).toEqual(unknown);
});

test("too many guesses are refused with a time to wait", async () => {
  const guest = worker.visitor();
  let last = await guest.get<Refused>(`/api/signed/visits/${key()}`, { headers: from(87) });
  // Sixty a minute pass, so some of these exceed the limit wherever the next minute starts.
  for (let at = 0; at < 140 && last.status !== 429; at += 1)
    last = await guest.get<Refused>(`/api/signed/visits/${randomBytes(32).toString("base64url")}`, {
      headers: from(87),
    });
  expect([last.status, last.json.code, last.headers.get("retry-after")]).toEqual([429, "too_many_requests", "60"]);
});

test("another business and a visitor without a session cannot read, list or revoke a visit's links", async () => {
  const { workOrder, staff, signed } = await visit(4);
  const links = `/api/work-orders/${workOrder.id}/visit-links`;
  const statuses = async (by: typeof manager) => [
    (await by.post(staff, {})).status,
    (await by.get(staff)).status,
    (await by.get(links)).status,
    (await by.send("DELETE", staff, {})).status,
  ];
  expect(await statuses(other.admin)).toEqual([404, 404, 404, 404]);
  expect(await statuses(worker.visitor())).toEqual([401, 401, 401, 401]);
  expect((await worker.visitor().get(signed, { headers: from(88) })).status).toBe(200);
});

test("a message and a request for another time count once each and reschedule nothing", async () => {
  const { workOrder, signed } = await visit(5);
  const guest = worker.visitor();
  const before = (await manager.get<{ scheduledStart: string }>(`/api/work-orders/${workOrder.id}`)).json
    .scheduledStart;
  const words = { key: key(), body: "Is parking in front fine?" };
  const wish = { key: key(), start: nextYear("2027-12-02T15:00:00Z"), note: "Mornings are best" };
  for (const _ of [1, 2]) {
    expect((await guest.post(`${signed}/messages`, words, from(89))).status).toBe(204);
    expect((await guest.post(`${signed}/reschedule`, wish, from(89))).status).toBe(204);
  }
  const { messages } = (await guest.get<Visit>(signed, { headers: from(89) })).json;
  expect(messages.map(({ body, isCustomer }) => [body.split("\n")[1] ?? body, isCustomer])).toEqual([
    ["Is parking in front fine?", true],
    ["Mornings are best", true],
  ]);
  const { results } = await worker.db
    .prepare("SELECT notes FROM todos WHERE org_id = ? AND work_order_id = ?")
    .bind(orgId, workOrder.id)
    .all();
  expect(results).toEqual([{ notes: "Mornings are best" }]);
  expect((await manager.get<{ scheduledStart: string }>(`/api/work-orders/${workOrder.id}`)).json.scheduledStart).toBe(
    before,
  );
  await moveTo(technician, workOrder.id, { status: "en_route", version: await version(workOrder.id) });
  expect((await guest.post(`${signed}/reschedule`, { ...wish, key: key() }, from(89))).status).toBe(409);
  expect((await guest.get<{ items: object[] }>(`${signed}/times`, { headers: from(89) })).json.items).toEqual([]);
});

test("a visit is rated once it is done, the last rating counts, and wrong input names its field", async () => {
  const { workOrder, signed } = await visit(6);
  const guest = worker.visitor();
  const rate = (body: object) => guest.post<{ fields?: object }>(`${signed}/rating`, body, from(90));
  expect((await rate({ stars: 5 })).status).toBe(409);
  await worker.db
    .prepare("UPDATE work_orders SET status = 'completed', completed_at = ?3 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, workOrder.id, new Date().toISOString())
    .run();
  const refused = await rate({ stars: 6 });
  expect([refused.status, refused.json.fields]).toEqual([400, { stars: ["Choose one to five stars"] }]);
  expect((await guest.post(`${signed}/messages`, { key: key(), body: " " }, from(90))).status).toBe(400);
  await rate({ stars: 3 });
  expect((await rate({ stars: 4, comment: "Quick" })).status).toBe(204);
  const { json } = await guest.get<Visit>(signed, { headers: from(90) });
  expect([json.state, json.rating]).toEqual(["done", { stars: 4, comment: "Quick" }]);
});

test("a visit's token opens no estimate, and an estimate's token no visit", async () => {
  const { signed } = await visit(7);
  const token = signed.split("/").at(-1);
  expect((await worker.visitor().get(`/api/signed/estimates/${token}`, { headers: from(91) })).status).toBe(404);
});
