import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { outsideService } from "#tests/support/outside";
import { jpegOf, pngOf } from "#tests/support/pictures";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";
import { listReceipts } from "~/domain/receipts/list.server";
import { encodeCursor } from "~/domain/shared/paging.server";

const worker = await testWorker();
const { admin, technician, orgId } = await worker.business();
const colleague = await worker.member(orgId, "Technician", ["work_orders.read"]);
const household = await worker.household();
const other = await worker.business();

interface ReceiptJson {
  id: string;
  of: string;
  merchant: string | null;
  total: number | null;
  tax: number | null;
  confirmedAt: string | null;
  subject: { kind: string; id: string; label: string | null } | null;
  version: number;
}

interface ReceiptList {
  items: ReceiptJson[];
  nextCursor: string | null;
  totals: { currency: string; count: number; total: number; tax: number }[];
  toReview: number;
}

interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  receiptId?: string | null;
  duplicate?: { id: string | null; merchant: string | null };
}

let pictures = 0;
/** A unique picture. */
const picture = () => {
  pictures += 1;
  return jpegOf(60, 90, { scan: [pictures & 127, pictures >> 7, 3] });
};

function send(by: Visitor, bytes: Uint8Array<ArrayBuffer>, query = "") {
  const body = new FormData();
  body.set("picture", new Blob([bytes], { type: "image/jpeg" }), "receipt.jpg");
  return by.send<ReceiptJson & Refused>("POST", `/api/receipts${query}`, { body });
}

