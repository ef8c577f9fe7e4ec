import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { textOfPdf } from "#tests/support/pdf-text";
import type { Visitor } from "#tests/support/visitor";
import { office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { sha256 } from "~/domain/shared/secrets/tokens.server";

const worker = await testWorker();
const shop = await office(worker);
const { manager, site } = shop;
const other = await worker.business("Other Air");

interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  fromName: string | null;
  links: string[];
  attachments: { fileName: string; contentType: string }[];
}

async function draft(): Promise<string> {
  const { id } = (await manager.post<{ id: string }>("/api/invoices", { customerId: site.customerId })).json;
  const lines = [{ description: "Igniter, hot surface", quantity: 2, unitPrice: 44.75, taxable: true }];
  const change = { version: 1, termsDays: 30, taxState: "known", taxes: [{ name: "Sales tax", rate: 5 }], lines };
  expect((await manager.put(`/api/invoices/${id}`, change)).status).toBe(200);
  return id;
}

async function issued(issuedOn?: string): Promise<{ id: string; reference: string }> {
  const id = await draft();
  const answer = await manager.post<{ id: string; reference: string }>(`/api/invoices/${id}/issue`, {
    ...{ version: 2, ...(issuedOn ? { issuedOn } : {}) },
  });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, answer.text.slice(0, 200)]);
  return answer.json;
}

const mail = (to: string) => ({ to, subject: "Your invoice", message: "Hello,\n\nHere it is." });
const send = (id: string, to: string, given: object = {}, by: Visitor = manager) =>
  by.post<{ mailId: string; message: string }>(`/api/invoices/${id}/send`, { ...mail(to), ...given });

async function mailTo(to: string): Promise<Mail> {
  const read = async () =>
    (await worker.visitor().get<{ items: Mail[] }>("/dev/mailbox.json")).json.items.find((each) => each.to === to);
  await expect.poll(read).toBeDefined();
  const found = await read();
  if (!found) throw new Error("no mail");
  return found;
}

const bytesAt = async (path: string) => new Uint8Array(await (await fetch(new URL(path, worker.url))).arrayBuffer());
const path = (link: string | undefined) => new URL(link ?? "").pathname;

test("a mailed invoice has its PDF attached and a link that works without an account", async () => {
  const { id, reference } = await issued();
  const to = `${id}@example.com`;
  expect((await send(id, to)).status).toBe(201);
  const sent = await mailTo(to);
  expect(sent).toMatchObject({ subject: "Your invoice", attachments: [{ fileName: `${reference}.pdf` }] });
  const text = (await textOfPdf(await bytesAt(`/dev/mailbox/${sent.id}/attachments/0`))).flat();
  for (const expected of [reference, "Igniter, hot surface", "$89.50 T", "$4.48", "$93.98"])
    expect(text).toContain(expected);

  const link = path(sent.links[0]);
  const customer = worker.visitor();
  const page = await customer.get(link);
  expect(page.status).toBe(200);
  for (const expected of [reference, "$93.98", "How to pay"]) expect(page.text).toContain(expected);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  for (const secret of [shop.orgId, site.customerId, "costMinor", "customerCredit"])
    expect([secret, page.text.includes(secret)]).toEqual([secret, false]);

  const [once, again] = [await bytesAt(`${link}/pdf`), await bytesAt(`${link}/pdf`)];
  expect(Buffer.from(once).equals(Buffer.from(again))).toBe(true);
  expect((await textOfPdf(once)).flat()).toContain("$93.98");
  await expect
    .poll(async () => (await manager.get<{ viewedAt: string | null }>(`/api/invoices/${id}`)).json.viewedAt)
    .not.toBeNull();
  const { json } = await manager.get<{ mails: { recipient: string }[] }>(`/api/invoices/${id}`);
  expect(json.mails.map(({ recipient }) => recipient)).toEqual([to]);
  expect((await manager.get(`/invoices-v2/${id}`)).text).toContain(to);
});

