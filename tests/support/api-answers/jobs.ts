import { linkToken } from "#tests/support/mailbox";
import { nextYear } from "#tests/support/next-year";
import { goodPassword } from "#tests/support/people";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { loadedTruck } from "./inventory";
import { readingsOnTheWorkOrder } from "./refrigerant";
import { ask, type Made, noted, place, worker } from "./requests";

export async function serviceTypes(admin: Visitor) {
  await ask(admin, "POST", "/service-types/starter");
  const type = await ask(admin, "POST", "/service-types", { name: "Duct test", category: "inspection" });
  const at = `/service-types/${type.id}`;
  await ask(admin, "GET", `${at}/tasks/export`);
  const first = await ask(admin, "POST", `${at}/tasks`, { title: "Look" });
  const second = await ask(admin, "POST", `${at}/tasks`, { title: "Measure" });
  await ask(admin, "POST", `${at}/tasks/reorder`, { tasks: [second.id, first.id] });
  const { version } = await ask(admin, "GET", `/service-tasks/${first.id}`);
  await ask(admin, "PATCH", `/service-tasks/${first.id}`, { version, title: "Look closely" });
  await ask(admin, "GET", `${at}/tasks`);
  await ask(admin, "GET", `${at}/tasks/active`);
  await ask(admin, "GET", `${at}/tasks/next-sequence`);
  await ask(admin, "GET", "/service-tasks/by-skills?skills=HVAC");
  await ask(admin, "DELETE", `/service-tasks/${first.id}`);
  await ask(admin, "DELETE", `/service-tasks/${second.id}/hard`);
  const now = await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { version: now.version, name: "Duct leakage test" });
  await ask(admin, "DELETE", at);
}

export async function technicians(admin: Visitor) {
  const names = { firstName: "Mia", lastName: "Stone" };
  const { id, version } = await ask(admin, "POST", "/technicians", { ...names, email: "mia.stone@example.com" });
  await ask(admin, "PUT", `/technicians/${id}`, { version, phone: "(414) 555-0142" });
  const off = await ask(admin, "POST", `/technicians/${id}/time-off`, {
    from: nextYear("2027-03-01"),
    reason: "vacation",
  });
  await ask(admin, "GET", `/technicians/${id}`);
  await ask(admin, "GET", `/technicians/${id}/workload`);
  await ask(admin, "DELETE", `/technicians/${id}/time-off/${off.id}`);
  const holiday = await ask(admin, "POST", "/technicians/holidays", {
    name: "Labor Day",
    from: nextYear("2027-09-06"),
  });
  await ask(admin, "GET", "/technicians/holidays");
  await ask(admin, "DELETE", `/technicians/holidays/${holiday.id}`);
  const team = await ask(admin, "POST", "/technicians/teams", { name: "North branch", technicianIds: [id] });
  await ask(admin, "PATCH", `/technicians/teams/${team.id}`, { version: team.version, name: "South branch" });
  await ask(admin, "GET", "/technicians/teams");
  await ask(admin, "GET", `/technicians?team=${team.id}`);
  await ask(admin, "DELETE", `/technicians/teams/${team.id}`);
  await ask(admin, "GET", "/technicians/search?skills=HVAC");
  const invited = await ask(admin, "POST", "/technicians/invite", { email: "lee.park@example.com", ...names });
  await ask(admin, "GET", "/technicians/invitations/pending");
  await ask(admin, "POST", `/technicians/invitations/${invited.id}/resend`);
  // The first one becomes invalid when it is sent again.
  const token = await linkToken(worker, "lee.park@example.com", "invitation", 2);
  const guest = worker.visitor();
  await ask(guest, "POST", "/auth/validate-invitation", { token });
  await ask(guest, "POST", "/auth/accept-invitation", { token, ...names, password: goodPassword });
  const other = await ask(admin, "POST", "/technicians/invite", { email: "kim.roe@example.com", ...names });
  await ask(admin, "POST", `/technicians/invitations/${other.id}/cancel`);
  await ask(admin, "POST", "/technicians/me");
}

