import { expect, test } from "vitest";
import { type InvoiceJson, invoicing, lines, today, wisconsin } from "#tests/support/invoices";
import { pageText } from "#tests/support/page-text";
import { addWorkOrder, moveTo, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager, site } = shop;
const { draft, issued, read, pay } = invoicing(shop);

test("a draft's document names the business, as the issued one does", async () => {
  const { id } = await draft();
  const text = pageText((await manager.get(`/invoices-v2/${id}`)).text);
  expect(text).toContain("Draft invoice");
  expect(text).toContain("North Wind Heating Invoice Draft");
});

test("a draft has no number, and drafts issued at once get consecutive numbers", async () => {
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draft()));
  expect(drafts.every(({ number, state }) => number === null && state === "draft")).toBe(true);
  expect(drafts[0]?.total).toBe(334.99);
  const answers = await Promise.all(
    drafts.map(({ id, version }) => manager.post<InvoiceJson>(`/api/invoices/${id}/issue`, { version })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const given = answers.map(({ json }) => json.number ?? 0).sort((a, b) => a - b);
  expect(given).toEqual(given.map((_, at) => (given[0] ?? 0) + at));
  const twice = await Promise.all(
    [1, 2].map(() => manager.post<InvoiceJson>(`/api/invoices/${drafts[0]?.id}/issue`, { version: 2 })),
  );
  expect(twice.map(({ status }) => status)).toEqual([409, 409]);
});

test("a stale save of a draft gets a conflict with the current version, in the API and in the form", async () => {
  const { id, version } = await draft();
  const change = { version, termsDays: 10, taxState: "exempt", taxNote: "Resale", lines };
  expect((await manager.put(`/api/invoices/${id}`, { ...change, title: "Theirs" })).status).toBe(200);
  type Refused = InvoiceJson & { current: Record<string, unknown> };
  const stale = await manager.put<Refused>(`/api/invoices/${id}`, { ...change, title: "Mine" });
  expect(stale.status).toBe(409);
  expect(stale.json.current).toMatchObject({ version: version + 1, title: "Theirs", taxNote: "Resale", termsDays: 10 });
  expect(stale.json.current.lines).toHaveLength(lines.length);
  const typed = {
    ...{ version: String(version), title: "Mine", termsDays: "10", taxState: "exempt", taxNote: "Resale" },
    ...{ "lines[0].kind": "other", "lines[0].description": "Just this one", "lines[0].quantity": "1" },
    ...{ "lines[0].unit": "EA", "lines[0].unitPrice": "12.50" },
  };
  const page = await manager.submit(`/invoices-v2/${id}/edit`, typed);
  expect(page.status).toBe(409);
  const shown = ["Theirs", "Mine", "1 EA, Just this one: $12.50", String(lines[0]?.description)];
  expect(shown.filter((text) => !page.text.includes(text))).toEqual([]);
  expect((await read(id)).title).toBe("Theirs");
});

test("a draft that someone else changed is not deleted, in the API and in the form", async () => {
  const { id, version } = await draft();
  const dialog = await manager.get(`/invoices-v2/${id}/delete`);
  const fields = { version: /name="version" value="(\d+)"/.exec(dialog.text)?.[1] ?? "" };
  const change = { version, termsDays: 10, taxState: "exempt", taxNote: "Resale", lines, title: "Theirs" };
  expect((await manager.put(`/api/invoices/${id}`, change)).status).toBe(200);
  type Refused = InvoiceJson & { current: Record<string, unknown> };
  const stale = await manager.delete<Refused>(`/api/invoices/${id}?version=${version}`);
  expect([stale.status, stale.json.current]).toMatchObject([409, { version: version + 1, title: "Theirs" }]);
  const page = await manager.submit(`/invoices-v2/${id}/delete`, fields);
  expect([page.status, pageText(page.text)]).toEqual([409, expect.stringContaining("changed this draft")]);
  expect((await read(id)).title).toBe("Theirs");
  const reloaded = await manager.submit(`/invoices-v2/${id}/delete`, { version: String(version + 1) });
  expect(reloaded.status).toBe(302);
  expect((await manager.get(`/api/invoices/${id}`)).status).toBe(404);
});

