import { expect, test } from "vitest";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();

const noteOf = (visitor: Visitor) => visitor.cookies.get("plenum_actor") ?? "";

test("a page takes one round trip once the browser remembers the user", async () => {
  const first = await manager.get("/workorders");
  expect(databaseCosts(first).rounds).toBe(2);
  const second = await manager.get("/workorders");
  expect([second.status, databaseCosts(second).rounds]).toEqual([200, 1]);
  expect((await manager.get<{ items: object[] }>("/api/customers")).json.items).toEqual([]);
});

test("an ended session is refused on the very next page", async () => {
  const visitor = await worker.member(orgId, "Manager");
  await visitor.get("/workorders");
  expect(noteOf(visitor)).not.toBe("");
  await worker.db.prepare("DELETE FROM sessions WHERE user_id = ?").bind(visitor.userId).run();
  const page = await visitor.get("/workorders");
  expect([page.status, page.location]).toEqual([302, expect.stringContaining("/login")]);
  expect(noteOf(visitor)).toBe("");
});

test("a removed or added permission applies on the very next page", async () => {
  const visitor = await worker.member(orgId, "Manager");
  expect((await visitor.get("/customers")).status).toBe(200);
  const allow = (permissions: string[]) =>
    worker.db
      .prepare("UPDATE members SET permissions = ? WHERE user_id = ?")
      .bind(JSON.stringify(permissions), visitor.userId)
      .run();
  await allow(["work_orders.read"]);
  expect((await visitor.get("/customers")).status).toBe(403);
  expect((await visitor.get("/api/customers")).status).toBe(403);
  await allow(["work_orders.read", "customers.read"]);
  expect((await visitor.get("/customers")).status).toBe(200);
  expect(databaseCosts(await visitor.get("/customers")).rounds).toBe(1);
});

test("another session's actor cookie has no effect: users see their own business", async () => {
  const stranger = (await worker.business("Elsewhere Air")).admin;
  await admin.get("/workorders");
  await stranger.get("/workorders");
  const own = (await stranger.get<{ organization: { name: string } }>("/api/auth/profile")).json.organization.name;
  for (const note of [noteOf(admin), `${noteOf(admin)}x`, "a.b", ""]) {
    stranger.cookies.set("plenum_actor", note);
    const { status, json } = await stranger.get<{ organization: { name: string } }>("/api/auth/profile");
    expect([status, json.organization.name]).toEqual([200, own]);
  }
});

test("an actor cookie without a session gives no access", async () => {
  await technician.get("/technician");
  const thief = worker.visitor();
  thief.cookies.set("plenum_actor", noteOf(technician));
  expect((await thief.get("/api/auth/profile")).status).toBe(401);
});

test("a write reads the session first", async () => {
  const visitor = await worker.member(orgId, "Manager");
  await visitor.get("/customers");
  await worker.db.prepare("DELETE FROM sessions WHERE user_id = ?").bind(visitor.userId).run();
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  expect((await visitor.post("/api/customers", customer)).status).toBe(401);
});
