import { expect, test } from "vitest";
import { addIssue, findIssues, type IssueJson, type IssueRefused, numbersOf } from "#tests/support/issues";
import { nextYear } from "#tests/support/next-year";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { technician } = await worker.business();
const other = await worker.business();

interface Row {
  id: string;
  name: string;
  version: number;
}

const rows = async <T = Row>(by: Visitor, path: string) =>
  (await by.get<{ items: T[] }>(`/api/issues/${path}`)).json.items;

test("states are added, sorted and removed, and their issues move to another state, even those in the trash", async () => {
  const shop = await worker.business();
  const add = (name: string, kind: string) =>
    shop.admin.post<Row & IssueRefused>("/api/issues/states", { name, kind, color: "#aa5500" });
  const { json: parts } = await add("Parts ordered", "open");
  const { json: paid } = await add("Refunded", "not_planned");
  const names = async () => (await rows(shop.admin, "states")).map(({ name }) => name);
  const initial = ["Backlog", "To do", "In progress", "In review"];
  expect(await names()).toEqual([...initial, "Parts ordered", "Done", "Canceled", "Refunded"]);
  expect((await add("DONE", "open")).json.fields).toEqual({ name: ["Another state has this name"] });
  for (let n = 0; n < 4; n += 1) expect((await add(`More ${n}`, "open")).status).toBe(201);
  expect((await add("One too many", "open")).json.message).toBe("There can be at most 12 states. Remove one first.");
  const ids = (await rows(shop.admin, "states")).map(({ id }) => id).toReversed();
  expect((await shop.admin.put("/api/issues/states/order", { ids })).status).toBe(200);
  expect((await rows(shop.admin, "states")).map(({ id }) => id)).toEqual(ids);
  expect((await shop.admin.put("/api/issues/states/order", { ids: ids.slice(1) })).status).toBe(400);

  const [live, gone] = [
    await addIssue(shop.manager, { stateId: parts.id }),
    await addIssue(shop.manager, { stateId: parts.id }),
  ];
  await shop.manager.delete(`/api/issues/${gone.id}`);
  const remove = (id: string, replacement: string) =>
    shop.admin.delete<IssueRefused>(`/api/issues/states/${id}?replacement=${replacement}`);
  expect((await remove(parts.id, "done")).json.fields?.replacement?.[0]).toMatch(/^Choose another state that is open/);
  expect((await remove(parts.id, parts.id)).status).toBe(400);
  expect((await shop.manager.delete(`/api/issues/states/${paid.id}?replacement=done`)).status).toBe(204);
  expect((await remove(parts.id, "progress")).status).toBe(204);
  const read = async (id: string) => (await shop.manager.get<IssueJson>(`/api/issues/${id}`)).json;
  expect((await read(live.id)).state.id).toBe("progress");
  const { json: back } = await shop.manager.post<IssueJson>(`/api/issues/${gone.id}/restore`);
  expect(back.state.id).toBe("progress");
  expect((await remove("done", "canceled")).status).toBe(204);
  expect((await remove("canceled", "done")).status).toBe(400);
  expect((await shop.technician.delete("/api/issues/states/todo?replacement=backlog")).status).toBe(403);
});

interface MilestoneRow extends Row {
  openIssues: number;
  closedIssues: number;
}

