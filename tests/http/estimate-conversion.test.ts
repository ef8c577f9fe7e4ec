import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addLead,
  content,
  type EstimateJson,
  type LeadJson,
  line,
  made,
  mail,
  place,
  type Refused,
  sent,
  signature,
} from "#tests/support/estimates";
import { pageText } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, technician, orgId } = await worker.business();
const guest = worker.visitor();
const sign = (token: string, body: object) =>
  guest.post<EstimateJson & Refused>(`/api/signed/estimates/${token}/approve`, body);

test("a lead converts once to a customer, property and job with the approved parts and prices, and can be undone", async () => {
  const type = await made<{ id: string }>(admin, "/service-types", { name: "Furnace install", durationMinutes: 240 });
  const item = await made<{ id: string }>(admin, "/inventory/items", {
    sku: "FURN-96",
    name: "Furnace 96%",
    baseUnit: "EA",
    primaryCategory: "PARTS",
  });
  const [good, better] = content(1).options;
  const options = [
    good,
    {
      ...better,
      serviceTypeId: type.id,
      lines: better?.lines.map((one, at) => (at === 0 ? { ...one, itemId: item.id } : one)),
    },
  ];
  const estimate = await sent(admin, { name: "Bea Novak", phone: "4145552299" }, { options, discountPercent: 10 });
  await sign(estimate.token, signature(estimate, { chosen: [3] }));
  const convert = () =>
    admin.post<{ workOrderId: string; customerId: string } & Refused>(`/api/leads/${estimate.leadId}/convert`, {});
  const answers = await Promise.all([convert(), convert()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const done = answers.find(({ status }) => status === 201)?.json;
  const lead = (await admin.get<LeadJson>(`/api/leads/${estimate.leadId}`)).json;
  expect(lead).toMatchObject({ stage: "won", customer: { id: done?.customerId }, workOrderId: done?.workOrderId });
  const customer = await admin.get<{ name: string; phone: string; addresses: object[] }>(
    `/api/customers/${done?.customerId}`,
  );
  expect(customer.json).toMatchObject({ name: "Bea Novak", phone: "+14145552299", addresses: [place] });
  const workOrder = await worker.db
    .prepare("SELECT status, title, playbook FROM work_orders WHERE id = ?")
    .bind(done?.workOrderId)
    .first<{ status: string; title: string; playbook: string }>();
  expect(workOrder).toMatchObject({ status: "unscheduled", title: "New furnace" });
  expect(JSON.parse(workOrder?.playbook ?? "{}").parts).toEqual([
    { inventoryItemId: item.id, name: "Furnace 96%", quantity: 1 },
  ]);

  interface Billing {
    lines: { description: string; quantity: number; unitPrice: number }[];
    subtotal: number;
    discount: number;
  }
  const billing = (await admin.get<Billing>(`/api/work-orders/${done?.workOrderId}/billing-preview`)).json;
  expect(billing.lines.map(({ description }) => description)).toEqual(["Furnace 96%", "Labor", "Smart thermostat"]);
  const gross = billing.lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  expect(billing.subtotal).toBeCloseTo(gross * 0.9, 2);
  expect(billing.discount).toBeCloseTo(gross * 0.1, 2);
  expect((await admin.get(`/workorders/${done?.workOrderId}/billing`)).text).toMatch(/>Discount<\/dt>/);

  expect((await admin.post(`/api/leads/${estimate.leadId}/undo-conversion`)).status).toBe(204);
  const back = (await admin.get<LeadJson>(`/api/leads/${estimate.leadId}`)).json;
  expect(back).toMatchObject({ stage: "estimate_sent", customer: null, workOrderId: null });
  expect((await admin.get(`/api/customers/${done?.customerId}`)).status).toBe(404);
  expect((await admin.get(`/api/work-orders/${done?.workOrderId}`)).status).toBe(404);
  expect((await convert()).status).toBe(201);
});

test("a conversion cannot be undone once its job has activity", async () => {
  const lead = await addLead(admin, { name: "Cal Reed", phone: "4145552301" });
  const { workOrderId } = await made<{ workOrderId: string }>(admin, `/leads/${lead.id}/convert`, {});
  const undo = () => admin.post<Refused>(`/api/leads/${lead.id}/undo-conversion`);
  const checked = worker.db.prepare(
    "INSERT INTO work_order_tasks (org_id, work_order_id, id, position, title, done_at) VALUES (?, ?, 'flue', 9, 'Look at the flue', '2026-01-05T15:00:00.000Z')",
  );
  await checked.bind(orgId, workOrderId).run();
  expect((await undo()).status).toBe(409);
  const removed = worker.db.prepare("DELETE FROM work_order_tasks WHERE org_id = ? AND work_order_id = ?");
  await removed.bind(orgId, workOrderId).run();
  await made(admin, `/work-orders/${workOrderId}/notes`, { body: "Gate code 1234" });
  expect((await undo()).status).toBe(409);
  expect((await admin.get<LeadJson>(`/api/leads/${lead.id}`)).json.stage).toBe("won");
});

test("a conversion cannot be undone once someone has added to its customer or property", async () => {
  interface Made {
    workOrderId: string;
    customerId: string;
  }
  const access = { gateCode: "4711", version: 1 };
  const additions: ((made: Made, siteId: string) => Promise<{ status: number }>)[] = [
    async ({ customerId }) => {
      const cabin = { ...place, line1: "9 Shore Rd", type: "service" };
      const { id } = await made<{ id: string }>(admin, `/customers/${customerId}/addresses`, cabin);
      return admin.put(`/api/sites/${id}/access`, access);
    },
    (_, siteId) => admin.put(`/api/sites/${siteId}/access`, access),
    (_, siteId) => admin.patch(`/api/addresses/${siteId}`, { line2: "Apt 2", version: 1 }),
  ];
  for (const add of additions) {
    const lead = await addLead(admin, { name: "Hal Wood" });
    const done = await made<Made>(admin, `/leads/${lead.id}/convert`, {});
    const customer = () => admin.get<{ addresses: { id: string }[] }>(`/api/customers/${done.customerId}`);
    expect((await add(done, (await customer()).json.addresses[0]?.id ?? "")).status).toBe(200);
    const { json } = await customer();
    const undo = await admin.post<Refused>(`/api/leads/${lead.id}/undo-conversion`);
    expect([undo.status, undo.json?.message]).toEqual([
      409,
      "Someone has already worked on the job or the customer. Cancel the job instead.",
    ]);
    expect((await customer()).json.addresses).toEqual(json.addresses);
  }
});

test("undoing a conversion requires permission to change customers", async () => {
  const lead = await addLead(admin, { name: "Ray Stone" });
  await made(admin, `/leads/${lead.id}/convert`, {});
  const seller = await worker.member(orgId, "Manager", ["leads.read", "leads.write", "work_orders.write"]);
  const undo = `/api/leads/${lead.id}/undo-conversion`;
  expect((await seller.post(undo)).status).toBe(403);
  expect((await admin.post(undo)).status).toBe(204);
});

test("undoing the conversion of a known customer's lead removes only the property it added", async () => {
  const customer = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Ida", lastName: "Moss", addresses: [{ ...place, type: "service" }] },
  });
  const convert = async () => {
    const lead = await addLead(admin, { name: "Ida M", place: { ...place, line1: "77 Pine St" } });
    await made(admin, `/leads/${lead.id}/convert`, { customerId: customer.id });
    return lead;
  };
  const properties = async () =>
    (await admin.get<{ addresses: { id: string; line1: string }[] }>(`/api/customers/${customer.id}`)).json.addresses;
  const lead = await convert();
  expect(await properties()).toHaveLength(2);
  expect((await admin.post(`/api/leads/${lead.id}/undo-conversion`)).status).toBe(204);
  expect((await properties()).map(({ line1 }) => line1)).toEqual([place.line1]);
  const next = await convert();
  const added = (await properties()).find(({ line1 }) => line1 === "77 Pine St");
  expect((await admin.put(`/api/sites/${added?.id}/access`, { alarm: "0000", version: 1 })).status).toBe(200);
  expect((await admin.post(`/api/leads/${next.id}/undo-conversion`)).status).toBe(409);
  expect(await properties()).toHaveLength(2);
});

