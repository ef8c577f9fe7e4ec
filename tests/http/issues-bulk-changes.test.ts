import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addIssue,
  addLabel,
  findIssues,
  type IssueJson,
  type IssueRefused,
  numbersOf,
  seedManyIssues,
} from "#tests/support/issues";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager, orgId } = await worker.business();
const other = await worker.business();

interface ManyJson {
  changed: { id: string; version: number }[];
  unchanged: number;
  refused: { id: string; reference: string | null; message: string }[];
  undo: { id: string; version: number }[];
}

const changeMany = (by: Visitor, issues: object[], change?: object) =>
  by.post<ManyJson & IssueRefused>("/api/issues/bulk", { issues, change });

test("a bulk change lists the issues it could not change and can be undone", async () => {
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
  expect(numbersOf(await findIssues(shop.manager, "state=done&priority=high"))).toEqual([b.number, a.number]);
  expect((await other.manager.get<IssueJson>(`/api/issues/${theirs.id}`)).json.version).toBe(1);
  // Someone else changed one of them in the meantime: it stays that way.
  await shop.admin.patch(`/api/issues/${b.id}`, { version: 2, title: "Newer" });
  const back = await changeMany(shop.manager, json.undo);
  expect(back.json.changed).toEqual([expect.objectContaining({ id: a.id, version: 3 })]);
  expect(back.json.refused.map(({ message }) => message)).toEqual(["Someone changed it since."]);
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

test("a hundred issues are deleted and restored at once, in a fixed number of round trips", async () => {
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
  expect(numbersOf(await findIssues(shop.manager, ""))).toEqual([101]);
  expect((await changeMany(shop.manager, gone.json.undo)).json.changed).toHaveLength(100);
  expect((await findIssues(shop.manager, "")).total).toBe(101);
  const tooMany = await changeMany(shop.manager, [...hundred, { id: last?.id }], { deleted: true });
  expect([tooMany.status, tooMany.json.fields]).toEqual([400, { issues: ["Change at most 100 issues at a time"] }]);
});

test.each<[string, (id: string) => [object[], object?]]>([
  ["no issue", () => [[], { priority: "low" }]],
  ["one issue twice", (id) => [[{ id }, { id }], { priority: "low" }]],
  ["an unknown state", (id) => [[{ id }], { stateId: "nowhere" }]],
  ["an unknown label", (id) => [[{ id }], { addLabelIds: [randomUUID()] }]],
  ["a person of another business", (id) => [[{ id }], { assigneeId: other.manager.userId }]],
])("a bulk change with %s is rejected and changes nothing", async (_, sent) => {
  const { id } = await addIssue(manager);
  expect((await changeMany(manager, ...sent(id))).status).toBe(400);
  expect((await manager.get<IssueJson>(`/api/issues/${id}`)).json.version).toBe(1);
  const reader = await worker.member(orgId, "Technician", ["issues.read"]);
  expect((await changeMany(reader, [{ id }], { priority: "low" })).status).toBe(403);
});

test("the label limit applies to each issue separately in a bulk change", async () => {
  const shop = await worker.business();
  const labels = await Promise.all(Array.from({ length: 101 }, (_, at) => addLabel(shop.admin, `Label ${at}`)));
  const full = await addIssue(shop.manager, { labelIds: labels.slice(0, 100) });
  const free = await addIssue(shop.manager);
  const { json } = await changeMany(shop.manager, [{ id: full.id }, { id: free.id }], {
    addLabelIds: labels.slice(100),
  });
  expect(json.refused.map(({ message }) => message)).toEqual(["An issue can have at most 100 labels."]);
  expect(json.changed.map(({ id }) => id)).toEqual([free.id]);
});

test("labels past the two hundredth, as code hosts bring them, are undone, removed and exported like any other", async () => {
  const shop = await worker.business();
  await worker.db
    .prepare(
      `INSERT INTO issue_labels (org_id, id, name, color, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 205)
       SELECT ?1, printf('0199f000-0000-7000-8000-%012d', i), printf('Label %03d', i), '#8b949e', ?2, ?2 FROM n`,
    )
    .bind(shop.orgId, new Date().toISOString())
    .run();
  const last = "0199f000-0000-7000-8000-000000000205";
  const issue = await addIssue(shop.manager, { labelIds: [last] });
  const removed = await changeMany(shop.manager, [{ id: issue.id }], { removeLabelIds: [last] });
  expect(removed.json.changed).toHaveLength(1);
  expect((await changeMany(shop.manager, removed.json.undo)).json).toMatchObject({ refused: [] });
  const read = async () => (await shop.manager.get<IssueJson>(`/api/issues/${issue.id}`)).json;
  expect((await read()).labelIds).toEqual([last]);
  expect((await shop.manager.get("/resources/issue-export?format=csv")).text).toContain("Label 205");
  expect((await shop.manager.get(`/bugscout/issues/${issue.number}`)).text).toContain("Label 205");
  const listed = await shop.manager.get<{ items: object[] }>("/api/issues/labels");
  expect(listed.json.items).toHaveLength(205);
});