test("the PDF file is reused until a payment changes the invoice", async () => {
  const { id } = await issued();
  const download = async () => (await manager.get(`/api/invoices/${id}/pdf`)).text.length;
  expect((await manager.get(`/api/invoices/${id}/pdf`)).headers.get("content-type")).toBe("application/pdf");
  await download();
  const files = () => worker.files(`invoices/${shop.orgId}/${id}/`);
  expect((await files()).length).toBe(1);
  const today = new Date().toISOString().slice(0, 10);
  const payment = { version: 3, amount: 50, method: "check", receivedOn: today, reference: "1042" };
  expect((await manager.post(`/api/invoices/${id}/payments`, payment)).status).toBe(201);
  await download();
  await download();
  expect((await files()).length).toBe(2);
});

test("a revoked, altered or unknown link opens nothing", async () => {
  const { id } = await issued();
  const to = `${id}@example.com`;
  await send(id, to);
  const link = path((await mailTo(to)).links[0]);
  const guest = worker.visitor();
  const statuses = async (of: string) =>
    Promise.all([of, `${of}/pdf`, `${of}/logo`].map(async (each) => (await guest.get(each)).status));
  expect((await statuses(link)).slice(0, 2)).toEqual([200, 200]);
  for (const wrong of [`${link.slice(0, -1)}_`, "/s/short", `/s/${id}`])
    expect(await statuses(wrong)).toEqual([404, 404, 404]);
  expect((await shop.technician.submit(`/invoices-v2/${id}/revoke-link`, {})).status).toBe(403);
  expect((await other.manager.submit(`/invoices-v2/${id}/revoke-link`, {})).status).toBe(404);
  expect((await guest.get(link)).status).toBe(200);
  expect((await manager.submit(`/invoices-v2/${id}/revoke-link`, {})).status).toBe(302);
  expect(await statuses(link)).toEqual([404, 404, 404]);

  await send(id, `again-${to}`);
  const next = path((await mailTo(`again-${to}`)).links[0]);
  expect(next).not.toBe(link);
  const off = `/api/invoices/${id}/revoke-links`;
  expect([(await shop.technician.post(off)).status, (await other.manager.post(off)).status]).toEqual([403, 404]);
  expect((await guest.get(next)).status).toBe(200);
  expect((await manager.post(off)).status).toBe(204);
  expect(await statuses(next)).toEqual([404, 404, 404]);
  const later = new Date(Date.now() + 500 * 86_400_000).toISOString();
  await expect(
    worker.db.prepare("UPDATE invoice_links SET expires_at = ? WHERE invoice_id = ?").bind(later, id).run(),
  ).rejects.toThrow(/invoice_link_frozen/);
  const back = "UPDATE invoice_links SET revoked_at = NULL WHERE invoice_id = ? AND revoked_at IS NOT NULL";
  await expect(worker.db.prepare(back).bind(id).run()).rejects.toThrow(/invoice_link_frozen/);
});

/** A link to an invoice with another last moment. */
async function linkUntil(id: string, expiresAt: number): Promise<string> {
  const token = randomUUID().replaceAll("-", "").padEnd(43, "a");
  const insert = `INSERT INTO invoice_links (org_id, id, invoice_id, token_hash, created_at, expires_at)
    SELECT org_id, ?, id, ?, '2026-01-01T00:00:00.000Z', ? FROM invoices WHERE id = ?`;
  const expires = new Date(expiresAt).toISOString();
  await worker.db
    .prepare(insert)
    .bind(randomUUID(), await sha256(token), expires, id)
    .run();
  return `/s/${token}`;
}

test("a link can be turned off for as long as it works", async () => {
  const { id } = await issued();
  const guest = worker.visitor();
  const page = async () => (await manager.get(`/invoices-v2/${id}`)).text;
  expect(await page()).not.toContain(`/invoices-v2/${id}/revoke-link`);
  const old = await linkUntil(id, Date.now() + 30 * 86_400_000);
  expect(await page()).toContain(`/invoices-v2/${id}/revoke-link`);
  // What is sent from now on works for longer.
  const to = `long-${id}@example.com`;
  await send(id, to);
  const next = path((await mailTo(to)).links[0]);
  expect(next).not.toBe(old);
  for (const link of [old, next]) expect((await guest.get(link)).status).toBe(200);
  expect((await manager.submit(`/invoices-v2/${id}/revoke-link`, {})).status).toBe(302);
  for (const link of [old, next]) expect((await guest.get(link)).status).toBe(404);
  expect(await page()).not.toContain(`/invoices-v2/${id}/revoke-link`);
});

