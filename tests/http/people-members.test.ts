import { expect, test } from "vitest";
import { threePagesAndBack } from "#tests/support/page-text";
import { activated, stranger } from "#tests/support/people";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { defaultPermissions } from "~/domain/shared/permissions";

const worker = await testWorker();
const users = "/system/user-managment";

/** Posts a form of a member's sheet; an invitation has its own dialog. */
function submitMember(who: Visitor, { userId, ...form }: Record<string, string | string[]>) {
  const path = form.intent === "invite" ? `${users}/invite` : `${users}/${userId}`;
  return who.submit(path, form);
}

interface MemberRow {
  roles: string;
  permissions: string | null;
  status: string;
  version: number;
}

async function rowOf(userId: string) {
  const row = await worker.db.prepare("SELECT * FROM members WHERE user_id = ?").bind(userId).first<MemberRow>();
  return row && { ...row, roles: JSON.parse(row.roles), permissions: row.permissions && JSON.parse(row.permissions) };
}

/** The email addresses in the table of members. */
function emailsIn(html: string): string[] {
  const table = /<table[\s\S]*?<\/table>/.exec(html)?.[0] ?? "";
  return [...table.matchAll(/>([\w-]+@example\.com)/g)].map((match) => match[1] ?? "");
}

async function auditOf(entityId: string) {
  const { results } = await worker.db
    .prepare("SELECT action, user_id, before, after FROM identity_audit_log WHERE entity_id = ? ORDER BY id")
    .bind(entityId)
    .all<{ action: string; user_id: string; before: string; after: string }>();
  return results;
}

test("the list shows only the business's own members, in two round trips", async () => {
  const { admin } = await worker.business();
  const other = await worker.business("Other Air");
  const answer = await admin.get(`${users}/${admin.userId}`);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`${admin.userId}@example.com`);
  expect(answer.text).not.toContain(other.admin.userId);
  expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
});

