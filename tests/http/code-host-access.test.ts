import { expect, test, vi } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS } from "~/domain/code-hosts/host";

const worker = await testWorker();

type Shop = Awaited<ReturnType<typeof hostShop>>;

async function connected(host: (typeof HOST_KINDS)[number], ...titles: string[]): Promise<Shop> {
  const shop = await hostShop(worker, host);
  for (const title of titles) await shop.happens({ op: "open", by: "luis-o", change: { title } });
  await shop.choose();
  await shop.synced();
  return shop;
}

async function edit(shop: Shop, number: number, change: object): Promise<void> {
  const { id, version } = await shop.here(number);
  expect((await shop.admin.patch(`/api/issues/${id}`, { version, ...change })).status).toBe(200);
}

test.each(
  HOST_KINDS.flatMap((host) => [
    [host, "hidden", { members: {} }] as const,
    [host, "without issues", { hasIssues: false }] as const,
  ]),
)("%s: a repository %s for a while deletes no issue, and what changed here is sent later", async (host, _, gone) => {
  const shop = await connected(host, "Low");
  await shop.happens({ op: "access", ...gone });
  await edit(shop, 1, { body: "Changed here" });
  await worker.sweep();
  await shop.settled();
  expect(await shop.links()).toMatchObject([{ status: "linked" }]);
  expect((await shop.repository())?.problem).not.toBeNull();
  await shop.happens({ op: "access", members: { [shop.login]: "admin" }, hasIssues: true });
  await shop.rows("UPDATE code_host_issues SET queued_at = NULL WHERE org_id = ? RETURNING number", shop.orgId);
  await worker.sweep();
  await shop.synced();
  expect((await shop.there(1)).issue.body).toBe("Changed here");
});

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** As an earlier version left it: it took every issue it could not see for deleted. */
async function takenForDeleted(shop: Shop): Promise<void> {
  await edit(shop, 1, { body: "Changed here" });
  await shop.rows(
    "UPDATE code_host_issues SET status = 'deleted', synced_changes = changes WHERE org_id = ? RETURNING number",
    shop.orgId,
  );
}

test.each(HOST_KINDS)("%s: an issue taken for deleted syncs again with its next webhook", async (host) => {
  const shop = await connected(host, "Low");
  await takenForDeleted(shop);
  await shop.happens({ op: "edit", number: 1, change: { title: "Changed there" } });
  await shop.deliverAll();
  expect(await shop.links()).toMatchObject([{ status: "linked" }]);
  expect((await shop.there(1)).issue.body).toBe("Changed here");
  expect((await shop.here(1)).title).toBe("Changed there");
});

test.each(["next_read_at", "next_check_at"])("an issue taken for deleted syncs again once listed: %s", async (due) => {
  const shop = await connected("gitlab", "Low");
  await takenForDeleted(shop);
  if (due === "next_read_at") await shop.happens({ op: "edit", number: 1, change: { title: "Changed there" } });
  await shop.rows(
    `UPDATE code_host_repositories SET imported_at = '2020-01-01', ${due} = '2020-01-01' WHERE org_id = ? RETURNING id`,
    shop.orgId,
  );
  await worker.sweep();
  await shop.settled();
  await shop.synced();
  expect(await shop.links()).toMatchObject([{ status: "linked" }]);
  expect((await shop.there(1)).issue.body).toBe("Changed here");
});

test("a deleted issue stays deleted when another webhook about it arrives", async () => {
  const shop = await connected("github", "Low");
  await shop.happens({ op: "edit", number: 1, change: { title: "Lower" } });
  const [edited] = await shop.deliveries();
  await shop.happens({ op: "delete", number: 1 });
  await shop.deliverAll();
  if (edited) await shop.send(edited);
  await shop.synced();
  expect(await shop.links()).toMatchObject([{ status: "deleted" }]);
});

