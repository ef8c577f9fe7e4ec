import { expect, test } from "vitest";
import { tenantGuard } from "#drizzle/d1/tenants";
import { ask } from "#tests/support/chat";
import { activated } from "#tests/support/people";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();

async function rowsOf(db: D1Database, tables: readonly string[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const table of tables) {
    const count = (await db.prepare(`SELECT count(*) AS count FROM "${table}"`).first<number>("count")) ?? 0;
    if (count > 0) counted[table] = count;
  }
  return counted;
}

test("accounts are stored in the directory and records on the newest shard, and nothing anywhere else", async () => {
  const founder = await activated(worker, "Two Rivers Air");
  const visitor = worker.visitor();
  const { email, password } = founder;
  expect((await visitor.post("/api/auth/login", { email, password })).status).toBe(200);
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  expect((await visitor.post("/api/customers", customer)).status).toBe(201);
  const income = { name: "Pay", category: "salary", amount: 2000, date: "2026-11-01", frequency: "monthly" };
  expect((await visitor.post("/api/income", income)).status).toBe(201);

  const sides = [...tenantGuard().sides];
  const tablesOf = (wanted: string) => sides.filter(([, side]) => side === wanted).map(([name]) => name);
  const { directory, shards } = worker.databases;
  const [older, newer] = [...shards.values()];
  if (!older || !newer) throw new Error("two shards are needed");
  expect(await rowsOf(directory, tablesOf("identity"))).toMatchObject({ users: 1, organizations: 1, members: 1 });
  expect(await rowsOf(newer, tablesOf("tenants"))).toMatchObject({ customers: 1, tenant_members: 1 });
  expect(await rowsOf(directory, tablesOf("tenants"))).toEqual({});
  expect(await rowsOf(newer, tablesOf("identity"))).toEqual({});
  expect(await rowsOf(older, [...tablesOf("identity"), ...tablesOf("tenants")])).toEqual({});
});

test("a write's cookie has a bookmark for each database it used, and the next request starts from them", async () => {
  const { admin } = await worker.business();
  const customer = { customerType: "residential", firstName: "Bo", lastName: "Marsh" };
  expect((await admin.post("/api/customers", customer)).status).toBe(201);
  expect(decodeURIComponent(admin.cookies.get("plenum_bookmark") ?? "")).toMatch(/^directory:[\w-]+\.2:[\w-]+$/);
  expect((await admin.get<{ total: number }>("/api/customers")).json.total).toBe(1);
});

test("a streamed answer is saved after its cookie was sent, so the next requests read the primary databases", async () => {
  const { manager } = await worker.business();
  const { conversationId, answer } = await ask(manager, "jobs tomorrow");
  const bookmark = () => decodeURIComponent(manager.cookies.get("plenum_bookmark") ?? "");
  expect(bookmark()).toBe("directory:first-primary.2:first-primary");
  const { json } = await manager.get<{ messages: { id: string }[] }>(`/api/chat/conversations/${conversationId}`);
  expect(json.messages.at(-1)?.id).toBe(answer.id);
  await manager.post("/api/todos", { title: "Call back" });
  expect(bookmark()).toMatch(/^directory:[\w-]+\.2:[\w-]+$/);
  expect(bookmark()).not.toContain("primary");
});
