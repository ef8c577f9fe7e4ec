import { expect, test } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import type { Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS, type HostKind } from "~/domain/code-hosts/host";

const worker = await testWorker();

interface ConflictJson {
  id: string;
  issueNumber: number;
  field: string;
  ours: string;
  theirs: string;
  winner: string;
}

/** Both sides changed the title before they were synced. */
async function apart(host: HostKind = "github") {
  const shop = await hostShop(worker, host);
  await shop.happens({ op: "open", change: { title: "Low", body: "It reads low." } });
  await shop.choose();
  await shop.synced();
  const { id, version } = await shop.here(1);
  await shop.happens({ op: "edit", number: 1, change: { title: "Theirs" } });
  await shop.admin.patch(`/api/issues/${id}`, { version, title: "Ours" });
  await shop.deliverAll();
  const list = async () =>
    (await shop.admin.get<{ items: ConflictJson[] }>(`/api/code-hosts/${host}/conflicts`)).json.items;
  const [conflict] = await list();
  if (!conflict) throw new Error("there is no conflict");
  const at = `/api/code-hosts/${host}/conflicts/${conflict.id}/resolve`;
  return { ...shop, list, conflict, at, issueId: id };
}

test.each(HOST_KINDS)("%s: the other text replaces the current one on both sides, once", async (host) => {
  const shop = await apart(host);
  expect(shop.conflict).toMatchObject({ field: "title", ours: "Ours", theirs: "Theirs", winner: "theirs" });
  expect((await shop.admin.get(`/bugscout/issues/${shop.conflict.issueNumber}`)).text).toContain(
    "Changed on both sides: title",
  );
  const screen = await shop.admin.get(`/integrations/${host}`);
  for (const text of ["Here before", "now on both", "Use this text on both"]) expect(screen.text).toContain(text);
  expect((await shop.admin.post(shop.at, { keep: "other" })).status).toBe(200);
  await shop.synced();
  await shop.deliverAll();
  expect([(await shop.here(1)).title, (await shop.there(1)).issue.title]).toEqual(["Ours", "Ours"]);
  expect(await shop.list()).toEqual([]);
  const again = await shop.admin.post<Refusal>(shop.at, { keep: "winner" });
  expect([again.status, again.json.message]).toEqual([409, "Someone has already resolved this."]);
  expect(await shop.rows("SELECT resolution FROM code_host_conflicts WHERE org_id = ?", shop.orgId)).toEqual([
    { resolution: "ours" },
  ]);
});

test("the screen's button keeps the current text, and nothing is sent", async () => {
  const shop = await apart();
  const { conflict } = shop;
  const overview = async () => (await shop.admin.get("/bugscout/landing")).text;
  expect(await overview()).toContain("1 text was changed both here and on GitHub.");
  const answer = await shop.admin.submit("/integrations/github", {
    ...{ intent: "resolve", conflictId: conflict.id, keep: "winner" },
  });
  expect(answer.status).toBe(302);
  await shop.synced();
  expect(await shop.deliveries()).toEqual([]);
  expect((await shop.here(1)).title).toBe("Theirs");
  expect(await shop.list()).toEqual([]);
  expect(await overview()).not.toContain("changed both here");
});

test("a text that changed meanwhile is not overwritten", async () => {
  const shop = await apart();
  const { version } = await shop.here(1);
  await shop.admin.patch(`/api/issues/${shop.issueId}`, { version, title: "Newer" });
  const refused = await shop.admin.post<Refusal>(shop.at, { keep: "other" });
  expect([refused.status, refused.json.message]).toEqual([
    ...[409, "This text was changed since. Open the issue and copy what you need."],
  ]);
  expect((await shop.here(1)).title).toBe("Newer");
  expect(await shop.list()).toHaveLength(1);
});

test("only the business's own Admin can resolve its conflicts", async () => {
  const shop = await apart();
  const member = await worker.member(shop.orgId, "Manager", ["issues.manage"]);
  expect((await member.post(shop.at, { keep: "other" })).status).toBe(403);
  expect((await member.get("/api/code-hosts/github/conflicts")).status).toBe(403);
  const stranger = (await worker.business()).admin;
  expect((await stranger.post(shop.at, { keep: "other" })).status).toBe(404);
  expect((await shop.admin.get("/api/code-hosts/bitbucket/conflicts")).status).toBe(404);
  expect((await shop.admin.post(shop.at, { keep: "both" })).status).toBe(400);
});

test("a conflict of an issue in the trash is not listed until the issue is restored", async () => {
  const shop = await apart();
  const overview = async () => (await shop.admin.get("/bugscout/landing")).text;
  expect((await shop.admin.delete(`/api/issues/${shop.issueId}`)).status).toBeLessThan(300);
  expect(await shop.list()).toEqual([]);
  expect(await overview()).not.toContain("changed both here");
  await shop.admin.post(`/api/issues/${shop.issueId}/restore`, {});
  expect(await shop.list()).toMatchObject([{ id: shop.conflict.id }]);
  expect(await overview()).toContain("1 text was changed both here and on GitHub.");
});
