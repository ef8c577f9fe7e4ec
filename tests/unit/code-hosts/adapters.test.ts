import { expect, test } from "vitest";
import { simulatedHosts } from "#tests/support/simulated-hosts";
import {
  addComment,
  addIssue,
  addIssues,
  addRepository,
  changeRepository,
  editIssue,
  rename,
  transfer,
} from "#worker/providers/simulated-code-host/repository";
import { nameOf, type SimulatedFault } from "#worker/providers/simulated-code-host/state";
import { HOST_KINDS, type HostIssue, type HostKind } from "~/domain/code-hosts/host";
import { HostError } from "~/domain/code-hosts/host-error";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { simulatedTokens } from "~/domain/code-hosts/simulated";

const LOGIN = "harbor-heating";
const tokenOf = (host: HostKind, place = 0) => simulatedTokens(host, LOGIN)[place]?.token ?? "";

/** One repository of a host, accessed through its adapter over the wire format. */
async function repositoryAt(host: HostKind) {
  const hosts = simulatedHosts();
  const codeHost = hosts.open(host, tokenOf(host));
  await codeHost.profile();
  const repository = await addRepository(hosts, {
    ...{ host, name: `${LOGIN}/gauges`, members: { [LOGIN]: "admin", "luis-o": "write" } },
  });
  const key = { id: String(repository.id), fullName: nameOf(repository) };
  return { hosts, codeHost, repository, key };
}

const draft = {
  title: "Gauge reads low",
  body: "By 3 psi",
  labels: ["bug"],
  assignees: ["luis-o"],
  milestone: "Spring",
};
const plain = { title: "Old", body: "", labels: [], assignees: [], milestone: null, author: LOGIN };

async function kindOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "no error";
  } catch (error) {
    return error instanceof HostError ? error.kind : String(error);
  }
}

async function all(codeHost: CodeHost, key: { id: string; fullName: string }, since: string | null = null) {
  const items: HostIssue[] = [];
  let page: string | null = null;
  let pages = 0;
  do {
    const read: { items: HostIssue[]; next: string | null } = await codeHost.issues(key, { since, page });
    items.push(...read.items);
    page = read.next;
    pages += 1;
  } while (page !== null && pages < 500);
  return { items, numbers: [...new Set(items.map(({ number }) => number))].sort((a, b) => a - b), pages };
}

test.each(HOST_KINDS)("%s: a token gives its account and scopes", async (host) => {
  const { codeHost, hosts } = await repositoryAt(host);
  expect(await codeHost.profile()).toMatchObject({ login: LOGIN, id: expect.stringMatching(/^\d+$/) });
  const { scopes } = await hosts.open(host, tokenOf(host)).profile();
  expect(scopes).toContain(host === "github" ? "repo" : "api");
  if (host === "github") expect((await hosts.open(host, tokenOf(host, 1)).profile()).scopes).toBeNull();
});

test.each(HOST_KINDS)("%s: an issue is created, changed and read back in full", async (host) => {
  const { codeHost, key, hosts } = await repositoryAt(host);
  const issue = await codeHost.createIssue(key, draft);
  expect(issue).toMatchObject({ ...draft, number: 1, state: "open", author: { login: LOGIN } });
  hosts.pass(5);
  const change = { title: "Gauge reads high", state: "closed", labels: ["bug", "field"], assignees: [] } as const;
  const changed = await codeHost.changeIssue(key, 1, { ...change, milestone: null });
  expect(changed).toMatchObject({ ...change, body: "By 3 psi", milestone: null, id: issue.id });
  expect(changed.updatedAt > issue.updatedAt).toBe(true);
  expect(await codeHost.issue(key, 1)).toEqual(changed);
  expect((await codeHost.changeIssue(key, 1, { state: "open", milestone: "Fall" })).milestone).toBe("Fall");
  expect((await codeHost.changeIssue(key, 1, { milestone: "Spring" })).milestone).toBe("Spring");
});

