import { expect, test } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS } from "~/domain/code-hosts/host";

const worker = await testWorker();

type Shop = Awaited<ReturnType<typeof hostShop>>;

const open = (title: string, more: object = {}) => ({ op: "open", by: "luis-o", change: { title, ...more } });

interface Entry {
  id: string;
  kind: string;
  outcome: string;
  detail: string;
  number: number | null;
  canRetry: boolean;
}

const log = async (shop: Shop, query = "") =>
  (await shop.admin.get<{ items: Entry[] }>(`/api/code-hosts/log?limit=100${query}`)).json.items;

interface Repository {
  id: string;
  version: number;
  fullName: string;
  problem: string | null;
  creationsStoppedAt: string | null;
  webhook: { isThere: boolean; state: string | null; failures: number; refused: number };
}

const repositories = async (shop: Shop) =>
  (await shop.admin.get<{ items: Repository[] }>("/api/code-hosts/repositories")).json.items;
const at = ({ host, repositoryId }: Shop) => `/api/code-hosts/${host}/repositories/${repositoryId}`;

async function rules(shop: Shop, input: object): Promise<void> {
  const [row] = await repositories(shop);
  const body = { direction: "both", creates: "by_hand", version: row?.version, ...input };
  const answer = await shop.admin.put(`${at(shop)}/rules`, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

async function connected(host: (typeof HOST_KINDS)[number], ...titles: string[]): Promise<Shop> {
  const shop = await hostShop(worker, host);
  for (const title of titles) await shop.happens(open(title));
  await shop.choose();
  await shop.synced();
  return shop;
}

/** A project of the tracker, as added in its setup. */
async function project(shop: Shop, name: string): Promise<string> {
  await shop.admin.submit("/bugscout/config/projects/new", { intent: "create", name });
  const [row] = await shop.rows<{ id: string }>(
    "SELECT id FROM issue_projects WHERE org_id = ? AND name = ?",
    shop.orgId,
    name,
  );
  return row?.id ?? "";
}

test.each(HOST_KINDS)(
  "%s: assignees follow the mapping, and an unmapped assignee is shown instead of dropped",
  async (host) => {
    const shop = await connected(host, "Low");
    const { id } = await shop.here(1);
    await shop.happens({ op: "edit", number: 1, change: { assignees: ["luis-o"] } });
    await shop.deliverAll();
    const assignee = async () =>
      (await shop.rows<{ assignee_id: string | null }>("SELECT assignee_id FROM issues WHERE id = ?", id))[0]
        ?.assignee_id;
    expect(await assignee()).toBeNull();
    expect((await shop.admin.get(`/bugscout/issues/${id}`)).text).toContain("Also assigned there, with no match here:");
    const mapped = await shop.admin.put(`/api/code-hosts/${host}/people/luis-o`, { userId: shop.admin.userId });
    expect(mapped.status).toBe(204);
    await shop.synced();
    expect(await assignee()).toBe(shop.admin.userId);

    // Unassigned here, and there.
    const { version } = await shop.here(1);
    await shop.admin.patch(`/api/issues/${id}`, { version, assigneeId: null });
    await shop.synced();
    expect((await shop.there(1)).issue.assignees).toEqual([]);
    // Assigned here to a member without an account: it stays here, and the log explains why it was not sent.
    const { version: next } = await shop.here(1);
    await shop.admin.patch(`/api/issues/${id}`, { version: next, assigneeId: shop.manager.userId });
    await shop.synced();
    expect([(await shop.there(1)).issue.assignees, await assignee()]).toEqual([[], shop.manager.userId]);
    expect((await log(shop)).map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining("the assignee mapping has no"),
    );
    const foreign = await worker.business("Other Air");
    const body = { userId: foreign.admin.userId };
    expect((await shop.admin.put(`/api/code-hosts/${host}/people/luis-o`, body)).status).toBe(400);
  },
);

test.each(HOST_KINDS)(
  "%s: an account that is mapped later is assigned to the member's open issues on the host, once",
  async (host) => {
    const shop = await connected(host, "Open", "Closed", "Theirs too", "Somebody else's");
    await shop.happens({ op: "edit", number: 3, change: { assignees: ["dana-k"] } });
    await shop.deliverAll();
    for (const number of [1, 2, 3, 4]) {
      const { id, version } = await shop.here(number);
      const assigneeId = number === 4 ? shop.manager.userId : shop.admin.userId;
      const stateId = number === 2 ? { stateId: "done" } : {};
      expect((await shop.admin.patch(`/api/issues/${id}`, { version, assigneeId, ...stateId })).status).toBe(200);
    }
    await shop.synced();
    const there = async () =>
      Promise.all([1, 2, 3, 4].map(async (number) => (await shop.there(number)).issue.assignees));
    expect(await there()).toEqual([[], [], ["dana-k"], []]);
    const mapped = await shop.admin.put(`/api/code-hosts/${host}/people/luis-o`, { userId: shop.admin.userId });
    expect(mapped.status).toBe(204);
    await shop.synced();
    expect((await there()).map((logins) => logins.toSorted())).toEqual([["luis-o"], [], ["dana-k", "luis-o"], []]);
    const [changes, issues] = [await shop.links(), await there()];
    await shop.deliverAll();
    await shop.admin.put(`/api/code-hosts/${host}/people/luis-o`, { userId: shop.admin.userId });
    await shop.synced();
    expect([await there(), await shop.deliveries()]).toEqual([issues, []]);
    expect((await shop.links()).every(({ changes: after }, at) => after <= (changes[at]?.changes ?? 0) + 1)).toBe(true);
  },
);

test("issues without a chosen label and confidential issues are not synced, and the log gives the reason", async () => {
  const shop = await hostShop(worker, "gitlab");
  await shop.happens(open("Plain"));
  await shop.choose();
  await shop.synced();
  await rules(shop, { labels: ["field"] });
  await shop.happens(open("Other", { labels: ["office"] }));
  await shop.happens(open("Ours", { labels: ["Field"] }));
  await shop.happens(open("Secret", { labels: ["field"], isConfidential: true }));
  await shop.deliverAll();
  expect((await shop.links()).map(({ number }) => number)).toEqual([1, 3]);
  const ignored = await log(shop, "&outcome=ignored");
  expect(ignored.find(({ number }) => number === 2)?.detail).toContain("none of the synced labels: field");
  expect(ignored.find(({ number }) => number === 4)?.detail).toContain("confidential");
  // The earlier issue is ignored as well, until it has the label.
  await shop.happens({ op: "edit", number: 1, change: { title: "Changed" } });
  await shop.deliverAll();
  expect((await shop.here(1)).title).toBe("Plain");
  await shop.happens({ op: "edit", number: 1, change: { labels: ["field"] } });
  await shop.deliverAll();
  expect((await shop.here(1)).title).toBe("Changed");
  await rules(shop, { labels: [], includeConfidential: true });
  expect((await shop.admin.post(`${at(shop)}/backfill`, { direction: "from_host" })).status).toBe(202);
  await shop.synced();
  expect((await shop.links()).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test("a field syncs only in its rule's direction, and neither version is lost", async () => {
  const shop = await connected("github", "Low");
  await rules(shop, { direction: "from_host", fieldRules: { state: "both", title: "off" } });
  const { id, version } = await shop.here(1);
  await shop.admin.patch(`/api/issues/${id}`, { version, title: "Ours", body: "Ours", stateId: "done" });
  await shop.admin.post(`/api/issues/${id}/comments`, { body: "Only here" });
  await shop.synced();
  const { issue, comments } = await shop.there(1);
  expect([issue.title, issue.body, issue.state, comments]).toEqual(["Low", "", "closed", []]);
  await shop.happens({ op: "edit", number: 1, change: { title: "Theirs", labels: ["hot"] } });
  await shop.happens({ op: "comment", number: 1, by: "luis-o", body: "From there" });
  await shop.deliverAll();
  expect(await shop.here(1)).toMatchObject({ title: "Ours", body: "Ours", labels: ["hot"] });
  expect((await shop.here(1)).comments.map(({ body }) => body).sort()).toEqual(["From there", "Only here"]);
  expect((await shop.there(1)).issue.body).toBe("");
});

test.each(HOST_KINDS)("%s: an issue added here is created there once, with its author", async (host) => {
  const shop = await connected(host);
  const label = (await shop.admin.post<{ id: string }>("/api/issues/labels", { name: "Hot", color: "#ff0000" })).json;
  const made = await shop.admin.post<{ id: string }>("/api/issues", {
    ...{ title: "Gauge sticks", body: "At **40** psi", labelIds: [label.id] },
  });
  const { id } = made.json;
  await shop.admin.post(`/api/issues/${id}/comments`, { body: "Seen twice" });
  const push = () => shop.admin.post(`/api/issues/${id}/code-host`, { host, repositoryId: shop.repositoryId });
  expect((await push()).status).toBe(202);
  await shop.synced();
  expect((await push()).status).toBe(409);
  const there = await shop.there(1);
  expect(there.issue).toMatchObject({ title: "Gauge sticks", labels: ["Hot"], state: "open" });
  expect(there.issue.body).toMatch(/^\*\*Test Person\*\* wrote:\n\nAt \*\*40\*\* psi\n\n<!-- plenum:[\w-]+ -->$/);
  expect(there.comments).toHaveLength(1);
  // Its own webhooks do not create a second issue, and an edit there keeps what was added to the text.
  await shop.deliverAll();
  await shop.happens({ op: "edit", number: 1, change: { title: "Gauge sticks, left one" } });
  await shop.deliverAll();
  const { version, title } = await shop.here(1);
  expect(title).toBe("Gauge sticks, left one");
  await shop.admin.patch(`/api/issues/${id}`, { version, body: "At 45 psi" });
  await shop.synced();
  expect((await shop.there(1)).issue.body).toMatch(/wrote:\n\nAt 45 psi\n\n<!-- plenum:/);
  expect(await shop.rows("SELECT id FROM issues WHERE org_id = ?", shop.orgId)).toHaveLength(1);
  expect((await shop.admin.get(`/bugscout/issues/${id}`)).text).toContain(`${shop.name}#1`);
});

test.each(HOST_KINDS)("%s: a creation whose response is lost is found by its key", async (host) => {
  const shop = await connected(host);
  await shop.happens({
    ...{ op: "fail", login: shop.login },
    faults: [{ fault: "slow", times: 1, seconds: 0, after: true, on: "POST" }],
  });
  const { id } = (await shop.admin.post<{ id: string }>("/api/issues", { title: "Once" })).json;
  await shop.admin.post(`/api/issues/${id}/code-host`, { host, repositoryId: shop.repositoryId });
  await shop.settled();
  expect(await shop.links()).toHaveLength(0);
  await shop.rows("UPDATE code_host_pushes SET queued_at = NULL WHERE org_id = ? RETURNING issue_id", shop.orgId);
  await worker.sweep(new Date(Date.now() + 10 * 60_000));
  await shop.synced();
  expect((await shop.links()).map(({ issue_id }) => issue_id)).toEqual([id]);
  await shop.deliverAll();
  const repository = await shop.happens<{ lastNumber: number }>({ op: "look" });
  expect(repository.lastNumber).toBe(1);
});

test("a project's issues are created automatically, up to an hourly limit that stops creation and says so", async () => {
  const shop = await connected("github");
  const projectId = await project(shop, "Gauges");
  await rules(shop, { creates: "project", projectId, labels: ["field"] });
  await rules(shop, { creates: "project", projectId });
  const add = async (title: string) =>
    (await shop.admin.post<{ id: string }>("/api/issues", { title, projectId })).json.id;
  await add("First");
  await worker.sweep();
  await shop.synced();
  expect((await shop.there(1)).issue.title).toBe("First");
  // As if a loop had created a hundred within the hour.
  await shop.rows(
    `INSERT INTO code_host_pushes (org_id, issue_id, host, repository_id, status, origin, created_at, sent_at)
     SELECT ?1, id, 'github', ?2, 'created', 'rule', ?3, ?3 FROM issues WHERE org_id = ?1 AND title = 'x' RETURNING issue_id`,
    shop.orgId,
    shop.repositoryId,
    new Date().toISOString(),
  );
  const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
  await shop.rows(
    `INSERT INTO issues (org_id, id, number, title, state_id, source, created_at, updated_at)
     SELECT ?1, value, 5000 + key, 'Loop', 'todo', 'person', ?2, ?2 FROM json_each(?3) RETURNING id`,
    shop.orgId,
    new Date().toISOString(),
    JSON.stringify(ids),
  );
  await shop.rows(
    `INSERT INTO code_host_pushes (org_id, issue_id, host, repository_id, status, origin, created_at, sent_at)
     SELECT ?1, value, 'github', ?2, 'created', 'rule', ?3, ?3 FROM json_each(?4) RETURNING issue_id`,
    shop.orgId,
    shop.repositoryId,
    new Date().toISOString(),
    JSON.stringify(ids),
  );
  await add("One too many");
  await worker.sweep();
  await shop.settled();
  expect((await shop.happens<{ lastNumber: number }>({ op: "look" })).lastNumber).toBe(1);
  expect((await repositories(shop))[0]?.creationsStoppedAt).not.toBeNull();
  expect((await log(shop, "&outcome=failed"))[0]?.detail).toContain("looks like a loop");
  expect((await shop.admin.get("/bugscout/config/sync")).text).toContain("Nothing more is created there");
  expect((await shop.admin.post(`${at(shop)}/resume`)).status).toBe(204);
  await worker.sweep();
  await shop.synced();
  expect((await shop.there(2)).issue.title).toBe("One too many");
});

test("a dry run counts the issues missing on each side, and a backfill creates exactly those", async () => {
  const shop = await connected("github", "There");
  const projectId = await project(shop, "Old ones");
  for (const title of ["A", "B"]) await shop.admin.post("/api/issues", { title, projectId });
  await shop.admin.post("/api/issues", { title: "Elsewhere" });
  await rules(shop, { projectId });
  type Dry = Record<"fromHost" | "toHost", { count: number; isMore: boolean }>;
  const dry = async () => (await shop.admin.get<Dry>(`${at(shop)}/backfill`)).json;
  expect(await dry()).toMatchObject({ fromHost: { count: 0 }, toHost: { count: 2, isMore: false } });
  expect((await shop.happens<{ lastNumber: number }>({ op: "look" })).lastNumber).toBe(1);
  const done = await shop.admin.post<{ count: number }>(`${at(shop)}/backfill`, { direction: "to_host" });
  expect([done.status, done.json.count]).toEqual([202, 2]);
  await worker.sweep();
  await shop.synced();
  expect((await shop.happens<{ lastNumber: number }>({ op: "look" })).lastNumber).toBe(3);
  expect(await dry()).toMatchObject({ fromHost: { count: 0 }, toHost: { count: 0 } });
});

test("failures are logged with a reason and can be retried one by one or all at once", async () => {
  const shop = await connected("github", "Low", "High");
  await shop.happens({
    ...{ op: "fail", login: shop.login },
    faults: [{ fault: "forbidden", times: 20, on: "PATCH" }],
  });
  for (const number of [1, 2]) {
    const { id, version } = await shop.here(number);
    await shop.admin.patch(`/api/issues/${id}`, { version, body: "Changed" });
  }
  await worker.sweep();
  await shop.settled();
  const failed = (await log(shop, "&outcome=failed")).filter(({ canRetry }) => canRetry);
  expect(failed.map(({ number }) => number).sort()).toEqual([1, 2]);
  expect(failed[0]?.detail).toContain("allowed to do this on GitHub");
  const file = await shop.admin.get("/api/code-hosts/log/export?outcome=failed");
  expect(file.text).toContain("Failed,");
  expect(file.text).not.toContain("Synced,");
  const { text: overview } = await shop.admin.get("/bugscout/landing");
  expect(overview).toContain("2 changes were not synced.");
  expect(overview).toContain('href="/bugscout/config/sync/log?outcome=failed"');
  await shop.happens({ op: "recover", login: shop.login });
  const [first] = failed;
  expect((await shop.admin.post(`/api/code-hosts/log/${first?.id}/retry`)).json).toEqual({ count: 1 });
  await shop.settled();
  expect((await shop.there(first?.number ?? 0)).issue.body).toBe("Changed");
  expect((await shop.admin.post(`/api/code-hosts/log/${first?.id}/retry`)).status).toBe(404);
  expect((await shop.admin.post("/api/code-hosts/log/retry")).json).toEqual({ count: 1 });
  await shop.synced();
  expect((await log(shop, "&outcome=failed")).filter(({ canRetry }) => canRetry)).toEqual([]);
  expect((await shop.admin.get("/bugscout/landing")).text).not.toContain("not synced.");
  const other = await worker.business("Other Air");
  expect((await other.admin.get<{ items: Entry[] }>("/api/code-hosts/log")).json.items).toEqual([]);
  expect((await other.admin.put(`${at(shop)}/rules`, { direction: "both", creates: "never", version: 1 })).status).toBe(
    404,
  );
});

test("webhook health comes from the host, and failing or disabled webhooks shorten the sync interval to 15 minutes", async () => {
  const shop = await connected("github", "Low");
  const look = async () => {
    await shop.admin.post(`${at(shop)}/sync`);
    await shop.settled();
    return (await repositories(shop))[0]?.webhook;
  };
  expect(await look()).toMatchObject({ isThere: true, state: "active", failures: 0, refused: 0 });
  await shop.happens({ op: "edit", number: 1, change: { title: "Lost" } });
  const [delivery] = await shop.deliveries();
  await shop.happens({ op: "answered", id: delivery?.id, status: 503 });
  expect(await look()).toMatchObject({ state: "failing", failures: 1 });
  const [due] = await shop.rows<{ next_read_at: string }>(
    "SELECT next_read_at FROM code_host_repositories WHERE org_id = ?",
    shop.orgId,
  );
  expect(Date.parse(due?.next_read_at ?? "") - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  await shop.happens({ op: "hooks", state: "off" });
  expect(await look()).toMatchObject({ state: "disabled" });
  await shop.happens({ op: "hooks", state: "gone" });
  expect(await look()).toMatchObject({ state: "missing" });
  expect((await shop.admin.get("/bugscout/config/sync")).text).toContain("The webhook was removed on GitHub");
  // The next resync adds it again.
  expect(await look()).toMatchObject({ isThere: true, state: "active" });
  if (delivery) await shop.send({ ...delivery, headers: { ...delivery.headers, "x-hub-signature-256": "sha256=00" } });
  expect((await repositories(shop))[0]?.webhook).toMatchObject({ refused: 1 });
});

test("a renamed repository keeps syncing under its new name", async () => {
  const shop = await connected("github", "Low");
  const renamed = `${shop.login}/gauges-two`;
  await shop.happens({ op: "rename", to: renamed });
  const { id, version } = await shop.here(1);
  await shop.admin.patch(`/api/issues/${id}`, { version, body: "Changed" });
  await worker.sweep();
  await shop.settled();
  await shop.synced();
  expect((await repositories(shop))[0]?.fullName).toBe(renamed);
  expect((await shop.happens<{ issue: { body: string } }>({ op: "look", name: renamed, number: 1 })).issue.body).toBe(
    "Changed",
  );
  expect(await shop.links()).toHaveLength(1);
});

test.each(["transferred first", "opened first"])("a transferred issue stays one issue here: %s", async (order) => {
  const shop = await hostShop(worker, "github");
  const other = `${shop.login}/other`;
  const made = await shop.happens<{ id: number }>({
    op: "repository",
    name: other,
    members: { [shop.login]: "admin" },
  });
  await shop.happens(open("Moves"));
  await shop.happens({ op: "comment", number: 1, by: "luis-o", body: "Before the move" });
  await shop.choose([shop.repositoryId, String(made.id)]);
  await shop.synced();
  const [{ issue_id: id } = { issue_id: "" }] = await shop.links();
  await shop.happens({ op: "transfer", number: 1, to: other });
  if (order === "opened first") {
    await shop.rows(
      "UPDATE code_host_repositories SET next_read_at = '2020-01-01', read_until = NULL WHERE org_id = ? AND id = ? RETURNING id",
      shop.orgId,
      String(made.id),
    );
    await worker.sweep();
    await shop.synced();
  }
  await shop.deliverAll();
  await shop.rows(
    "UPDATE code_host_repositories SET next_read_at = '2020-01-01', read_until = NULL WHERE org_id = ? RETURNING id",
    shop.orgId,
  );
  await worker.sweep();
  await shop.synced();
  const live = await shop.rows<{ id: string; comment_count: number }>(
    "SELECT id, comment_count FROM issues WHERE org_id = ? AND deleted_at IS NULL",
    shop.orgId,
  );
  expect(live).toEqual([{ id, comment_count: 1 }]);
  const linked = (await shop.links()).filter(({ issue_id }) => issue_id === id);
  expect(linked.map(({ status }) => status)).toEqual(["linked"]);
});

test("the daily check finds a deletion on GitLab that no webhook reported", async () => {
  const shop = await connected("gitlab", "Stays", "Goes", "Last");
  await shop.happens({ op: "delete", number: 2 });
  await shop.happens({ op: "delete", number: 3 });
  await shop.rows(
    "UPDATE code_host_repositories SET imported_at = '2020-01-01', next_check_at = '2020-01-01' WHERE org_id = ? RETURNING id",
    shop.orgId,
  );
  await worker.sweep();
  await shop.settled();
  await shop.synced();
  expect((await shop.links()).map(({ status }) => status)).toEqual(["linked", "deleted", "deleted"]);
  expect(await shop.rows("SELECT id FROM issues WHERE org_id = ? AND deleted_at IS NULL", shop.orgId)).toHaveLength(3);
});

test("two businesses on one repository get each edit once and send nothing back", async () => {
  const [one, two] = [await connected("github", "Low"), await hostShop(worker, "github")];
  await one.happens({ op: "repository", name: one.name, members: {} });
  await one.rows(
    "UPDATE simulated_code_hosts SET state = json_set(state, '$.members.' || json_quote(?1), 'admin') WHERE kind = 'repository' AND id = ?2 RETURNING id",
    two.login,
    one.repositoryId,
  );
  await one.rows(
    "INSERT INTO simulated_code_hosts (kind, parent, id, at, state) VALUES ('member', 'github ' || ?1, ?2, ?3, json_object('id', CAST(?2 AS INTEGER))) RETURNING id",
    two.login,
    one.repositoryId,
    one.name,
  );
  await two.choose([one.repositoryId]);
  await two.synced();
  expect(await two.links()).toHaveLength(1);
  const updates = async () => (await one.there(1)).issue.updatedAt;
  /** Delivers all webhooks to both until no more are sent. */
  const quiet = async () => {
    for (let round = 0; round < 5; round += 1) {
      await one.synced();
      await two.synced();
      const outcomes = await one.deliverAll();
      if (outcomes.length === 0) return;
    }
    throw new Error("they go on telling each other");
  };
  const { id, version } = await one.here(1);
  await one.admin.patch(`/api/issues/${id}`, { version, title: "From one", body: "One" });
  await one.admin.post(`/api/issues/${id}/comments`, { body: "Hello from one" });
  await quiet();
  const settled = await updates();
  const twos = await two.here(1);
  expect(twos).toMatchObject({ title: "From one", body: "One", comments: [{ body: "Hello from one" }] });
  expect(twos.comments[0]?.author_name).toBe("Test Person");
  await two.admin.patch(`/api/issues/${twos.id}`, { version: twos.version, title: "From two" });
  await quiet();
  expect((await one.here(1)).title).toBe("From two");
  expect((await one.there(1)).comments).toHaveLength(1);
  const after = await updates();
  expect(after > settled).toBe(true);
  await quiet();
  expect(await updates()).toBe(after);
});
