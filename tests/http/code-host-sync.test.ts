import { expect, test, vi } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS } from "~/domain/code-hosts/host";

const worker = await testWorker();

const open = (title: string, more: object = {}) => ({ op: "open", by: "luis-o", change: { title, ...more } });

test.each(HOST_KINDS)(
  "%s: the first sync imports all issues, including closed ones, with author, labels and comments",
  async (host) => {
    const shop = await hostShop(worker, host);
    await shop.happens({ op: "issues", count: 250, title: "Old" });
    await shop.happens(
      open("With everything", { body: "**Bold**\r\n", labels: ["Bug", "field"], milestone: "Spring" }),
    );
    await shop.happens({ op: "edit", number: 251, change: { state: "closed" } });
    await shop.happens({ op: "comment", number: 251, by: "luis-o", body: "First" });
    await shop.happens({ op: "comment", number: 251, by: "dana-k", body: "Second" });
    expect(await shop.choose()).toBe(302);
    await shop.synced();
    expect(await shop.repository()).toMatchObject({ problem: null, next_page: null, imported_at: expect.any(String) });
    expect(await shop.links()).toHaveLength(251);
    const numbers = await shop.rows<{ number: number }>(
      "SELECT number FROM issues WHERE org_id = ? ORDER BY number",
      shop.orgId,
    );
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 251 }, (_, at) => at + 1));
    const issue = await shop.here(251);
    expect(issue).toMatchObject({
      ...{ title: "With everything", body: "**Bold**", state_id: "done", milestone: "Spring", author_name: "luis-o" },
      labels: ["Bug", "field"],
    });
    expect(issue.comments.map(({ body, author_name }) => `${author_name}: ${body}`)).toEqual([
      "luis-o: First",
      "dana-k: Second",
    ]);
    expect(
      await shop.rows("SELECT name FROM issue_labels WHERE org_id = ? AND name = 'imported'", shop.orgId),
    ).toHaveLength(1);
  },
);

test.each(HOST_KINDS)("%s: a change on either side reaches the other, and nothing is sent back", async (host) => {
  const shop = await hostShop(worker, host);
  await shop.happens(open("Low", { body: "By 3 psi", labels: ["bug"] }));
  await shop.choose();
  await shop.synced();
  expect((await shop.repository())?.hook_id).toMatch(/^\d+$/);
  const { id } = await shop.here(1);
  const at = `/api/issues/${id}`;

  await shop.happens({
    op: "edit",
    number: 1,
    change: { title: "Reads low", labels: ["bug", "hot"], milestone: "Fall" },
  });
  await shop.happens({ op: "comment", number: 1, by: "luis-o", body: "Seen again" });
  expect(await shop.deliverAll()).not.toContain("ignored");
  expect(await shop.here(1)).toMatchObject({ title: "Reads low", labels: ["bug", "hot"], milestone: "Fall" });

  const { version } = await shop.here(1);
  const patched = await shop.admin.patch(at, { version, body: "By 5 psi", stateId: "done", milestone: null });
  expect(patched.status).toBe(200);
  await shop.admin.post(`${at}/comments`, { body: "Fixed with a new sensor" });
  await shop.synced();
  const there = await shop.there(1);
  expect(there.issue).toMatchObject({ title: "Reads low", body: "By 5 psi", state: "closed", milestone: null });
  expect(there.comments.map(({ body }) => body)).toEqual([
    "Seen again",
    expect.stringMatching(/^\*\*Test Person\*\* wrote:\n\nFixed with a new sensor\n\n<!-- plenum:[\w-]+ -->$/),
  ]);

  // Webhooks about changes made from here cause no further writes.
  const before = [await shop.there(1), await shop.here(1)];
  await shop.deliverAll();
  expect([await shop.there(1), await shop.here(1)]).toEqual(before);
  expect(await shop.deliveries()).toEqual([]);
});

