import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { jpegOf } from "#tests/support/pictures";
import { jpeg, photo, workOrderToday } from "#tests/support/technician-app";
import { addWorkOrder, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("the office sees each photo with its author, time and task, on the job and in its history", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9, { tasks: ["Show the flue"] });
  const at = `/api/work-orders/${made.id}/photos`;
  const taskId = made.tasks[0]?.id ?? "";
  const takenAt = new Date(Date.now() - 3_600_000).toISOString();
  const first = await firm.technician.post<{ id: string }>(at, photo({ taskId, takenAt }));
  const second = await firm.technician.post<{ id: string }>(at, photo({ takenAt: "2099-01-01T00:00:00Z" }, jpeg(9)));
  type Photo = { id: string; taskTitle: string | null; by: string; takenAt: string; recordedAt: string };
  type List = { items: Photo[]; nextCursor: string | null; total: null };
  const { items } = (await firm.manager.get<List>(at)).json;
  expect(items.map(({ id }) => id)).toEqual([second.json.id, first.json.id]);
  expect(items[1]).toMatchObject({ taskTitle: "Show the flue", by: "Test Person", takenAt });
  expect(items[0]?.takenAt).toBe(items[0]?.recordedAt);
  const [page] = [(await firm.manager.get<List>(`${at}?limit=1`)).json];
  expect((await firm.manager.get<List>(`${at}?limit=1&cursor=${page?.nextCursor}`)).json.items[0]?.id).toBe(
    items[1]?.id,
  );
  for (const address of [`/workorders/${made.number}`, `/workorders/${made.number}/timeline`]) {
    const { text } = await firm.manager.get(address);
    for (const { id } of items) expect(text).toContain(`/api/work-orders/${made.id}/photos/${id}`);
  }
  const other = await worker.business();
  expect((await other.manager.get(at)).status).toBe(404);
});

test("a job with more photos than its page shows says that these are the latest", async () => {
  const { manager, orgId, site } = await office(worker);
  const { id, number } = await addWorkOrder(manager, site);
  const show = async (ids: readonly string[]) => {
    await worker.db
      .prepare(
        `INSERT INTO work_order_photos (org_id, work_order_id, id, file_key, content_type, bytes, taken_at, recorded_at)
          SELECT ?1, ?2, value, value, 'image/jpeg', 1, ?3, ?3 FROM json_each(?4)`,
      )
      .bind(orgId, id, new Date().toISOString(), JSON.stringify(ids))
      .run();
    return pageText((await manager.get(`/workorders/${number}`)).text);
  };
  const ids = Array.from({ length: 101 }, () => randomUUID());
  expect(await show(ids.slice(0, 100))).toContain("100 photos");
  const timeline = async () => pageText((await manager.get(`/workorders/${number}/timeline`)).text);
  expect(await timeline()).not.toContain("with the latest");
  expect(await show(ids.slice(100))).toContain("The latest 100 photos");
  expect(await timeline()).toContain("Oldest first, with the latest 100 photos");
});

test("a key reused with another picture of the same size is refused, and no file is left behind", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const at = `/api/work-orders/${made.id}/photos`;
  const key = { "Idempotency-Key": randomUUID() };
  const send = (file: Blob) => firm.technician.post<{ id: string; code: string }>(at, photo({}, file), key);
  const { id } = (await send(jpeg(1))).json;
  expect((await send(jpeg(2))).json.code).toBe("key_reused");
  // Concurrently under one key: one row, one file.
  const together = { "Idempotency-Key": randomUUID() };
  const both = await Promise.all(
    [1, 2, 3].map(() => firm.technician.post<{ id: string }>(at, photo({}, jpeg(3)), together)),
  );
  const stored = new Set(both.map((answer) => answer.json.id));
  expect(stored.size).toBe(1);
  const files = await worker.files(`photos/${firm.orgId}/${made.id}/`);
  expect(files.map((file) => file.split("/").at(-1)).sort()).toEqual([id, ...stored].sort());
});

test("a photo is stored without its location or trailing data, and one over 50 megapixels is refused", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const at = `/api/work-orders/${made.id}/photos`;
  const send = (bytes: Uint8Array<ArrayBuffer>) =>
    firm.technician.post<{ id: string; message: string }>(at, photo({}, new Blob([bytes])));
  const { id } = (await send(jpegOf(4, 3, { extras: true }))).json;
  const answer = await firm.manager.get(`${at}/${id}`);
  expect(answer.text).not.toMatch(/41\.8781|hidden/);
  expect((await send(jpegOf(60_000, 60_000))).json.message).toBe("The picture has more than 50 megapixels");
  expect((await send(jpegOf(4, 3).slice(0, -2))).status).toBe(400);
});

test("a photo is recognized by its first bytes, limited in size, and visible to its business only", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const at = `/api/work-orders/${made.id}/photos`;
  const send = (file: Blob, by = firm.technician) => by.post<{ id: string; message: string }>(at, photo({}, file));
  expect((await send(new Blob(["<svg/>"], { type: "image/jpeg" }))).json.message).toContain("JPEG, PNG or WebP");
  expect((await send(new Blob([new Uint8Array(8_000_001)]))).status).toBe(413);
  const colleague = await worker.member(firm.orgId, "Technician");
  expect((await send(jpeg(), colleague)).status).toBe(403);
  const { id } = (await send(jpeg())).json;
  const other = await worker.business();
  expect((await other.manager.get(`${at}/${id}`)).status).toBe(404);
  expect((await worker.visitor().get(`${at}/${id}`)).status).toBe(401);
  await expect(worker.db.prepare("DELETE FROM work_order_photos WHERE id = ?").bind(id).run()).rejects.toThrow(
    "evidence_append_only",
  );
});
