import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { listen } from "#tests/support/live";
import { nextYear } from "#tests/support/next-year";
import { jpegOf } from "#tests/support/pictures";
import { moveSite } from "#tests/support/scheduler";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, moveTo, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business("Comfort Page");
const { manager, technician, technicianId, orgId } = business;
const other = await worker.business();

async function visit(day = 0, { manager, technicianId, orgId } = business, hours = 0) {
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId, "Ana Ortega"), {
    title: "Furnace hums",
  });
  const { version } = (await manager.get<{ version: number }>(`/api/work-orders/${workOrder.id}`)).json;
  const at = new Date(Date.parse(start) + day * 86_400_000 + hours * 3_600_000).toISOString();
  const booked = await manager.send("PUT", `/api/work-orders/${workOrder.id}/schedule`, {
    body: { version, technicianId, start: at, overrideReason: "Agreed" },
  });
  if (booked.status !== 200) throw new Error(booked.text);
  const { url } = (await manager.post<{ url: string }>(`/api/work-orders/${workOrder.id}/visit-page`, {})).json;
  return { workOrder, path: new URL(url).pathname };
}

const version = async (id: string) => (await manager.get<{ version: number }>(`/api/work-orders/${id}`)).json.version;
const key = () => randomBytes(16).toString("base64url");

test("a customer sees who is coming and when, and nothing internal", async () => {
  const { workOrder, path } = await visit();
  await manager.post(`/api/work-orders/${workOrder.id}/notes`, { body: "Gate code 9876", customerVisible: false });
  await manager.post(`/api/work-orders/${workOrder.id}/notes`, {
    body: "Please keep the dog inside",
    customerVisible: true,
  });
  const page = await worker.visitor().get(path);
  expect(page.status).toBe(200);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  for (const shown of ["Comfort Page", "Luis", "Furnace hums", "Please keep the dog inside"])
    expect(page.text).toContain(shown);
  for (const hidden of ["9876", "Ortega", orgId, technicianId, workOrder.customerId])
    expect(page.text).not.toContain(hidden);
});

test("the page shows when the technician is on the way and has arrived", async () => {
  const { workOrder, path } = await visit(1);
  const shows = async (text: string) => expect((await worker.visitor().get(path)).text).toContain(text);
  await moveTo(technician, workOrder.id, { status: "en_route", version: await version(workOrder.id) });
  await shows("is on the way");
  await moveTo(technician, workOrder.id, { status: "in_progress", version: await version(workOrder.id) });
  await shows("has arrived");
});

test("the page gives the minutes until arrival, never a location", async () => {
  const firm = await worker.business();
  const { manager, technician, technicianId, orgId } = firm;
  const { workOrder, path } = await visit(0, firm);
  const { siteAddressId } = (await manager.get<{ siteAddressId: string }>(`/api/work-orders/${workOrder.id}`)).json;
  await moveSite(worker, siteAddressId, { latitude: 30.267153, longitude: -97.743057 });
  await worker.db
    .prepare(
      `INSERT INTO technician_addresses (org_id, technician_id, kind, line1, city, state, postal_code, latitude, longitude)
       VALUES (?, ?, 'home', '77 Hidden Lane', 'Round Rock', 'TX', '78664', 30.508255, -97.678896)`,
    )
    .bind(orgId, technicianId)
    .run();
  const seen: string[] = [];
  const look = async () => {
    const page = await worker.visitor().get(path);
    expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
    const data = await worker.visitor().get(`${path}.data`);
    expect(data.status).toBe(200);
    seen.push(page.text, data.text);
    return page.text;
  };
  await look();
  for (const [status, shown] of [
    ["en_route", "is on the way, about 55 minutes"],
    ["in_progress", "has arrived"],
    ["completed", "Done"],
  ] as const) {
    expect((await moveTo(technician, workOrder.id, { status })).status).toBe(200);
    expect(await look()).toContain(shown);
  }
  for (const text of seen)
    for (const hidden of ["30.26", "-97.74", "30.50", "-97.67", "Hidden Lane", "Round Rock", "latitude"])
      expect(text).not.toContain(hidden);
});