test("a milestone is matched by name, counts its issues, can be filtered by, and renaming updates its issues", async () => {
  const shop = await worker.business();
  const { json: spring } = await shop.admin.post<Row>("/api/issues/milestones", {
    name: "Spring",
    dueOn: nextYear("2027-03-20"),
  });
  const [a, b] = [
    await addIssue(shop.manager, { milestone: "SPRING" }),
    await addIssue(shop.manager, { milestone: "v2" }),
  ];
  const counts = async () =>
    (await rows<MilestoneRow>(shop.admin, "milestones")).map((one) => [one.name, one.openIssues, one.closedIssues]);
  expect(await counts()).toEqual([
    ["Spring", 1, 0],
    ["v2", 1, 0],
  ]);
  await shop.manager.patch(`/api/issues/${a.id}`, { version: 1, stateId: "done" });
  await shop.manager.delete(`/api/issues/${b.id}`);
  expect(await counts()).toEqual([
    ["Spring", 0, 1],
    ["v2", 0, 0],
  ]);
  await shop.manager.post(`/api/issues/${b.id}/restore`);
  expect(numbersOf(await findIssues(shop.manager, `milestone=${spring.id}`))).toEqual([a.number]);
  const path = `/api/issues/milestones/${spring.id}`;
  expect((await shop.admin.patch(path, { version: 1, name: "V2" })).status).toBe(409);
  expect((await shop.admin.patch(path, { version: 1, name: "Heating season" })).status).toBe(200);
  expect((await shop.admin.patch(path, { version: 1, name: "Late" })).status).toBe(409);
  const read = async () =>
    (await shop.manager.get<IssueJson & { milestone: string | null }>(`/api/issues/${a.id}`)).json;
  expect((await read()).milestone).toBe("Heating season");
  expect(numbersOf(await findIssues(shop.manager, `milestone=${spring.id}&category=closed`))).toEqual([a.number]);
  expect(await counts()).toEqual([
    ["Heating season", 0, 1],
    ["v2", 1, 0],
  ]);
  expect((await shop.admin.delete(path)).status).toBe(204);
  expect((await read()).milestone).toBeNull();
  expect((await other.admin.delete(path)).status).toBe(404);
});

interface ViewRow extends Row {
  query: string;
  isMine: boolean;
  isDefault: boolean;
}

test("a view stores valid filters, can be shared or opened by default, and is edited by its owner or an Admin", async () => {
  const shop = await worker.business();
  const reader = await worker.member(shop.orgId, "Technician", ["issues.read"]);
  const save = (by: Visitor, view: object) => by.post<ViewRow & IssueRefused>("/api/issues/views", view);
  const { json: own } = await save(reader, { name: "Mine", query: "?priority=high&nonsense=1&limit=7&state=todo" });
  expect(own.query).toBe("state=todo&priority=high");
  expect((await save(reader, { name: "MINE" })).json.fields).toEqual({ name: ["Another view of yours has this name"] });
  expect((await save(shop.manager, { name: "Mine" })).status).toBe(201);
  const { json: shared } = await save(shop.manager, { name: "Everybody's", layout: "board", shared: true });
  const seen = async (by: Visitor) => (await rows<ViewRow>(by, "views")).map(({ name }) => name);
  expect(await seen(reader)).toEqual(["Everybody's", "Mine"]);
  expect((await reader.patch(`/api/issues/views/${shared.id}`, { version: 1, name: "Taken" })).status).toBe(403);
  expect((await shop.admin.patch(`/api/issues/views/${shared.id}`, { version: 1, name: "Board" })).status).toBe(200);
  expect((await shop.admin.delete(`/api/issues/views/${own.id}`)).status).toBe(404);
  expect((await other.admin.get(`/bugscout/issues/views/${shared.id}`)).status).toBe(404);

  const opens = async (by: Visitor, query = "") => (await by.get(`/bugscout/issues${query}`)).headers.get("Location");
  expect(await opens(reader)).toBeNull();
  expect((await reader.put("/api/issues/views/default", { viewId: own.id })).status).toBe(200);
  expect(await opens(reader)).toBe("/bugscout/issues?state=todo&priority=high");
  expect([await opens(reader, "?view=all"), await opens(shop.manager)]).toEqual([null, null]);
  await reader.put("/api/issues/views/default", { viewId: shared.id });
  expect(await opens(reader)).toBe("/bugscout/board?view=all");
  const deleted = await shop.manager.submit("/bugscout/issues/views", { intent: "delete", viewId: shared.id });
  expect(deleted.status).toBe(302);
  expect([await seen(reader), await opens(reader)]).toEqual([["Mine"], null]);
});

