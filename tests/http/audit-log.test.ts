import { expect, test } from "vitest";
import { linkToken } from "#tests/support/mailbox";
import { threePagesAndBack } from "#tests/support/page-text";
import { activated, stranger } from "#tests/support/people";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { encodeCursor } from "~/domain/shared/paging.server";

const worker = await testWorker();
const users = "/system/user-managment";

interface Line {
  id: string;
  person: { id: string; name: string } | null;
  action: string;
  entity: string;
  detail: string | null;
  count: number;
  network: string | null;
}

async function logOf(admin: Visitor, query = "") {
  const answer = await admin.get<{ items: Line[]; nextCursor: string | null }>(`/api/audit-log?limit=100&${query}`);
  expect(answer.status).toBe(200);
  return answer.json.items;
}

const actions = (lines: Line[]) => lines.map(({ action }) => action);

/** Signed up with a business and signed in through the form. */
async function founder() {
  const account = await activated(worker, "Harbor Heating");
  const visitor = worker.visitor();
  await visitor.submit("/login", { email: account.email, password: account.password }, account.ip);
  return { ...account, visitor };
}

const guess = (email: string, ip: Record<string, string>) =>
  worker.visitor().post("/api/auth/login", { email, password: "not-the-password" }, ip);

test("the log records sign-ins, failed sign-ins, lockouts and sign-outs", async () => {
  const { email, password, ip, visitor } = await founder();
  for (let i = 0; i < 6; i++) expect((await guess(email, stranger().ip)).status).toBe(401);
  const second = worker.visitor();
  second.cookies.set("device", visitor.cookies.get("device") ?? "");
  expect((await second.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  expect((await second.post("/api/auth/sign-out", {}, ip)).status).toBe(204);
  await expect.poll(async () => actions(await logOf(visitor))).toContain("locked_out");
  const lines = (await logOf(visitor)).filter(({ entity }) => entity === "account");
  const times = (kind: string) => lines.filter((line) => line.action === kind).reduce((n, { count }) => n + count, 0);
  expect(["sign_in", "sign_in_failed", "locked_out", "sign_out"].map(times)).toEqual([2, 5, 1, 1]);
  expect(lines.every(({ network }) => network === "10.0.0.x" || network?.endsWith(".x"))).toBe(true);
});

test("a changed password is logged without its value", async () => {
  const { email, password, ip, visitor } = await founder();
  const next = "another-quiet-morning-9";
  const form = { intent: "password", currentPassword: password, password: next };
  expect((await visitor.submit("/profile", form, ip)).status).toBe(200);
  const answer = await visitor.get("/api/audit-log?limit=100");
  expect(answer.text).toContain("password_changed");
  for (const secret of [password, next, email, ip["cf-connecting-ip"]]) expect(answer.text).not.toContain(secret);
});

test("a password reset by email is logged without the password, the link or the email address", async () => {
  const { email, ip, visitor } = await founder();
  const from = worker.visitor();
  expect((await from.post("/api/auth/request-reset", { email }, ip)).status).toBe(202);
  const token = await linkToken(worker, email, "/auth/reset");
  const next = "another-quiet-evening-7";
  expect((await from.post("/api/auth/reset", { token, password: next }, ip)).status).toBe(200);
  await visitor.submit("/login", { email, password: next }, ip);
  const resets = (await logOf(visitor)).filter(({ action }) => action === "password_reset");
  expect(resets).toMatchObject([{ entity: "account", person: { name: "Ada Marsh" }, count: 1 }]);
  expect((await visitor.get("/settings/audit")).text).toContain("Password reset by email");
  const { text } = await visitor.get("/api/audit-log?limit=100");
  for (const secret of [next, token, email, ip["cf-connecting-ip"]]) expect(text).not.toContain(secret);
});

test("an attacker adds a limited number of rows from any number of networks, and none for an unknown email", async () => {
  const { email, visitor } = await founder();
  const count = () => worker.db.prepare("SELECT count(*) AS n FROM security_events").first<number>("n");
  const before = await count();
  for (let i = 0; i < 3; i++) await guess(stranger().email, stranger().ip);
  expect(await count()).toBe(before);
  const userId = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id");
  const network = (i: number) => ({ "cf-connecting-ip": `172.16.${i}.1`, "sec-fetch-site": "cross-site" });
  for (let i = 0; i < 60; i++) await visitor.submit("/profile", { intent: "others" }, network(i));
  const rows = worker.db.prepare("SELECT count(*) AS n FROM security_events WHERE user_id = ?").bind(userId);
  await expect.poll(() => rows.first<number>("n")).toBe(40);
});

test("denied permissions and cross-site requests are logged for the user who sent them", async () => {
  const { admin, technician, manager } = await worker.business();
  expect((await technician.get(users)).status).toBe(403);
  expect((await technician.post("/api/service-types", {})).status).toBe(403);
  await manager.submit("/profile", { intent: "others" }, { "sec-fetch-site": "cross-site" });
  await expect
    .poll(async () => (await logOf(admin, "topic=refused")).map((line) => [line.person?.id, line.action, line.count]))
    .toEqual(
      expect.arrayContaining([
        [manager.userId, "cross_site_refused", 1],
        [technician.userId, "permission_refused", 2],
      ]),
    );
});

test("an Admin's actions are logged with the user they affected", async () => {
  const { admin, technician } = await worker.business();
  const sheet = `${users}/${technician.userId}`;
  const form = { intent: "permissions", version: "1", permissions: ["customers.read"] };
  expect((await admin.submit(sheet, form)).status).toBe(302);
  expect((await admin.submit(sheet, { intent: "sessions" })).status).toBe(302);
  expect((await technician.get("/api/auth/profile")).status).toBe(401);
  expect((await admin.submit(sheet, { intent: "disable", version: "2" })).status).toBe(302);
  const lines = await logOf(admin, "topic=people");
  expect(actions(lines)).toEqual(["disabled", "sessions_ended", "permissions_changed"]);
  expect(lines.every((line) => line.person?.id === admin.userId && line.detail?.startsWith("Test Person"))).toBe(true);
});

test("the log is filtered by person, topic and day, and paged without gaps or duplicates", async () => {
  const { admin, manager } = await worker.business();
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  for (let i = 0; i < 4; i++) expect((await manager.post("/api/customers", customer)).status).toBe(201);
  expect((await admin.post("/api/customers", customer)).status).toBe(201);
  expect(await logOf(admin, `person=${manager.userId}`)).toHaveLength(4);
  expect(await logOf(admin, "topic=records")).toHaveLength(5);
  expect(await logOf(admin, "topic=settings")).toEqual([]);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  expect(await logOf(admin, `from=${day(-1)}&to=${day(1)}&topic=records`)).toHaveLength(5);
  expect(await logOf(admin, `to=${day(-2)}&topic=records`)).toEqual([]);
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const path = `/api/audit-log?topic=records&limit=2&cursor=${cursor}`;
    const { json } = await admin.get<{ items: Line[]; nextCursor: string | null }>(path);
    seen.push(...json.items.map(({ id }) => id));
    if (!json.nextCursor) break;
    cursor = encodeURIComponent(json.nextCursor);
  }
  expect(seen).toEqual((await logOf(admin, "topic=records")).map(({ id }) => id));
});

test("Previous leads to the page before", async () => {
  const { orgId, admin, manager } = await worker.business();
  const colleague = await worker.member(orgId, "Manager");
  for (const [name, who] of [
    ["Adalind", admin],
    ["Beatrix", manager],
    ["Cleopatra", colleague],
  ] as const) {
    await who.post("/api/customers", { customerType: "residential", firstName: "Ada", lastName: "Marsh" });
    await worker.db
      .prepare("UPDATE tenant_members SET first_name = ? WHERE org_id = ? AND user_id = ?")
      .bind(name, orgId, who.userId)
      .run();
  }
  const { pages, back } = await threePagesAndBack(admin, "/settings/audit?topic=records");
  const shown = [...pages, back].map((page) => /<tbody.*?(Adalind|Beatrix|Cleopatra)/s.exec(page)?.[1]);
  expect(shown).toEqual(["Cleopatra", "Beatrix", "Adalind", "Beatrix"]);
});

test("a filter without matches and a page beyond the last one say so and lead back", async () => {
  const { admin } = await worker.business();
  const unknown = (await admin.get(`/settings/audit?person=${crypto.randomUUID()}`)).text;
  expect([unknown.includes("Nothing matches"), unknown.includes("Former user")]).toEqual([true, true]);
  const beyond = (await admin.get(`/settings/audit?cursor=${encodeCursor(["0"])}`)).text;
  expect(beyond).toMatch(/<a[^>]* rel="prev"/);
});

test("only an Admin of the business sees the log, on the screen, in the API and as a file", async () => {
  const { orgId, admin, manager, technician } = await worker.business();
  const other = await worker.business("Other Air");
  await manager.post("/api/customers", { customerType: "residential", firstName: "Ada", lastName: "Marsh" });
  const system = await worker.member(orgId, "Manager", ["system.admin"]);
  for (const path of ["/settings/audit", "/api/audit-log", "/resources/audit-log"]) {
    for (const who of [manager, technician, system, await worker.household()]) {
      expect((await who.get(path)).status, path).toBe(403);
    }
    expect((await other.admin.get(path)).text).not.toContain(manager.userId);
  }
  const page = await admin.get("/settings/audit");
  expect(page.text).toContain("Customer created");
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
});

test("the file holds every filtered row, with formulas escaped", async () => {
  const { admin, manager, orgId } = await worker.business();
  await worker.db
    .prepare("UPDATE tenant_members SET first_name = '=cmd()' WHERE org_id = ? AND user_id = ?")
    .bind(orgId, manager.userId)
    .run();
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  for (let i = 0; i < 3; i++) await manager.post("/api/customers", customer);
  const file = await admin.get("/resources/audit-log?topic=records");
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = file.text.trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("'=cmd() Person");
});