test("an issued invoice cannot be changed, neither by the API nor in the database", async () => {
  const { id, version } = await issued();
  const change = { version, termsDays: 10, taxState: "exempt", taxNote: "Resale", lines };
  expect((await manager.put(`/api/invoices/${id}`, change)).status).toBe(409);
  expect((await manager.delete(`/api/invoices/${id}`)).status).toBe(409);
  const forged = [
    "UPDATE invoices SET total_minor = 1, subtotal_minor = 1, tax_minor = 0 WHERE id = ?",
    "UPDATE invoices SET memo = 'forged' WHERE id = ?",
    "UPDATE invoices SET number = number + 100 WHERE id = ?",
    "UPDATE invoices SET status = 'draft', number = NULL WHERE id = ?",
    "UPDATE invoices SET paid_minor = total_minor WHERE id = ?",
    "UPDATE invoices SET credited_minor = total_minor WHERE id = ?",
    "DELETE FROM invoices WHERE id = ?",
    "UPDATE invoice_lines SET unit_price_minor = 1 WHERE invoice_id = ?",
    "DELETE FROM invoice_lines WHERE invoice_id = ?",
    "INSERT INTO invoice_lines SELECT org_id, invoice_id, 999, kind, description, equipment, quantity_milli, unit, unit_price_minor, discount_ppm, taxable, amount_minor, discount_minor, net_minor, tax_minor, cost_minor, NULL, 0 FROM invoice_lines WHERE position = 1 AND invoice_id = ?",
  ];
  for (const sql of forged) {
    const refusal = await worker.db
      .prepare(sql)
      .bind(id)
      .run()
      .then(
        () => "written",
        (error: Error) => error.message,
      );
    expect([sql, /invoice_frozen|invoice_sums_derived/.test(refusal)]).toEqual([sql, true]);
  }
  const next = await draft();
  const gap =
    "UPDATE invoices SET status = 'issued', number = 9000, issued_on = '2027-01-01', due_on = '2027-01-01', seller = '{}', issued_at = 'x' WHERE id = ?";
  await expect(worker.db.prepare(gap).bind(next.id).run()).rejects.toThrow(/invoice_number/);
});

test("thirty-two clicks at once create one invoice for a job", async () => {
  for (let round = 0; round < 3; round += 1) {
    const workOrder = await addWorkOrder(manager, site);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => manager.post<InvoiceJson>(`/api/work-orders/${workOrder.id}/invoices`)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect([made.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 31]);
    const ids = new Set(answers.map(({ json }) => json.invoiceId ?? json.id));
    expect([...ids]).toEqual([made[0]?.json.id]);
  }
});

test("an invoice with an unknown tax rate needs a tax decision and is never silently untaxed", async () => {
  const workOrder = await addWorkOrder(manager, site);
  const { json: made } = await manager.post<InvoiceJson>(`/api/work-orders/${workOrder.id}/invoices`);
  expect([made.taxState, made.missing]).toEqual([
    "unknown",
    ["Add at least one line.", "Choose how it is taxed: no tax rate is set for this location."],
  ]);
  const bare = { version: 1, termsDays: 0, taxState: "unknown", lines: [{ ...lines[0], unitPrice: null }, lines[1]] };
  const { json: put } = await manager.put<InvoiceJson>(`/api/invoices/${made.id}`, bare);
  expect(put.missing[0]).toBe("Set the price of line 1.");
  const refused = await manager.post<InvoiceJson & { missing: string[] }>(`/api/invoices/${made.id}/issue`, {
    version: 2,
  });
  expect([refused.status, refused.json.missing.length]).toEqual([409, 2]);
  const none = await manager.put<InvoiceJson>(`/api/invoices/${made.id}`, { ...bare, version: 2, taxState: "exempt" });
  expect([none.status, none.json.fields]).toEqual([400, { taxNote: ["Enter why no tax is charged"] }]);
});

test("a thousand lines are saved in order, and one more is rejected", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({
    description: `Line ${at + 1}`,
    quantity: 1,
    unitPrice: 0.01,
    taxable: true,
  }));
  const made = await draft(manager, { lines: many });
  expect([made.lines.length, made.lines[999]?.description, made.total]).toEqual([1000, "Line 1000", 12]);
  const refused = await manager.put<InvoiceJson>(`/api/invoices/${made.id}`, {
    ...{ version: 2, termsDays: 0, taxState: "unknown", lines: [...many, ...many.slice(0, 1)] },
  });
  expect(refused.status).toBe(400);
});

