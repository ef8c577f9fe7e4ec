import { expect, test } from "vitest";
import { manyCustomers } from "#tests/support/customers";
import { exportOf } from "#tests/support/exports";
import { shownPage } from "#tests/support/page-text";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { startOfDay, wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const business = await worker.business();
const { admin, technician, orgId, technicianId } = business;
const other = await worker.business();

interface SiteJson {
  id: string;
  number: number;
  line1: string;
  occupancy: string;
  customerName: string | null;
  point: { latitude: number; longitude: number } | null;
  hasAccess: boolean | null;
  version: number;
  people: { id: string; name: string; version: number }[];
}
interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  current?: Record<string, unknown>;
}

const found = async (by: Visitor, query: string) =>
  (await by.get<{ items: SiteJson[] }>(`/api/sites?limit=100&${query}`)).json.items;
const siteOf = async (addressId: string) => (await admin.get<SiteJson>(`/api/sites/${addressId}`)).json;

const auditOf = async (addressId: string, action: string) =>
  (
    await worker.db
      .prepare("SELECT user_id, after FROM audit_log WHERE org_id = ? AND entity_id = ? AND action = ?")
      .bind(orgId, addressId, action)
      .all<{ user_id: string; after: string | null }>()
  ).results;

/** A job of the technician at the site, `days` from now at noon UTC. */
async function workOrderIn(days: number, customerId: string, siteAddressId: string) {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return addWorkOrder(
    admin,
    { customerId, siteAddressId },
    { technicianId, scheduledStart: at, overrideReason: "Agreed" },
  );
}

test("a new service address is a property at once, found by street, city, ZIP code, name and phone", async () => {
  const { siteAddressId } = await addCustomer(worker, orgId, "Zelda Fitzgerald");
  await worker.db
    .prepare("UPDATE customers SET phone = '+15125550177' WHERE org_id = ? AND last_name = 'Fitzgerald'")
    .bind(orgId)
    .run();
  const { id } = (
    await admin.post<{ id: string }>(`/api/sites/${siteAddressId}/people`, {
      ...{ role: "tenant", name: "Amaru Quispe", phone: "(414) 555-0188" },
    })
  ).json;
  expect(id).toBeTruthy();
  for (const search of ["oak", "austin 78701", "zelda", "fitz", "(512) 555-0177", "0177", "amaru", "5550188"]) {
    const rows = await found(admin, `search=${encodeURIComponent(search)}`);
    expect(
      rows.map((row) => row.id),
      search,
    ).toContain(siteAddressId);
  }
  expect(await found(admin, "search=nowhere")).toEqual([]);
  expect(await found(other.admin, "search=zelda")).toEqual([]);
});