test.each(HOST_KINDS)("%s: comments are added, changed, listed by page and removed", async (host) => {
  const { codeHost, key, hosts, repository } = await repositoryAt(host);
  await codeHost.createIssue(key, draft);
  for (let count = 0; count < 120; count += 1)
    await addComment(hosts, repository, { number: 1, author: "luis-o", body: `Comment ${count}` });
  await addComment(hosts, repository, {
    number: 1,
    author: LOGIN,
    body: "changed the title",
    isSystem: host === "gitlab",
  });
  const added = await codeHost.addComment(key, 1, "With **bold** words");
  expect(await codeHost.changeComment(key, { number: 1, id: added.id }, "Another")).toMatchObject({ body: "Another" });
  const first = await codeHost.comments(key, 1, null);
  const second = await codeHost.comments(key, 1, first.next);
  expect([first.items.length, second.next]).toEqual([100, null]);
  const bodies = [...first.items, ...second.items].map(({ body }) => body);
  // GitLab's system notes about changes are not comments.
  expect(bodies).toHaveLength(host === "gitlab" ? 121 : 122);
  expect(bodies.at(-1)).toBe("Another");
  await codeHost.removeComment(key, { number: 1, id: added.id });
  expect(await kindOf(codeHost.changeComment(key, { number: 1, id: added.id }, "Gone"))).toBe("not_found");
});

test.each(HOST_KINDS)(
  "%s: all issues are listed, including old and closed ones and those created in the same second",
  async (host) => {
    const { codeHost, key, hosts, repository } = await repositoryAt(host);
    const sameSecond = "2024-01-05T08:00:00.000Z";
    await addIssues(
      hosts,
      repository,
      Array.from({ length: 250 }, () => ({ ...plain, createdAt: sameSecond })),
    );
    for (let at = 0; at < 300; at += 1) {
      hosts.pass(7);
      await addIssue(hosts, repository, { ...plain, state: at % 2 ? "closed" : "open", isPullRequest: at % 10 === 0 });
    }
    const { numbers } = await all(codeHost, key);
    const pulls = host === "github" ? 30 : 0;
    if (host === "github") expect(numbers).toHaveLength(550 - pulls);
    expect(numbers.at(-1)).toBe(550);
    const cut = new Date(hosts.clock().getTime() - 70_000).toISOString();
    expect((await all(codeHost, key, cut)).numbers.length).toBeLessThan(13);
  },
);

test.each(HOST_KINDS)("%s: no issue is skipped if others change while pages are read", async (host) => {
  const { codeHost, key, hosts, repository } = await repositoryAt(host);
  for (let at = 0; at < 350; at += 1) {
    hosts.pass(11);
    await addIssue(hosts, repository, plain);
  }
  const first = await codeHost.issues(key, { since: null, page: null });
  // Each moves to the end of the list and everything after it one position ahead.
  for (let number = 1; number <= 60; number += 1)
    await editIssue(hosts, repository, { number, change: { title: "Changed" } });
  const seen = new Set(first.items.map(({ number }) => number));
  for (let page = first.next; page !== null; ) {
    const read = await codeHost.issues(key, { since: null, page });
    for (const { number } of read.items) seen.add(number);
    page = read.next;
  }
  expect(seen.size).toBe(350);
});

test.each(HOST_KINDS)("%s: repositories are listed by page, with the token's permissions", async (host) => {
  const { codeHost, hosts } = await repositoryAt(host);
  for (let at = 0; at < 7; at += 1)
    await addRepository(hosts, {
      host,
      name: `${LOGIN}/part-${at}`,
      members: { [LOGIN]: at === 0 ? "read" : "write" },
    });
  const first = await codeHost.repositories({ page: 1, perPage: 5 });
  const rest = await codeHost.repositories({ page: Number(first.next), perPage: 50 });
  expect([first.items.length, first.next]).toEqual([5, "2"]);
  expect(rest.next).toBeNull();
  const whole = (await codeHost.repositories({ page: 1, perPage: 100 })).items;
  expect(whole).toHaveLength(11);
  expect(whole.find(({ fullName }) => fullName.endsWith("gauges"))).toMatchObject({ canWrite: true, canAdmin: true });
  expect(whole.find(({ fullName }) => fullName.endsWith("part-0"))).toMatchObject({ canWrite: false, canAdmin: false });
  expect(whole.find(({ isArchived }) => isArchived)?.fullName).toBe(`${LOGIN}/old-price-book`);
});