test("converting reuses a known customer, and a lead without an address needs one", async () => {
  const customer = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Dora", lastName: "Hill", addresses: [{ ...place, type: "service" }] },
  });
  const lead = await addLead(admin, { name: "Dora H", place: { ...place, line1: "3318 N OAKLAND AVE" } });
  const done = await made<{ customerId: string; workOrderId: string }>(admin, `/leads/${lead.id}/convert`, {
    customerId: customer.id,
  });
  expect(done.customerId).toBe(customer.id);
  const { json } = await admin.get<{ addresses: object[] }>(`/api/customers/${customer.id}`);
  expect(json.addresses).toHaveLength(1);
  const nowhere = await addLead(admin, { name: "Eve", place: undefined });
  const refused = await admin.post<Refused>(`/api/leads/${nowhere.id}/convert`, {});
  expect(refused.json.fields?.place).toBeDefined();
});

test("a lead without a last name or company, or with too long a name, cannot become a customer until it is changed", async () => {
  const estimate = await sent(admin, { name: "Mike", phone: "4145552303" });
  expect((await sign(estimate.token, signature(estimate))).status).toBe(200);
  const missing = await admin.post<Refused>(`/api/leads/${estimate.leadId}/convert`, {});
  expect([missing.status, missing.json.fields]).toEqual([
    400,
    { name: ["Enter the lead's last name or company first: a customer needs one"] },
  ]);
  const same = await admin.post<Refused>(`/api/estimates/${estimate.id}/convert`, {});
  expect([same.status, same.json.fields]).toEqual([400, missing.json.fields]);
  for (const name of [`${"Bo".repeat(60)} Hill`, `Bo ${"Hill".repeat(30)}`]) {
    const long = await addLead(admin, { name, companyName: "Hill Dairy" });
    const refused = await admin.post<Refused>(`/api/leads/${long.id}/convert`, {});
    expect([refused.status, refused.json.fields?.name]).toEqual([
      400,
      ["Shorten the lead's name first: a customer's first and last names have at most 100 characters each"],
    ]);
  }
  const company = await addLead(admin, { name: "Mike", companyName: "Mike's Diner" });
  const done = await made<{ customerId: string }>(admin, `/leads/${company.id}/convert`, {});
  const customer = await admin.get<{ name: string }>(`/api/customers/${done.customerId}`);
  expect(customer.json).toMatchObject({ name: "Mike's Diner", firstName: "Mike", lastName: null });
});

