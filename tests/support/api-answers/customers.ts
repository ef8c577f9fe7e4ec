import { CARDS, cardPayments } from "#tests/support/card-payments";
import { nextYear } from "#tests/support/next-year";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { ask, type Made, noted, place, worker } from "./requests";

export async function customers(admin: Visitor) {
  const { id, version } = await ask(admin, "POST", "/customers", { firstName: "Ana", lastName: "Moreau" });
  await ask(admin, "GET", `/customers/${id}`);
  await ask(admin, "PATCH", `/customers/${id}`, { version, notes: "Beware of the dog" });
  const address = await ask(admin, "POST", `/customers/${id}/addresses`, place);
  await ask(admin, "PATCH", `/addresses/${address.id}`, { version: address.version, label: "Home" });
  await ask(admin, "GET", `/addresses/${address.id}`);
  await ask(admin, "GET", `/addresses/${address.id}/formatted`);
  await ask(admin, "DELETE", `/addresses/${address.id}`);
  await ask(admin, "POST", "/addresses", place);
  await ask(admin, "POST", "/addresses/autocomplete", { query: "Milwau" });
  await ask(admin, "POST", "/addresses/verify", place);
  await ask(admin, "POST", "/addresses/search", { query: "Milwaukee" });
  await ask(admin, "GET", `/equipment/customer/${id}?includeRelations=true`);
  await ask(admin, "DELETE", `/customers/${id}`);
}

export async function equipment(admin: Visitor) {
  const unit = await ask(admin, "POST", "/equipment", { equipmentName: "Attic", equipmentType: "furnace" });
  const at = `/equipment/${unit.id}`;
  const plate = new FormData();
  plate.set("text", "CARRIER SERIAL 4006A17330");
  await ask(admin, "POST", "/equipment/nameplate", plate);
  await ask(admin, "PATCH", at, { version: unit.version, notes: "Filter 16x20" });
  await ask(admin, "GET", `${at}/history/export`);
  const circuit = await ask(admin, "POST", `${at}/service-groups`, {
    name: "Circuit 1",
    refrigerant: "R-410A",
    chargeLb: 6.5,
    chargeBasis: "nameplate",
  });
  await ask(admin, "PATCH", `${at}/service-groups/${circuit.id}`, { version: 1, chargeLb: 7, chargeBasis: "measured" });
  await ask(admin, "GET", `${at}/service-groups`);
  const plan = await ask(admin, "POST", `${at}/maintenance-plans`, {
    ...{ title: "Fall tune-up", startsOn: nextYear("2027-10-01"), every: 1, unit: "year" },
  });
  await ask(admin, "GET", at);
  await ask(admin, "GET", `${at}/maintenance-plans`);
  await ask(admin, "POST", "/maintenance-plans/book");
  await ask(admin, "DELETE", `/maintenance-plans/${plan.id}`);
  await ask(admin, "DELETE", at);
}

export async function sites(admin: Visitor) {
  const { items } = await ask<{ items: { id: string; number: number }[] }>(admin, "GET", "/sites?limit=1");
  const at = `/sites/${items[0]?.number}`;
  const { version } = await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { occupancy: "vacant", version });
  await ask(admin, "PUT", `${at}/access`, { gateCode: "4471", version: version + 1 });
  await ask(admin, "GET", `${at}/access`);
  const person = await ask(admin, "POST", `${at}/people`, { role: "tenant", name: "Kim Lee" });
  await ask(admin, "PATCH", `${at}/people/${person.id}`, { role: "contact", name: "Kim Lee", version: 1 });
  await ask(admin, "DELETE", `${at}/people/${person.id}`);
  for (const list of ["visits", "history", "history/export", "photos"]) await ask(admin, "GET", `${at}/${list}`);
  const form = new FormData();
  form.set("photo", new File([jpegOf(40, 30)], "gate.jpg", { type: "image/jpeg" }));
  const photo = noted<Made>("POST", `${at}/photos`, await admin.send("POST", `/api${at}/photos`, { body: form }));
  noted("GET", `${at}/photos/${photo.id}`, await admin.send("GET", `/api${at}/photos/${photo.id}`, {}));
  await ask(admin, "DELETE", `${at}/photos/${photo.id}`);
}