test("the drive starts at the previous stop of that day, once the technician is done there", async () => {
  const firm = await worker.business();
  const { manager, technician } = firm;
  const [first, second] = [await visit(0, firm), await visit(0, firm, 3)];
  for (const [{ workOrder }, latitude] of [
    [first, 30.267153],
    [second, 30.357153],
  ] as const) {
    const { siteAddressId } = (await manager.get<{ siteAddressId: string }>(`/api/work-orders/${workOrder.id}`)).json;
    await moveSite(worker, siteAddressId, { latitude, longitude: -97.743057 });
  }
  const look = async () => (await worker.visitor().get(second.path)).text;
  for (const status of ["en_route", "in_progress", "completed"])
    expect((await moveTo(technician, first.workOrder.id, { status })).status).toBe(200);
  expect((await moveTo(technician, second.workOrder.id, { status: "en_route" })).status).toBe(200);
  // Ten kilometers as the crow flies; neither a home nor a depot is known.
  expect(await look()).toContain("is on the way, about 20 minutes");
});

test("a guessed, revoked or expired link returns 404", async () => {
  const { workOrder, path } = await visit(2);
  const gone = async (at: string) => (await worker.visitor().get(at)).status;
  expect(await gone(`/s/visit/${randomBytes(32).toString("base64url")}`)).toBe(404);
  expect(await gone("/s/visit/abc")).toBe(404);
  expect(await gone(path.replace("/s/visit/", "/s/"))).toBe(404);
  expect((await other.admin.send("DELETE", `/api/work-orders/${workOrder.id}/visit-page`, {})).status).toBe(404);
  expect(await gone(path)).toBe(200);
  expect((await manager.send("DELETE", `/api/work-orders/${workOrder.id}/visit-page`, {})).status).toBe(204);
  expect(await gone(path)).toBe(404);
  const next = await visit(3);
  await worker.db
    .prepare("UPDATE visit_links SET expires_at = '2020-01-01T00:00:00.000Z' WHERE org_id = ? AND work_order_id = ?")
    .bind(orgId, next.workOrder.id)
    .run();
  expect(await gone(next.path)).toBe(404);
});

test("a customer's message joins the job's conversation once, however often the form is sent", async () => {
  const { workOrder, path } = await visit(4);
  const form = { intent: "say", key: key(), body: "Is parking in front fine?" };
  const guest = worker.visitor();
  await Promise.all([guest.submit(path, form), guest.submit(path, form)]);
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
  const { messages } = (
    await manager.get<{ messages: { body: string; authorKind: string; channel: string }[] }>(`/api/threads/${id}`)
  ).json;
  expect(messages).toEqual([
    expect.objectContaining({ body: "Is parking in front fine?", authorKind: "customer", channel: "page" }),
  ]);
  await manager.post(`/api/threads/${id}/customer-messages`, { channel: "page", body: "Yes, it is." });
  expect((await guest.get(path)).text).toContain("Yes, it is.");
  const empty = await guest.submit(path, { intent: "say", key: key(), body: " " });
  expect(empty.status).toBe(400);
});

test("a request for another time creates a to-do and a message, and does not reschedule the job", async () => {
  const { workOrder, path } = await visit(5);
  const before = (await manager.get<{ scheduledStart: string }>(`/api/work-orders/${workOrder.id}`)).json
    .scheduledStart;
  const guest = worker.visitor();
  expect((await guest.get(`${path}?move`)).text).toContain("Request a different time");
  const sent = await guest.submit(path, {
    intent: "move",
    key: key(),
    start: nextYear("2027-12-02T15:00:00Z"),
    note: "Mornings are best",
  });
  expect(sent.status).toBe(200);
  const { items } = (
    await manager.get<{ items: { title: string; notes: string | null; subject: { id: string } | null }[] }>(
      "/api/todos?list=unassigned&limit=100",
    )
  ).json;
  expect(items.find(({ subject }) => subject?.id === workOrder.id)).toMatchObject({ notes: "Mornings are best" });
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
  const { messages } = (await manager.get<{ messages: { body: string; authorKind: string }[] }>(`/api/threads/${id}`))
    .json;
  expect(messages).toMatchObject([
    { authorKind: "customer", body: expect.stringMatching(/^Please move the visit to .*\nMornings are best$/) },
  ]);
  expect((await manager.get<{ scheduledStart: string }>(`/api/work-orders/${workOrder.id}`)).json.scheduledStart).toBe(
    before,
  );
  await moveTo(manager, workOrder.id, {
    status: "cancelled",
    cancelReason: "customer",
    version: await version(workOrder.id),
  });
  expect((await guest.submit(path, { intent: "move", key: key(), start: "other" })).status).toBe(409);
});