test("a known customer's job is at their service address with the same unit, or at a new one", async () => {
  const customer = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Olga", lastName: "Park" },
    addresses: [
      { ...place, line2: "Apt 4", type: "service" },
      { ...place, line1: "12 Lake Dr", type: "billing" },
    ],
  });
  const addressOf = async (of: object) => {
    const lead = await addLead(admin, { name: "Olga P", place: { ...place, ...of } });
    const { workOrderId } = await made<{ workOrderId: string }>(admin, `/leads/${lead.id}/convert`, {
      customerId: customer.id,
    });
    return worker.db
      .prepare(
        `SELECT a.type, a.line1, a.line2 FROM work_orders w JOIN addresses a ON a.org_id = w.org_id AND a.id = w.site_address_id
         WHERE w.org_id = ? AND w.id = ?`,
      )
      .bind(orgId, workOrderId)
      .first();
  };
  const { line1 } = place;
  expect(await addressOf({ line2: "APT 4 " })).toEqual({ type: "service", line1, line2: "Apt 4" });
  expect(await addressOf({ line2: "Apt 9" })).toEqual({ type: "service", line1, line2: "Apt 9" });
  expect(await addressOf({ line1: "12 Lake Dr" })).toEqual({ type: "service", line1: "12 Lake Dr", line2: null });
  const { json } = await admin.get<{ addresses: object[] }>(`/api/customers/${customer.id}`);
  expect(json.addresses).toHaveLength(4);
});

test("an estimate's page shows why its job cannot be created", async () => {
  const { id: customerId } = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Rhea", lastName: "Moss", addresses: [{ ...place, type: "billing" }] },
  });
  const { id, version } = await made<EstimateJson>(admin, "/estimates", { customerId });
  const saved = await admin.put<EstimateJson>(`/api/estimates/${id}`, content(version));
  const estimate = await made<EstimateJson>(admin, `/estimates/${id}/send`, { ...mail, version: saved.json.version });
  const token = estimate.url?.split("/").at(-1) ?? "";
  expect((await sign(token, signature(estimate))).status).toBe(200);
  const refused = await admin.submit(`/estimates/${id}`, { intent: "convert" });
  const why = "Add a property to the customer first: the job needs one.";
  expect([refused.status, pageText(refused.text).split(why).length - 1]).toEqual([400, 1]);
});

test("a lead's page shows why it could not be moved", async () => {
  const { id, version } = await addLead(admin, { name: "Tess Hale" });
  const moveTo = (stage: string) => admin.submit(`/leads/${id}`, { intent: "move", stage, version: String(version) });
  expect((await moveTo("contacted")).status).toBe(302);
  const stale = await moveTo("estimate_sent");
  expect([stale.status, stale.text]).toEqual([409, expect.stringContaining('role="alert"')]);
});