test("the list can be searched, filtered and paged", async () => {
  const { orgId, admin, manager } = await worker.business();
  const emails = async (query: string) => emailsIn((await admin.get(`${users}?${query}`)).text);
  expect(await emails(`q=${manager.userId.slice(0, 13)}`)).toEqual([`${manager.userId}@example.com`]);
  expect(await emails("q=100%25")).toEqual([]);
  expect(await emails("role=Manager")).toEqual([`${manager.userId}@example.com`]);
  expect(await emails("status=disabled")).toEqual([]);
  for (let i = 0; i < 4; i++) await worker.member(orgId, "Technician");
  const seen: string[] = [];
  let cursor = "";
  for (let turns = 0; turns < 5; turns++) {
    const page = await admin.get(`${users}?limit=3&cursor=${encodeURIComponent(cursor)}`);
    seen.push(...emailsIn(page.text));
    const next = /rel="next"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*rel="next"/.exec(page.text);
    const href = next?.[1] ?? next?.[2];
    if (!href) break;
    cursor = new URL(href.replaceAll("&amp;", "&"), worker.url).searchParams.get("cursor") ?? "";
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
});

test("Previous leads to the page before", async () => {
  const { admin } = await worker.business();
  const { pages, back } = await threePagesAndBack(admin, users);
  const [first, second, third] = pages.map((page) => emailsIn(page));
  expect(new Set([first, second, third].flat()).size).toBe(3);
  expect(emailsIn(back)).toEqual(second);
  // The page stays behind a user's sheet.
  expect(pages[1]).toMatch(/user-managment\/[0-9a-f-]{36}\?[^"]*cursor=/);
});

const intents: [string, (userId: string) => Record<string, string | string[]>][] = [
  ["roles", (userId) => ({ intent: "roles", userId, version: "1", roles: ["Admin"] })],
  ["permissions", (userId) => ({ intent: "permissions", userId, version: "1", permissions: ["system.admin"] })],
  ["disable", (userId) => ({ intent: "disable", userId, version: "1" })],
  ["enable", (userId) => ({ intent: "enable", userId, version: "1" })],
  ["invite", () => ({ intent: "invite", email: stranger().email, roles: ["Admin"] })],
];

test.each(intents)("%s is for Admins of that business only", async (intent, form) => {
  const { orgId, manager, technician } = await worker.business();
  const other = await worker.business("Other Air");
  const system = await worker.member(orgId, "Manager", ["system.admin", "technicians.manage"]);
  const before = await rowOf(technician.userId);
  const submit = (who: Visitor) => submitMember(who, form(technician.userId));
  expect((await submit(manager)).status).toBe(403);
  expect((await submit(technician)).status).toBe(403);
  expect((await submit(system)).status).toBe(403);
  expect((await submit(await worker.household())).status).toBe(403);
  expect((await submit(worker.visitor())).location).toMatch(/^\/login/);
  if (intent !== "invite") expect((await submit(other.admin)).status).toBe(404);
  expect(await rowOf(technician.userId)).toEqual(before);
});

test("the screen requires the Admin role, not only permissions", async () => {
  const { orgId, admin, manager, technician } = await worker.business();
  const system = await worker.member(orgId, "Manager", ["system.admin"]);
  const demoted = await worker.member(orgId, "Admin", ["customers.read"]);
  expect((await admin.get(users)).status).toBe(200);
  expect((await demoted.get(users)).status).toBe(200);
  for (const who of [manager, technician, system, await worker.household()]) {
    expect((await who.get(users)).status).toBe(403);
  }
  expect((await worker.visitor().get(users)).location).toBe("/login?from=%2Fsystem%2Fuser-managment");
});

test("another business's member returns 404 like an unknown one", async () => {
  const { admin } = await worker.business();
  const other = await worker.business("Other Air");
  const answers = await Promise.all(
    [other.technician.userId, crypto.randomUUID()].map((id) => admin.get(`${users}/${id}`)),
  );
  expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
});

async function mayAddCustomer(who: Visitor): Promise<boolean> {
  const answer = await who.post("/api/customers", { customerType: "residential", firstName: "Ada", lastName: "Marsh" });
  expect([201, 403]).toContain(answer.status);
  return answer.status === 201;
}

test("changed roles bring their default permissions, are logged and apply at once", async () => {
  const { admin, technician } = await worker.business();
  expect(await mayAddCustomer(technician)).toBe(false);
  const form = { intent: "roles", userId: technician.userId, version: "1", roles: ["Manager", "Technician"] };
  expect((await submitMember(admin, form)).status).toBe(302);
  expect(await rowOf(technician.userId)).toMatchObject({
    roles: ["Manager", "Technician"],
    permissions: defaultPermissions(["Manager"]),
    version: 2,
  });
  expect(await mayAddCustomer(technician)).toBe(true);
  const [entry] = await auditOf(technician.userId);
  expect(entry).toMatchObject({ action: "roles_changed", user_id: admin.userId });
  expect(JSON.parse(entry?.before ?? "").roles).toEqual(["Technician"]);
  expect(JSON.parse(entry?.after ?? "").roles).toEqual(["Manager", "Technician"]);
});

test("a member who gets the Technician role is added to the technicians", async () => {
  const { orgId, admin, manager } = await worker.business();
  await submitMember(admin, {
    intent: "roles",
    userId: manager.userId,
    version: "1",
    roles: ["Manager", "Technician"],
  });
  const row = await worker.db
    .prepare("SELECT org_id, status FROM technicians WHERE user_id = ?")
    .bind(manager.userId)
    .first();
  expect(row).toEqual({ org_id: orgId, status: "active" });
});

test("permissions can be set one by one or reset to the roles' defaults", async () => {
  const { admin, technician } = await worker.business();
  const form = { intent: "permissions", userId: technician.userId };
  const ticked = ["invoices.read", "customers.write"];
  await submitMember(admin, { ...form, version: "1", permissions: ticked });
  expect((await rowOf(technician.userId))?.permissions.sort()).toEqual([...ticked].sort());
  expect(await mayAddCustomer(technician)).toBe(true);
  await submitMember(admin, { ...form, version: "2" });
  expect((await rowOf(technician.userId))?.permissions).toEqual([]);
  expect((await technician.get("/api/customers")).status).toBe(403);
  await submitMember(admin, { ...form, version: "3", defaults: "true", permissions: ticked });
  expect((await rowOf(technician.userId))?.permissions).toEqual(defaultPermissions(["Technician"]));
});

test("an Admin's permissions cannot be set, and an unknown permission is refused", async () => {
  const { orgId, admin, technician } = await worker.business();
  const second = await worker.member(orgId, "Admin");
  const list = { intent: "permissions", version: "1", permissions: ["customers.read"] };
  expect((await submitMember(admin, { ...list, userId: second.userId })).status).toBe(409);
  const made = { ...list, userId: technician.userId, permissions: ["customers.everything"] };
  expect((await submitMember(admin, made)).status).toBe(400);
});

test("a stale version changes nothing", async () => {
  const { admin, technician } = await worker.business();
  const form = { intent: "roles", userId: technician.userId, version: "7", roles: ["Manager"] };
  const answer = await submitMember(admin, form);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("Someone else just changed this user");
  expect(await rowOf(technician.userId)).toMatchObject({ roles: ["Technician"], version: 1 });
  expect(await auditOf(technician.userId)).toEqual([]);
});

test("the last Admin stays Admin under concurrent changes", async () => {
  const { orgId, admin } = await worker.business();
  const demote = (who: Visitor, userId: string) =>
    submitMember(who, { intent: "roles", userId, version: "1", roles: ["Manager"] });
  const alone = await demote(admin, admin.userId);
  expect(alone.status).toBe(409);
  expect(alone.text).toContain("A business needs at least one Admin");
  const second = await worker.member(orgId, "Admin");
  const both = await Promise.all([demote(admin, second.userId), demote(second, admin.userId)]);
  expect(both.map((answer) => answer.status).filter((status) => status === 302)).toHaveLength(1);
});

test("users cannot turn off their own access, and access can be turned on again", async () => {
  const { admin, technician } = await worker.business();
  expect((await submitMember(admin, { intent: "disable", userId: admin.userId, version: "1" })).status).toBe(409);
  const who = { userId: technician.userId };
  await submitMember(admin, { intent: "disable", ...who, version: "1" });
  expect(await rowOf(technician.userId)).toMatchObject({ status: "disabled" });
  expect((await technician.get("/work-orders")).status).not.toBe(200);
  await submitMember(admin, { intent: "enable", ...who, version: "2" });
  expect(await rowOf(technician.userId)).toMatchObject({ status: "active" });
  expect((await auditOf(technician.userId)).map((entry) => entry.action)).toEqual(["disabled", "enabled"]);
});

test("users can change their own name on the account page, in a household too", async () => {
  const { email, password, ip } = await activated(worker);
  const visitor = worker.visitor();
  await visitor.submit("/login", { email, password }, ip);
  expect((await visitor.submit("/profile", { intent: "name", firstName: "Noor", lastName: "Haddad" })).status).toBe(
    302,
  );
  expect((await visitor.get<object>("/api/auth/profile")).json).toMatchObject({
    firstName: "Noor",
    lastName: "Haddad",
  });
  expect((await visitor.submit("/profile", { intent: "name", firstName: "", lastName: "x" })).status).toBe(400);
  const guest = await worker.visitor().submit("/profile", { intent: "name", firstName: "A", lastName: "B" });
  expect(guest.location).toMatch(/^\/login/);
});

test("the account page takes two round trips and lists the user's sessions", async () => {
  const { admin } = await worker.business();
  const answer = await admin.get("/profile");
  expect(answer.text).toContain("This device");
  expect(databaseCosts(answer).rounds).toBe(2);
});