test.each(HOST_KINDS)("%s: comments are edited and deleted on both sides", async (host) => {
  const shop = await hostShop(worker, host);
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  const { id } = await shop.here(1);
  const at = `/api/issues/${id}/comments`;
  const [mine, other] = [
    await shop.admin.post<{ id: string }>(at, { body: "Mine" }),
    await shop.admin.post<{ id: string }>(at, { body: "Other" }),
  ];
  const theirs = await shop.happens<{ id: number }>({ op: "comment", number: 1, by: "luis-o", body: "Theirs" });
  await shop.happens({ op: "comment", number: 1, by: "luis-o", body: "Goes" });
  await shop.deliverAll();
  expect((await shop.here(1)).comments).toHaveLength(4);
  await shop.admin.patch(`${at}/${mine.json.id}`, { version: 1, body: "Mine, changed" });
  await shop.admin.delete(`${at}/${other.json.id}`);
  await shop.happens({ op: "edit_comment", id: theirs.id, body: "Theirs, changed", by: "luis-o" });
  const goes = (await shop.there(1)).comments.find(({ body }) => body === "Goes");
  await shop.happens({ op: "remove_comment", id: goes?.id });
  await shop.deliverAll();
  // GitLab sends no webhook for removed comments: the sync finds them.
  expect((await shop.here(1)).comments.map(({ body }) => body).sort()).toEqual(["Mine, changed", "Theirs, changed"]);
  expect((await shop.there(1)).comments.map(({ body }) => body.split("\n\n")[1] ?? body).sort()).toEqual([
    "Mine, changed",
    "Theirs, changed",
  ]);
});

test("when both sides change the title, theirs is used and ours becomes a conflict", async () => {
  const shop = await hostShop(worker, "github");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  const { id, version } = await shop.here(1);
  await shop.happens({ op: "edit", number: 1, change: { title: "Theirs" } });
  await shop.admin.patch(`/api/issues/${id}`, { version, title: "Ours", priority: "high" });
  await shop.deliverAll();
  expect([(await shop.here(1)).title, (await shop.there(1)).issue.title]).toEqual(["Theirs", "Theirs"]);
  expect(await shop.rows("SELECT field, ours, theirs FROM code_host_conflicts WHERE org_id = ?", shop.orgId)).toEqual([
    { field: "title", ours: "Ours", theirs: "Theirs" },
  ]);
});

test.each(HOST_KINDS)(
  "%s: deleted, transferred and confidential issues stop syncing, stay here and are not created again",
  async (host) => {
    const shop = await hostShop(worker, host);
    await shop.happens({ op: "repository", name: `${shop.login}/other`, members: { [shop.login]: "admin" } });
    for (const title of ["Deleted", "Transferred", "Hidden", "Stays"]) await shop.happens(open(title));
    await shop.choose();
    await shop.synced();
    await shop.happens({ op: "delete", number: 1 });
    await shop.happens({ op: "transfer", number: 2, to: `${shop.login}/other` });
    await shop.happens({ op: "edit", number: 3, change: { isConfidential: true, title: "Secret" } });
    await shop.deliverAll();
    if (host === "gitlab") {
      // GitLab does not report deletions: the next write there finds out.
      const { id, version } = await shop.here(1);
      await shop.admin.patch(`/api/issues/${id}`, { version, title: "Changed here" });
      await shop.synced();
    }
    const statuses = (await shop.links()).map(({ status }) => status);
    expect(statuses).toEqual(["deleted", "transferred", host === "gitlab" ? "confidential" : "linked", "linked"]);
    if (host === "gitlab") expect((await shop.here(3)).title).toBe("Hidden");
    await worker.db
      .prepare("UPDATE code_host_repositories SET next_read_at = '2020-01-01', read_until = NULL WHERE org_id = ?")
      .bind(shop.orgId)
      .run();
    await worker.sweep();
    await shop.synced();
    expect(await shop.links()).toHaveLength(4);
    expect(await shop.rows("SELECT id FROM issues WHERE org_id = ?", shop.orgId)).toHaveLength(4);
  },
);