export async function messages(admin: Visitor) {
  const { items } = await ask<{ items: { id: string; kind: string }[] }>(admin, "GET", "/threads");
  const direct = items.find(({ kind }) => kind === "direct")?.id;
  const { readers } = await ask<{ readers: Made[] }>(admin, "GET", `/threads/${direct}`);
  const { id } = await ask(admin, "POST", "/threads", { people: readers.map((each) => each.id), title: "Roof job" });
  const at = `/threads/${id}`;
  const message = await ask<{ seq: number }>(admin, "POST", `${at}/messages`, { body: "Is the lift back?" });
  await ask(admin, "GET", `${at}/messages`);
  await ask(admin, "GET", `${at}/export`);
  await ask(admin, "PUT", `${at}/read`, { seq: message.seq });
  await ask(admin, "GET", "/messages?q=lift");
  await ask(admin, "GET", "/messages/export?q=lift");
  await ask(admin, "POST", `${at}/close`);
  await ask(admin, "POST", `${at}/reopen`);
  const photo = new FormData();
  photo.set("photo", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "photo.jpg");
  const sent = await ask(admin, "POST", `${at}/photos`, photo);
  await ask(admin, "GET", `${at}/photos/${sent.id}`);
  await ask(admin, "POST", "/work-orders/WO-001/thread");
  const customer = await ask(admin, "POST", "/work-orders/WO-001/customer-thread");
  await ask(admin, "POST", `/threads/${customer.id}/templates`);
  await ask(admin, "POST", `/threads/${customer.id}/customer-messages`, { channel: "page", body: "See you at nine" });
  await ask(admin, "PUT", `/threads/${customer.id}/assignee`, { assigneeId: null });
  await ask(admin, "PUT", `/threads/${customer.id}/consent`, { channel: "mail", allowed: true });
  const { templates } = await ask<{ templates: object }>(admin, "GET", "/message-settings");
  await ask(admin, "GET", "/message-settings/automatic");
  await ask(admin, "POST", "/message-settings/automatic");
  await ask(admin, "PUT", "/message-settings", { version: 0, quietFrom: "21:00", quietTo: "08:00", templates });
}

export async function visitPages(admin: Visitor) {
  const first = await ask<{ customerId: string; siteAddressId: string }>(admin, "GET", "/work-orders/WO-001");
  const { customerId, siteAddressId } = first;
  const { id } = await ask(admin, "POST", "/work-orders", { title: "Tune-up", customerId, siteAddressId });
  const page = `/work-orders/${id}/visit-page`;
  const { url } = await ask<{ url: string }>(admin, "POST", page);
  await ask(admin, "GET", page);
  await ask(admin, "GET", `/work-orders/${id}/visit-links`);
  const guest = worker.visitor();
  const signed = `/signed/visits/${url.split("/").at(-1)}`;
  await ask(guest, "GET", signed);
  await ask(guest, "GET", `${signed}/times`);
  await ask(guest, "POST", `${signed}/messages`, { key: "said-once", body: "Is parking fine?" });
  await ask(guest, "POST", `${signed}/reschedule`, { key: "asked-once", start: "other" });
  await worker.db
    .prepare("UPDATE work_orders SET status = 'completed', completed_at = ? WHERE id = ?")
    .bind(new Date().toISOString(), id)
    .run();
  await ask(guest, "POST", `${signed}/rating`, { stars: 5 });
  await ask(admin, "DELETE", page);
}

