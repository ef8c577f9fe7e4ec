import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { addEquipment } from "#tests/support/equipment";
import { draft } from "#tests/support/estimates";
import { addItem, addLocation, post, stocked } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { nextYear } from "#tests/support/next-year";
import { attributes, pageText, shownPage, threePagesAndBack } from "#tests/support/page-text";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { encodeCursor } from "~/domain/shared/paging.server";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();

/** What of `pattern` the first three pages show, and the page before the third. */
async function shownOn(by: Parameters<typeof threePagesAndBack>[0], path: string, pattern: RegExp) {
  const { pages, back } = await threePagesAndBack(by, path);
  return [...pages, back].map((page) => pattern.exec(page)?.[0]);
}

test("stock movements page back one page at a time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 10);
  for (const quantity of [7001, 7002]) await post(manager, "receipt", [{ itemId, locationId, quantity }]);
  expect(await shownOn(manager, "/inventory/movements", /\+(7,002|7,001|10)\b/)).toEqual([
    ...["+7,002", "+7,001", "+10", "+7,001"],
  ]);
});

test("reservations page back one page at a time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 100);
  for (const quantity of [11, 12, 13])
    await manager.post("/api/inventory/reservations", { itemId, locationId, quantity });
  expect(await shownOn(manager, "/inventory/reservations", />1[123] [A-Z]/)).toEqual([
    ...[">13 E", ">12 E", ">11 E", ">12 E"],
  ]);
});

test("estimates page back one page at a time", async () => {
  const { admin } = await worker.business();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.unshift((await draft(admin)).id);
  const shown = await shownOn(admin, "/estimates", /\/estimates\/[0-9a-f-]{36}/);
  expect(shown).toEqual([ids[0], ids[1], ids[2], ids[1]].map((id) => `/estimates/${id}`));
});

test("to-dos page back one page at a time, on their own list", async () => {
  const { admin } = await worker.business();
  const titles = ["Call Ana", "Call Ben", "Call Cem"];
  for (const [at, title] of titles.entries()) await admin.post("/api/todos", { title, dueOn: `2037-01-0${at + 1}` });
  expect(await shownOn(admin, "/todos?list=unassigned", /Call (Ana|Ben|Cem)/)).toEqual([...titles, "Call Ben"]);
  for (const { id } of (await admin.get<{ items: { id: string }[] }>("/api/todos?list=unassigned")).json.items)
    await admin.post(`/api/todos/${id}/complete`, {});
  const done = await shownOn(admin, "/todos?list=done", /Call (Ana|Ben|Cem)/);
  expect(new Set(done.slice(0, 3)).size).toBe(3);
  expect(done[3]).toBe(done[1]);
});

test("a later page whose last row is gone leads back to the first page", async () => {
  const { admin } = await worker.business();
  for (const title of ["Call Ana", "Call Ben"])
    await admin.post("/api/todos", { title, dueOn: nextYear("2027-01-05") });
  const list = "/todos?list=unassigned";
  const { next } = await shownPage(admin, `${list}&limit=1`);
  const [, last] = (await admin.get<{ items: { id: string }[] }>("/api/todos?list=unassigned")).json.items;
  await admin.post(`/api/todos/${last?.id}/complete`, {});
  expect(await shownPage(admin, `${next}&limit=1`)).toMatchObject({ previous: list, next: undefined });
  const { text } = await admin.get(`${next}&limit=1`);
  expect(pageText(text)).toContain("Nothing on this page The list is shorter now. Go to the first page");
  expect(attributes(text, "href")).toContain("/todos?list=unassigned&limit=1");
  expect(pageText(text)).not.toContain("Nothing unassigned");
  expect((await shownPage(admin, list)).previous).toBeUndefined();
});

