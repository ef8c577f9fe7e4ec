import { expect, test } from "vitest";
import { hostShop } from "#tests/support/code-hosts";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("lines that look like GitLab's quick actions run nothing there, and come back as they were", async () => {
  const shop = await hostShop(worker, "gitlab");
  await shop.happens({ op: "open", by: "luis-o", change: { title: "Low" } });
  await shop.choose();
  await shop.synced();
  const { id, version } = await shop.here(1);
  const body = "Cold side first.\n/close\n/confidential\nThen the rest.";
  expect((await shop.admin.patch(`/api/issues/${id}`, { version, body })).status).toBe(200);
  const comment = await shop.admin.post<{ id: string }>(`/api/issues/${id}/comments`, { body: "Done.\n/close" });
  await shop.synced();
  await shop.admin.patch(`/api/issues/${id}/comments/${comment.json.id}`, { version: 1, body: "/close" });
  await shop.synced();
  const there = await shop.there(1);
  expect(there.issue).toMatchObject({ state: "open", isConfidential: false });
  expect(there.issue.body).toContain("\n\u200b/close\n");
  await shop.deliverAll();
  const here = await shop.here(1);
  expect([here.body, here.comments.map((one) => one.body)]).toEqual([body, ["/close"]]);
  expect(await shop.deliveries()).toEqual([]);
  const created = await shop.admin.post<{ id: string }>("/api/issues", { title: "New", body: "/close" });
  const to = { host: "gitlab", repositoryId: shop.repositoryId };
  expect((await shop.admin.post(`/api/issues/${created.json.id}/code-host`, to)).status).toBe(202);
  await shop.synced();
  expect([(await shop.there(2)).issue.state, (await shop.here(2)).body]).toEqual(["open", "/close"]);
});