test("saving a view and making it the default is one change: the form sent again takes back no later choice", async () => {
  const shop = await worker.business();
  const opens = async () => (await shop.manager.get("/bugscout/issues")).headers.get("Location");
  const fields = { name: "High", layout: "list", query: "priority=high", isDefault: "on" };
  const form = { ...fields, idempotencyKey: "view-form-0001" };
  expect((await shop.manager.submit("/bugscout/issues/views/new", form)).status).toBe(302);
  expect(await opens()).toBe("/bugscout/issues?priority=high");
  const [view] = await rows<ViewRow & { version: number }>(shop.manager, "views");
  const path = `/bugscout/issues/views/${view?.id}`;
  const edit = (more: Record<string, string>) => shop.manager.submit(path, { name: "High", ...more });
  const off = await edit({ version: "1" });
  expect([off.status, off.location]).toEqual([302, "/bugscout/issues?priority=high"]);
  expect(await opens()).toBeNull();
  expect((await shop.manager.submit("/bugscout/issues/views/new", form)).status).toBe(302);
  expect(await opens()).toBeNull();
  // Only the choice changed, so the view is the same version.
  expect((await edit({ version: "1", isDefault: "on" })).status).toBe(302);
  expect((await edit({ version: "1", isDefault: "on", name: "Urgent" })).status).toBe(302);
  expect(await opens()).toBe("/bugscout/issues?priority=high");
  const stale = await edit({ version: "1" });
  expect([stale.status, await opens()]).toEqual([409, "/bugscout/issues?priority=high"]);
});

test("states move up and down one place, and stay at either end", async () => {
  const shop = await worker.business();
  const ids = async () => (await rows<Row>(shop.manager, "states")).map(({ id }) => id);
  const [first = "", second = "", ...others] = await ids();
  const move = (stateId: string, direction: string, by = shop.manager, more: Record<string, string> = {}) =>
    by.submit("/bugscout/config", { stateId, direction, ...more });
  const key = { idempotencyKey: "state-move-0001" };
  expect((await move(first, "down", shop.manager, key)).status).toBe(200);
  expect((await move(first, "down", shop.manager, key)).status).toBe(200);
  expect(await ids()).toEqual([second, first, ...others]);
  expect((await move(second, "up")).status).toBe(200);
  expect(await ids()).toEqual([second, first, ...others]);
  expect((await move("nowhere", "up")).status).toBe(404);
  expect((await move(first, "up", shop.technician)).status).toBe(403);
});

test("a state without a color of its own keeps the default one when it is renamed, and can return to it", async () => {
  const shop = await worker.business();
  const at = "/bugscout/config/states/review";
  const colorOf = async () =>
    (await shop.manager.get<{ items: (Row & { color: string | null })[] }>("/api/issues/states")).json.items.find(
      ({ id }) => id === "review",
    )?.color;
  const form = { intent: "change", name: "Testing", color: "#64748b" };
  expect((await shop.manager.submit(at, { ...form, isDefaultColor: "on", version: "1" })).status).toBe(302);
  expect(await colorOf()).toBeNull();
  expect((await shop.manager.submit(at, { ...form, version: "2" })).status).toBe(302);
  expect(await colorOf()).toBe("#64748b");
  expect((await shop.manager.submit(at, { ...form, isDefaultColor: "on", version: "3" })).status).toBe(302);
  expect(await colorOf()).toBeNull();
});