test("a job is created at the estimate's property, however many the customer has", async () => {
  const { id: customerId } = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Ivo", lastName: "Park", addresses: [{ ...place, type: "service" }] },
  });
  const siteAddressId = randomUUID();
  const now = new Date().toISOString();
  const insert = `INSERT INTO addresses (org_id, id, customer_id, type, is_primary, line1, city, state, postal_code, created_at, updated_at)`;
  await worker.db.batch([
    worker.db
      .prepare(
        `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 110)
         ${insert} SELECT ?1, '0-' || ?2 || value, ?2, 'service', 0, value || ' Oak Street', 'Austin', 'TX', '78701', ?3, ?3 FROM n`,
      )
      .bind(orgId, customerId, now),
    worker.db
      .prepare(`${insert} VALUES (?1, ?2, ?3, 'service', 0, '7 Elm Street', 'Austin', 'TX', '78701', ?4, ?4)`)
      .bind(orgId, siteAddressId, customerId, now),
  ]);
  const { id, version } = await made<EstimateJson>(admin, "/estimates", { customerId, siteAddressId });
  const saved = await admin.put<EstimateJson>(`/api/estimates/${id}`, content(version));
  await made(admin, `/estimates/${id}/send`, { ...mail, version: saved.json.version });
  const estimate = (await admin.get<EstimateJson>(`/api/estimates/${id}`)).json;
  await sign(estimate.url?.split("/").at(-1) ?? "", signature(estimate));
  const { workOrderId } = await made<{ workOrderId: string }>(admin, `/estimates/${id}/convert`);
  const site = worker.db.prepare("SELECT site_address_id AS id FROM work_orders WHERE id = ?").bind(workOrderId);
  expect(await site.first("id")).toBe(siteAddressId);
});