export async function workOrders(admin: Visitor) {
  const crew = await ask<{ items: Made[] }>(admin, "GET", "/technicians");
  const technicianId = crew.items[0]?.id;
  const customer = await ask(admin, "POST", "/customers", {
    firstName: "Noor",
    lastName: "Haddad",
    addresses: [place],
  });
  const workOrder = { title: "No heat", customerId: customer.id };
  const { id } = await ask(admin, "POST", "/work-orders", workOrder);
  const at = `/work-orders/${id}`;
  const version = async () => (await ask(admin, "GET", at)).version;
  await ask(admin, "PATCH", at, { version: await version(), title: "No heat upstairs" });
  await ask(admin, "PUT", `${at}/schedule`, {
    version: await version(),
    technicianId,
    start: nextYear("2027-03-02T15:00:00Z"),
  });
  await ask(admin, "GET", `${at}/suggested-slots`);
  const { changeId } = await ask<{ changeId: string }>(admin, "DELETE", `${at}/schedule`);
  await ask(admin, "POST", `${at}/schedule/undo`, { changeId });
  await ask(admin, "PATCH", `${at}/status`, { status: "cancelled", cancelReason: "customer" });
  for (const what of ["", "/durations"]) await ask(admin, "GET", `${at}/status-history${what}`);
  await ask(admin, "GET", `${at}/status-distribution`);
  const note = await ask(admin, "POST", `${at}/notes`, { body: "Call first" });
  await ask(admin, "GET", `${at}/notes`);
  await ask(admin, "GET", `${at}/notes/customer-visible`);
  await ask(admin, "GET", `${at}/notes/${note.id}`);
  await ask(admin, "PATCH", `${at}/notes/${note.id}`, { body: "Call before", version: note.version });
  await ask(admin, "DELETE", `${at}/notes/${note.id}`);
  const open = await ask(admin, "POST", "/work-orders", workOrder);
  const { items: types } = await ask<{ items: Made[] }>(admin, "GET", "/service-types/active");
  await ask(admin, "POST", `/work-orders/${open.id}/playbook`, { serviceTypeId: types[0]?.id });
  const drive = { originWorkOrderId: id, destinationWorkOrderId: open.id };
  await ask(admin, "POST", "/work-orders/calculate-drive-time", drive);
  await ask(admin, "POST", "/work-orders/calculate-batch-drive-time", { requests: [drive] });
  await onTheWorkOrder(admin, open.id);
  await partsOnTheWorkOrder(admin, open.id);
  await readingsOnTheWorkOrder(admin, workOrder, technicianId);
  await loadedTruck(admin, { ...workOrder, technicianId });
  const unwanted = await ask(admin, "POST", "/work-orders", workOrder);
  await ask(admin, "DELETE", `/work-orders/${unwanted.id}`);
}

async function partsOnTheWorkOrder(admin: Visitor, id: string) {
  const at = `/work-orders/${id}/parts`;
  const part = await ask(admin, "POST", at, { partDescription: "Furnace tape" });
  const item = await ask<{ items: Made[] }>(admin, "GET", "/inventory/items?search=capacitor");
  const place = await ask(admin, "POST", "/inventory/locations", { name: "Shelf", type: "warehouse" });
  const line = { itemId: item.items[0]?.id, locationId: place.id, quantity: 2 };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [line] });
  await ask(admin, "POST", `${at}/with-inventory`, { inventoryItemId: line.itemId, locationId: place.id });
  await ask(admin, "PATCH", `${at}/${part.id}`, { version: part.version, quantity: 2 });
  for (const what of ["", "/grouped-by-equipment", "/cost"]) await ask(admin, "GET", at + what);
  await ask(admin, "GET", `/work-orders/parts/suggestions?workOrderId=${id}`);
  await ask(admin, "DELETE", `${at}/${part.id}`);
  await ask(admin, "POST", `${at}/${part.id}/restore`);
}

async function onTheWorkOrder(admin: Visitor, id: string) {
  const at = `/work-orders/${id}`;
  const { tasks } = await ask<{ tasks: { id: string; kind: string }[] }>(admin, "GET", at);
  const check = tasks.find(({ kind }) => kind === "check");
  await ask(admin, "PUT", `${at}/tasks/${check?.id}/done`, { done: true });
  await ask(admin, "PUT", `${at}/tasks/${check?.id}/done`, { done: false });
  await ask(admin, "POST", `${at}/tasks/${check?.id}/result`, { kind: "check", answer: "fail", comment: "Cracked" });
  await ask(admin, "POST", `${at}/signatures`, { signerName: "Noor Haddad", strokes: "M0 0L10 10" });
  const photo = new FormData();
  photo.set("photo", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "photo.jpg");
  const taken = await ask(admin, "POST", `${at}/photos`, photo);
  await ask(admin, "GET", `${at}/photos`);
  await ask(admin, "GET", `${at}/photos/${taken.id}`);
  await ask(admin, "PATCH", `${at}/photos/${taken.id}`, { visible: true });
}

