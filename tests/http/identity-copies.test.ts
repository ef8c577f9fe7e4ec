import { expect, test } from "vitest";
import { linkToken } from "#tests/support/mailbox";
import { nextYear } from "#tests/support/next-year";
import { activated, goodPassword, stranger } from "#tests/support/people";
import { aTechnician, type TechnicianJson } from "#tests/support/technicians";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Changes of identity reach the tenants' side, even if the write there fails at first.
const worker = await testWorker();
const notes = "/api/work-orders/1/notes";

/** Runs while every write to that table of the tenants' side fails. Afterward the queue may copy at any time. */
async function withoutTenants(table: "tenant_members" | "applied_messages", run: () => Promise<void>): Promise<void> {
  const trigger = `CREATE TRIGGER unreachable BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'unreachable'); END`;
  await worker.db.prepare(trigger).run();
  try {
    await run();
  } finally {
    await worker.db.prepare("DROP TRIGGER unreachable").run();
  }
}

/** Runs the sweep of a later minute. */
async function sweepLater(): Promise<void> {
  await worker.db.prepare("UPDATE identity_outbox SET due_at = created_at WHERE delivered_at IS NULL").run();
  await worker.sweep();
}

test("a business whose rows failed at sign-up works on its owner's next request", async () => {
  const owner = worker.visitor();
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Byron", phone: "4145550100" };
  await withoutTenants("tenant_members", async () => {
    const { email, password, ip } = await activated(worker, "Interrupted Heating");
    expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
    expect((await owner.post("/api/customers", customer)).status).toBe(404);
    // Neither the queue nor the sweep copies it.
    await worker.db.prepare("UPDATE identity_outbox SET delivered_at = created_at WHERE delivered_at IS NULL").run();
  });
  expect((await owner.post("/api/customers", customer)).status).toBe(201);
});

test("a new name shows on earlier entries, and an older copy does not replace it", async () => {
  const { orgId, manager, technicianId } = await worker.business();
  const site = await addCustomer(worker, orgId);
  await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-22T15:00:00Z") });
  await manager.post(notes, { body: "Dog in the yard" });
  const author = async () =>
    (await manager.get<{ items: { author: string }[] }>(notes)).json.items.map((note) => note.author);
  expect(await author()).toEqual(["Test Person"]);
  const rename = (lastName: string) => manager.submit("/profile", { intent: "name", firstName: "Grace", lastName });
  await withoutTenants("tenant_members", async () => {
    await rename("Murray");
    expect(await author()).toEqual(["Test Person"]);
  });
  await rename("Hopper");
  expect(await author()).toEqual(["Grace Hopper"]);
  await sweepLater();
  expect(await author()).toEqual(["Grace Hopper"]);
});

test("an invited technician is listed after the next sweep, and joins with the entered details", async () => {
  const { manager } = await worker.business();
  const { email, ip } = stranger();
  const profile = { ...aTechnician(), email, skillLevel: "senior" };
  const listed = async () =>
    (await manager.get<{ items: TechnicianJson[] }>("/api/technicians")).json.items.filter(
      (one) => one.email === email,
    );
  await withoutTenants("applied_messages", async () => {
    await manager.post("/api/technicians/invite", profile);
    expect(await listed()).toEqual([]);
  });
  await sweepLater();
  await expect.poll(listed).toMatchObject([{ status: "pending_setup", skillLevel: "senior" }]);
  const token = await linkToken(worker, email, "/auth/accept-invitation");
  const joining = { token, firstName: "Nia", lastName: "Cole", password: goodPassword };
  const visitor = worker.visitor();
  const technicianId = async () =>
    (await visitor.get<{ technicianId: string | null }>("/api/auth/profile")).json.technicianId;
  await withoutTenants("tenant_members", async () => {
    await visitor.post("/api/auth/accept-invitation", joining, ip);
    expect(await technicianId()).toBeNull();
  });
  const [technician] = await listed();
  expect(await technicianId()).toBe(technician?.id);
});

test("an invitation canceled before its technician was created leaves no pending technician", async () => {
  const { manager } = await worker.business();
  const profile = { ...aTechnician(), email: stranger().email };
  await withoutTenants("applied_messages", async () => {
    const { id } = (await manager.post<{ id: string }>("/api/technicians/invite", profile)).json;
    expect((await manager.post(`/api/technicians/invitations/${id}/cancel`)).status).toBe(200);
  });
  await sweepLater();
  const { items } = (await manager.get<{ items: TechnicianJson[] }>("/api/technicians")).json;
  expect(items.filter((one) => one.email === profile.email && one.status !== "inactive")).toEqual([]);
});
