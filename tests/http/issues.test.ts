import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import {
  addIssue,
  addLabel,
  type IssueJson,
  type IssueList,
  type IssueRefused,
  seedManyIssues,
} from "#tests/support/issues";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { ownWorker, testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

const numbers = (list: IssueList) => list.items.map(({ number }) => number);
const find = async (by: Visitor, query: string) => (await by.get<IssueList>(`/api/issues?${query}`)).json;

test("an issue begins in the first open state with the next number and its author", async () => {
  const first = await addIssue(manager, { title: " Photos stay on uploading ", body: "Three\r\nphotos" });
  expect(first).toMatchObject({
    ...{ title: "Photos stay on uploading", body: "Three\nphotos", priority: "none", version: 1, source: "person" },
    ...{ state: { id: "backlog", name: "Backlog", category: "open" }, labels: [], closedAt: null, assignee: null },
  });
  expect(first.author).toMatchObject({ host: null, url: null });
  const second = await addIssue(manager);
  expect([second.number, second.reference]).toEqual([first.number + 1, `BUG-${first.number + 1}`]);
  for (const ref of [first.id, String(first.number), `BUG-${first.number}`]) {
    expect((await manager.get<IssueJson>(`/api/issues/${ref}`)).json.id).toBe(first.id);
  }
});

test("twenty at once get twenty numbers, and the same key makes one", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => addIssue(manager)));
  expect(new Set(all.map(({ number }) => number)).size).toBe(20);
  const key = { "Idempotency-Key": randomUUID() };
  const [a, b] = await Promise.all([
    manager.post<IssueJson>("/api/issues", { title: "Twice" }, key),
    manager.post<IssueJson>("/api/issues", { title: "Twice" }, key),
  ]);
  expect([a.status, b.status, a.json.id]).toEqual([201, 201, b.json.id]);
});