test("the list is sorted by city and street, filtered by occupancy and missing location, and paged", async () => {
  const own = await worker.business();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await addCustomer(worker, own.orgId, `Pat Row${n}`)).siteAddressId);
  await worker.db.batch(
    ids.map((id, n) =>
      worker.db
        .prepare("UPDATE addresses SET line1 = ?, latitude = ?, longitude = ? WHERE org_id = ? AND id = ?")
        .bind(
          `${9 - n} Elm St`,
          n === 0 ? 0 : n === 1 ? null : 43 + n / 100,
          n === 0 ? 0 : n === 1 ? null : -88,
          own.orgId,
          id,
        ),
    ),
  );
  const list = async (query: string) =>
    (await own.admin.get<{ items: SiteJson[]; nextCursor: string | null }>(`/api/sites?${query}`)).json;
  expect((await list("")).items.map(({ line1 }) => line1)).toEqual([
    "5 Elm St",
    "6 Elm St",
    "7 Elm St",
    "8 Elm St",
    "9 Elm St",
  ]);
  const first = await list("limit=3");
  const second = await list(`limit=3&cursor=${encodeURIComponent(first.nextCursor ?? "")}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed());
  expect(second.nextCursor).toBeNull();
  // 0,0 is the result of a failed lookup: no location.
  const off = (await list("map=off")).items;
  expect(off.map(({ id, point }) => [id, point])).toEqual([
    [ids[1], null],
    [ids[0], null],
  ]);
  const rented = ids[3] ?? "";
  const { version } = (await own.admin.get<SiteJson>(`/api/sites/${rented}`)).json;
  expect((await own.admin.patch(`/api/sites/${rented}`, { occupancy: "rented", version })).status).toBe(200);
  expect((await list("occupancy=rented")).items.map(({ id }) => id)).toEqual([rented]);
  expect((await list("occupancy=rented&map=on&search=elm")).items.map(({ id }) => id)).toEqual([rented]);
  expect((await list("occupancy=rented&map=off")).items).toEqual([]);
  const stale = await own.admin.patch<Refused>(`/api/sites/${rented}`, { occupancy: "vacant", version });
  expect([stale.status, stale.json.current]).toMatchObject([409, { occupancy: "rented" }]);
});

test("a property of an archived customer is in no list and returns with the customer", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Ursula Gone");
  const { version } = (await admin.get<{ version: number }>(`/api/customers/${customerId}`)).json;
  await admin.patch(`/api/customers/${customerId}`, { archived: true, version });
  expect(await found(admin, "search=ursula")).toEqual([]);
  await admin.patch(`/api/customers/${customerId}`, { archived: false, version: version + 1 });
  expect((await found(admin, "search=ursula")).map(({ id }) => id)).toEqual([siteAddressId]);
});

test("access notes are encrypted at rest and appear in no search, export, audit entry or list", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Nora Codes");
  const { version } = await siteOf(siteAddressId);
  const secret = "GATE-77315";
  const saved = await admin.put(`/api/sites/${siteAddressId}/access`, {
    ...{ gateCode: secret, animals: "Large dog", version },
  });
  expect(saved.json).toMatchObject({ gateCode: secret, animals: "Large dog", parking: null });
  const row = await worker.db
    .prepare("SELECT access_secret FROM sites WHERE address_id = ?")
    .bind(siteAddressId)
    .first<{ access_secret: string }>();
  expect(row?.access_secret).toMatch(/^v1\./);
  expect(row?.access_secret).not.toContain(secret);
  expect(await found(admin, `search=${secret}`)).toEqual([]);
  const audit = await worker.db
    .prepare("SELECT group_concat(coalesce(before, '') || coalesce(after, '')) AS text FROM audit_log WHERE org_id = ?")
    .bind(orgId)
    .first<string>("text");
  expect(audit).not.toContain(secret);
  for (const path of [
    `/api/addresses/${siteAddressId}`,
    `/api/customers/${customerId}`,
    "/api/sites?limit=100",
    "/api/addresses?limit=100",
  ])
    expect((await admin.get(path)).text, path).not.toContain(secret);
  const { records } = await exportOf(worker, admin, "business");
  expect(records).toContain(siteAddressId);
  expect(records).not.toContain(secret);
  expect(records).not.toContain("access_secret");
});

test("a technician sees access notes on the day before a job of their own there, but not six days before", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Wanda Gate");
  const at = `/api/sites/${siteAddressId}/access`;
  await admin.put(at, { gateCode: "#9001", version: (await siteOf(siteAddressId)).version });
  const before = await technician.get<Refused>(at);
  expect(before.status).toBe(403);
  expect(before.text).not.toContain("#9001");
  expect((await technician.get<SiteJson>(`/api/sites/${siteAddressId}`)).json.hasAccess).toBeNull();
  await workOrderIn(6, customerId, siteAddressId);
  expect((await technician.get(at)).status).toBe(403);
  await workOrderIn(1, customerId, siteAddressId);
  expect((await technician.get<{ gateCode: string }>(at)).json.gateCode).toBe("#9001");
  await technician.get(at);
  // Once per person and day.
  expect(await auditOf(siteAddressId, "site_access.view")).toHaveLength(2);
  const colleague = await worker.member(orgId, "Technician");
  expect((await colleague.get(at)).status).toBe(403);
  expect((await other.admin.get(at)).status).toBe(404);
});

test("a technician sees access notes and adds photos until the end of the day after a visit, and not later", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Yesterday Gate");
  const at = `/api/sites/${siteAddressId}/access`;
  await admin.put(at, { gateCode: "#5150", version: (await siteOf(siteAddressId)).version });
  const { id } = await workOrderIn(1, customerId, siteAddressId);
  const visitAt = async (start: number) => {
    const [from, until] = [start, start + 3_600_000].map((time) => new Date(time).toISOString());
    const set = (table: string, where: string) =>
      worker.db.prepare(`UPDATE ${table} SET starts_at = ?, ends_at = ? WHERE org_id = ? AND ${where}`);
    await worker.db.batch([
      set("appointments", "work_order_id = ?").bind(from, until, orgId, id),
      set(
        "appointment_technicians",
        "appointment_id IN (SELECT a.id FROM appointments a WHERE a.org_id = appointment_technicians.org_id AND a.work_order_id = ?)",
      ).bind(from, until, orgId, id),
    ]);
  };
  const addPhoto = () => {
    const body = new FormData();
    body.set("photo", new File([jpegOf(40, 30)], "gate.jpg"));
    return technician.send("POST", `/api/sites/${siteAddressId}/photos`, { body });
  };
  const zone = "America/Chicago";
  const yesterday = startOfDay(addDays(wallTimeOf(Date.now(), zone).date, -1), zone);
  await visitAt(yesterday);
  expect((await technician.get<{ gateCode: string }>(at)).json.gateCode).toBe("#5150");
  expect((await addPhoto()).status).toBe(201);
  await visitAt(yesterday - 60_000);
  const late = await technician.get(at);
  expect(late.status).toBe(403);
  expect(late.text).not.toContain("#5150");
  expect((await technician.get<SiteJson>(`/api/sites/${siteAddressId}`)).json.hasAccess).toBeNull();
  expect((await addPhoto()).status).toBe(403);
});

test("the technician's day includes access notes and contacts for their own jobs, but not for another technician's", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Ida Door");
  await admin.put(`/api/sites/${siteAddressId}/access`, {
    ...{ keyLocation: "Lockbox at the meter", version: (await siteOf(siteAddressId)).version },
  });
  await admin.post(`/api/sites/${siteAddressId}/people`, { role: "contact", name: "Door Keeper", phone: "4145550123" });
  const mine = await workOrderIn(0, customerId, siteAddressId);
  const day = await technician.get("/resources/technician-day");
  expect(day.text).toContain("Lockbox at the meter");
  expect(day.text).toContain("Door Keeper");
  expect((await auditOf(siteAddressId, "site_access.view")).length).toBeGreaterThanOrEqual(2);
  const elsewhere = await addCustomer(worker, orgId, "Far Away");
  await admin.put(`/api/sites/${elsewhere.siteAddressId}/access`, {
    ...{ gateCode: "NOT-YOURS", version: (await siteOf(elsewhere.siteAddressId)).version },
  });
  const anothers = await addWorkOrder(admin, elsewhere, {
    ...{
      technicianId: await addTechnician(worker, orgId),
      scheduledStart: new Date().toISOString(),
      overrideReason: "Agreed",
    },
  });
  expect((await technician.get(`/technician/jobs/${anothers.number}`)).text).not.toContain("NOT-YOURS");
  // Not audited as viewed either, since it was not read. The Admin who wrote it had viewed it.
  expect(await auditOf(elsewhere.siteAddressId, "site_access.view")).toHaveLength(1);
  expect((await technician.get(`/workorders/${mine.number}`)).text).not.toContain("Lockbox");
});

test("when two people write access notes at once, the second gets a conflict", async () => {
  const { siteAddressId } = await addCustomer(worker, orgId, "Two Writers");
  const { version } = await siteOf(siteAddressId);
  const at = `/api/sites/${siteAddressId}/access`;
  const answers = await Promise.all(["1", "2"].map((gateCode) => admin.put<Refused>(at, { gateCode, version })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("other access notes under the same key are refused, not taken for a repeated request", async () => {
  const { siteAddressId } = await addCustomer(worker, orgId, "Two Codes");
  const { version } = await siteOf(siteAddressId);
  const write = (gateCode: string) =>
    admin.put<Refused>(
      `/api/sites/${siteAddressId}/access`,
      { gateCode, version },
      { "Idempotency-Key": "two-codes-of-a-gate" },
    );
  expect([(await write("4711")).status, (await write("4711")).status]).toEqual([200, 200]);
  expect((await write("0815")).status).toBeGreaterThanOrEqual(400);
});

test("access notes from before encryption can be read, and saving removes the plain text", async () => {
  const { siteAddressId } = await addCustomer(worker, orgId, "Old Notes");
  await worker.db
    .prepare("UPDATE addresses SET access_notes = 'Use the side door' WHERE id = ?")
    .bind(siteAddressId)
    .run();
  const at = `/api/sites/${siteAddressId}/access`;
  const read = await admin.get<{ notes: string; version: number }>(at);
  expect(read.json.notes).toBe("Use the side door");
  await admin.put(at, { notes: "Use the front door", version: read.json.version });
  const stored = await worker.db.prepare("SELECT access_notes FROM addresses WHERE id = ?").bind(siteAddressId).first();
  expect(stored).toEqual({ access_notes: null });
});

test("a file that is too large, HEIC or not an image is refused with a message; a valid picture is shown and can be deleted", async () => {
  const { siteAddressId } = await addCustomer(worker, orgId, "Pic Ture");
  const at = `/api/sites/${siteAddressId}/photos`;
  const send = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const body = new FormData();
    body.set("photo", new File([bytes], name));
    return admin.send<Refused & { id: string }>("POST", at, { body });
  };
  // Rejected before it is read, so the connection may be closed while it is being sent.
  const huge = await send(new Uint8Array(50_000_000), "huge.jpg").catch(() => null);
  expect(huge?.status ?? 413).toBe(413);
  const big = await send(new Uint8Array(8_100_000), "big.jpg");
  expect([big.status, big.json.message]).toEqual([413, "The picture is larger than 8 MB"]);
  const heic = await send(new Uint8Array([0, 0, 0, 24, ...Buffer.from("ftypheic"), 0, 0, 0, 0]), "a.heic");
  expect([heic.status, heic.json.fields?.photo?.[0]]).toEqual([400, expect.stringContaining("HEIC")]);
  expect((await send(new Uint8Array([1, 2, 3]), "a.jpg")).status).toBe(400);
  const made = await send(jpegOf(40, 30), "gate.jpg");
  expect(made.status).toBe(201);
  const picture = `${at}/${made.json.id}`;
  expect((await admin.get(picture)).headers.get("content-type")).toBe("image/jpeg");
  expect((await other.admin.get(picture)).status).toBe(404);
  expect((await technician.delete(picture)).status).toBe(403);
  expect((await admin.delete(picture)).status).toBe(204);
  expect((await admin.get(picture)).status).toBe(404);
});

test("a property with more photos of jobs than shown says so", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Many Pictures");
  const { id } = await workOrderIn(-1, customerId, siteAddressId);
  const add = (from: number, count: number) =>
    worker.db
      .prepare(
        `INSERT INTO work_order_photos (org_id, work_order_id, id, file_key, content_type, bytes, taken_at, recorded_at)
          SELECT ?1, ?2, printf('photo-%03d', n.value), 'none/' || n.value, 'image/jpeg', 1, ?3, ?3 FROM json_each(?4) n`,
      )
      .bind(orgId, id, new Date().toISOString(), JSON.stringify(Array.from({ length: count }, (_, at) => from + at)))
      .run();
  const { number } = await siteOf(siteAddressId);
  const isNoticed = async () =>
    (await admin.get(`/properties/${number}/photos`)).text.includes("Only photos of the latest");
  await add(0, 60);
  expect(await isNoticed()).toBe(false);
  await add(60, 1);
  expect(await isNoticed()).toBe(true);
});

test("an address with people can still be deleted, and they are deleted with it", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Move Out");
  await admin.post(`/api/customers/${customerId}/addresses`, {
    ...{ line1: "1 New St", city: "Austin", state: "TX", postalCode: "78701" },
  });
  await admin.post(`/api/sites/${siteAddressId}/people`, { role: "tenant", name: "Leaving Soon" });
  expect((await admin.delete(`/api/addresses/${siteAddressId}`)).status).toBe(204);
  expect((await admin.get(`/api/sites/${siteAddressId}`)).status).toBe(404);
  expect(await found(admin, "search=leaving")).toEqual([]);
});

test("deleting an address deletes its photos, and their storage is free again", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Photo Gone");
  await admin.post(`/api/customers/${customerId}/addresses`, {
    ...{ line1: "2 New St", city: "Austin", state: "TX", postalCode: "78701" },
  });
  const stored = () =>
    worker.db
      .prepare("SELECT coalesce(sum(value), 0) AS bytes FROM counters WHERE org_id = ? AND name = 'photo_bytes'")
      .bind(orgId)
      .first<number>("bytes");
  const before = await stored();
  const pictures: string[] = [];
  for (const width of [40, 50]) {
    const body = new FormData();
    body.set("photo", new File([jpegOf(width, 30)], "gate.jpg"));
    const at = `/api/sites/${siteAddressId}/photos`;
    pictures.push(`${at}/${(await admin.send<{ id: string }>("POST", at, { body })).json.id}`);
  }
  const files = () => worker.files(`site-photos/${orgId}/${siteAddressId}/`);
  expect(await files()).toHaveLength(2);
  expect(await stored()).toBeGreaterThan(before ?? 0);
  expect((await admin.delete(`/api/addresses/${siteAddressId}`)).status).toBe(204);
  for (const picture of pictures) expect((await admin.get(picture)).status).toBe(404);
  await expect.poll(files).toEqual([]);
  expect(await stored()).toBe(before);
  const { results } = await worker.db
    .prepare("SELECT id FROM site_photos WHERE org_id = ? AND address_id = ?")
    .bind(orgId, siteAddressId)
    .all();
  expect(results).toEqual([]);
});

test.each(["", "?search=state", "?occupancy=unknown", "?map=off"])(
  "the list %s pages forward and back to the same rows",
  async (query) => {
    const own = await worker.business();
    await manyCustomers(worker, own.orgId, 130);
    const first = await shownPage(own.admin, `/properties${query}`);
    expect([first.rows.length, first.previous]).toEqual([25, undefined]);
    const second = await shownPage(own.admin, first.next ?? "");
    const third = await shownPage(own.admin, second.next ?? "");
    expect(new Set([first, second, third].flatMap(({ rows }) => rows)).size).toBe(75);
    const back = await shownPage(own.admin, third.previous ?? "");
    expect(back.rows).toEqual(second.rows);
    const start = await shownPage(own.admin, back.previous ?? "");
    expect([start.rows, start.previous]).toEqual([first.rows, undefined]);
  },
);

test("the next jobs at a property include one under way since days ago, and none that was missed then", async () => {
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Ines Long");
  const [started, missed] = [
    await workOrderIn(-3, customerId, siteAddressId),
    await workOrderIn(-4, customerId, siteAddressId),
  ];
  for (const status of ["dispatched", "in_progress"])
    await (status === "dispatched" ? admin : technician).patch(`/api/work-orders/${started.id}/status`, { status });
  const { items } = (await admin.get<{ items: { id: string }[] }>(`/api/sites/${siteAddressId}/visits`)).json;
  expect(items.map(({ id }) => id)).toEqual([started.id]);
  expect(missed.id).not.toBe(started.id);
});