test("the lists name the days they are filtered by as dates", async () => {
  const list = pageText((await manager.get("/invoices-v2?from=2026-11-01&to=2026-11-30")).text);
  expect(list).toContain("From Nov 1, 2026");
  expect(list).toContain("To Nov 30, 2026");
  expect(pageText((await manager.get("/invoices-v2/aging?asOf=2026-10-31")).text)).toContain("As of Oct 31, 2026");
});

test("list totals match their rows, by state and by age", async () => {
  const own = await office(worker);
  const made: InvoiceJson[] = [];
  for (const days of [0, 20, 45, 75, 120]) {
    const { json: blank } = await own.manager.post<InvoiceJson>("/api/invoices", { customerId: own.site.customerId });
    await own.manager.put(`/api/invoices/${blank.id}`, {
      version: 1,
      termsDays: 0,
      taxState: "known",
      taxes: wisconsin,
      lines,
    });
    const issuedOn = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    made.push((await own.manager.post<InvoiceJson>(`/api/invoices/${blank.id}/issue`, { version: 2, issuedOn })).json);
  }
  interface List {
    items: InvoiceJson[];
    nextCursor: string | null;
    total: number;
    sums: { count: number; total: number; balance: number };
  }
  const list = async (query: string) => (await own.manager.get<List>(`/api/invoices?${query}`)).json;
  const all = await list("limit=2");
  expect([all.sums, all.total]).toEqual([{ count: 5, total: 1674.95, balance: 1674.95 }, 5]);
  const next = await list(`limit=2&cursor=${all.nextCursor}`);
  expect([...all.items, ...next.items].map(({ id }) => id)).toEqual(
    made
      .map(({ id }) => id)
      .reverse()
      .slice(0, 4),
  );
  for (const bucket of ["current", "1_30", "31_60", "61_90", "over_90"]) {
    const late = await list(`aging=${bucket}`);
    expect([bucket, late.items.length, late.sums.balance]).toEqual([bucket, 1, 334.99]);
  }
  expect((await list("state=overdue")).items.length).toBe(4);
  expect((await list(`search=${made[2]?.reference}`)).items.map(({ id }) => id)).toEqual([made[2]?.id]);
  expect((await list("search=byron")).sums.count).toBe(5);
  const aging = await own.manager.get<{ balance: number; buckets: { count: number }[] }>("/api/invoices/aging");
  expect([aging.json.balance, aging.json.buckets.map(({ count }) => count)]).toEqual([1674.95, [1, 1, 1, 1, 1]]);
});

test("a job closes only once its invoice is paid, and cannot be reopened or deleted while invoiced", async () => {
  const workOrder = await addWorkOrder(manager, site, { signatureRequired: false });
  const close = (given = {}) => moveTo(manager, workOrder.id, { status: "closed", ...given });
  const billing = async () => pageText((await manager.get(`/workorders/${workOrder.number}`)).text);
  const billingTab = async () => pageText((await manager.get(`/workorders/${workOrder.number}/billing`)).text);
  const { json: made } = await manager.post<InvoiceJson>(`/api/work-orders/${workOrder.id}/invoices`);
  const deleted = await manager.delete<{ reasons: string[] }>(`/api/work-orders/${workOrder.id}`);
  expect([deleted.status, deleted.json.reasons]).toEqual([409, ["It has an invoice or a deposit."]]);
  await worker.db.prepare("UPDATE work_orders SET status = 'completed' WHERE id = ?").bind(workOrder.id).run();
  expect(await billing()).toContain("Draft invoice, not issued yet");
  expect(await billingTab()).toContain("Take deposit");
  expect(await billingTab()).not.toContain("Record payment");
  const draft = await close({ noCharge: true });
  expect([draft.status, draft.json.message]).toEqual([
    409,
    "Its invoice is still a draft: issue it or delete it first.",
  ]);
  await manager.put(`/api/invoices/${made.id}`, {
    version: 1,
    termsDays: 30,
    taxState: "known",
    taxes: wisconsin,
    lines,
  });
  const { json: sent } = await manager.post<InvoiceJson>(`/api/invoices/${made.id}/issue`, { version: 2 });
  expect(await billing()).toContain(`${sent.reference} is not paid yet`);
  expect(await billingTab()).toContain("Record payment");
  expect(await billingTab()).not.toContain("Take deposit");
  const unpaid = await close({ reason: "Never mind" });
  expect([unpaid.status, unpaid.json.message]).toEqual([
    409,
    `${sent.reference} is not paid: record its payment or void it first.`,
  ]);
  const reopened = await moveTo(manager, workOrder.id, { status: "in_progress", reason: "Leaks" });
  expect(reopened.json.message).toBe(`${sent.reference} was issued for it: void it first, or book a callback.`);
  await pay(made.id, sent.version, sent.total);
  expect((await close()).json.status).toBe("closed");
  const closed = await billing();
  expect(closed).toContain(`${sent.reference} is paid`);
  expect(closed).not.toContain("Ready to bill");
});