test.each(HOST_KINDS)("%s: a webhook that arrives during a pause counts once the pause is over", async (host) => {
  const shop = await connected(host, "Low");
  await shop.happens({ op: "edit", number: 1, change: { title: "High" } });
  await shop.happens({ op: "open", by: "luis-o", change: { title: "New" } });
  // As with a working webhook.
  await shop.rows(
    "UPDATE code_host_repositories SET next_read_at = ? WHERE org_id = ? RETURNING id",
    later(360).toISOString(),
    shop.orgId,
  );
  const pause = (until: Date) =>
    shop.rows(
      "UPDATE code_host_connections SET paused_until = ? WHERE org_id = ? RETURNING host",
      until.toISOString(),
      shop.orgId,
    );
  await pause(later(60));
  for (const delivery of await shop.deliveries()) expect((await shop.send(delivery)).json.outcome).toBe("queued");
  await shop.settled();
  expect((await shop.here(1)).title).toBe("Low");
  // An hour later.
  await pause(later(-60));
  for (const [table, due] of [
    ["code_host_repositories", "next_read_at"],
    ["code_host_issues", "queued_at"],
  ]) {
    const passed = `UPDATE ${table} SET ${due} = '2020-01-01' WHERE org_id = ? AND ${due} <= ? RETURNING org_id`;
    await shop.rows(passed, shop.orgId, later(61).toISOString());
  }
  await vi.waitFor(
    async () => {
      await worker.sweep();
      expect([(await shop.here(1)).title, (await shop.here(2)).title]).toEqual(["High", "New"]);
    },
    { timeout: 40_000, interval: 500 },
  );
});

test("projects of one GitLab server are not synced with those of another that have the same ids", async () => {
  const shop = await connected("gitlab", "Low");
  const connect = async (baseUrl: string) => {
    const answer = await shop.admin.post("/api/gitlab/token", { token: shop.token, baseUrl });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  };
  const statuses = () => shop.rows("SELECT status FROM code_host_repositories WHERE org_id = ?", shop.orgId);
  const { origin } = worker.url;
  expect((await shop.admin.delete("/api/gitlab/token")).status).toBe(204);
  await connect("https://gitlab.other.example/dev/code-host/gitlab");
  expect(await statuses()).toEqual([{ status: "removed" }]);
  // Back at the first one, it continues where it was.
  await shop.admin.delete("/api/gitlab/token");
  await connect(`${origin}/dev/code-host/gitlab`);
  await shop.choose();
  await shop.synced();
  expect([await statuses(), await shop.links()]).toMatchObject([[{ status: "chosen" }], [{ status: "linked" }]]);
  expect(await shop.rows("SELECT id FROM issues WHERE org_id = ?", shop.orgId)).toHaveLength(1);
  // A project of the other one with the same id brings its own issues.
  await shop.admin.delete("/api/gitlab/token");
  await connect("https://gitlab.other.example/dev/code-host/gitlab");
  await shop.choose();
  await shop.synced();
  const linked = await shop.links();
  expect(await shop.rows("SELECT id FROM issues WHERE org_id = ? ORDER BY number", shop.orgId)).toEqual([
    { id: expect.not.stringMatching(linked[0]?.issue_id ?? "") },
    { id: linked[0]?.issue_id },
  ]);
});

test("disconnecting removes every webhook it can", async () => {
  const shop = await hostShop(worker, "github");
  const other = { host: "github", name: `${shop.login}/other` };
  await shop.happens({ op: "repository", ...other, members: { [shop.login]: "admin" } });
  const listed = await shop.admin.get<{ items: { id: string; fullName: string }[] }>("/api/github/repos?limit=100");
  await shop.choose(listed.json.items.filter(({ fullName }) => /gauges|other/.test(fullName)).map(({ id }) => id));
  await shop.synced();
  const hooks = async () => {
    const looks = [{}, other].map((at) => shop.happens<{ hooks: object[] }>({ op: "look", ...at }));
    return (await Promise.all(looks)).flatMap((repository) => repository.hooks).length;
  };
  expect(await hooks()).toBe(2);
  const faults = [{ fault: "forbidden", times: 1, on: "DELETE" }];
  await shop.happens({ op: "fail", login: shop.login, faults });
  expect((await shop.admin.delete("/api/github/token")).status).toBe(204);
  expect(await hooks()).toBe(1);
});