test("a later page of a record's history does not say that there is none", async () => {
  const { manager, orgId } = await worker.business();
  const site = await addCustomer(worker, orgId);
  const { id } = await addEquipment(manager, { ...site });
  const [byId, byNumber, byTime] = [["0"], [0], ["2000-01-01T00:00:00.000Z", "0"]].map((key) => encodeCursor(key));
  for (const [page, cursor] of [
    [`/properties/${site.siteAddressId}/history`, byId],
    [`/customers/${site.customerId}/jobs`, byNumber],
    [`/equipment/${id}/history`, byNumber],
    [`/equipment/${id}/readings`, byTime],
  ]) {
    const { status, text } = await manager.get(`${page}?cursor=${encodeURIComponent(cursor ?? "")}`);
    expect([page, status, pageText(text)]).toEqual([page, 200, expect.stringContaining("Nothing on this page")]);
    expect(pageText(text)).not.toMatch(/No (jobs|work orders|readings)/);
  }
});

test("a to-do opened on a later page returns to it", async () => {
  const { admin } = await worker.business();
  for (const title of ["Call Ana", "Call Ben"])
    await admin.post("/api/todos", { title, dueOn: nextYear("2027-01-05") });
  const { next } = await shownPage(admin, "/todos?list=unassigned&limit=1");
  const page = await admin.get(`${next}&limit=1`);
  const [dialog = ""] = attributes(page.text, "href").filter((href) => href.includes("/edit"));
  const [, query] = dialog.split("?");
  expect(query).toMatch(/^list=unassigned&cursor=.+&limit=1$/);
  expect((await admin.submit(dialog, { title: "Call Cem", version: "1" })).location).toBe(`/todos?${query}`);
});

test("locations, their labels and suppliers page back one page at a time with their filters", async () => {
  const { manager } = await worker.business();
  for (const name of ["Truck A", "Truck B", "Truck C"]) await addLocation(manager, { name, type: "truck" });
  await addLocation(manager, { name: "Truck Barn" });
  const trucks = ["Truck A", "Truck B", "Truck C", "Truck B"];
  expect(await shownOn(manager, "/inventory/locations?type=truck", /Truck [A-C]\b/)).toEqual(trucks);
  expect(await shownOn(manager, "/inventory/labels?of=locations", /Truck (?:[A-C]\b|Barn)/)).toEqual([
    ...["Truck A", "Truck B", "Truck Barn", "Truck B"],
  ]);
  for (const name of ["Ace", "Best", "Core"])
    await manager.post("/api/inventory/suppliers", { name: `${name} Supply` });
  expect(await shownOn(manager, "/inventory/suppliers?active=true", /(Ace|Best|Core) Supply/)).toEqual([
    ...["Ace Supply", "Best Supply", "Core Supply", "Best Supply"],
  ]);
});

test("stock counts and a count's lines page back one page at a time with their filters", async () => {
  const { manager } = await worker.business();
  const places = [await addLocation(manager), await addLocation(manager), await addLocation(manager)];
  const ids: string[] = [];
  for (const locationId of places) {
    const { json } = await manager.post<{ id: string }>("/api/inventory/counts", { locationId });
    ids.unshift(json.id);
  }
  expect(await shownOn(manager, "/inventory/counts?status=open", /\/counts\/[0-9a-f-]{36}/)).toEqual(
    [ids[0], ids[1], ids[2], ids[1]].map((id) => `/counts/${id}`),
  );

  const locationId = await addLocation(manager);
  for (const name of ["Coil A", "Coil B", "Coil C"]) {
    const { id: itemId } = await addItem(manager, { name });
    await post(manager, "receipt", [{ itemId, locationId, quantity: 1 }]);
  }
  const { json } = await manager.post<{ id: string }>("/api/inventory/counts", { locationId });
  const { pages, back } = await threePagesAndBack(manager, `/inventory/counts/${json.id}?view=todo`);
  const lines = [...pages, back].map((page) => /Coil [A-C]/.exec(page.split("<tbody")[1] ?? "")?.[0]);
  expect(lines).toEqual(["Coil A", "Coil B", "Coil C", "Coil B"]);
});