test("an issue in the trash is not synced until it is restored", async () => {
  const shop = await hostShop(worker, "github");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  const { id } = await shop.here(1);
  await shop.admin.delete(`/api/issues/${id}`);
  await shop.happens({ op: "edit", number: 1, change: { title: "High" } });
  await shop.deliverAll();
  expect([(await shop.here(1)).title, (await shop.there(1)).issue.state]).toEqual(["Low", "open"]);
  await shop.admin.post(`/api/issues/${id}/restore`, {});
  await shop.synced();
  expect((await shop.here(1)).title).toBe("High");
});

test.each(HOST_KINDS)("%s: the next sync recovers lost webhooks", async (host) => {
  const shop = await hostShop(worker, host);
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  await shop.happens({ op: "edit", number: 1, change: { title: "High" } });
  await shop.happens(open("Never told"));
  await shop.happens({ op: "comment", number: 1, by: "luis-o", body: "Never told either" });
  await worker.db
    .prepare("UPDATE code_host_repositories SET next_read_at = '2020-01-01' WHERE org_id = ?")
    .bind(shop.orgId)
    .run();
  await worker.sweep();
  await shop.synced();
  expect(await shop.here(1)).toMatchObject({ title: "High", comments: [{ body: "Never told either" }] });
  expect((await shop.here(2)).title).toBe("Never told");
});

test.each(HOST_KINDS)(
  "%s: duplicate, reordered, forged, changed, oversized and unknown webhooks are handled",
  async (host) => {
    const shop = await hostShop(worker, host);
    await shop.happens(open("Low"));
    await shop.choose();
    await shop.synced();
    for (const title of ["One", "Two", "Three"]) await shop.happens({ op: "edit", number: 1, change: { title } });
    const [first, second, third] = await shop.deliveries();
    if (!first || !second || !third) throw new Error("three are missing");
    const outcomes = [];
    for (const each of [third, first, second, first, third]) outcomes.push((await shop.send(each)).json.outcome);
    expect(outcomes).toEqual(["queued", "queued", "queued", "duplicate", "duplicate"]);
    const ten = await Promise.all(Array.from({ length: 10 }, () => shop.send(second)));
    expect(new Set(ten.map(({ json }) => json.outcome))).toEqual(new Set(["duplicate"]));
    await shop.synced();
    expect((await shop.here(1)).title).toBe("Three");

    const secretHeader = host === "github" ? "x-hub-signature-256" : "x-gitlab-token";
    const forged = [
      { ...first, headers: { ...first.headers, [secretHeader]: "" } },
      { ...first, headers: { ...first.headers, [secretHeader]: `${first.headers[secretHeader]}0` } },
      ...(host === "github" ? [{ ...first, body: first.body.replace("One", "Two") }] : []),
    ];
    for (const each of forged) expect((await shop.send(each)).status).toBe(401);
    const nobody = await shop.send({ ...first, url: first.url.replace(/.{10}$/, "aaaaaaaaaa") });
    expect(nobody.status).toBe(404);
    const huge = await shop.send({ ...first, body: "x".repeat(5_000_001) });
    expect([huge.status, huge.json.message]).toEqual([413, "The webhook is larger than 5 MB."]);
    const other = await hostShop(worker, host);
    await other.happens(open("Elsewhere"));
    await other.choose();
    await other.synced();
    await other.happens({ op: "edit", number: 1, change: { title: "Moved" } });
    const [foreign] = await other.deliveries();
    expect((await shop.send({ ...first, url: foreign?.url ?? "" })).status).toBe(401);
  },
);

