import { expect, test } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import { testWorker } from "#tests/support/worker";
import type { HostKind } from "~/domain/code-hosts/host";

const worker = await testWorker();

type Shop = Awaited<ReturnType<typeof hostShop>>;

async function connected(host: HostKind): Promise<Shop> {
  const shop = await hostShop(worker, host);
  await shop.happens({ op: "open", by: "luis-o", change: { title: "Low", body: "It reads low." } });
  await shop.choose();
  await shop.synced();
  return shop;
}

async function edit(shop: Shop, change: object, number = 1): Promise<void> {
  const { id, version } = await shop.here(number);
  expect((await shop.admin.patch(`/api/issues/${id}`, { version, ...change })).status).toBe(200);
}

interface Entry {
  outcome: string;
  detail: string;
  canRetry: boolean;
}

const log = async (shop: Shop) =>
  (await shop.admin.get<{ items: Entry[] }>("/api/code-hosts/log?limit=100")).json.items;
const failures = async (shop: Shop) => (await log(shop)).filter(({ canRetry }) => canRetry);

/** Allowed here; with the author's name, too long for GitHub. */
const tooLong = "x".repeat(65_530);

/** An issue added here and created on the host as #2. */
async function created(shop: Shop, issue: object): Promise<string> {
  const { json } = await shop.admin.post<{ id: string }>("/api/issues", issue);
  const to = { host: shop.host, repositoryId: shop.repositoryId };
  expect((await shop.admin.post(`/api/issues/${json.id}/code-host`, to)).status).toBe(202);
  await shop.synced();
  return json.id;
}

test("an assignee GitHub refuses keeps neither the rest of a change nor the host's own changes back", async () => {
  const shop = await connected("github");
  const mapped = await shop.admin.put("/api/code-hosts/github/people/nobody-o", { userId: shop.admin.userId });
  expect(mapped.status).toBe(204);
  await shop.happens({ op: "edit", number: 1, change: { body: "Theirs" } });
  await edit(shop, { title: "High", assigneeId: shop.admin.userId });
  await shop.deliverAll();
  expect((await shop.there(1)).issue).toMatchObject({ title: "High", assignees: [] });
  expect((await shop.here(1)).body).toBe("Theirs");
  expect((await log(shop)).map(({ detail }) => detail)).toContain("GitHub did not accept these assignees: nobody-o.");
  expect(await failures(shop)).toEqual([]);
  // Alone, it is not sent again either.
  await edit(shop, { assigneeId: shop.manager.userId });
  await edit(shop, { assigneeId: shop.admin.userId });
  await shop.synced();
  expect((await shop.there(1)).issue.assignees).toEqual([]);
  expect(await failures(shop)).toEqual([]);
});

test("an issue is created without an assignee that GitHub refuses", async () => {
  const shop = await connected("github");
  await shop.admin.put("/api/code-hosts/github/people/nobody-o", { userId: shop.admin.userId });
  await created(shop, { title: "New", assigneeId: shop.admin.userId });
  expect((await shop.there(2)).issue).toMatchObject({ title: "New", assignees: [] });
});

test("a text GitHub refuses is tried once, with the reason, and everything else syncs", async () => {
  const shop = await connected("github");
  const id = await created(shop, { title: "New", body: "It reads low." });
  await shop.happens({ op: "edit", number: 2, change: { title: "Theirs", labels: ["hot"] } });
  await edit(shop, { body: tooLong, stateId: "done" }, 2);
  await shop.admin.post(`/api/issues/${id}/comments`, { body: tooLong });
  await shop.admin.post(`/api/issues/${id}/comments`, { body: "Short" });
  await shop.deliverAll();
  expect(await shop.here(2)).toMatchObject({ title: "Theirs", labels: ["hot"], body: tooLong });
  expect((await shop.there(2)).comments.map(({ body }) => body)).toEqual([expect.stringContaining("Short")]);
  expect((await failures(shop)).map(({ detail }) => detail)).toEqual([
    "GitHub refused this: Validation Failed: body is too long (maximum is 65536 characters)",
  ]);
  const before = await shop.links();
  await worker.sweep(new Date(Date.now() + 60 * 60_000));
  await shop.settled();
  expect(await shop.links()).toEqual(before);
  // Shortened, it is sent.
  await edit(shop, { body: "Short enough" }, 2);
  const [comment] = (await shop.here(2)).comments.filter(({ body }) => body === tooLong);
  await shop.admin.patch(`/api/issues/${id}/comments/${comment?.id}`, { version: 1, body: "Shorter" });
  await shop.synced();
  const there = await shop.there(2);
  expect([there.issue.state, there.issue.body]).toEqual(["closed", expect.stringContaining("Short enough")]);
  expect(there.comments).toHaveLength(2);
  expect(await failures(shop)).toEqual([]);
});

test("a title longer than GitLab allows is cut there and stays whole here", async () => {
  const shop = await connected("gitlab");
  const title = "Gauge ".repeat(60).slice(0, 256);
  await edit(shop, { title });
  await shop.synced();
  expect((await shop.there(1)).issue.title).toBe(title.slice(0, 255).trim());
  await shop.happens({ op: "comment", number: 1, by: "luis-o", body: "Seen" });
  await shop.deliverAll();
  expect([(await shop.here(1)).title, await failures(shop)]).toEqual([title, []]);
});

test("a repository's problem is gone after the next job that succeeds, and a refused text is none", async () => {
  const shop = await connected("github");
  const fault = { fault: "forbidden", times: 1, on: "PATCH" };
  await shop.happens({ op: "fail", login: shop.login, faults: [fault] });
  await edit(shop, { title: "High" });
  await worker.sweep();
  await shop.settled();
  expect((await shop.repository())?.problem).toContain("allowed to do this on GitHub");
  await shop.admin.post("/api/code-hosts/log/retry");
  await shop.settled();
  expect((await shop.there(1)).issue.title).toBe("High");
  expect((await shop.repository())?.problem).toBeNull();
  await created(shop, { title: "New" });
  await edit(shop, { body: tooLong }, 2);
  await shop.synced();
  expect(await failures(shop)).toHaveLength(1);
  expect((await shop.repository())?.problem).toBeNull();
});