test("labels of items page back one page at a time, and a single page has no page links", async () => {
  const { manager } = await worker.business();
  for (const name of ["Coil A", "Coil B", "Coil C"]) await addItem(manager, { name });
  expect(await shownOn(manager, "/inventory/labels?search=coil", /Coil [A-C]/)).toEqual([
    ...["Coil A", "Coil B", "Coil C", "Coil B"],
  ]);
  const { pages } = await threePagesAndBack(manager, "/inventory/labels?search=coil");
  expect(pageText(pages[2] ?? "")).toContain("1 label Previous");
  expect((await manager.get("/inventory/labels?search=coil")).text).not.toMatch(
    /3 labels|<div class="print:hidden"><\/div>/,
  );
});

test("a location's stock pages back one page at a time", async () => {
  const { manager, orgId } = await worker.business();
  const locationId = await addLocation(manager);
  const items = JSON.stringify(
    Array.from({ length: 201 }, (_, at) => ({ id: randomUUID(), name: `Washer ${at + 100}` })),
  );
  await worker.db.batch([
    worker.db
      .prepare(
        `INSERT INTO inventory_items (org_id, id, sku, name, primary_category, base_unit, created_at, updated_at)
         SELECT ?1, value->>'id', upper(value->>'id'), value->>'name', 'PARTS', 'EA', '2026-11-22', '2026-11-22' FROM json_each(?2)`,
      )
      .bind(orgId, items),
    worker.db
      .prepare(
        `INSERT INTO stock_balances (org_id, item_id, location_id, on_hand_milli)
         SELECT ?1, value->>'id', ?3, 1000 FROM json_each(?2)`,
      )
      .bind(orgId, items, locationId),
  ]);
  const first = await shownPage(manager, `/inventory/locations/${locationId}`);
  const second = await shownPage(manager, first.next ?? "");
  const back = await shownPage(manager, second.previous ?? "");
  expect([first.rows.length, second.rows.length, second.next]).toEqual([200, 1, undefined]);
  expect(back).toMatchObject({ rows: first.rows, previous: undefined });
});

test("voice sessions page back one page at a time, within their state", async () => {
  const { admin, orgId } = await worker.business();
  for (const [day, state] of [
    [1, "discarded"],
    [2, "discarded"],
    [3, "expired"],
    [4, "discarded"],
  ] as const)
    await worker.db
      .prepare(
        `INSERT INTO voice_sessions (org_id, id, user_id, session_type, state, spoken_at, created_at, expires_at, ended_at, sent_at)
         VALUES (?1, ?2, ?3, 'work_order_creation', ?4, ?5, ?5, ?5, ?5, ?5)`,
      )
      .bind(orgId, `spoken-${day}`, admin.userId, state, `2026-01-0${day}T15:00:00.000Z`)
      .run();
  const days = await shownOn(admin, "/workorders/voice?state=discarded", /Jan\s[1-4](?=,)/);
  expect(days.map((day) => day?.at(-1))).toEqual(["4", "2", "1", "2"]);
});

test("deleted issues page back one page at a time", async () => {
  const { manager } = await worker.business();
  const titles = ["Zephyr A", "Zephyr B", "Zephyr C"];
  for (const title of titles.toReversed())
    await manager.delete(`/api/issues/${(await addIssue(manager, { title })).id}`);
  expect(await shownOn(manager, "/bugscout/trash", /Zephyr [A-C]/)).toEqual([...titles, "Zephyr B"]);
  expect((await manager.get<object>("/api/issues/trash?limit=1")).json).not.toHaveProperty("previousCursor");
});

test("the sync log pages back one page at a time, within its outcome", async () => {
  const { admin, orgId } = await worker.business();
  for (const [at, outcome] of ["done", "done", "failed", "done"].entries())
    await worker.db
      .prepare(
        `INSERT INTO code_host_log (org_id, id, host, repository_id, kind, outcome, detail, at)
         VALUES (?1, ?2, 'github', '1', 'issue', ?3, ?4, ?5)`,
      )
      .bind(orgId, `entry-${4 - at}`, outcome, `Copied entry ${at}`, new Date().toISOString())
      .run();
  expect(await shownOn(admin, "/bugscout/config/sync/log?outcome=done", /Copied entry \d/)).toEqual(
    [0, 1, 3, 1].map((at) => `Copied entry ${at}`),
  );
});