test("a webhook for a recently verified repository takes one round trip, until the repository is removed", async () => {
  const shop = await hostShop(worker, "github");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  for (const title of ["One", "Two"]) await shop.happens({ op: "edit", number: 1, change: { title } });
  const [first, second] = await shop.deliveries();
  if (!first || !second) throw new Error("two webhooks wait");
  await shop.send(first);
  expect(databaseCosts(await shop.send(second)).rounds).toBe(1);
  expect((await shop.send(second)).json.outcome).toBe("duplicate");
  const forged = { ...second, headers: { ...second.headers, "x-hub-signature-256": `sha256=${"0".repeat(64)}` } };
  expect((await shop.send(forged)).status).toBe(401);
  await shop.send(first);
  await shop.choose([]);
  expect((await shop.send(second)).status).toBe(404);
});

test("webhooks that concern no issue are acknowledged and ignored, and invalid JSON is rejected", async () => {
  const shop = await hostShop(worker, "gitlab");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  await shop.happens({ op: "edit", number: 1, change: { title: "One" } });
  const [first] = await shop.deliveries();
  if (!first) throw new Error("no webhook");
  for (const body of [
    '{"object_kind":"push"}',
    "{}",
    "[]",
    "null",
    '{"object_kind":"note","object_attributes":{"id":1,"noteable_type":"Commit"}}',
  ])
    expect((await shop.send({ ...first, body })).json).toMatchObject({ received: true, outcome: "ignored" });
  expect((await shop.send({ ...first, body: "{ not json" })).status).toBe(400);
});

test("GitLab's incidents arrive as work items; tasks and comments on them are no issues", async () => {
  const shop = await hostShop(worker, "gitlab");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  await shop.happens({ op: "edit", number: 1, change: { title: "Lower" } });
  const [first] = await shop.deliveries();
  if (!first) throw new Error("no webhook");
  const { object_attributes: facts, ...rest } = JSON.parse(first.body);
  const workItem = (type: string | undefined) => ({
    ...first,
    body: JSON.stringify({ ...rest, object_kind: "work_item", object_attributes: { ...facts, type } }),
  });
  const note = { id: 1, note: "Done", noteable_type: "Issue", system: false, type: null };
  const onTask = { ...rest, object_kind: "note", object_attributes: note, issue: { iid: 2, type: "Task" } };
  for (const delivery of [workItem("Task"), workItem(undefined), { ...first, body: JSON.stringify(onTask) }])
    expect((await shop.send(delivery)).json).toMatchObject({ outcome: "ignored" });
  expect((await shop.send(workItem("Incident"))).json).toMatchObject({ outcome: "queued" });
  await shop.settled();
  expect((await shop.here(1)).title).toBe("Lower");
});

test("a token revoked during an import stops it, and a new token resumes it", async () => {
  const shop = await hostShop(worker, "github");
  await shop.happens({ op: "issues", count: 450, title: "Old" });
  await shop.happens({
    op: "fail",
    login: shop.login,
    faults: [{ fault: "rate_limit", times: 1, skip: 2, seconds: 3600, on: `GET /repos/${shop.name}/issues` }],
  });
  await shop.choose();
  await shop.settled();
  const [paused] = await shop.rows<{ paused_until: string }>(
    "SELECT paused_until FROM code_host_connections WHERE org_id = ?",
    shop.orgId,
  );
  expect(paused?.paused_until).toBeTruthy();
  const before = (await shop.links()).length;
  // Two pages; a pull request among them is not an issue.
  expect(before).toBeGreaterThan(150);
  expect(before).toBeLessThanOrEqual(200);
  // Until then no requests are sent.
  await worker.sweep();
  await shop.settled();
  expect((await shop.links()).length).toBe(before);
  await worker.db
    .prepare("UPDATE code_host_connections SET paused_until = NULL WHERE org_id = ?")
    .bind(shop.orgId)
    .run();
  await shop.happens({ op: "recover", login: shop.login });
  await shop.happens({ op: "revoke", login: shop.login, token: shop.token });
  await worker.db
    .prepare("UPDATE code_host_repositories SET next_read_at = '2020-01-01' WHERE org_id = ?")
    .bind(shop.orgId)
    .run();
  await worker.sweep();
  await shop.settled();
  expect((await shop.links()).length).toBe(before);
  expect((await shop.admin.post("/api/github/token", { token: `github_pat_sim_${shop.login}` })).status).toBe(201);
  await worker.db
    .prepare("UPDATE code_host_repositories SET next_read_at = '2020-01-01' WHERE org_id = ?")
    .bind(shop.orgId)
    .run();
  await worker.sweep();
  await shop.synced();
  expect(await shop.links()).toHaveLength(450);
  expect(new Set((await shop.links()).map(({ issue_id }) => issue_id)).size).toBe(450);
});