export async function reassignedDay(admin: Visitor) {
  const { items } = await ask<{ items: { technicianId: string | null; scheduledStart: string | null }[] }>(
    ...([admin, "GET", "/work-orders?status=scheduled"] as const),
  );
  for (const { technicianId, scheduledStart } of items) {
    if (!technicianId || !scheduledStart || Date.parse(scheduledStart) < Date.now()) continue;
    const request = { technicianId, date: scheduledStart.slice(0, 10) };
    const proposal = await ask<{ at: number; fingerprint: string; changes: unknown[] }>(
      ...([admin, "GET", `/scheduling/reassignment-proposal?${new URLSearchParams(request)}`] as const),
    );
    if (proposal.changes.length === 0) continue;
    const { at, fingerprint } = proposal;
    const { id } = await ask(admin, "POST", "/scheduling/reassignments", { ...request, at, fingerprint });
    await ask(admin, "POST", `/scheduling/reassignments/${id}/undo`);
    return;
  }
}

export async function voice(admin: Visitor) {
  const customer = await ask(admin, "POST", "/customers", { firstName: "Vera", lastName: "Lund" });
  await ask(admin, "POST", `/customers/${customer.id}/addresses`, place);
  const at = `/voice/sessions/${(await ask(admin, "POST", "/voice/sessions", { sessionType: "work_order_creation" })).id}`;
  const headers = { "content-type": "audio/wav" };
  const chunk = `/api${at}/audio/0`;
  noted("PUT", `${at}/audio/0`, await admin.send("PUT", chunk, { body: "RIFF0000WAVE", headers }));
  const words = new FormData();
  words.set("text", "No heat at Vera Lund's, bring two filters.");
  await ask(admin, "POST", `${at}/process`, words);
  const { version } = await ask(admin, "GET", `${at}/preview-actions`);
  await ask(admin, "PATCH", `${at}/drafts`, { version, index: 0, fields: { title: "No heat" } });
  const added = await ask<{ index: number }>(admin, "POST", `${at}/drafts`, { version });
  await ask(admin, "GET", `${at}/preview-actions`);
  await ask(admin, "DELETE", `${at}/drafts/${added.index}`);
  const drafts = [{ index: 0, title: "No heat", customerId: customer.id }];
  const made = await ask<{ workOrders: Made[] }>(admin, "POST", `${at}/create-work-order`, { version, drafts });
  const recordings = `/work-orders/${made.workOrders[0]?.id}/recordings`;
  const [recording] = (await ask<{ items: Made[] }>(admin, "GET", recordings)).items;
  await ask(admin, "GET", `${recordings}/${recording?.id}/audio`);
  const workOrderId = made.workOrders[0]?.id;
  const onWorkOrder = await ask(admin, "POST", "/voice/sessions", { sessionType: "job_commands", workOrderId });
  const note = new FormData();
  note.set("text", "Note that the gate is locked.");
  await ask(admin, "POST", `/voice/sessions/${onWorkOrder.id}/process`, note);
  await ask(admin, "PATCH", `/voice/sessions/${onWorkOrder.id}/commands`, {
    version: 1,
    index: 0,
    fields: { text: "Locked" },
  });
  const commands = [{ index: 0, kind: "note", note: "The gate is locked" }];
  await ask(admin, "POST", `/voice/sessions/${onWorkOrder.id}/apply`, { version: 1, commands });
  await ask(admin, "GET", `/voice/sessions/${onWorkOrder.id}`);
  await ask(admin, "GET", at);
  await ask(admin, "GET", "/voice/history?state=confirmed");
  await ask(admin, "GET", "/voice/history/export");
  const idle = await ask(admin, "POST", "/voice/sessions", { sessionType: "work_order_creation" });
  await ask(admin, "DELETE", `/voice/sessions/${idle.id}`);
}
