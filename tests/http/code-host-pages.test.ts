import { expect, test } from "vitest";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS, HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import { simulatedTokens } from "~/domain/code-hosts/simulated";

const worker = await testWorker();

let accounts = 0;
function account(host: HostKind) {
  accounts += 1;
  const login = `page-${accounts}-${Date.now().toString(36)}`;
  return { login, token: simulatedTokens(host, login)[0]?.token ?? "" };
}
const happens = (command: object) => worker.visitor().post<{ id: number }>("/dev/code-host/command", command);
const at = (host: HostKind, rest = "") => `/integrations/${host}${rest}`;
const chosen = async (orgId: string) =>
  (
    await worker.db
      .prepare("SELECT full_name, status FROM code_host_repositories WHERE org_id = ? ORDER BY full_name")
      .bind(orgId)
      .all<{ full_name: string; status: string }>()
  ).results.map(({ full_name, status }) => `${full_name.split("/")[1]} ${status}`);

async function connected(host: HostKind) {
  const business = await worker.business();
  const { login, token } = account(host);
  await business.admin.post(`/api/${host}/token`, { token });
  const items = (await business.admin.get<{ items: { id: string; fullName: string }[] }>(`/api/${host}/repos`)).json;
  const id = (name: string) => items.items.find(({ fullName }) => fullName.endsWith(name))?.id ?? "";
  return { ...business, login, token, id };
}
const choose = (by: Visitor, host: HostKind, ids: string[], more: Record<string, string> = {}) =>
  by.submit(at(host, "/repositories"), { repositoryIds: ids, limit: "50", ...more });

test.each(HOST_KINDS)("%s: the page connects the account, and a rejected token is not sent back", async (host) => {
  const { admin } = await worker.business();
  const { token, login } = account(host);
  const before = await admin.get(at(host));
  expect([before.status, before.text.includes(`Connect ${HOST_NAMES[host]}`)]).toEqual([200, true]);
  const refused = await admin.submit(at(host), { intent: "connect", token: "ghp_unknown_to_everybody", baseUrl: "" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("does not accept this access token");
  expect(refused.text).not.toContain("ghp_unknown_to_everybody");
  const done = await admin.submit(at(host), { intent: "connect", token, baseUrl: "", idempotencyKey: `page-${login}` });
  expect([done.status, done.location]).toEqual([302, at(host)]);
  const page = (await admin.get(at(host))).text;
  expect(page).toContain(`as <!-- -->${login}`);
  expect(page).not.toContain(token);
});

test.each(HOST_KINDS)("%s: repositories are selected, changed and removed, each page independently", async (host) => {
  const { admin, orgId, id, login } = await connected(host);
  const list = (await admin.get(at(host, "/repositories"))).text;
  for (const name of ["dispatch-board", "website", "old-price-book"]) expect(list).toContain(`${login}/${name}`);
  expect((await choose(admin, host, [id("dispatch-board"), id("website")])).status).toBe(302);
  expect(await chosen(orgId)).toEqual(["dispatch-board chosen", "website chosen"]);
  expect((await admin.get(at(host))).text).toContain(`${login}/website`);
  await choose(admin, host, [id("website")]);
  expect(await chosen(orgId)).toEqual(["dispatch-board removed", "website chosen"]);
  // The second page, with one repository per page, is the archived one: the others stay unchanged.
  await choose(admin, host, [], { limit: "1", cursor: "2" });
  expect(await chosen(orgId)).toEqual(["dispatch-board removed", "website chosen"]);
  await choose(admin, host, [id("dispatch-board")], { limit: "1" });
  expect(await chosen(orgId)).toEqual(["dispatch-board chosen", "website chosen"]);
});

test.each(HOST_KINDS)("%s: archived, foreign and unknown repositories cannot be selected", async (host) => {
  const { admin, orgId, id } = await connected(host);
  const other = await connected(host);
  const archived = await choose(admin, host, [id("old-price-book")]);
  expect([archived.status, archived.text.includes("is archived")]).toEqual([409, true]);
  for (const foreign of [other.id("website"), "123", "../user"])
    expect((await choose(admin, host, [foreign])).status).toBe(404);
  expect(await chosen(orgId)).toEqual([]);
  expect(await chosen(other.orgId)).toEqual([]);
});

test("at most a hundred repositories can be selected, and the selection is saved", async () => {
  const { admin, orgId, login, id } = await connected("github");
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      happens({ op: "repository", host: "github", name: `${login}/a-${at}`, members: { [login]: "write" } }),
    ),
  );
  const all = await admin.get<{ items: { id: string }[] }>("/api/github/repos?limit=100");
  const ids = all.json.items.map((one) => one.id);
  expect((await choose(admin, "github", ids, { limit: "100" })).status).toBe(302);
  expect(await chosen(orgId)).toHaveLength(100);
  const more = await choose(admin, "github", [id("website")], { limit: "100", cursor: "2" });
  expect([more.status, more.text.includes("At most 100 repositories")]).toEqual([409, true]);
  expect((await choose(admin, "github", ids, { limit: "100" })).status).toBe(302);
  expect(await chosen(orgId)).toHaveLength(100);
});