test("a removed repository is no longer synced, and its webhook is removed", async () => {
  const shop = await hostShop(worker, "github");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  await shop.happens({ op: "edit", number: 1, change: { title: "One" } });
  const [waiting] = await shop.deliveries();
  await shop.choose([]);
  await shop.settled();
  expect((await shop.repository())?.hook_id).toBeNull();
  if (waiting) expect((await shop.send(waiting)).status).toBe(404);
  expect((await shop.here(1)).title).toBe("Low");
  // A change made here waits and is not queued again and again.
  const { id, version } = await shop.here(1);
  expect((await shop.admin.patch(`/api/issues/${id}`, { version, body: "Ours" })).status).toBe(200);
  await worker.sweep(new Date(Date.now() + 10 * 60_000));
  expect(await shop.rows("SELECT queued_at FROM code_host_issues WHERE org_id = ?", shop.orgId)).toEqual([
    { queued_at: null },
  ]);
  await shop.choose();
  await shop.synced();
  expect((await shop.here(1)).title).toBe("One");
  expect((await shop.there(1)).issue.body).toBe("Ours");
  expect(await shop.links()).toHaveLength(1);
});

test.each(HOST_KINDS)("%s: the simulated host's pages show an issue, and changes saved there arrive", async (host) => {
  const shop = await hostShop(worker, host);
  await shop.happens(open("Low <b>", { body: "<script>alert(1)</script>" }));
  await shop.choose();
  await shop.synced();
  const { url } = (
    await shop.rows<{ url: string }>("SELECT url FROM code_host_issues WHERE org_id = ?", shop.orgId)
  )[0] ?? { url: "" };
  const { pathname } = new URL(url);
  const guest = worker.visitor();
  expect((await guest.get(`/dev/code-host/${host}/${shop.login}`)).text).toContain(shop.name);
  expect((await guest.get(`/dev/code-host/${host}/${shop.name}`)).text).toContain("Low &lt;b&gt;");
  expect((await guest.get(pathname)).text).not.toContain("<script>alert");
  expect((await guest.submit(pathname, { title: "High", state: "closed", comment: "Done" })).status).toBe(303);
  await shop.synced();
  expect(await shop.here(1)).toMatchObject({ title: "High", state_id: "done", comments: [{ body: "Done" }] });
  expect((await guest.get(`/dev/code-host/${host}/nobody/nothing`)).status).toBe(404);
});