async function add(by: Visitor, query = ""): Promise<ReceiptJson> {
  const answer = await send(by, picture(), query);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const facts = { merchant: "Johnstone Supply", boughtOn: "2026-11-03", total: 45.1, tax: 2.36 };

const confirm = (by: Visitor, receipt: { id: string; version: number }, fields: object = {}, query = "") =>
  by.put<ReceiptJson & Refused>(`/api/receipts/${receipt.id}${query}`, {
    ...facts,
    version: receipt.version,
    ...fields,
  });

test("a receipt is added, confirmed, listed under its month and deleted with its picture", async () => {
  const { admin: by } = await worker.business();
  const receipt = await add(by);
  expect(receipt).toMatchObject({ of: "business", merchant: null, confirmedAt: null });
  const review = await by.get<ReceiptList>("/api/receipts?list=review");
  expect(review.text).toContain("items");
  expect(review.json.items).toHaveLength(1);
  const { status, json } = await confirm(by, receipt);
  expect(status).toBe(200);
  expect(json).toMatchObject({ merchant: "Johnstone Supply", total: 45.1, tax: 2.36, version: 2 });
  const { items, totals, toReview } = (await by.get<ReceiptList>("/api/receipts?month=2026-11")).json;
  expect(items.map(({ id }) => id)).toEqual([receipt.id]);
  expect([totals, toReview]).toEqual([[{ currency: "USD", count: 1, total: 45.1, tax: 2.36 }], 0]);
  expect((await by.get<ReceiptList>("/api/receipts?month=2026-10")).json.items).toEqual([]);
  expect((await by.get(`/api/receipts/${receipt.id}/picture`)).headers.get("content-type")).toBe("image/jpeg");
  expect((await by.delete(`/api/receipts/${receipt.id}`)).status).toBe(204);
  expect((await by.get(`/api/receipts/${receipt.id}/picture`)).status).toBe(404);
});

test("a picture's location is not stored", async () => {
  const { status, json } = await send(admin, jpegOf(61, 91, { extras: true }));
  expect(status).toBe(201);
  expect((await admin.get(`/api/receipts/${json.id}/picture`)).text).not.toMatch(/41\.8781|hidden archive/);
});

test("the same picture sent again, even several times at once, is one receipt", async () => {
  const bytes = picture();
  const first = await send(admin, bytes);
  const again = await send(admin, bytes);
  expect([again.status, again.json.code, again.json.receiptId]).toEqual([409, "conflict", first.json.id]);
  const both = await Promise.all([1, 2, 3, 4].map(() => send(other.admin, bytes)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test("a picture that a coworker added is refused without a link to a receipt one may not open", async () => {
  const bytes = picture();
  const theirs = await send(technician, bytes);
  const refused = await send(colleague, bytes);
  expect([refused.status, refused.json.receiptId]).toEqual([409, null]);
  expect((await send(admin, bytes)).json.receiptId).toBe(theirs.json.id);
});

test("a receipt with the same merchant, day and total as another needs confirmation to be saved", async () => {
  const { admin: by } = await worker.business();
  const [one, two] = [await add(by), await add(by)];
  await confirm(by, one);
  const refused = await confirm(by, two, { merchant: "JOHNSTONE SUPPLY #14" });
  expect([refused.status, refused.json.duplicate?.id]).toEqual([409, one.id]);
  expect((await confirm(by, two, { merchant: "Ferguson" })).status).toBe(200);
  const another = await add(technician);
  const day = { boughtOn: "2026-10-03" };
  await confirm(admin, await add(admin), day);
  const hidden = await confirm(technician, another, day);
  expect([hidden.status, hidden.json.duplicate]).toEqual([409, { id: null, merchant: "Johnstone Supply" }]);
  const three = await add(by);
  expect((await confirm(by, three, { acceptDuplicate: true })).status).toBe(200);
});

test("a receipt can be linked to a job of its business, but not to another business's job or to an expense", async () => {
  const { id, number } = await addWorkOrder(admin, await addCustomer(worker, orgId));
  const receipt = await add(admin);
  const byNumber = await confirm(admin, receipt, {
    merchant: "For a job",
    subjectKind: "work_order",
    subjectId: `WO-${number}`,
  });
  expect(byNumber.json.subject).toMatchObject({ kind: "work_order", id, label: expect.stringContaining("WO-") });
  const foreign = await other.admin.put<Refused>(`/api/receipts/${(await add(other.admin)).id}`, {
    ...{ ...facts, version: 1, subjectKind: "work_order", subjectId: id },
  });
  expect([foreign.status, foreign.json.fields]).toEqual([400, { subjectId: [expect.any(String)] }]);
  const expense = await confirm(admin, { id: receipt.id, version: 2 }, { subjectKind: "expense", subjectId: id });
  expect(expense.status).toBe(400);
  expect((await confirm(admin, { id: receipt.id, version: 2 }, { newExpense: "food" })).status).toBe(400);
});

test("the database rejects linking a receipt to another business's record and confirming one without its details", async () => {
  const { id } = await addWorkOrder(admin, await addCustomer(worker, orgId));
  const receipt = await add(other.admin);
  const tie = worker.db
    .prepare("UPDATE business_receipts SET subject_kind = 'work_order', subject_id = ? WHERE id = ?")
    .bind(id, receipt.id);
  await expect(tie.run()).rejects.toThrow("receipt_subject_unknown");
  await expect(
    worker.db.prepare("UPDATE business_receipts SET confirmed_at = 'now' WHERE id = ?").bind(receipt.id).run(),
  ).rejects.toThrow("receipt_confirmed");
});

test("a household's receipt becomes an expense in one step and survives its deletion", async () => {
  const receipt = await add(household);
  expect(receipt.of).toBe("household");
  const { json } = await confirm(household, receipt, { merchant: "Aldi", newExpense: "food" });
  expect(json.subject).toMatchObject({ kind: "expense", label: "Aldi" });
  const expense = await household.get<{ amount: number; category: string; date: string }>(
    `/api/expenses/${json.subject?.id}`,
  );
  expect(expense.json).toMatchObject({ amount: 45.1, category: "food", date: "2026-11-03" });
  await household.delete(`/api/expenses/${json.subject?.id}`);
  expect((await household.get<ReceiptJson>(`/api/receipts/${receipt.id}`)).json.subject).toBeNull();
});

test("a member's household receipts are hidden from coworkers, and business receipts from households", async () => {
  const own = await add(admin, "?of=household");
  expect((await admin.get(`/api/receipts/${own.id}`)).status).toBe(404);
  expect((await technician.get(`/api/receipts/${own.id}?of=household`)).status).toBe(404);
  expect((await household.get("/api/receipts?of=business")).status).toBe(403);
});

test("technicians access only their own receipts, the office all of them, another business none", async () => {
  const mine = await add(technician);
  expect((await technician.get(`/api/receipts/${mine.id}`)).status).toBe(200);
  expect((await admin.get(`/api/receipts/${mine.id}`)).status).toBe(200);
  for (const by of [colleague, other.admin]) {
    expect((await by.get(`/api/receipts/${mine.id}`)).status).toBe(404);
    expect((await by.get(`/api/receipts/${mine.id}/picture`)).status).toBe(404);
    expect((await confirm(by, mine)).status).toBe(404);
    expect((await by.delete(`/api/receipts/${mine.id}`)).status).toBe(404);
  }
  const bookkeeper = await worker.member(orgId, "Manager", ["invoices.read"]);
  expect((await bookkeeper.get(`/api/receipts/${mine.id}`)).status).toBe(200);
  expect((await confirm(bookkeeper, mine)).status).toBe(403);
  const theirs = (await colleague.get<ReceiptList>("/api/receipts")).json.items;
  expect(theirs.map(({ id }) => id)).not.toContain(mine.id);
});

test.each<[string, Uint8Array<ArrayBuffer>, number, RegExp]>([
  ["a text file", new TextEncoder().encode("hello"), 400, /JPEG, PNG or WebP/],
  ["a HEIC photo", Uint8Array.from(Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1")), 400, /HEIC/],
  ["a truncated picture", jpegOf(4, 3).slice(0, 20), 400, /JPEG, PNG or WebP/],
  ["a picture with too many pixels", pngOf(10_000, 6000), 400, /megapixels/],
  ["a picture over 8 MB", new Uint8Array(8_500_000), 413, /8 MB/],
  ["a file of 50 MB", new Uint8Array(50_000_000), 413, /8 MB/],
])("%s is refused with a clear message", async (_what, bytes, status, text) => {
  const answer = await send(admin, bytes);
  expect(answer.status).toBe(status);
  expect(answer.json.message).toMatch(text);
});

test.each<[string, object, string]>([
  ["no merchant", { merchant: " " }, "merchant"],
  ["an invalid date", { boughtOn: "2026-02-30" }, "boughtOn"],
  ["a total of 0", { total: 0 }, "total"],
  ["a fraction of a cent", { total: 1.005 }, "total"],
  ["more tax than total", { tax: 46 }, "tax"],
  ["a record type without a record", { subjectKind: "item" }, "subjectId"],
  ["an unknown record", { subjectKind: "item", subjectId: "nothing" }, "subjectId"],
])("%s is refused with an error on its field", async (_what, fields, field) => {
  const answer = await confirm(admin, await add(admin), fields);
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("when two people save at once, the second gets a conflict", async () => {
  const receipt = await add(admin);
  const both = await Promise.all([
    confirm(admin, receipt, { merchant: "One A" }),
    confirm(admin, receipt, { merchant: "Two B" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a month exports as one CSV file, or as one ZIP file with its pictures", async () => {
  const { admin: by } = await worker.business();
  const receipt = await add(by);
  await confirm(by, receipt, { merchant: '=HYPERLINK("x")', note: "Line, with comma" });
  const csv = (await by.get("/api/receipts/export?month=2026-11")).text;
  const [header, line] = csv.split("\r\n");
  expect(header).toBe("Date,Merchant,Total,Tax,Currency,For,Note,Added by,State,Picture");
  expect(line).toContain('2026-11-03,"\'=HYPERLINK(""x"")",45.10,2.36,USD,,"Line, with comma"');
  expect(line).toContain("Confirmed,001-2026-11-03-hyperlink-x.jpg");
  const zip = await by.get("/api/receipts/export?month=2026-11&as=zip");
  expect(zip.headers.get("content-type")).toBe("application/zip");
  expect(zip.text).toContain("receipts-2026-11.csv");
  expect(zip.text).toContain("001-2026-11-03-hyperlink-x.jpg");
  expect((await by.get("/api/receipts/export?month=2026-13")).status).toBe(400);
});

test("a month's export names no record that the reader may not open", async () => {
  const { admin: office, orgId: shop } = await worker.business();
  const helper = await worker.member(shop, "Technician", []);
  const { number } = await addWorkOrder(office, await addCustomer(worker, shop), { title: "Replace blower motor" });
  const subject = { subjectKind: "work_order", subjectId: `WO-${number}` };
  expect((await confirm(office, await add(helper), subject)).status).toBe(200);
  const fileOf = async (by: Visitor) => (await by.get("/api/receipts/export?month=2026-11")).text;
  expect(await fileOf(office)).toContain("Replace blower motor");
  expect(await fileOf(helper)).toContain("Johnstone Supply");
  expect(await fileOf(helper)).not.toContain("Replace blower motor");
});

test("reading a receipt's text saves nothing", async () => {
  const { json } = await household.post<{ total: { value: number; isSure: boolean } }>("/api/receipts/read-text", {
    text: "ACE HARDWARE\nSubtotal 10.00\nTax 0.55\nTotal 10.55",
  });
  expect(json.total).toMatchObject({ value: 10.55, isSure: true });
});

const vision = await outsideService();
const seeing = await ownWorker({ VISION_API_URL: vision.url, VISION_API_KEY: "secret", VISION_MODEL: "model" });

test("a model reads the picture, and a nonsense response changes nothing", async () => {
  const { admin: by } = await seeing.business();
  const { id } = await add(by);
  const content = JSON.stringify({ lines: ["FERGUSON", "11/03/2026", "TOTAL 99.10"] });
  vision.answer(200, { choices: [{ message: { content }, finish_reason: "stop" }] });
  const { json } = await by.post<object>(`/api/receipts/${id}/read`);
  expect(json).toMatchObject({ merchant: { value: "Ferguson" }, total: { value: 99.1 }, tax: null });
  vision.answer(200, { choices: [{ message: { content: "I think" }, finish_reason: "stop" }] });
  expect((await by.post(`/api/receipts/${id}/read`)).status).toBe(503);
  expect((await by.get<ReceiptJson>(`/api/receipts/${id}`)).json.version).toBe(1);
  expect((await admin.post<Refused>(`/api/receipts/${(await add(admin)).id}/read`)).json.message).toMatch(/No reader/);
});

test.each([
  ["answers with an error", 500, {}],
  ["refuses the key", 401, {}],
  ["returns a web page", 200, "<html>"],
])("when the reader %s, the receipt and its picture stay, and it can be read later", async (_, status, body) => {
  const { admin: by } = await seeing.business();
  const receipt = await add(by);
  vision.answer(status, body);
  const refused = await by.post<Refused>(`/api/receipts/${receipt.id}/read`);
  expect([refused.status, refused.json.message]).toEqual([
    503,
    "The picture could not be read right now. Try again, or type what it says.",
  ]);
  expect((await by.get(`/api/receipts/${receipt.id}/picture`)).headers.get("content-type")).toBe("image/jpeg");
  expect((await by.get<ReceiptJson>(`/api/receipts/${receipt.id}`)).json).toMatchObject({ version: 1, merchant: null });
  const content = JSON.stringify({ lines: ["FERGUSON", "11/03/2026", "TOTAL 99.10"] });
  vision.answer(200, { choices: [{ message: { content }, finish_reason: "stop" }] });
  expect((await by.post<object>(`/api/receipts/${receipt.id}/read`)).json).toMatchObject({ total: { value: 99.1 } });
  expect((await confirm(by, receipt)).json).toMatchObject({ merchant: "Johnstone Supply", version: 2 });
});

test("the list is paged, and an invalid cursor is refused", async () => {
  const { admin: by } = await worker.business();
  for (const day of [1, 2, 3]) await confirm(by, await add(by), { boughtOn: `2026-11-0${day}` });
  const first = (await by.get<ReceiptList>("/api/receipts?month=2026-11&limit=2")).json;
  const second = (await by.get<ReceiptList>(`/api/receipts?month=2026-11&limit=2&cursor=${first.nextCursor}`)).json;
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
  expect((await by.get("/api/receipts?cursor=abc")).status).toBe(400);
});

test("a month's last page reads as many rows as an earlier one, for all receipts and for one's own", async () => {
  const own = await worker.business();
  const insert = (addedBy: string, at: number) => `
    WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 600)
    INSERT INTO business_receipts (org_id, id, file_key, content_type, bytes, crc32, sha256, bought_on, added_on, added_by, created_at, updated_at)
    SELECT '${own.orgId}', printf('r-${at}-%03d', value), 'x', 'image/jpeg', 1, 1, printf('%064d', value + ${at * 1000}),
      date('2026-05-01', (value / 21) || ' days'), '2026-05-01', '${addedBy}', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z' FROM n`;
  await worker.db.batch([worker.db.prepare(insert("x", 1)), worker.db.prepare(insert(own.technician.userId, 2))]);
  for (const by of [own.admin, own.technician]) {
    const read = async (day: string, id: string) => {
      const cursor = encodeURIComponent(encodeCursor([day, id]));
      const answer = await by.get<ReceiptList>(`/api/receipts?month=2026-05&limit=10&cursor=${cursor}`);
      expect(answer.json.items).toHaveLength(10);
      return databaseCosts(answer).read;
    };
    expect(await read("2026-05-01", "r-3")).toBeLessThanOrEqual((await read("2026-05-29", "r-3")) + 5);
  }
});

test("the list is paged back to the page before", async () => {
  const by = await worker.household();
  for (const day of [1, 2, 3]) await confirm(by, await add(by), { boughtOn: `2026-11-0${day}` });
  const ctx = householdCtx(worker.db, by.userId);
  const page = async (place: { cursor?: string | null; before?: string | null }) => {
    const { cursor, before } = place;
    const query = { of: "household", list: "month", month: "2026-11", limit: 1 } as const;
    return listReceipts(ctx, { ...query, cursor: cursor ?? undefined, before: before ?? undefined });
  };
  const first = await page({});
  const second = await page({ cursor: first.nextCursor });
  const third = await page({ cursor: second.nextCursor });
  expect([first.previousCursor, third.nextCursor]).toEqual([null, null]);
  const back = await page({ before: third.previousCursor });
  expect(back.items).toEqual(second.items);
  expect((await page({ before: back.previousCursor })).items).toEqual(first.items);
});