export async function leads(admin: Visitor) {
  const lead = { name: "Ana Ortega", phone: "4145551007", need: "New furnace" };
  const { id } = await ask(admin, "POST", "/leads", lead);
  const at = `/leads/${id}`;
  await ask(admin, "GET", at);
  await ask(admin, "GET", "/leads/board");
  await ask(admin, "GET", "/leads/report");
  await ask(admin, "GET", "/lead-form");
  await ask(admin, "PUT", "/lead-form", { heading: "Ask us", thanks: "Thank you.", enabled: true, version: 0 });
  await ask(admin, "GET", "/leads/similar?phone=4145551007");
  await ask(admin, "POST", `${at}/stage`, { stage: "contacted", version: 1 });
  await ask(admin, "PUT", at, { ...lead, value: 4200, version: 2 });
  await ask(admin, "POST", `${at}/notes`, { text: "Left a message" });
  await ask(admin, "POST", `${at}/lose`, { reason: "price", version: 3 });
  await ask(admin, "DELETE", at);
  await ask(admin, "POST", `${at}/restore`);
}

export async function estimates(admin: Visitor) {
  const place = { line1: "3318 N Oakland Ave", city: "Milwaukee", state: "WI", postalCode: "53211" };
  const fields = { name: "Gil Stern", phone: "4145551099", need: "New furnace", place };
  const lead = await ask(admin, "POST", "/leads", fields);
  const content = {
    ...{ title: "New furnace", validUntil: "2090-01-31", taxState: "exempt", taxNote: "Resale" },
    options: [{ name: "Good", lines: [{ description: "Furnace", quantity: 1, unitPrice: 3000 }] }],
  };
  const mail = { subject: "Your estimate", message: "Have a look." };
  const open = async () => {
    const { id, version } = await ask(admin, "POST", "/estimates", { leadId: lead.id });
    const saved = await ask(admin, "PUT", `/estimates/${id}`, { ...content, version });
    const made = { ...mail, version: saved.version };
    return ask<Made & { url: string; documentHash: string }>(admin, "POST", `/estimates/${id}/send`, made);
  };
  const [one, two] = [await open(), await open()];
  await ask(admin, "GET", "/estimates");
  await ask(admin, "GET", `/estimates/${one.id}`);
  await ask(admin, "POST", `/estimates/${one.id}/withdraw`);
  const next = await ask(admin, "POST", `/estimates/${one.id}/revise`);
  await ask(admin, "DELETE", `/estimates/${next.id}`);
  const guest = worker.visitor();
  const third = await open();
  await ask(guest, "POST", `/signed/estimates/${third.url.split("/").at(-1)}/decline`, { reason: "Price" });
  const signed = `/signed/estimates/${two.url.split("/").at(-1)}`;
  await ask(guest, "GET", signed);
  const answer = { option: 1, signerName: "Gil Stern", agreed: true, documentHash: two.documentHash };
  await ask(guest, "POST", `${signed}/approve`, answer);
  await ask(admin, "POST", `/estimates/${two.id}/convert`);
  await ask(admin, "POST", `/estimates/${two.id}/undo-conversion`);
  await ask(admin, "POST", `/leads/${lead.id}/convert`, {});
  await ask(admin, "POST", `/leads/${lead.id}/undo-conversion`);
  await ask(admin, "POST", `/estimates/${two.id}/revoke-links`);
}

