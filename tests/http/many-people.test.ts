import { expect, test } from "vitest";
import { threePagesAndBack } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const time = "2026-01-01T00:00:00.000Z";
const PEOPLE = 520;
const numbers = `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${PEOPLE})`;

/** Each person's id, in SQL. */
const userId = "substr(?1, 1, 24) || printf('%012d', at)";
const idOf = (orgId: string, at: number) => orgId.slice(0, 24) + String(at).padStart(12, "0");

/** A business with 520 further users, and as many accounts at a code host. */
async function crowded() {
  const shop = await worker.business();
  const { orgId } = shop;
  await worker.db.batch([
    worker.db
      .prepare(`INSERT INTO users (id, email, first_name, last_name, status, created_at)
        ${numbers} SELECT ${userId}, ?1 || '-' || at || '@example.com', 'Person', 'Number ' || at, 'active', ?2 FROM n`)
      .bind(orgId, time),
    worker.db
      .prepare(`INSERT INTO members (org_id, user_id, roles, permissions, status, created_at)
        ${numbers} SELECT ?1, ${userId}, '["Manager"]', '["work_orders.read"]', 'active', ?2 FROM n`)
      .bind(orgId, time),
  ]);
  await worker.db
    .prepare(`INSERT INTO tenant_members (org_id, user_id, first_name, last_name, revision)
      ${numbers} SELECT ?1, ${userId}, 'Person', 'Number ' || at, 1 FROM n`)
    .bind(orgId)
    .run();
  await worker.db
    .prepare(`INSERT INTO code_host_people (org_id, host, login, created_at)
      ${numbers} SELECT ?1, 'github', 'login-' || substr('000' || at, -4), ?2 FROM n`)
    .bind(orgId, time)
    .run();
  return shop;
}

const shop = await crowded();

/** Whom a screen offers of those people. */
async function offered(path: string): Promise<number> {
  const { status, text } = await shop.admin.get(path);
  expect(status, path).toBe(200);
  return new Set(text.match(/Number \d+/g)).size;
}

for (const path of [
  ...["/bugscout/issues", "/bugscout/issues/new", "/leads/list", "/leads/new"],
  ...["/messages/new", "/todos/new", "/settings/audit", "/bugscout/config/sync/people/new"],
])
  test(`${path} offers everyone, however many work there`, async () => {
    expect(await offered(path)).toBe(PEOPLE);
  });

test("a conversation can be opened with everyone", async () => {
  // By last name, this person is the very last one.
  const opened = await shop.admin.post("/api/threads", { people: [idOf(shop.orgId, 99)] });
  expect(opened.status, opened.text).toBe(201);
});

test("the accounts of a code host page, those without a member first", async () => {
  const path = "/bugscout/config/sync/people";
  const account = (page: string) => /login-\d+/.exec(page)?.[0];
  const { pages, back } = await threePagesAndBack(shop.admin, path);
  expect([...pages, back].map(account)).toEqual(["login-0001", "login-0002", "login-0003", "login-0002"]);
  const body = { userId: shop.admin.userId };
  expect((await shop.admin.put("/api/code-hosts/github/people/login-0001", body)).status).toBe(204);
  interface People {
    items: { login: string; userId: string | null; name: string | null }[];
    nextCursor: string | null;
  }
  const found: People["items"] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { json }: { json: People } = await shop.admin.get<People>(
      `/api/code-hosts/people?cursor=${encodeURIComponent(cursor)}`,
    );
    found.push(...json.items);
    cursor = json.nextCursor;
  }
  expect(found).toHaveLength(PEOPLE);
  expect([found[0], found.at(-1)]).toEqual([
    { host: "github", login: "login-0002", userId: null, name: null },
    { host: "github", login: "login-0001", userId: shop.admin.userId, name: expect.stringMatching(/\w/) },
  ]);
});