test("labels, projects and states are edited by tracker managers, and issues are exported", async () => {
  const shop = await worker.business();
  const at = "/bugscout/config";
  const send = (path: string, fields: Record<string, string>, by = shop.manager) => by.submit(`${at}${path}`, fields);
  expect((await send("/labels/new", { intent: "create", name: "Noise", color: "#aa5500" })).status).toBe(302);
  expect((await send("/projects/new", { intent: "create", name: "Office" })).status).toBe(302);
  expect((await send("/projects/new", { intent: "create", name: "OFFICE" })).status).toBe(409);
  expect(
    (await send("/states/review", { intent: "change", name: "Testing", color: "#aa5500", version: "1" })).status,
  ).toBe(302);
  expect(
    (await send("/states/review", { intent: "change", name: "Late", color: "#aa5500", version: "1" })).status,
  ).toBe(409);
  expect(
    (await send("/states/review", { intent: "change", name: "Done", color: "#aa5500", version: "2" })).status,
  ).toBe(409);
  expect((await send("/labels/new", { intent: "create", name: "No", color: "#000000" }, shop.technician)).status).toBe(
    403,
  );
  const project = await worker.db
    .prepare("SELECT id FROM issue_projects WHERE org_id = ?")
    .bind(shop.orgId)
    .first<string>("id");
  expect(
    (await send(`/projects/${project}`, { intent: "change", name: "Mine", version: "1" }, other.manager)).status,
  ).toBe(404);
  const label = await worker.db
    .prepare("SELECT id FROM issue_labels WHERE org_id = ?")
    .bind(shop.orgId)
    .first<string>("id");
  await addIssue(shop.manager, { title: "=1+1", labelIds: [label], projectId: project, stateId: "review" });
  expect(
    (await send(`/projects/${project}`, { intent: "change", name: "Office", archived: "on", version: "1" })).status,
  ).toBe(302);
  const refused = await shop.manager.post<IssueRefused>("/api/issues", { title: "x", projectId: project });
  expect(refused.json.fields).toHaveProperty("projectId");
  const recolored = { intent: "change", name: "Testing", color: "#0055aa", version: "2" };
  expect((await send("/states/review", recolored)).status).toBe(302);
  const renamed = { intent: "change", name: "Rattle", color: "#aa5500", version: "1" };
  expect((await send(`/labels/${label}`, renamed)).status).toBe(302);
  const list = await shop.manager.get("/bugscout/issues");
  expect(list.text).toContain('color="#0055aa"');
  expect(list.text).toContain("Rattle");
  expect(list.text).not.toContain("Noise");
  expect((await send(`/labels/${label}`, { ...renamed, name: "Noise", version: "2" })).status).toBe(302);
  const csv = await shop.manager.get("/resources/issue-export?format=csv");
  const [header, row] = csv.text.split("\r\n");
  expect(header).toMatch(/^reference,title,state,/);
  expect(row).toMatch(/^BUG-1,'=1\+1,Testing,open,none,Office,,Noise,/);
  const json = await shop.manager.get("/resources/issue-export?format=json");
  expect(JSON.parse(json.text.trim())).toMatchObject({ reference: "BUG-1", title: "=1+1", labels: ["Noise"] });
  await addIssue(shop.manager, { title: "Left out" });
  const filtered = await shop.manager.get(`/resources/issue-export?format=json&label=${label}&state=review`);
  expect(filtered.text.trim().split("\n")).toHaveLength(1);
  expect((await technician.get("/resources/issue-export?format=csv")).status).toBe(403);
  expect((await shop.admin.get(`/bugscout/config/labels/${label}/delete`)).text).toContain("Delete Noise?");
  expect((await send(`/labels/${label}/delete`, {}, other.manager)).status).toBe(404);
  expect((await send(`/labels/${label}/delete`, {})).status).toBe(302);
  expect((await shop.manager.get<{ total: number }>("/api/issues/labels")).json.total).toBe(0);
});

test("the list of milestones is complete, however many a code host brought", async () => {
  const { manager, orgId } = await worker.business();
  await worker.db
    .prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 201)
      INSERT INTO issue_milestones (org_id, id, name, created_at, updated_at)
      SELECT ?1, 'm' || n, 'Release ' || n, ?2, ?2 FROM n`,
    )
    .bind(orgId, new Date().toISOString())
    .run();
  expect(await rows(manager, "milestones")).toHaveLength(201);
});

test("managing views keeps the filtered list behind the dialog", async () => {
  const { manager } = await worker.business();
  const view = { name: "Urgent ones", layout: "list", query: "priority=urgent" };
  const { id } = (await manager.post<{ id: string }>("/api/issues/views", view)).json;
  const chosen = await manager.submit("/bugscout/issues/views?priority=high", { intent: "default", viewId: id });
  expect(chosen.location).toBe("/bugscout/issues/views?priority=high");
});
