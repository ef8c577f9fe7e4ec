import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import {
  addIssue,
  addLabel,
  findIssues,
  type IssueJson,
  type IssueList,
  type IssueRefused,
  numbersOf,
} from "#tests/support/issues";
import { attributes } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

test("an issue starts in the first open state with the next number and its author", async () => {
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

test("twenty issues created at once get distinct numbers, and a repeated key creates one", async () => {
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
  ["an unknown priority", { priority: "asap" }, "priority"],
  ["an unknown state", { stateId: "nowhere" }, "stateId"],
  ["an unknown label", { labelIds: [randomUUID()] }, "labelIds"],
  ["an unknown assignee", { assigneeId: randomUUID() }, "assigneeId"],
  ["an unknown work order", { workOrderId: randomUUID() }, "workOrderId"],
  ["an unknown original issue", { duplicateOf: randomUUID() }, "duplicateOf"],
])("an issue with %s is rejected with a field error", async (_, fields, field) => {
  const answer = await manager.post<IssueRefused>("/api/issues", { title: "Refused", ...fields });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("a megabyte of text gets a clear error", async () => {
  const answer = await manager.post<IssueRefused>("/api/issues", { title: "Long", body: "x".repeat(1_100_000) });
  expect([answer.status, answer.json.message]).toEqual([413, "The request body is larger than 1 MB."]);
});

test("another business's issues cannot be referenced, read, changed or deleted", async () => {
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
  expect(numbersOf(await findIssues(manager, "search=Theirs"))).toEqual([]);
});

test("a technician without permission cannot access issues", async () => {
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

test("an update increments the version, and a stale one gets a conflict with the current issue", async () => {
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

test("an issue is closed by its state, keeps its closing time and can be reopened", async () => {
  const { id } = await addIssue(manager);
  const move = async (version: number, stateId: string) =>
    (await manager.patch<IssueJson>(`/api/issues/${id}`, { version, stateId })).json;
  const done = await move(1, "done");
  expect([done.state.category, done.closedAt]).toEqual(["closed", done.updatedAt]);
  expect((await move(2, "canceled")).closedAt).toBe(done.closedAt);
  expect((await move(3, "todo")).closedAt).toBeNull();
});

test("issues are found by label, label names are unique, and deleting a label removes it from issues", async () => {
  const [flaky, urgent] = [await addLabel(admin, "Flaky"), await addLabel(admin, "Needs parts")];
  const both = await addIssue(manager, { labelIds: [flaky, urgent, flaky] });
  const one = await addIssue(manager, { labelIds: [flaky] });
  expect(both.labelIds).toEqual([flaky, urgent]);
  expect(numbersOf(await findIssues(manager, `label=${flaky}`))).toEqual([one.number, both.number]);
  expect(numbersOf(await findIssues(manager, `label=${flaky},${urgent}`))).toEqual([both.number]);
  const taken = await admin.post<IssueRefused>("/api/issues/labels", { name: "FLAKY", color: "#ffffff" });
  expect([taken.status, taken.json.fields?.name]).toEqual([409, ["Another label has this name"]]);
  await manager.patch(`/api/issues/${one.id}`, { version: 1, labelIds: [] });
  expect(numbersOf(await findIssues(manager, `label=${flaky}`))).toEqual([both.number]);
  expect((await admin.delete(`/api/issues/labels/${flaky}`)).status).toBe(204);
  const left = await manager.get<IssueJson>(`/api/issues/${both.id}`);
  expect(left.json.labels.map(({ name }) => name)).toEqual(["Needs parts"]);
  expect((await admin.delete(`/api/issues/labels/${flaky}`)).status).toBe(404);
});

test("a deleted issue is not found until it is restored unchanged", async () => {
  const issue = await addIssue(manager, { title: "Zephyr valve leaks", priority: "high" });
  await manager.post(`/api/issues/${issue.id}/comments`, { body: "Seen too" });
  const before = (await findIssues(manager, "")).total ?? 0;
  const path = `/api/issues/${issue.id}`;
  expect((await manager.delete(path)).status).toBe(204);
  expect((await manager.get(path)).status).toBe(404);
  expect((await manager.patch(path, { version: 2, title: "x" })).status).toBe(404);
  expect((await manager.post(`${path}/comments`, { body: "x" })).status).toBe(404);
  expect((await manager.delete(path)).status).toBe(404);
  expect(numbersOf(await findIssues(manager, "search=zephyr"))).toEqual([]);
  expect((await findIssues(manager, "")).total).toBe(before - 1);
  const trash = await manager.get<{ items: { id: string }[] }>("/api/issues/trash");
  expect(trash.json.items[0]?.id).toBe(issue.id);
  const back = await manager.post<IssueJson>(`${path}/restore`);
  expect(back.json).toMatchObject({ title: "Zephyr valve leaks", priority: "high", commentCount: 1, version: 3 });
  expect(numbersOf(await findIssues(manager, "search=zephyr"))).toEqual([issue.number]);
  expect((await manager.post(`${path}/restore`)).status).toBe(409);
});

test("a duplicate is closed and linked with the original, and two issues cannot duplicate each other", async () => {
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
  expect(page.text).toContain("Work continues in");
});

test("a comment can be changed only by its author or a tracker manager", async () => {
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

test("of more than 200 comments the latest are shown, and a link leads to the earlier ones", async () => {
  const issue = await addIssue(manager, { title: "Talked about a lot" });
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 201)
      INSERT INTO issue_comments (org_id, issue_id, id, user_id, body, created_at, updated_at)
      SELECT ?1, ?2, printf('019a0000-0000-7000-8000-%012d', n), ?3, 'Remark ' || n || '.', ?4, ?4 FROM n`,
    )
    .bind(orgId, issue.id, manager.userId, now)
    .run();
  const screen = `/bugscout/issues/${issue.number}`;
  const latest = (await manager.get(screen)).text;
  expect([latest.includes(">Remark 201.<"), latest.includes(">Remark 1.<")]).toEqual([true, false]);
  const earlier = /href="([^"]*\?before=[^"]*)"/.exec(latest)?.[1] ?? "";
  const first = (await manager.get(earlier)).text;
  expect([first.includes(">Remark 1.<"), first.includes(">Remark 2.<")]).toEqual([true, false]);
  expect(first).toContain("Show latest comments");

  const [dialog = ""] = attributes(first, "href").filter((href) => href.includes("/comments/"));
  expect(dialog.split("?")[1]).toBe(earlier.split("?")[1]);
  const saved = await manager.submit(dialog, { body: "Remark one.", version: "1" });
  expect([saved.status, saved.location]).toEqual([302, earlier]);

  const [edit = "", duplicate] = ["edit", "duplicate"].map((name) => `${screen}/${name}?${earlier.split("?")[1]}`);
  expect(attributes(first, "href")).toEqual(expect.arrayContaining([edit]));
  const renamed = { title: "Talked about less", body: "", version: String(issue.version) };
  expect((await manager.submit(edit, renamed)).location).toBe(earlier);
  const original = String((await addIssue(manager, { title: "Talked about first" })).number);
  const marked = await manager.submit(duplicate ?? "", { original, version: String(issue.version + 1) });
  expect(marked.location).toBe(earlier);
});

test("a comment is edited on its own screen", async () => {
  const { id, number } = await addIssue(manager);
  const made = await manager.post<{ id: string }>(`/api/issues/${id}/comments`, { body: "Rattles at night" });
  const dialog = `/bugscout/issues/${number}/comments/${made.json.id}`;
  expect((await manager.get(dialog)).text).toContain("Rattles at night");
  const empty = await manager.submit(dialog, { body: " ", version: "1" });
  expect(empty.status).toBe(400);
  const saved = await manager.submit(dialog, { body: "Rattles **all day**", version: "1" });
  expect([saved.status, saved.location]).toEqual([302, `/bugscout/issues/${number}`]);
  const page = await manager.get(`/bugscout/issues/${number}`);
  expect(page.text).toContain("Rattles <strong>all day</strong>");
  expect(page.text).not.toContain("at night");
  expect((await manager.submit(dialog, { body: "Late", version: "1" })).status).toBe(409);
});

test("an issue remains when its work order is deleted", async () => {
  const customer = await manager.post<{ id: string }>("/api/customers", {
    ...{ type: "residential", firstName: "Ada", lastName: "Byron" },
    addresses: [{ type: "service", line1: "1 Main St", city: "Milwaukee", state: "WI", postalCode: "53202" }],
  });
  const workOrder = await manager.post<{ id: string }>("/api/work-orders", {
    title: "No heat",
    customerId: customer.json.id,
  });
  const issue = await addIssue(manager, { workOrderId: workOrder.json.id, title: "Ladder rack rattles" });
  expect((await manager.get(`/workorders/${workOrder.json.id}`)).text).toContain("Ladder rack rattles");
  expect((await technician.get(`/workorders/${workOrder.json.id}`)).text).not.toContain("Ladder rack rattles");
  expect(issue.workOrder?.id).toBe(workOrder.json.id);
  expect((await manager.delete(`/api/work-orders/${workOrder.json.id}`)).status).toBe(204);
  expect((await manager.get<IssueJson>(`/api/issues/${issue.id}`)).json.workOrder).toBeNull();
});

test("equipment shows its issues to users who may read issues, and they remain when it is deleted", async () => {
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

test("tracker screens require permission, and another business's issue is not found", async () => {
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