export async function billing(admin: Visitor) {
  const { version } = await ask(admin, "GET", "/billing/settings");
  await ask(admin, "PUT", "/billing/settings", {
    ...{ version, effectiveFrom: "2026-01-01", laborRate: 140, roundingMinutes: 15, minimumCharge: 0, tripCharge: 49 },
    ...{ partsPricing: "markup", partsMarkup: 55, termsDays: 15 },
  });
  const rate = await ask(admin, "POST", "/billing/tax-rates", {
    ...{ name: "Iowa", state: "IA", rate: 6, effectiveFrom: "2026-01-01" },
  });
  await ask(admin, "POST", `/billing/tax-rates/${rate.id}/end`, { endsOn: "2026-12-31" });
  const customer = await ask(admin, "POST", "/customers", { firstName: "Mona", lastName: "Reyes" });
  const address = await ask(admin, "POST", `/customers/${customer.id}/addresses`, place);
  const workOrder = await ask(admin, "POST", "/work-orders", {
    ...{ title: "No heat", customerId: customer.id, siteAddressId: address.id },
  });
  await ask(admin, "GET", `/work-orders/${workOrder.id}/billing-preview`);
  const money = { amount: 20, method: "cash", receivedOn: "2026-11-01" };
  await ask(admin, "POST", "/payments", { ...money, customerId: customer.id });
  const atDeposits = `/work-orders/${workOrder.id}/deposit-requests`;
  const deposit = await ask(admin, "POST", atDeposits, { amount: 50, to: "mona@example.com" });
  await ask(admin, "POST", `/deposit-requests/${deposit.id}/send`, { to: "mona@example.com", version: 1 });
  await ask(admin, "GET", `/deposit-requests/${deposit.id}`);
  await ask(admin, "POST", `/deposit-requests/${deposit.id}/withdraw`);
  await ask(admin, "GET", atDeposits);
  const made = await ask(admin, "POST", `/work-orders/${workOrder.id}/invoices`);
  const draft = {
    ...{ termsDays: 15, taxState: "exempt", taxNote: "Resale" },
    lines: [{ description: "Igniter", unitPrice: 100 }],
  };
  const issue = async (id: string) => {
    const put = await ask(admin, "PUT", `/invoices/${id}`, { ...draft, version: 1 });
    return ask(admin, "POST", `/invoices/${id}/issue`, { version: put.version });
  };
  const now = () => ask(admin, "GET", `/invoices/${made.id}`);
  await issue(made.id);
  await ask(admin, "POST", `/invoices/${made.id}/apply-credit`, { version: (await now()).version });
  const { paymentId } = await ask<{ paymentId: string }>(admin, "POST", `/invoices/${made.id}/payments`, {
    ...{ ...money, version: (await now()).version },
  });
  await ask(admin, "POST", `/payments/${paymentId}/refunds`, {
    ...{ amount: 5, method: "cash", refundedOn: "2026-11-02", reason: "Goodwill" },
  });
  const cards = cardPayments(worker, { manager: admin, site: { customerId: customer.id } });
  await cards.runCommand(await cards.begin(await cards.link(made.id), "1"), { op: "pay", card: CARDS.good });
  const [card] = (await ask<{ cardPayments: { id: string }[] }>(admin, "GET", `/invoices/${made.id}`)).cardPayments;
  await ask(admin, "POST", `/payments/${card?.id}/card-refunds`, { amount: 1, reason: "Goodwill" });
  await ask(admin, "POST", `/invoices/${made.id}/credit`, {
    ...{ version: (await now()).version, reason: "Returned", lines: [{ position: 1, amount: 10 }] },
  });
  const again = await ask(admin, "POST", `/invoices/${made.id}/correct`, {
    ...{ version: (await now()).version, reason: "Wrong part" },
  });
  await ask(admin, "POST", `/invoices/${again.id}/void`, {
    ...{ version: (await issue(again.id)).version, reason: "Twice" },
  });
  const mail = { to: "mona@example.com", subject: "Credit note", message: "Here it is." };
  await ask(admin, "POST", `/invoices/${again.id}/send`, mail);
  await ask(admin, "POST", `/invoices/${again.id}/revoke-links`);
  await ask(admin, "GET", `/customers/${customer.id}/statement`);
  await ask(admin, "POST", `/customers/${customer.id}/statement/send`, mail);
  const rules = { enabled: false, firstAfterDays: 3, everyDays: 7, maxCount: 3, version: 0 };
  await ask(admin, "PUT", "/billing/reminders", rules);
  await ask(admin, "GET", "/billing/reminders");
  await ask(admin, "PUT", `/customers/${customer.id}/reminders`, { paused: true });
  await ask(admin, "GET", "/invoices/reminders");
  await ask(admin, "POST", "/invoices/reminders", { invoiceIds: [again.id] });
  await ask(admin, "GET", "/invoices?state=void");
  await ask(admin, "GET", "/invoices/aging");
  await ask(admin, "GET", "/invoices/aging/customers?asOf=2026-01-31&sortBy=total");
  await ask(admin, "GET", "/invoices/aging/export");
  await ask(admin, "GET", "/invoices/export?file=invoices&from=2026-01-01&to=2026-12-31");
  await ask(admin, "DELETE", `/invoices/${(await ask(admin, "POST", "/invoices", { customerId: customer.id })).id}`);
}