test("an expired link opens nothing", async () => {
  const { id } = await issued();
  const link = (expiresAt: number) => linkUntil(id, expiresAt);
  const guest = worker.visitor();
  const [current, expired] = [await link(Date.now() + 60_000), await link(Date.now() - 1000)];
  for (const page of [current, `${current}/pdf`]) expect((await guest.get(page)).status).toBe(200);
  for (const page of [expired, `${expired}/pdf`, `${expired}/logo`]) expect((await guest.get(page)).status).toBe(404);
});

test("link tokens are not stored in the database", async () => {
  const { id } = await issued();
  await send(id, `${id}@example.com`);
  const token = path((await mailTo(`${id}@example.com`)).links[0]).slice(3);
  const rows = await worker.db.prepare("SELECT * FROM invoice_links WHERE invoice_id = ?").bind(id).all();
  const mails = await worker.db.prepare("SELECT * FROM invoice_mails WHERE invoice_id = ?").bind(id).all();
  expect(rows.results.length).toBe(1);
  expect(JSON.stringify([rows.results, mails.results])).not.toContain(token);
});

test("drafts and other businesses' documents cannot be sent or printed", async () => {
  const open = await draft();
  expect((await send(open, "a@example.com")).status).toBe(409);
  expect((await manager.get(`/api/invoices/${open}/pdf`)).status).toBe(409);
  const { id } = await issued();
  expect((await send(id, "a@example.com", {}, other.manager)).status).toBe(404);
  expect((await other.manager.get(`/api/invoices/${id}/pdf`)).status).toBe(404);
  expect((await other.manager.get(`/resources/invoice-pdf/${id}`)).status).toBe(404);
  expect((await send(id, "a@example.com", {}, shop.technician)).status).toBe(403);
  expect((await send(id, "no address")).status).toBe(400);
  expect((await send(id, "a@example.com", { subject: "Two\nlines" })).status).toBe(400);
});

test("a reminder can be sent only for an overdue invoice, once a day", async () => {
  const fresh = await issued();
  const early = await send(fresh.id, "late@example.com", { kind: "reminder" });
  expect([early.status, early.json.message]).toEqual([409, "Nothing is overdue on this invoice."]);
  const late = await issued("2026-01-05");
  expect((await send(late.id, `late-${late.id}@example.com`, { kind: "reminder" })).status).toBe(201);
  const twice = await send(late.id, "late@example.com", { kind: "reminder" });
  expect([twice.status, twice.json.message]).toEqual([409, "A reminder was already sent today."]);
  expect((await send(late.id, "late@example.com")).status).toBe(201);
});

test("the database rejects changes to sent emails", async () => {
  const { id } = await issued();
  await send(id, "kept@example.com");
  for (const sql of [
    "UPDATE invoice_mails SET recipient = 'x@y.z' WHERE invoice_id = ?",
    "DELETE FROM invoice_mails WHERE invoice_id = ?",
  ])
    await expect(worker.db.prepare(sql).bind(id).run()).rejects.toThrow(/invoice_mail_append_only/);
  const row = await worker.db.prepare("SELECT version FROM invoices WHERE id = ?").bind(id).first("version");
  expect(row).toBe(3);
});

test("a document says when older emails are not listed", async () => {
  const { id } = await issued();
  await send(id, "often@example.com");
  const copies = (count: number) =>
    worker.db
      .prepare(
        `INSERT INTO invoice_mails (org_id, id, invoice_id, kind, link_id, recipient, subject, message, file_key, sent_by, sent_at, sent_on)
         SELECT org_id, m.id || '-' || ?1 || '-' || value, invoice_id, kind, link_id, recipient, subject, message, file_key, sent_by, sent_at, sent_on
         FROM (SELECT * FROM invoice_mails WHERE org_id = ?2 AND invoice_id = ?3 LIMIT 1) m, json_each(?4)`,
      )
      .bind(count, shop.orgId, id, JSON.stringify(Array.from({ length: count }, (_, at) => at)))
      .run();
  const sent = async () => pageText((await manager.get(`/invoices-v2/${id}`)).text);
  await copies(19);
  expect(await sent()).not.toContain("Only the newest");
  await copies(1);
  expect(await sent()).toContain("Only the newest 20 emails are listed.");
});