test.each(HOST_KINDS)("%s: a webhook is added and removed", async (host) => {
  const { codeHost, key, hosts } = await repositoryAt(host);
  const id = await codeHost.addWebhook(key, { url: "https://plenum.example/api/webhooks/x", secret: "quiet" });
  const hooks = async () => (await hosts.store.read("repository", host, key.id))?.hooks;
  expect(await hooks()).toEqual([{ id: Number(id), url: "https://plenum.example/api/webhooks/x", secret: "quiet" }]);
  await codeHost.removeWebhook(key, id);
  expect(await hooks()).toEqual([]);
});

const faults: [SimulatedFault, string][] = [
  [{ fault: "rate_limit", times: 9, seconds: 1800 }, "rate_limited"],
  [{ fault: "secondary_limit", times: 9, seconds: 90 }, "rate_limited"],
  [{ fault: "server_error", times: 9 }, "unavailable"],
  [{ fault: "garbage", times: 9 }, "unavailable"],
  [{ fault: "slow", times: 9, seconds: 5 }, "unavailable"],
  [{ fault: "forbidden", times: 9 }, "forbidden"],
];

test.each(HOST_KINDS.flatMap((host) => faults.map(([fault, kind]) => ({ host, fault, kind, name: fault.fault }))))(
  "$host: $name gives error $kind",
  async ({ host, fault, kind }) => {
    const { codeHost, key, hosts } = await repositoryAt(host);
    await codeHost.createIssue(key, draft);
    await hosts.fail(host, LOGIN, fault);
    expect(await kindOf(codeHost.issue(key, 1))).toBe(kind);
  },
);

test.each(HOST_KINDS)("%s: brief failures are retried, and a retry creates nothing twice", async (host) => {
  const { codeHost, key, hosts } = await repositoryAt(host);
  await codeHost.createIssue(key, draft);
  await hosts.fail(host, LOGIN, { fault: "server_error", times: 2 });
  expect((await codeHost.issue(key, 1)).title).toBe(draft.title);
  await hosts.fail(host, LOGIN, { fault: "rate_limit", times: 1, seconds: 4 });
  expect((await codeHost.issue(key, 1)).title).toBe(draft.title);
  await hosts.fail(host, LOGIN, { fault: "server_error", times: 1, after: true, on: "POST" });
  expect(await kindOf(codeHost.createIssue(key, draft))).toBe("unavailable");
  expect((await all(codeHost, key)).numbers).toEqual([1, 2]);
});

test.each(HOST_KINDS)("%s: a revoked token, a read-only token and an invalid token", async (host) => {
  const { codeHost, key, hosts } = await repositoryAt(host);
  await codeHost.createIssue(key, draft);
  const reader = hosts.open(host, tokenOf(host, host === "github" ? 2 : 1));
  expect((await reader.issue(key, 1)).number).toBe(1);
  expect(await kindOf(reader.changeIssue(key, 1, { title: "No" }))).toBe("forbidden");
  expect(await kindOf(hosts.open(host, "not-a-token").profile())).toBe("revoked");
  await hosts.store.change("account", host, LOGIN, (account) => {
    account.revoked.push(tokenOf(host));
    return { at: LOGIN, result: null };
  });
  expect(await kindOf(codeHost.issue(key, 1))).toBe("revoked");
});

test.each(HOST_KINDS)("%s: a renamed repository is still read, a deleted one is not", async (host) => {
  const { codeHost, key, hosts, repository } = await repositoryAt(host);
  await codeHost.createIssue(key, draft);
  await rename(hosts, repository, `${LOGIN}/manifolds`);
  expect(await codeHost.repository(key)).toMatchObject({ id: key.id, fullName: `${LOGIN}/manifolds` });
  expect((await codeHost.issue(key, 1)).title).toBe(draft.title);
  expect((await all(codeHost, key)).numbers).toEqual([1]);
  // GitHub uses the name: writes must be sent to the new one.
  expect(await kindOf(codeHost.changeIssue(key, 1, { title: "New" }))).toBe(host === "github" ? "moved" : "no error");
  await changeRepository(hosts, repository, (one) => {
    one.isDeleted = true;
  });
  expect(await kindOf(codeHost.repository(key))).toBe("not_found");
  expect(await kindOf(codeHost.issue(key, 1))).toBe("not_found");
});