test("designs and saved analyses page back one page at a time", async () => {
  const { admin } = await worker.business();
  for (const floor of ["C", "B", "A"]) {
    await admin.post("/api/designs", { title: `Floor ${floor}`, template: "split_system" });
    await admin.post("/api/industry-analyses", { title: `Trades ${floor}`, industries: ["238220"] });
  }
  const order = ["A", "B", "C", "B"];
  expect(await shownOn(admin, "/designer", /Floor [A-C]/)).toEqual(order.map((floor) => `Floor ${floor}`));
  const analyses = await shownOn(admin, "/industry-analysis/saved", /Trades [A-C]/);
  expect(analyses).toEqual(order.map((floor) => `Trades ${floor}`));
});

test("payments received and card payments page back one page at a time, within their days", async () => {
  const { admin, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId);
  for (const [at, day] of ["2026-04-30", "2026-05-01", "2026-05-02", "2026-05-31", "2026-06-01"].entries())
    await worker.db
      .prepare(
        `INSERT INTO payments (org_id, id, customer_id, method, amount_minor, received_on, provider, provider_payment_id, created_by, created_at)
         VALUES (?1, ?2, ?3, 'card', ?4, ?5, 'simulated', ?2, 'test', ?6)`,
      )
      .bind(orgId, randomUUID(), customerId, 10_100 + at * 100, day, `${day}T18:00:00.000Z`)
      .run();
  const shown = ["$104.00", "$103.00", "$102.00", "$103.00"];
  const inTable = async (path: string) => {
    const { pages, back } = await threePagesAndBack(admin, path);
    return [...pages, back].map((page) => /\$10\d\.00/.exec(pageText(page.split("<tbody")[1] ?? ""))?.[0]);
  };
  expect(await inTable("/dashboard/received?from=2026-05-01&to=2026-05-31")).toEqual(shown);
  const last = await threePagesAndBack(admin, "/dashboard/received?from=2026-05-01&to=2026-05-31");
  expect([last.pages[2], last.back].map((page) => / rel="next"/.test(page ?? ""))).toEqual([false, true]);
  expect(await inTable("/payment/received?month=2026-05")).toEqual(shown);
});

test("invoices for the plan page back one page at a time", async () => {
  const { admin, orgId } = await worker.business();
  const number = (at: number) => `PLAN-${String(at).padStart(2, "0")}`;
  for (let at = 1; at <= 25; at += 1)
    await worker.db
      .prepare(
        `INSERT INTO plan_invoices (id, owner_kind, owner_id, provider, provider_id, number, status, amount_minor, currency, period_start, period_end, issued_at)
         VALUES (?1, 'business', ?2, 'simulated', ?1, ?3, 'open', 4900, 'USD', ?4, ?4, ?4)`,
      )
      .bind(randomUUID(), orgId, number(at), `2025-05-${String(at).padStart(2, "0")}T15:00:00.000Z`)
      .run();
  const { pages, back } = await threePagesAndBack(admin, "/payment?of=business");
  const shown = [...pages, back].map((page) => pageText(page).match(/PLAN-\d\d/g) ?? []);
  const latest = Array.from({ length: 25 }, (_, at) => number(25 - at));
  const middle = latest.slice(12, 24);
  expect(shown.map((numbers) => [...new Set(numbers)])).toEqual([latest.slice(0, 12), middle, ["PLAN-01"], middle]);
  expect(pageText(pages[2] ?? "")).toContain("1 invoice Previous");
  const api = await admin.get<object>("/api/plans/business/invoices");
  expect(Object.keys(api.json)).toEqual(["items", "nextCursor", "total"]);
});