test("another business's invoice, customer and payment are not found", async () => {
  const { id, version } = await issued();
  const stranger = (await worker.business()).manager;
  const answers = await Promise.all([
    stranger.get(`/api/invoices/${id}`),
    stranger.post(`/api/invoices/${id}/issue`, { version }),
    stranger.post(`/api/invoices/${id}/void`, { version, reason: "Mine" }),
    stranger.post(`/api/invoices/${id}/payments`, { version, amount: 1, method: "cash", receivedOn: today }),
    stranger.post("/api/invoices", { customerId: site.customerId }),
    stranger.post("/api/payments", { customerId: site.customerId, amount: 1, method: "cash", receivedOn: today }),
    stranger.get(`/api/customers/${site.customerId}/statement`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

test("a technician cannot read invoices, and only managers can void one", async () => {
  const { id, version } = await issued();
  expect((await shop.technician.get(`/api/invoices/${id}`)).status).toBe(403);
  const clerk = await worker.member(shop.orgId, "Technician", ["invoices.write"]);
  expect((await clerk.get(`/api/invoices/${id}`)).status).toBe(200);
  expect((await clerk.post(`/api/invoices/${id}/void`, { version, reason: "No" })).status).toBe(403);
});

test("totals by kind and state are kept up to date as documents change", async () => {
  const { id } = await draft();
  await draft();
  expect((await manager.delete(`/api/invoices/${id}`)).status).toBe(204);
  const issuedOne = await issued();
  await pay(issuedOne.id, issuedOne.version, issuedOne.total);
  const { results: rows } = await worker.db
    .prepare(
      "SELECT kind, status, total_minor, total_minor - paid_minor - credited_minor AS owed FROM invoices WHERE org_id = ?",
    )
    .bind(shop.orgId)
    .all<{ kind: string; status: string; total_minor: number; owed: number }>();
  const isOwed = (row: (typeof rows)[number]) => row.kind === "invoice" && row.status === "issued" && row.owed > 0;
  const states: Record<string, (row: (typeof rows)[number]) => boolean> = {
    "": () => true,
    draft: ({ status }) => status === "draft",
    void: ({ status }) => status === "void",
    paid: (row) => row.status === "issued" && !isOwed(row),
    owed: isOwed,
  };
  for (const kind of ["", "invoice", "credit_note"]) {
    for (const [state, isIn] of Object.entries(states)) {
      const found = rows.filter((row) => (kind === "" || row.kind === kind) && isIn(row));
      const sum = (of: (row: (typeof rows)[number]) => number) => found.reduce((all, row) => all + of(row), 0) / 100;
      const query = `${kind && `&kind=${kind}`}${state && `&state=${state}`}`;
      const { json } = await manager.get<{ sums: object; total: number }>(`/api/invoices?limit=1${query}`);
      const total = sum((row) => (row.kind === "invoice" ? row.total_minor : -row.total_minor));
      const balance = sum((row) => (isOwed(row) ? row.owed : 0));
      expect([query, json.total, json.sums]).toEqual([query, found.length, { count: found.length, total, balance }]);
    }
  }
});