test.each(HOST_KINDS)("%s: deleted and transferred issues are distinguished", async (host) => {
  const { codeHost, key, hosts, repository } = await repositoryAt(host);
  const other = await addRepository(hosts, { host, name: `${LOGIN}/other`, members: { [LOGIN]: "admin" } });
  const moved = await codeHost.createIssue(key, draft);
  await codeHost.createIssue(key, draft);
  await codeHost.addComment(key, 1, "Goes along");
  await transfer(hosts, { from: repository, to: other, number: 1 });
  await editIssue(hosts, repository, { number: 2, change: { isDeleted: true } });
  const now = await codeHost.issue(key, 1);
  if (host === "github") {
    expect(now.id).not.toBe(moved.id);
    expect(now.url).toContain("/other/issues/1");
    expect(await kindOf(codeHost.issue(key, 2))).toBe("gone");
  } else {
    expect(now).toMatchObject({ id: moved.id, state: "closed", movedToId: expect.any(String) });
    expect(await kindOf(codeHost.issue(key, 2))).toBe("not_found");
  }
  const there = { id: String(other.id), fullName: nameOf(other) };
  expect((await codeHost.comments(there, 1, null)).items.map(({ body }) => body)).toEqual(["Goes along"]);
});

test.each(HOST_KINDS)("%s: disabled issues, an empty title and text that is too long are rejected", async (host) => {
  const { codeHost, key, hosts, repository } = await repositoryAt(host);
  expect(await kindOf(codeHost.createIssue(key, { ...draft, title: " " }))).toBe("refused");
  expect(await kindOf(codeHost.createIssue(key, { ...draft, body: "x".repeat(1_100_000) }))).toBe("refused");
  await changeRepository(hosts, repository, (one) => {
    one.hasIssues = false;
  });
  expect(await kindOf(codeHost.createIssue(key, draft))).toBe(host === "github" ? "gone" : "forbidden");
});

test.each<[string, object, string]>([
  ["one who cannot be assigned", { assignees: ["nobody-o"] }, "Validation Failed: assignees invalid"],
  [
    "a title that is too long",
    { title: "x".repeat(257) },
    "Validation Failed: title is too long (maximum is 256 characters)",
  ],
])("GitHub's reason for refusing a change is read: %s", async (_, change, detail) => {
  const { codeHost, key } = await repositoryAt("github");
  await codeHost.createIssue(key, draft);
  const refusal = await codeHost.changeIssue(key, 1, { state: "closed", ...change }).catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ kind: "refused", detail });
  expect((await codeHost.issue(key, 1)).state).toBe("open");
});

test("a title longer than GitLab allows is cut", async () => {
  const { codeHost, key } = await repositoryAt("gitlab");
  const { number } = await codeHost.createIssue(key, { ...draft, title: "x".repeat(256) });
  expect((await codeHost.issue(key, number)).title).toHaveLength(255);
  expect((await codeHost.changeIssue(key, number, { title: "y".repeat(256) })).title).toBe("y".repeat(255));
});

test("a label with a comma is not sent to GitLab, where it would become two", async () => {
  const { codeHost, key } = await repositoryAt("gitlab");
  const labels = ["bug", "parts, urgent"];
  expect(await codeHost.createIssue(key, { ...draft, labels })).toMatchObject({ labels: ["bug"] });
  expect(await codeHost.changeIssue(key, 1, { labels: ["field", ...labels] })).toMatchObject({
    labels: ["field", "bug"],
  });
});

test("an error from a host contains neither token nor address", async () => {
  const { codeHost, key, hosts } = await repositoryAt("github");
  await hosts.fail("github", LOGIN, { fault: "server_error", times: 9 });
  const error = await codeHost.issue(key, 1).catch((caught: unknown) => caught);
  expect(JSON.stringify([String(error), error])).not.toMatch(/ghp_|plenum\.example/);
});