test.each<[string, object, string]>([
  ["no title", { title: " " }, "title"],
  ["a title over 256 characters", { title: "x".repeat(257) }, "title"],
  ["a title of two lines", { title: "a\nb" }, "title"],
  ["a body over 65,536 characters", { body: "x".repeat(65_537) }, "body"],
  ["a zero byte in the body", { body: "a\u0000b" }, "body"],
  ["a priority that is none", { priority: "asap" }, "priority"],
  ["a state that is none", { stateId: "nowhere" }, "stateId"],
  ["a label that is none", { labelIds: [randomUUID()] }, "labelIds"],
  ["a person that is none", { assigneeId: randomUUID() }, "assigneeId"],
  ["a work order that is none", { workOrderId: randomUUID() }, "workOrderId"],
  ["an issue that is none", { duplicateOf: randomUUID() }, "duplicateOf"],
])("an issue with %s is refused with its field", async (_, fields, field) => {
  const answer = await manager.post<IssueRefused>("/api/issues", { title: "Refused", ...fields });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("a megabyte of text gets a clear answer", async () => {
  const answer = await manager.post<IssueRefused>("/api/issues", { title: "Long", body: "x".repeat(1_100_000) });
  expect([answer.status, answer.json.message]).toEqual([413, "The request body is larger than 1 MB."]);
});

test("nothing of another business can be referred to, read, changed or deleted", async () => {
  const theirs = await addIssue(other.manager);
  const label = await addLabel(other.admin, "Theirs");
  const refused = await Promise.all(
    [{ labelIds: [label] }, { assigneeId: other.manager.userId }, { duplicateOf: theirs.id }].map((fields) =>
      manager.post<IssueRefused>("/api/issues", { title: "Mine", ...fields }),
    ),
  );
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  const path = `/api/issues/${theirs.id}`;
  const answers = [
    await manager.get<IssueRefused>(path),
    await manager.patch<IssueRefused>(path, { version: 1, title: "Mine" }),
    await manager.delete<IssueRefused>(path),
    await manager.post<IssueRefused>(`${path}/restore`),
    await manager.post<IssueRefused>(`${path}/comments`, { body: "Hello" }),
    await manager.get<IssueRefused>(`${path}/comments`),
    await manager.patch<IssueRefused>(`/api/issues/labels/${label}`, { version: 1, name: "Mine" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect((await other.manager.get<IssueJson>(path)).json.version).toBe(1);
  expect(numbers(await find(manager, "search=Theirs"))).toEqual([]);
});

test("a technician without the permission learns nothing", async () => {
  const answers = [
    await technician.get<IssueRefused>("/api/issues"),
    await technician.post<IssueRefused>("/api/issues", {}),
    await technician.get<IssueRefused>("/api/issues/1"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  const reader = await worker.member(orgId, "Technician", ["issues.read"]);
  expect((await reader.get<IssueList>("/api/issues")).status).toBe(200);
  expect((await reader.post<IssueRefused>("/api/issues", { title: "No" })).status).toBe(403);
  const writer = await worker.member(orgId, "Technician", ["issues.write"]);
  expect((await writer.post<IssueJson>("/api/issues", { title: "Yes" })).status).toBe(201);
  expect((await writer.post<IssueRefused>("/api/issues/labels", { name: "x", color: "#000000" })).status).toBe(403);
});

test("a change counts the version, and a stale one answers with the issue as it is", async () => {
  const { id } = await addIssue(manager);
  const path = `/api/issues/${id}`;
  const changed = await manager.patch<IssueJson>(path, {
    ...{ version: 1, priority: "high", assigneeId: manager.userId, title: "Fan rattles" },
  });
  expect(changed.json).toMatchObject({ version: 2, priority: "high", title: "Fan rattles", body: "" });
  expect(changed.json.assignee?.id).toBe(manager.userId);
  const late = await admin.patch<IssueRefused>(path, { version: 1, title: "Fan hums" });
  expect([late.status, late.json.current?.title]).toEqual([409, "Fan rattles"]);
  const same = await manager.patch<IssueJson>(path, { version: 2, priority: "high" });
  expect(same.json.version).toBe(2);
  const both = await Promise.all(["a", "b"].map((title) => manager.patch<IssueJson>(path, { version: 2, title })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kinds = await worker.db
    .prepare("SELECT kind FROM issue_activity WHERE org_id = ? AND issue_id = ? ORDER BY id")
    .bind(orgId, id)
    .all<{ kind: string }>();
  expect(kinds.results.map(({ kind }) => kind).sort()).toEqual(["assignee", "created", "priority", "title", "title"]);
});

test("an issue is closed by its state, stays closed since then, and is open again", async () => {
  const { id } = await addIssue(manager);
  const move = async (version: number, stateId: string) =>
    (await manager.patch<IssueJson>(`/api/issues/${id}`, { version, stateId })).json;
  const done = await move(1, "done");
  expect([done.state.category, done.closedAt]).toEqual(["closed", done.updatedAt]);
  expect((await move(2, "canceled")).closedAt).toBe(done.closedAt);
  expect((await move(3, "todo")).closedAt).toBeNull();
});

test("a label is found by, renamed once for all, and taken off when it is deleted", async () => {
  const [flaky, urgent] = [await addLabel(admin, "Flaky"), await addLabel(admin, "Needs parts")];
  const both = await addIssue(manager, { labelIds: [flaky, urgent, flaky] });
  const one = await addIssue(manager, { labelIds: [flaky] });
  expect(both.labelIds).toEqual([flaky, urgent]);
  expect(numbers(await find(manager, `label=${flaky}`))).toEqual([one.number, both.number]);
  expect(numbers(await find(manager, `label=${flaky},${urgent}`))).toEqual([both.number]);
  const taken = await admin.post<IssueRefused>("/api/issues/labels", { name: "FLAKY", color: "#ffffff" });
  expect([taken.status, taken.json.fields?.name]).toEqual([409, ["Another label has this name"]]);
  await manager.patch(`/api/issues/${one.id}`, { version: 1, labelIds: [] });
  expect(numbers(await find(manager, `label=${flaky}`))).toEqual([both.number]);
  expect((await admin.delete(`/api/issues/labels/${flaky}`)).status).toBe(204);
  const left = await manager.get<IssueJson>(`/api/issues/${both.id}`);
  expect(left.json.labels.map(({ name }) => name)).toEqual(["Needs parts"]);
  expect((await admin.delete(`/api/issues/labels/${flaky}`)).status).toBe(404);
});

test("what is deleted is found nowhere until it is restored as it was", async () => {
  const issue = await addIssue(manager, { title: "Zephyr valve leaks", priority: "high" });
  await manager.post(`/api/issues/${issue.id}/comments`, { body: "Seen too" });
  const before = (await find(manager, "")).total ?? 0;
  const path = `/api/issues/${issue.id}`;
  expect((await manager.delete(path)).status).toBe(204);
  expect((await manager.get(path)).status).toBe(404);
  expect((await manager.patch(path, { version: 2, title: "x" })).status).toBe(404);
  expect((await manager.post(`${path}/comments`, { body: "x" })).status).toBe(404);
  expect((await manager.delete(path)).status).toBe(404);
  expect(numbers(await find(manager, "search=zephyr"))).toEqual([]);
  expect((await find(manager, "")).total).toBe(before - 1);
  const trash = await manager.get<{ items: { id: string }[] }>("/api/issues/trash");
  expect(trash.json.items[0]?.id).toBe(issue.id);
  const back = await manager.post<IssueJson>(`${path}/restore`);
  expect(back.json).toMatchObject({ title: "Zephyr valve leaks", priority: "high", commentCount: 1, version: 3 });
  expect(numbers(await find(manager, "search=zephyr"))).toEqual([issue.number]);
  expect((await manager.post(`${path}/restore`)).status).toBe(409);
});

interface ManyJson {
  changed: { id: string; version: number }[];
  unchanged: number;
  refused: { id: string; reference: string | null; message: string }[];
  undo: { id: string; version: number }[];
}

const changeMany = (by: Visitor, issues: object[], change?: object) =>
  by.post<ManyJson & IssueRefused>("/api/issues/bulk", { issues, change });

test("many issues are changed at once, those that cannot be are named, and all of it is taken back", async () => {
  const shop = await worker.business();
  const [noise, parts] = [await addLabel(shop.admin, "Noise"), await addLabel(shop.admin, "Parts")];
  const [a, b, gone] = [
    await addIssue(shop.manager, { labelIds: [noise], priority: "low" }),
    await addIssue(shop.manager, { labelIds: [parts] }),
    await addIssue(shop.manager),
  ];
  await shop.manager.delete(`/api/issues/${gone.id}`);
  const theirs = await addIssue(other.manager);
  const { status, json } = await changeMany(
    shop.manager,
    [a, b, gone, theirs].map(({ id }) => ({ id })),
    {
      stateId: "done",
      priority: "high",
      assigneeId: shop.manager.userId,
      addLabelIds: [parts],
      removeLabelIds: [noise],
    },
  );
  expect([status, json.changed.map(({ id }) => id)]).toEqual([200, [a.id, b.id]]);
  expect(json.refused).toEqual([
    { id: gone.id, reference: gone.reference, message: "It's in the trash." },
    { id: theirs.id, reference: null, message: "This issue wasn't found." },
  ]);
  const read = async (id: string) => (await shop.manager.get<IssueJson>(`/api/issues/${id}`)).json;
  for (const { id } of [a, b]) {
    expect(await read(id)).toMatchObject({
      ...{ priority: "high", state: { id: "done" }, labelIds: [parts], version: 2 },
      assignee: { id: shop.manager.userId },
    });
  }
  expect(numbers(await find(shop.manager, "state=done&priority=high"))).toEqual([b.number, a.number]);
  expect((await other.manager.get<IssueJson>(`/api/issues/${theirs.id}`)).json.version).toBe(1);
  // Somebody else went on with one of them: it stays as they left it.
  await shop.admin.patch(`/api/issues/${b.id}`, { version: 2, title: "Newer" });
  const back = await changeMany(shop.manager, json.undo);
  expect(back.json.changed).toEqual([expect.objectContaining({ id: a.id, version: 3 })]);
  expect(back.json.refused.map(({ message }) => message)).toEqual(["Somebody changed it since."]);
  expect(await read(a.id)).toMatchObject({
    ...{ priority: "low", state: { id: "backlog" }, labelIds: [noise], assignee: null, closedAt: null },
  });
  const kinds = await worker.db
    .prepare("SELECT kind FROM issue_activity WHERE org_id = ? AND issue_id = ? ORDER BY id")
    .bind(shop.orgId, a.id)
    .all<{ kind: string }>();
  const changes = ["assignee", "labels", "priority", "state"];
  expect(kinds.results.map(({ kind }) => kind).sort()).toEqual([...changes, "created", ...changes].sort());
});

test("a hundred issues go to the trash together and come back, in as many round trips as one", async () => {
  const shop = await worker.business();
  await seedManyIssues(worker, shop.orgId, 101);
  const { results } = await worker.db
    .prepare("SELECT id FROM issues WHERE org_id = ? ORDER BY number")
    .bind(shop.orgId)
    .all<{ id: string }>();
  const [last, ...hundred] = results.toReversed();
  const gone = await changeMany(shop.manager, hundred, { deleted: true });
  expect([gone.status, gone.json.changed.length]).toEqual([200, 100]);
  expect(databaseCosts(gone).rounds).toBeLessThanOrEqual(4);
  expect(numbers(await find(shop.manager, ""))).toEqual([101]);
  expect((await changeMany(shop.manager, gone.json.undo)).json.changed).toHaveLength(100);
  expect((await find(shop.manager, "")).total).toBe(101);
  const tooMany = await changeMany(shop.manager, [...hundred, { id: last?.id }], { deleted: true });
  expect([tooMany.status, tooMany.json.fields]).toEqual([400, { issues: ["Change at most 100 issues at a time"] }]);
});

test.each<[string, (id: string) => [object[], object?]]>([
  ["no issue", () => [[], { priority: "low" }]],
  ["one issue twice", (id) => [[{ id }, { id }], { priority: "low" }]],
  ["a state that is none", (id) => [[{ id }], { stateId: "nowhere" }]],
  ["a label of nobody", (id) => [[{ id }], { addLabelIds: [randomUUID()] }]],
  ["a person of another business", (id) => [[{ id }], { assigneeId: other.manager.userId }]],
])("changing many with %s is refused and changes nothing", async (_, sent) => {
  const { id } = await addIssue(manager);
  expect((await changeMany(manager, ...sent(id))).status).toBe(400);
  expect((await manager.get<IssueJson>(`/api/issues/${id}`)).json.version).toBe(1);
  const reader = await worker.member(orgId, "Technician", ["issues.read"]);
  expect((await changeMany(reader, [{ id }], { priority: "low" })).status).toBe(403);
});

test("an issue takes no more labels than it can have, whatever its neighbors take", async () => {
  const shop = await worker.business();
  const labels = await Promise.all(Array.from({ length: 21 }, (_, at) => addLabel(shop.admin, `Label ${at}`)));
  const full = await addIssue(shop.manager, { labelIds: labels.slice(0, 20) });
  const free = await addIssue(shop.manager);
  const { json } = await changeMany(shop.manager, [{ id: full.id }, { id: free.id }], {
    addLabelIds: labels.slice(20),
  });
  expect(json.refused.map(({ message }) => message)).toEqual(["An issue can have at most 20 labels."]);
  expect(json.changed.map(({ id }) => id)).toEqual([free.id]);
});

interface Row {
  id: string;
  name: string;
  version: number;
}

const rows = async <T = Row>(by: Visitor, path: string) =>
  (await by.get<{ items: T[] }>(`/api/issues/${path}`)).json.items;

test("states are added, ordered, recolored and removed, and their issues move to another one, those of the trash too", async () => {
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

test("a milestone is met by name, counts its issues, is found by, and its issues follow a new name", async () => {
  const shop = await worker.business();
  const { json: spring } = await shop.admin.post<Row>("/api/issues/milestones", {
    name: "Spring",
    dueOn: "2027-03-20",
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
  expect(numbers(await find(shop.manager, `milestone=${spring.id}`))).toEqual([a.number]);
  const path = `/api/issues/milestones/${spring.id}`;
  expect((await shop.admin.patch(path, { version: 1, name: "V2" })).status).toBe(409);
  expect((await shop.admin.patch(path, { version: 1, name: "Heating season" })).status).toBe(200);
  expect((await shop.admin.patch(path, { version: 1, name: "Late" })).status).toBe(409);
  const read = async () =>
    (await shop.manager.get<IssueJson & { milestone: string | null }>(`/api/issues/${a.id}`)).json;
  expect((await read()).milestone).toBe("Heating season");
  expect(numbers(await find(shop.manager, `milestone=${spring.id}&category=closed`))).toEqual([a.number]);
  expect(await counts()).toEqual([
    ["Heating season", 0, 1],
    ["v2", 1, 0],
  ]);
  expect((await shop.admin.delete(path)).status).toBe(204);
  expect((await read()).milestone).toBeNull();
  expect((await other.admin.delete(path)).status).toBe(404);
});

test("a duplicate is closed and leads to the original, which names it, and two are never each other's", async () => {
  const [original, copy] = [await addIssue(manager), await addIssue(manager)];
  const mark = (typed: string, version = "1") =>
    manager.submit(`/bugscout/issues/${copy.number}/duplicate`, { original: typed, version });
  expect((await mark("nonsense")).status).toBe(400);
  expect((await mark("BUG-999999")).status).toBe(400);
  expect((await mark(copy.reference)).status).toBe(400);
  expect((await mark(original.reference)).status).toBe(302);
  const read = async (id: string) =>
    (await manager.get<IssueJson & { duplicates: { id: string }[] }>(`/api/issues/${id}`)).json;
  expect(await read(copy.id)).toMatchObject({ duplicateOf: { id: original.id }, state: { id: "canceled" } });
  expect((await read(original.id)).duplicates.map(({ id }) => id)).toEqual([copy.id]);
  const ring = await manager.patch<IssueRefused>(`/api/issues/${original.id}`, { version: 1, duplicateOf: copy.id });
  expect([ring.status, Object.keys(ring.json.fields ?? {})]).toEqual([400, ["duplicateOf"]]);
  const page = await manager.get(`/bugscout/issues/${copy.number}`);
  expect(page.text).toContain("The work goes on in");
});

interface ViewRow extends Row {
  query: string;
  isMine: boolean;
  isDefault: boolean;
}

test("a view is saved with what is understood, shared, opened by default, and changed by whose it is", async () => {
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

test("a comment is its author's, or the manager's of the tracker", async () => {
  const { id } = await addIssue(manager);
  const writer = await worker.member(orgId, "Technician", ["issues.write"]);
  const path = `/api/issues/${id}/comments`;
  const own = await writer.post<{ id: string; author: { name: string } }>(path, { body: "First" });
  await manager.post(path, { body: "Second" });
  const page = await manager.get<{ items: { body: string; id: string }[]; nextCursor: string; total: number }>(
    `${path}?limit=1`,
  );
  expect([page.json.items[0]?.body, page.json.total]).toEqual(["First", 2]);
  const rest = await manager.get<{ items: { body: string; id: string }[]; nextCursor: null }>(
    `${path}?limit=1&cursor=${encodeURIComponent(page.json.nextCursor)}`,
  );
  expect([rest.json.items[0]?.body, rest.json.nextCursor]).toEqual(["Second", null]);
  const foreign = await writer.patch<IssueRefused>(`${path}/${rest.json.items[0]?.id}`, { version: 1, body: "Mine" });
  expect(foreign.status).toBe(403);
  expect((await manager.patch(`${path}/${own.json.id}`, { version: 1, body: "Edited" })).status).toBe(200);
  expect((await writer.patch(`${path}/${own.json.id}`, { version: 1, body: "Late" })).status).toBe(409);
  expect((await writer.delete(`${path}/${own.json.id}`)).status).toBe(204);
  expect((await manager.get<IssueJson>(`/api/issues/${id}`)).json.commentCount).toBe(1);
  expect((await manager.post<IssueRefused>(path, { body: " " })).json.fields).toHaveProperty("body");
});

test("an issue outlives the work order it is about", async () => {
  const customer = await manager.post<{ id: string }>("/api/customers", {
    ...{ type: "residential", firstName: "Ada", lastName: "Byron" },
    addresses: [{ type: "service", line1: "1 Main St", city: "Milwaukee", state: "WI", postalCode: "53202" }],
  });
  const job = await manager.post<{ id: string }>("/api/work-orders", {
    title: "No heat",
    customerId: customer.json.id,
  });
  const issue = await addIssue(manager, { workOrderId: job.json.id, title: "Ladder rack rattles" });
  expect((await manager.get(`/workorders/${job.json.id}`)).text).toContain("Ladder rack rattles");
  expect((await technician.get(`/workorders/${job.json.id}`)).text).not.toContain("Ladder rack rattles");
  expect(issue.workOrder?.id).toBe(job.json.id);
  expect((await manager.delete(`/api/work-orders/${job.json.id}`)).status).toBe(204);
  expect((await manager.get<IssueJson>(`/api/issues/${issue.id}`)).json.workOrder).toBeNull();
});

test("a unit's screen shows the issues about it to whoever reads issues, and they outlive it", async () => {
  const unit = await addEquipment(manager, { equipmentName: "Rooftop unit 4" });
  const issue = await addIssue(manager, { equipmentId: unit.id, title: "Blower label is wrong" });
  await addIssue(manager, { title: "About nothing" });
  const shown = (await manager.get(`/equipment/${unit.id}`)).text;
  expect(shown).toContain("Blower label is wrong");
  expect(shown).toContain(`/bugscout/issues/new?equipmentId=${unit.id}`);
  expect(shown).not.toContain("About nothing");
  expect((await technician.get(`/equipment/${unit.id}`)).text).not.toContain("Blower label is wrong");
  const theirs = await addEquipment(other.manager);
  const refused = await manager.post<IssueRefused>("/api/issues", { title: "Mine", equipmentId: theirs.id });
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["equipmentId"]]);
  expect((await manager.get<IssueJson>(`/api/issues/${issue.id}`)).json).toMatchObject({ equipment: { id: unit.id } });
  expect((await manager.delete(`/api/equipment/${unit.id}`)).status).toBe(204);
  expect((await manager.get<IssueJson>(`/api/issues/${issue.id}`)).json).toMatchObject({ equipment: null });
});

test("filters meet, pages follow one another without gaps, either way round", async () => {
  const shop = await worker.business();
  await seedManyIssues(worker, shop.orgId, 230);
  const all = Array.from({ length: 230 }, (_, at) => at + 1);
  const pages = async (query: string) => {
    const found: number[] = [];
    for (let cursor = ""; ; ) {
      const list = await find(shop.manager, `${query}&limit=17${cursor}`);
      found.push(...numbers(list));
      if (!list.nextCursor) return found;
      cursor = `&cursor=${encodeURIComponent(list.nextCursor)}`;
    }
  };
  expect(await pages("")).toEqual(all.toReversed());
  expect(await pages("sort=oldest")).toEqual(all);
  const stateOf = (n: number) => ["backlog", "todo", "progress", "review", "done", "canceled", "todo"][n % 7] ?? "";
  const expected = all.filter((n) => stateOf(n) === "todo" && [3, 4].includes(n % 5)).toReversed();
  expect(await pages("state=todo&priority=high,urgent")).toEqual(expected);
  const closed = all.filter((n) => ["done", "canceled"].includes(stateOf(n)));
  expect(await pages("category=closed")).toEqual(closed.toReversed());
  expect((await find(shop.manager, "category=closed")).total).toBe(closed.length);
  expect(await pages("search=rattles&category=open")).toEqual(
    all.filter((n) => n % 10 === 0 && !closed.includes(n)).toReversed(),
  );
  expect(await pages("assignee=none&project=none&source=person")).toEqual(all.toReversed());
  expect((await shop.manager.get<IssueRefused>("/api/issues?cursor=nonsense")).status).toBe(400);
  expect(await pages(`search=${encodeURIComponent('"rattles" OR NEAR(*) -- {filed}')}`)).toEqual([]);
});

test("a list reads as many rows of many issues as of few", async () => {
  const [few, many] = [await worker.business(), await worker.business()];
  await seedManyIssues(worker, few.orgId, 400);
  await seedManyIssues(worker, many.orgId, 4000);
  const queries = [
    "",
    "category=open",
    "state=todo&priority=high",
    "search=rattles",
    "search=compressor&assignee=none",
  ];
  const read = (by: Visitor) =>
    Promise.all(queries.map(async (query) => databaseCosts(await by.get<IssueList>(`/api/issues?${query}`)).read));
  const [atFew, atMany] = [await read(few.manager), await read(many.manager)];
  for (const [at, query] of queries.entries()) expect(atMany[at], query).toBeLessThanOrEqual((atFew[at] ?? 0) * 1.1);
});

test("the board has a column for each state, its most urgent cards first, and goes on from there", async () => {
  const shop = await worker.business();
  await seedManyIssues(worker, shop.orgId, 700);
  interface More {
    items: { number: number; stateId: string }[];
    nextCursor: string | null;
  }
  const cards: More["items"] = [];
  for (let cursor = ""; ; ) {
    const answer = await shop.manager.get<More>(`/resources/issue-column?column=todo${cursor}`);
    cards.push(...answer.json.items);
    if (!answer.json.nextCursor) break;
    cursor = `&cursor=${encodeURIComponent(answer.json.nextCursor)}`;
  }
  const expected = Array.from({ length: 700 }, (_, at) => at + 1)
    .filter((n) => [1, 6].includes(n % 7))
    .sort((a, b) => (b % 5) - (a % 5) || b - a);
  expect(cards.map(({ number }) => number)).toEqual(expected);
  const narrowed = await shop.manager.get<More>("/resources/issue-column?column=todo&search=rattles");
  expect(narrowed.json.items.map(({ number }) => number)).toEqual(expected.filter((n) => n % 10 === 0));
  expect((await shop.manager.get("/resources/issue-column?column=nowhere")).status).toBe(404);
});

test("the board reads as many rows of many issues as of few, filtered or not", async () => {
  const [few, many] = [await worker.business(), await worker.business()];
  await seedManyIssues(worker, few.orgId, 1000);
  await seedManyIssues(worker, many.orgId, 5000);
  for (const query of ["", "?search=compressor", "?assignee=none", "?priority=high,urgent&search=rattles"]) {
    const [atFew, atMany] = await Promise.all(
      [few, many].map(async ({ manager: by }) => databaseCosts(await by.get(`/bugscout/board${query}`))),
    );
    expect(atMany?.read, query).toBeLessThanOrEqual((atFew?.read ?? 0) * 1.1);
    expect(atMany?.rounds, query).toBeLessThanOrEqual(2);
  }
});

test("screens of the tracker are closed to whoever may not read issues, and another business's issue is not found", async () => {
  const theirs = await addIssue(other.manager);
  for (const path of [
    "/bugscout/landing",
    "/bugscout/issues",
    "/bugscout/board",
    "/bugscout/trash",
    "/bugscout/issues/1",
  ])
    expect((await technician.get(path)).status, path).toBe(403);
  expect((await manager.get(`/bugscout/issues/${theirs.id}`)).status).toBe(404);
  const moved = await manager.patch(`/api/issues/${theirs.id}`, { version: 1, stateId: "done" });
  expect(moved.status).toBe(404);
  expect((await other.manager.get<IssueJson>(`/api/issues/${theirs.id}`)).json.state.id).toBe("backlog");
});

test("any member reports a problem, with what they said yes to and nothing else", async () => {
  const report = (fields: Record<string, string>) =>
    technician.submit("/report-problem", {
      text: "The photo is gone\nafter saving",
      page: "/technician/jobs/today",
      ...fields,
    });
  expect((await report({ errors: "TypeError: secret" })).status).toBe(302);
  expect((await report({ errors: "TypeError: allowed", includeErrors: "on", requestId: "abc`1" })).status).toBe(302);
  const [second, first] = (await find(manager, "source=report")).items;
  const bodies = await Promise.all(
    [first, second].map(async (issue) => (await manager.get<IssueJson>(`/api/issues/${issue?.id}`)).json.body),
  );
  expect(first?.title).toBe("The photo is gone");
  expect(bodies[0]).toContain("- Page: `/technician/jobs/today`");
  expect(bodies[0]).not.toContain("secret");
  expect(bodies[1]).toContain("TypeError: allowed");
  expect(bodies[1]).toContain("- Request ID: `abc'1`");
  for (const page of ["https://elsewhere.example/", "/customers?search=Ada"])
    expect((await report({ page })).status, page).toBe(400);
  expect((await report({ text: " " })).status).toBe(400);
  const household = await worker.household();
  expect((await household.get("/report-problem")).status).toBe(403);
});

test("labels, projects and states are kept by whoever manages the tracker, and exported whole", async () => {
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
  const removed = { intent: "change", name: "Noise", color: "#aa5500", version: "1", remove: "on" };
  expect((await send(`/labels/${label}`, removed)).status).toBe(302);
  expect((await shop.manager.get<{ total: number }>("/api/issues/labels")).json.total).toBe(0);
});

test("errors of the server that are the same are one issue with a count", async () => {
  // A table that is gone is nothing that a request could bring about.
  const own = await ownWorker();
  const shop = await own.business();
  const broken = async (times: number) => {
    await own.db.prepare("ALTER TABLE audit_log RENAME TO audit_log_away").run();
    try {
      for (let time = 0; time < times; time += 1) expect((await shop.admin.get("/api/audit-log")).status).toBe(500);
    } finally {
      await own.db.prepare("ALTER TABLE audit_log_away RENAME TO audit_log").run();
    }
  };
  // An outside system that is down is no error of ours: the list below has one issue all the same.
  const down = { token: "glpat-0123456789abcdef0123", baseUrl: "http://127.0.0.1:9" };
  expect((await shop.admin.post("/api/gitlab/token", down)).status).toBe(503);
  await broken(2);
  const errors = async () => (await find(shop.manager, "source=error")).items;
  await expect.poll(async () => (await errors()).length).toBe(1);
  const count = () =>
    own.db.prepare("SELECT count FROM issue_fingerprints WHERE org_id = ?").bind(shop.orgId).first<number>("count");
  await expect.poll(count).toBe(2);
  const [issue] = await errors();
  const done = await shop.admin.patch(`/api/issues/${issue?.id}`, { version: issue?.version, stateId: "done" });
  expect(done.status).toBe(200);
  await broken(1);
  // Met again, it was not solved.
  await expect.poll(async () => (await errors())[0]?.state.category).toBe("open");
  expect(await count()).toBe(3);
  // The screen stands where it was, with the way to report it.
  await own.db.prepare("ALTER TABLE issue_views RENAME TO issue_views_away").run();
  const nested = await shop.admin.get("/bugscout/issues");
  await own.db.prepare("ALTER TABLE issue_views_away RENAME TO issue_views").run();
  expect(nested.status).toBe(500);
  expect(nested.text).toMatch(
    /href="\/report-problem\?page=%2Fbugscout%2Fissues&amp;requestId=[^"]+">Report a problem</,
  );
  expect(nested.text).toContain('href="/bugscout/config"');
});