test("lots page back one page at a time, those without a date last", async () => {
  const { manager } = await worker.business();
  const [{ id: itemId }, locationId] = [await addItem(manager, { shelfLifeDays: 365 }), await addLocation(manager)];
  for (const [lotNumber, days] of [
    ["LOT-A", 30],
    ["LOT-B", 40],
    ["LOT-C", 50],
  ] as const)
    await post(manager, "receipt", [
      { itemId, locationId, quantity: 1, lotNumber, expiresOn: addDays(businessToday(), days) },
    ]);
  const order = ["LOT-A", "LOT-B", "LOT-C", "LOT-B"];
  expect(await shownOn(manager, "/inventory/lots", /LOT-[A-C]/)).toEqual(order);
  await worker.db
    .prepare("UPDATE stock_lots SET expires_on = NULL WHERE item_id = ? AND number = 'LOT-A'")
    .bind(itemId)
    .run();
  expect(await shownOn(manager, `/inventory/lots?itemId=${itemId}`, /LOT-[A-C]/)).toEqual([
    ...["LOT-B", "LOT-C", "LOT-A", "LOT-C"],
  ]);
});

test("a property's jobs and one's messages to support page back one page at a time", async () => {
  const { manager, orgId } = await worker.business();
  const site = await addCustomer(worker, orgId);
  for (const title of ["Visit A", "Visit B", "Visit C"]) await addWorkOrder(manager, site, { title });
  expect(await shownOn(manager, `/properties/${site.siteAddressId}/history`, /Visit [A-C]/)).toEqual([
    ...["Visit C", "Visit B", "Visit A", "Visit B"],
  ]);
  for (const [at, subject] of ["Ask A", "Ask B", "Ask C"].entries())
    await worker.db
      .prepare(
        `INSERT INTO support_conversations (id, sender_id, sender_name, sender_email, subject, state, context, created_at, updated_at)
         VALUES (?1, ?2, 'Max', 'max@example.com', ?3, 'closed', '{}', ?4, ?4)`,
      )
      .bind(randomUUID(), manager.userId, subject, `2026-01-0${at + 1}T15:00:00.000Z`)
      .run();
  expect(await shownOn(manager, "/support/messages?state=closed", /Ask [A-C]/)).toEqual([
    ...["Ask C", "Ask B", "Ask A", "Ask B"],
  ]);
});

test.each([
  "/bugscout/trash",
  "/bugscout/config/sync/log",
  "/designer",
  "/industry-analysis/saved",
  "/dashboard/received",
  "/payment/received",
  "/payment",
  "/inventory/lots",
  "/inventory/locations",
  "/support/messages",
])("%s refuses a damaged cursor", async (path) => {
  const { admin } = await worker.business();
  for (const at of ["cursor", "before"]) {
    const { status, text } = await admin.get(`${path}?${at}=broken`);
    expect([status, pageText(text)]).toEqual([400, expect.stringContaining("This page link is no longer valid.")]);
  }
});

const fromNames = encodeCursor(["oak street", "id"]);
const fromNumbers = encodeCursor([7, "id"]);
const fromOneName = encodeCursor(["oak street"]);

test.each([
  ["/api/issues?", fromOneName],
  ["/api/leads?", fromOneName],
  ["/api/customers?sort=newest&", fromOneName],
  ["/api/customers?", fromNumbers],
  ["/api/sites?search=oak&", fromOneName],
  ["/api/work-orders?", encodeCursor(["next", "oak street"])],
  ["/api/work-orders?sort=priority&", encodeCursor(["next", "oak street", "id"])],
  ["/api/work-orders/board?status=unscheduled&", fromNames],
  ["/api/work-orders/board?status=scheduled&", fromNumbers],
  ["/api/equipment?sortBy=healthScore&", fromNames],
  ["/api/inventory/items?sortBy=createdAt&", fromNames],
  ["/api/inventory/movements?", fromOneName],
  ["/api/inventory/purchase-orders?search=oak&", fromOneName],
  ["/api/account-transactions?sort=amount_up&", fromNames],
  ["/api/account-transactions?", fromNumbers],
])("GET %s refuses a cursor of another list", async (path, cursor) => {
  const { admin } = await worker.business();
  const { status, json } = await admin.get(`${path}cursor=${encodeURIComponent(cursor)}`);
  expect([status, json]).toEqual([400, expect.objectContaining({ fields: { cursor: ["Invalid cursor"] } })]);
});