test.each(HOST_KINDS)(
  "%s: the simulated host's pages rename, transfer, delete and cause trouble, and send webhooks in any order or not at all",
  async (host) => {
    const shop = await hostShop(worker, host);
    await shop.happens(open("Low"));
    await shop.choose();
    await shop.synced();
    const guest = worker.visitor();
    const account = `/dev/code-host/${host}/${shop.login}`;
    const before = `/dev/code-host/${host}/${shop.name}`;
    const submit = async (path: string, fields: Record<string, string>) =>
      expect([path, fields, (await guest.submit(path, fields)).status]).toEqual([path, fields, 303]);
    const numbers = async () => (await shop.links()).map(({ number }) => number);

    for (const title of ["First", "Second"])
      await submit(before, { op: "open", title, body: "", labels: "bug, hot", webhooks: "keep" });
    const waiting = await guest.get(`${before}/deliveries`);
    expect(pageText(waiting.text)).toContain("Waiting");
    expect(waiting.text).toMatch(host === "github" ? /x-hub-signature-256: sha256=[\da-f]{64}/ : /x-gitlab-token: \S+/);
    expect(await numbers()).toEqual([1]);
    await submit(`${before}/deliveries`, { op: "reverse" });
    await shop.synced();
    expect(await numbers()).toEqual([1, 2, 3]);
    const [, id = ""] = /name="id" value="([^"]+)"/.exec(waiting.text) ?? [];
    await submit(`${before}/deliveries`, { op: "twice", id });
    expect(pageText((await guest.get(`${before}/deliveries`)).text)).toContain("Answers: 200, 200, 200");
    await shop.synced();
    expect([await numbers(), (await shop.here(2)).labels]).toEqual([
      [1, 2, 3],
      ["bug", "hot"],
    ]);
    await submit(`${before}/issues/2`, { title: "Lost", labels: "bug", state: "open", webhooks: "keep" });
    await submit(`${before}/deliveries`, { op: "lose" });
    await submit(`${before}/deliveries`, { op: "all" });
    await shop.settled();
    expect([(await shop.here(2)).title, (await shop.there(2)).issue.title]).toEqual(["First", "Lost"]);

    const after = `${account}/meters`;
    await submit(before, { op: "rename", to: `${shop.login}/meters` });
    await submit(account, { op: "repository", name: "pumps" });
    await submit(`${after}/issues/2`, { op: "transfer", to: `${shop.login}/pumps` });
    expect((await guest.get(`${account}/pumps`)).text).toContain("Lost");
    await submit(`${after}/issues/3`, { op: "delete" });
    expect((await guest.get(after)).text).not.toContain("Second");
    await submit(account, { op: "fail", fault: "server_error", times: "1000", seconds: "1" });
    expect((await shop.admin.get(`/api/${host}/repos`)).status).toBe(503);
    await submit(account, { op: "recover" });
    expect((await shop.admin.get(`/api/${host}/repos`)).status).toBe(200);
    await submit(after, { op: "hooks", state: "gone" });
    await submit(after, { op: "delete_repository" });
    expect((await guest.get(after)).status).toBe(404);
    expect((await guest.submit(account, { op: "fail", fault: "fire" })).status).toBe(400);
  },
);

test("after an hour of host downtime nothing is lost and both sides are equal", async () => {
  const shop = await hostShop(worker, "gitlab");
  await shop.happens(open("Low"));
  await shop.choose();
  await shop.synced();
  await shop.happens({ op: "fail", login: shop.login, faults: [{ fault: "server_error", times: 100_000 }] });
  await shop.happens({ op: "edit", number: 1, by: "luis-o", change: { body: "Since Tuesday" } });
  const { id, version } = await shop.here(1);
  expect((await shop.admin.patch(`/api/issues/${id}`, { title: "Low charge", version })).status).toBe(200);
  for (const delivery of await shop.deliveries()) expect((await shop.send(delivery)).status).toBe(200);
  for (let minutes = 10; minutes <= 60; minutes += 10) await worker.sweep(new Date(Date.now() + minutes * 60_000));
  expect((await shop.here(1)).title).toBe("Low charge");
  expect((await shop.there(1)).issue.title).toBe("Low");
  await shop.happens({ op: "recover", login: shop.login });
  await vi.waitFor(
    async () => {
      await worker.sweep(new Date(Date.now() + 2 * 3_600_000));
      const [here, { issue }] = [await shop.here(1), await shop.there(1)];
      expect([here.title, here.body, issue.title, issue.body]).toEqual([
        ...["Low charge", "Since Tuesday", "Low charge", "Since Tuesday"],
      ]);
    },
    { timeout: 40_000, interval: 500 },
  );
  expect((await shop.admin.get<{ status: string }>("/api/gitlab/profile")).json.status).toBe("connected");
});
