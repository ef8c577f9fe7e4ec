import { expect, test } from "vitest";
import { addItem, type InventoryRefused } from "#tests/support/inventory";
import { jpegOf } from "#tests/support/pictures";
import { testWorker } from "#tests/support/worker";
import { PHOTO_QUOTA_BYTES } from "~/domain/shared/limits";

const worker = await testWorker();

type By = Awaited<ReturnType<typeof worker.business>>["manager"];
type Pictured = InventoryRefused & { id: string; version: number; pictureUrl: string | null };

/** The sender sets name and type; the bytes decide what it is. */
function form(bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg") {
  const body = new FormData();
  body.set("picture", new Blob([bytes], { type }), "part.jpg");
  return body;
}

const save = (by: By, id: string, bytes: Uint8Array<ArrayBuffer> = jpegOf(4, 3), type?: string) =>
  by.send<Pictured>("PUT", `/api/inventory/items/${id}/picture`, { body: form(bytes, type) });
const now = async (by: By, id: string) => (await by.get<Pictured>(`/api/inventory/items/${id}`)).json;

test("an item's picture and its file are saved, replaced and removed without changing the item's version", async () => {
  const { manager, orgId } = await worker.business();
  const item = await addItem(manager);
  expect((await now(manager, item.id)).pictureUrl).toBeNull();
  expect((await manager.get(`/api/inventory/items/${item.id}/picture`)).status).toBe(404);
  const first = (await save(manager, item.id)).json;
  // The bytes decide: a JPEG named as a PNG is served as a JPEG.
  const second = (await save(manager, item.id, jpegOf(5, 3), "image/png")).json;
  expect(second.pictureUrl).not.toBe(first.pictureUrl);
  expect(second.version).toBe(item.version);
  const served = await manager.get(second.pictureUrl ?? "");
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  await expect.poll(() => worker.files(`items/${orgId}/`)).toHaveLength(1);
  expect((await manager.delete(`/api/inventory/items/${item.id}/picture`)).status).toBe(204);
  expect((await manager.delete(`/api/inventory/items/${item.id}/picture`)).status).toBe(404);
  expect((await now(manager, item.id)).pictureUrl).toBeNull();
  await expect.poll(() => worker.files(`items/${orgId}/`)).toEqual([]);
});

test.each([
  { name: "a text file", bytes: new TextEncoder().encode("<svg onload=alert(1)>"), status: 400 },
  { name: "a truncated picture", bytes: jpegOf(4, 3).slice(0, 20), status: 400 },
  { name: "a picture over 4 MB", bytes: new Uint8Array(4_000_001), status: 413 },
])("$name is rejected and leaves no file", async ({ bytes, status }) => {
  const { manager, orgId } = await worker.business();
  const item = await addItem(manager);
  expect((await save(manager, item.id, bytes)).status).toBe(status);
  expect(await worker.files(`items/${orgId}/`)).toEqual([]);
});

test("pictures count once toward the business's storage and are rejected when it is full", async () => {
  const { manager, orgId } = await worker.business();
  const item = await addItem(manager);
  const used = worker.db.prepare("SELECT value FROM counters WHERE org_id = ? AND name = 'photo_bytes'").bind(orgId);
  const storedBytes = worker.db.prepare("SELECT picture_bytes FROM inventory_items WHERE id = ?").bind(item.id);
  for (const width of [4, 9]) {
    expect((await save(manager, item.id, jpegOf(width, 3))).status).toBe(200);
    const bytes = await storedBytes.first<number>("picture_bytes");
    expect(bytes).toBeGreaterThan(0);
    expect(await used.first<number>("value")).toBe(bytes);
  }
  expect((await manager.delete(`/api/inventory/items/${item.id}/picture`)).status).toBe(204);
  expect(await used.first<number>("value")).toBe(0);
  await worker.db
    .prepare("UPDATE counters SET value = ? WHERE org_id = ? AND name = 'photo_bytes'")
    .bind(PHOTO_QUOTA_BYTES, orgId)
    .run();
  const refused = await save(manager, item.id);
  expect(refused.status).toBe(413);
  expect(refused.json.message).toBe(
    "Your business has used its 20 GB for photos and recordings. Ask an Admin to contact support.",
  );
  expect(await worker.files(`items/${orgId}/`)).toEqual([]);
});

test("of several picture changes at once each succeeds or gets a conflict, and one file remains", async () => {
  const { manager, admin, orgId } = await worker.business();
  const item = await addItem(manager);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => save(at % 2 ? manager : admin, item.id, jpegOf(4 + at, 3))),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const { pictureUrl } = await now(manager, item.id);
  expect((await manager.get(pictureUrl ?? "")).status).toBe(200);
  await expect.poll(() => worker.files(`items/${orgId}/`)).toHaveLength(1);
});

test("another business cannot see or change a picture, and users without write access can only see it", async () => {
  const { manager, technician } = await worker.business();
  const { manager: stranger } = await worker.business();
  const item = await addItem(manager);
  await save(manager, item.id);
  const path = `/api/inventory/items/${item.id}/picture`;
  expect((await stranger.get(path)).status).toBe(404);
  expect((await save(stranger, item.id)).status).toBe(404);
  expect((await stranger.delete(path)).status).toBe(404);
  expect((await technician.get(path)).status).toBe(200);
  expect((await save(technician, item.id)).status).toBe(403);
});