test("a known customer's job is at the address they have, however many others", async () => {
  const { id: customerId } = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Ines", lastName: "Park", addresses: [{ ...place, line1: "1 Elm St", type: "service" }] },
  });
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 130)
       INSERT INTO addresses (org_id, id, customer_id, type, is_primary, line1, line2, city, state, postal_code, created_at, updated_at)
       SELECT ?1, '0-' || ?2 || printf('%03d', value), ?2, 'service', 0, '9 Oak Ct', 'Apt ' || value, ?3, ?4, ?5, ?6, ?6 FROM n`,
    )
    .bind(orgId, customerId, place.city, place.state, place.postalCode, now)
    .run();
  const lead = await addLead(admin, { place: { ...place, line1: "9 Oak Ct", line2: "Apt 129" } });
  const { workOrderId } = await made<{ workOrderId: string }>(admin, `/leads/${lead.id}/convert`, { customerId });
  const site = worker.db.prepare("SELECT site_address_id AS id FROM work_orders WHERE id = ?").bind(workOrderId);
  expect(await site.first("id")).toBe(`0-${customerId}129`);
});

test("a known customer without a service address needs the lead's address", async () => {
  const customer = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Pia", lastName: "Lund", addresses: [{ ...place, type: "billing" }] },
  });
  const lead = await addLead(admin, { name: "Pia L", place: undefined });
  const refused = await admin.post<Refused>(`/api/leads/${lead.id}/convert`, { customerId: customer.id });
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["place"]]);
});

test("an additional estimate is billed with its job once approved", async () => {
  const lead = await addLead(admin, { name: "Finn Mars", phone: "4145552302" });
  const { workOrderId } = await made<{ workOrderId: string }>(admin, `/leads/${lead.id}/convert`, {});
  const draft = await made<EstimateJson>(admin, "/estimates", { workOrderId });
  const options = [{ name: "Humidifier", lines: [line("Humidifier", 640)] }];
  const saved = await admin.put<EstimateJson>(`/api/estimates/${draft.id}`, {
    ...content(draft.version),
    options,
    taxState: "exempt",
    taxNote: "Resale",
    taxes: [],
  });
  const open = await made<EstimateJson>(admin, `/estimates/${draft.id}/send`, { ...mail, version: saved.json.version });
  interface Billing {
    lines: { description: string }[];
  }
  const lines = async () =>
    (await admin.get<Billing>(`/api/work-orders/${workOrderId}/billing-preview`)).json.lines.map(
      ({ description }) => description,
    );
  expect(await lines()).toEqual([]);
  const answer = await sign(open.url?.split("/").at(-1) ?? "", signature(open, { option: 1 }));
  expect(answer.status).toBe(200);
  expect(await lines()).toEqual(["Humidifier"]);
});

test("an additional estimate is withdrawn with its job, and not sent once the job has ended", async () => {
  for (const end of [
    { status: "cancelled", cancelReason: "customer" },
    { status: "closed", reason: "Nothing left to do" },
  ]) {
    const lead = await addLead(admin, { name: "Fay Mars", phone: "4145552304" });
    const { workOrderId } = await made<{ workOrderId: string }>(admin, `/leads/${lead.id}/convert`, {});
    const fill = async () => {
      const { id } = await made<EstimateJson>(admin, "/estimates", { workOrderId });
      return (await admin.put<EstimateJson>(`/api/estimates/${id}`, content(1))).json;
    };
    const [waiting, late] = [await fill(), await fill()];
    const send = ({ id, version }: EstimateJson) =>
      admin.post<EstimateJson & Refused>(`/api/estimates/${id}/send`, { ...mail, version });
    const open = (await send(waiting)).json;
    const token = open.url?.split("/").at(-1) ?? "";
    if (end.status === "closed")
      await worker.db.prepare("UPDATE work_orders SET status = 'completed' WHERE id = ?").bind(workOrderId).run();
    const ended = await admin.patch(`/api/work-orders/${workOrderId}/status`, end);
    expect(ended.status, ended.text).toBe(200);
    expect((await admin.get<EstimateJson>(`/api/estimates/${open.id}`)).json.status).toBe("withdrawn");
    expect((await guest.get(`/s/estimate/${token}`)).text).toContain("This estimate was withdrawn");
    expect((await sign(token, signature(open))).status).toBe(409);
    const page = (await admin.get(`/estimates/${late.id}`)).text;
    expect(page).toContain("The job of this estimate is closed.");
    expect(page).not.toContain("Send estimate");
    const refused = await send(late);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "The job of this estimate is closed. Write a new estimate for its customer.",
    ]);
    const sending = `UPDATE estimates SET status = 'sent', seller = '{}', sent_on = '2026-01-05', sent_at = '2026-01-05T15:00:00.000Z',
      document_hash = ?3, file_key = 'late', number = (SELECT 1 + max(number) FROM estimates WHERE org_id = ?1) WHERE org_id = ?1 AND id = ?2`;
    const statement = worker.db.prepare(sending).bind(orgId, late.id, "0".repeat(64));
    await expect(statement.run()).rejects.toThrow("estimate_of_ended_job");
  }
});

test("a job shows approved, sent, billed and owed amounts, only to users who may see money", async () => {
  const lead = await addLead(admin, { name: "Gil Stone", phone: "4145552303" });
  const { workOrderId } = await made<{ workOrderId: string }>(admin, `/leads/${lead.id}/convert`, {});
  const addEstimate = async (price: number) => {
    const draft = await made<EstimateJson>(admin, "/estimates", { workOrderId });
    const options = [{ name: "Only", lines: [line("Work", price)] }];
    const plain = { taxState: "exempt", taxNote: "Resale", taxes: [] };
    const { json } = await admin.put<EstimateJson>(`/api/estimates/${draft.id}`, {
      ...content(draft.version),
      ...{ options, ...plain },
    });
    return made<EstimateJson>(admin, `/estimates/${draft.id}/send`, { ...mail, version: json.version });
  };
  const amounts = async (by = admin) => {
    const page = pageText((await by.get(`/workorders/${workOrderId}`)).text);
    return page.match(/(Estimate approved|Estimate sent|Billed|Owed) \$[\d,.]+/g) ?? [];
  };
  expect(await amounts()).toEqual([]);
  const approved = await addEstimate(640);
  await addEstimate(75.5);
  expect(await amounts()).toEqual(["Estimate sent $715.50"]);
  await sign(approved.url?.split("/").at(-1) ?? "", signature(approved, { option: 1 }));
  expect(await amounts()).toEqual(["Estimate approved $640.00", "Estimate sent $75.50"]);

  await worker.db.prepare("UPDATE work_orders SET status = 'completed' WHERE id = ?").bind(workOrderId).run();
  const bill = await made<{ id: string }>(admin, `/work-orders/${workOrderId}/invoices`);
  const terms = { termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [] };
  const filled = await admin.put(`/api/invoices/${bill.id}`, { version: 1, ...terms, lines: [line("Work", 640)] });
  expect(filled.status, filled.text).toBe(200);
  expect(await amounts()).toHaveLength(2);
  const issued = await made<{ version: number }>(admin, `/invoices/${bill.id}/issue`, { version: 2 });
  const payment = {
    amount: 140,
    method: "check",
    receivedOn: new Date().toISOString().slice(0, 10),
    version: issued.version,
  };
  await made(admin, `/invoices/${bill.id}/payments`, payment);
  expect((await amounts()).slice(2)).toEqual(["Billed $640.00", "Owed $500.00"]);
  // Technicians see that there is an invoice, but not its amount.
  expect(await amounts(technician)).toEqual([]);
});