test.each(HOST_KINDS)("%s: a revoked token is shown with instructions and can be replaced", async (host) => {
  const { admin, login, token, id } = await connected(host);
  await choose(admin, host, [id("website")]);
  await happens({ op: "revoke", host, login, token });
  const list = await admin.get(at(host, "/repositories"));
  expect([list.status, list.text.includes("no longer accepts the access token")]).toEqual([409, true]);
  const page = (await admin.get(at(host))).text;
  expect(page).toContain("Token not accepted");
  const overview = (await admin.get("/bugscout/landing")).text;
  expect(overview).toContain(`${HOST_NAMES[host]} no longer accepts the token.`);
  expect(page).toContain(`${login}/website`);
  expect(page).not.toContain("Choose repositories");
  const elsewhere = await admin.submit(at(host, "/token"), { token: account(host).token });
  expect([elsewhere.status, elsewhere.text.includes("Another")]).toEqual([409, true]);
  if (host === "gitlab") return;
  const replaced = await admin.submit(at(host, "/token"), { token: simulatedTokens(host, login)[1]?.token ?? "" });
  expect(replaced.status).toBe(302);
  expect((await admin.get(at(host))).text).toContain("Fine-grained, set per repository");
});

test.each(HOST_KINDS)("%s: disconnecting deletes the token and keeps the selected repositories", async (host) => {
  const { admin, orgId, id, token } = await connected(host);
  await choose(admin, host, [id("website")]);
  expect((await admin.get(at(host, "/disconnect"))).text).toContain(`Disconnect ${HOST_NAMES[host]}?`);
  expect((await admin.submit(at(host, "/disconnect"), {})).status).toBe(302);
  expect((await admin.get(at(host))).text).toContain(`Connect ${HOST_NAMES[host]}`);
  for (const dialog of ["/token", "/disconnect", "/repositories"])
    expect((await admin.get(at(host, dialog))).status).toBe(404);
  await admin.post(`/api/${host}/token`, { token });
  expect(await chosen(orgId)).toEqual(["website chosen"]);
});

test("only system administrators can open the pages, and other businesses see nothing", async () => {
  const { manager, technician, login, id, admin } = await connected("github");
  await choose(admin, "github", [id("website")]);
  const foreign = await worker.business("Other Air");
  for (const dialog of ["", "/token", "/disconnect", "/repositories"]) {
    for (const by of [manager, technician, await worker.household()])
      expect((await by.get(at("github", dialog))).status).toBe(403);
    expect((await foreign.admin.get(at("github", dialog))).text).not.toContain(login);
    expect((await worker.visitor().get(at("github", dialog))).status).toBe(302);
  }
  for (const post of ["", "/token", "/disconnect", "/repositories"])
    expect((await manager.submit(at("github", post), { intent: "connect", token: "ghp_sim_x1234" })).status).toBe(403);
});

test("markup in a repository's name is shown as text", async () => {
  const { admin, login } = await connected("github");
  await happens({
    ...{ op: "repository", host: "github", name: `${login}/<img src=x onerror=alert(1)>` },
    members: { [login]: "admin" },
  });
  const { text } = await admin.get(at("github", "/repositories"));
  expect(text).toContain("&lt;img src=x");
  expect(text).not.toContain("<img src=x");
});