test("open screens of the office are notified of the to-do of a request for another time", async () => {
  const firm = await worker.business();
  const { workOrder, path } = await visit(0, firm);
  const line = await listen(worker, firm.manager);
  const form = { intent: "move", key: key(), start: "other", note: "Mornings are best" };
  expect((await worker.visitor().submit(path, form)).status).toBe(200);
  const { items } = (
    await firm.manager.get<{ items: { id: string; subject: { id: string } | null }[] }>("/api/todos?list=unassigned")
  ).json;
  const todo = items.find(({ subject }) => subject?.id === workOrder.id);
  expect(todo).toBeDefined();
  await expect
    .poll(() => line.frames.flatMap((frame) => (frame.type === "event" ? [frame.event] : [])))
    .toContainEqual(expect.objectContaining({ kind: "todo", todoId: todo?.id }));
  line.close();
});

test("a visit can be rated only once it is done, and counts once", async () => {
  const { workOrder, path } = await visit(6);
  const guest = worker.visitor();
  expect((await guest.submit(path, { intent: "rate", stars: "5" })).status).toBe(409);
  await worker.db
    .prepare("UPDATE work_orders SET status = 'completed', completed_at = ?3 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, workOrder.id, new Date().toISOString())
    .run();
  for (const stars of ["0", "6", "x"]) expect((await guest.submit(path, { intent: "rate", stars })).status).toBe(400);
  await Promise.all([
    guest.submit(path, { intent: "rate", stars: "4" }),
    guest.submit(path, { intent: "rate", stars: "4", comment: "Quick" }),
  ]);
  const { results } = await worker.db
    .prepare("SELECT stars, technician_id AS who FROM visit_ratings WHERE org_id = ? AND work_order_id = ?")
    .bind(orgId, workOrder.id)
    .all();
  expect(results).toEqual([{ stars: 4, who: technicianId }]);
});

test("the page shows all notes and photos that were chosen for the customer", async () => {
  const { workOrder, path } = await visit(9);
  const numbers = JSON.stringify(Array.from({ length: 30 }, (_, n) => n + 10));
  await worker.db.batch([
    worker.db
      .prepare(
        "INSERT INTO visit_photos (org_id, work_order_id, photo_id, shown_at) SELECT ?1, ?2, 'photo-' || value, ?4 FROM json_each(?3)",
      )
      .bind(orgId, workOrder.id, numbers, start),
    worker.db
      .prepare(
        `INSERT INTO work_order_notes (org_id, id, work_order_id, body, customer_visible, created_at, updated_at)
         SELECT ?1, ?2 || value, ?2, 'Filter ' || value || ' changed', 1, ?4, ?4 FROM json_each(?3)`,
      )
      .bind(orgId, workOrder.id, numbers, start),
  ]);
  const page = (await worker.visitor().get(path)).text;
  for (const number of [10, 39]) {
    expect(page).toContain(`Filter ${number} changed`);
    expect(page).toContain(`${path}/photos/photo-${number}`);
  }
});

test("a photo is shown only if marked visible to customer, and only through its visit's link", async () => {
  const { workOrder, path } = await visit(7);
  const form = new FormData();
  form.set("photo", new Blob([jpegOf(8, 6)], { type: "image/jpeg" }), "photo.jpg");
  const { id } = (await manager.send<{ id: string }>("POST", `/api/work-orders/${workOrder.id}/photos`, { body: form }))
    .json;
  const guest = worker.visitor();
  expect((await guest.get(`${path}/photos/${id}`)).status).toBe(404);
  const shown = await manager.patch(`/api/work-orders/${workOrder.id}/photos/${id}`, { visible: true });
  expect(shown.status).toBe(200);
  expect((await guest.get(`${path}/photos/${id}`)).status).toBe(200);
  const another = await visit(8);
  expect((await guest.get(`${another.path}/photos/${id}`)).status).toBe(404);
  expect((await other.admin.patch(`/api/work-orders/${workOrder.id}/photos/${id}`, { visible: false })).status).toBe(
    404,
  );
});

test("a photo sent with a message is shown in the conversation, only through its visit's link", async () => {
  const { workOrder, path } = await visit(10);
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
  await worker.db
    .prepare("UPDATE customers SET phone = NULL, email = ?3 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, workOrder.customerId, "ana.photo@example.com")
    .run();
  const form = new FormData();
  form.set("photo", new Blob([jpegOf(8, 6)], { type: "image/jpeg" }), "photo.jpg");
  for (const [name, value] of Object.entries({ body: "", channel: "mail", now: "on" })) form.set(name, value);
  const sent = await manager.send<{ id: string }>("POST", `/api/threads/${id}/photos`, { body: form });
  expect([sent.status, sent.text]).toEqual([201, sent.text]);
  const photo = `${path}/photos/${sent.json.id}`;
  const guest = worker.visitor();
  expect((await guest.get(path)).text).toContain(`<img src="${photo}"`);
  expect((await guest.get(photo)).status).toBe(200);
  const another = await visit(11);
  expect((await guest.get(`${another.path}/photos/${sent.json.id}`)).status).toBe(404);
});

test("an error is shown under the form that was refused only", async () => {
  const { path } = await visit(12);
  const page = await worker.visitor().submit(`${path}?move`, { intent: "say", key: key(), body: " " });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Request a different time");
  expect(page.text.match(/role="alert"/g)).toHaveLength(1);
});

test("an estimate to approve and an invoice to pay link to their own pages until the links are turned off", async () => {
  const { workOrder, path } = await visit(9);
  const send = async <T>(method: string, at: string, body: object): Promise<T> => {
    const answer = await manager.send<T>(method, `/api${at}`, { body });
    if (answer.status >= 300) throw new Error(`${at}: ${answer.text}`);
    return answer.json;
  };
  const draft = await send<{ id: string; version: number }>("POST", "/estimates", { workOrderId: workOrder.id });
  const saved = await send<{ version: number }>("PUT", `/estimates/${draft.id}`, {
    ...{ title: "Add a humidifier", validUntil: "2090-01-31", taxState: "exempt", taxNote: "Resale", taxes: [] },
    options: [{ name: "Humidifier", lines: [{ description: "Humidifier", quantity: 1, unitPrice: 640 }] }],
    version: draft.version,
  });
  const customer = { "cf-connecting-ip": "203.0.113.73" };
  const page = async () => (await worker.visitor().get(path, { headers: customer })).text;
  expect(await page()).not.toContain("Add a humidifier");
  const sent = await send<{ url: string }>("POST", `/estimates/${draft.id}/send`, {
    ...{ subject: "Your estimate", message: "Have a look.", version: saved.version },
  });
  expect(await page()).toContain(new URL(sent.url).pathname);
  await send("POST", `/estimates/${draft.id}/revoke-links`, {});
  expect(await page()).not.toContain("Add a humidifier");

  const billed = await send<{ id: string; version: number }>("POST", "/invoices", { customerId: workOrder.customerId });
  await worker.db
    .prepare("UPDATE invoices SET work_order_id = ? WHERE org_id = ? AND id = ?")
    .bind(workOrder.id, orgId, billed.id)
    .run();
  const priced = await send<{ version: number }>("PUT", `/invoices/${billed.id}`, {
    ...{ version: billed.version, termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [] },
    lines: [{ description: "Igniter", quantity: 1, unitPrice: 89.5 }],
  });
  expect(await page()).not.toContain("INV-");
  const issued = await send<{ reference: string }>("POST", `/invoices/${billed.id}/issue`, { version: priced.version });
  const unsent = await page();
  expect(unsent).toContain(issued.reference);
  expect(unsent).toContain("The office will send you the invoice.");
  await send("POST", `/invoices/${billed.id}/send`, {
    to: "ana@example.com",
    subject: "Your invoice",
    message: "Hello.",
  });
  const link = /href="(\/s\/[\w-]{43})"/.exec(await page())?.[1] ?? "";
  const opened = await worker.visitor().get(link, { headers: customer });
  expect(opened.status).toBe(200);
  expect(opened.text).toContain(issued.reference);
  expect((await manager.submit(`/invoices-v2/${billed.id}/revoke-link`, {})).status).toBe(302);
  await send("POST", `/invoices/${billed.id}/credit`, {
    ...{ reason: "Under warranty", lines: [{ position: 1, amount: 89.5 }] },
    version: (await manager.get<{ version: number }>(`/api/invoices/${billed.id}`)).json.version,
  });
  const credited = await page();
  expect(credited).toContain(`Nothing is due on ${issued.reference}.`);
  expect(credited).not.toContain("is paid");
  const revoked = await page();
  expect(revoked).toContain(issued.reference);
  expect(revoked).not.toContain(link);
});
