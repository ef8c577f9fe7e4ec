import { expect, test } from "vitest";
import { here, rest, scheduledShop, there } from "#tests/support/host-schedules";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS } from "~/domain/code-hosts/host";

const worker = await testWorker();

const MANY = 600;
const texts = (start: string, count = MANY) =>
  Array.from({ length: count }, (_, at) => `${start} ${String(at).padStart(3, "0")}`);

async function shopWithIssue(host: (typeof HOST_KINDS)[number]) {
  const { orgId, orgKey, admin } = await worker.business();
  const shop = await scheduledShop(worker.db, { orgId, orgKey, userId: admin.userId }, host);
  await shop.happens({ op: "open", change: { title: "Leaks", body: "At the flare" } });
  return shop;
}

test.each(HOST_KINDS)("%s: an issue with 600 comments is synced, as are its title and later changes", async (host) => {
  const shop = await shopWithIssue(host);
  const made: { id: number }[] = [];
  // A quote, a line break and letters beyond ASCII stay as they are.
  const bodies = texts('“Ø” "quoted"\nthere');
  for (const body of bodies) made.push((await shop.happens({ op: "comment", number: 1, body })) as { id: number });
  await rest(shop);
  const first = await here(shop, 1);
  expect(first?.comments).toEqual(bodies);
  expect(new Set(first?.commentRows.map(({ author_name, version }) => `${author_name} ${version}`))).toEqual(
    new Set(["luis-o 1"]),
  );

  for (const [at, { id }] of made.entries())
    await shop.happens({ op: "edit_comment", id, body: `edited ${bodies[at]}` });
  await shop.happens({ op: "edit", number: 1, change: { title: "Leaks at night", labels: ["hot"] } });
  await rest(shop);
  expect(await here(shop, 1)).toMatchObject({ title: "Leaks at night", labels: ["hot"] });
  const second = await here(shop, 1);
  expect(second?.comments).toEqual(bodies.map((body) => `edited ${body}`));
  expect(new Set(second?.commentRows.map(({ version }) => version))).toEqual(new Set([2]));

  for (const { id } of made) await shop.happens({ op: "remove_comment", id });
  await rest(shop);
  expect((await here(shop, 1))?.comments).toEqual([]);
  expect(shop.sent()).toBe(0);
});

test("600 comments changed on both sides are synced, and each is a conflict", async () => {
  const shop = await shopWithIssue("github");
  const made: { id: number }[] = [];
  for (const body of texts("there"))
    made.push((await shop.happens({ op: "comment", number: 1, body })) as { id: number });
  await rest(shop);
  await shop.db
    .prepare("UPDATE issue_comments SET body = 'ours of ' || body, version = version + 1 WHERE org_id = ?")
    .bind(shop.orgId)
    .run();
  for (const { id } of made) await shop.happens({ op: "edit_comment", id, body: `theirs of ${id}` });
  await rest(shop);
  const theirs = made.map(({ id }) => `theirs of ${id}`).sort();
  expect((await here(shop, 1))?.comments).toEqual(theirs);
  expect((await there(shop, 1))?.comments).toEqual(theirs);
  const conflicts = await shop.db
    .prepare("SELECT ours, theirs, field, winner FROM code_host_conflicts WHERE org_id = ? ORDER BY ours")
    .bind(shop.orgId)
    .all();
  expect(conflicts.results).toHaveLength(MANY);
  expect(conflicts.results[0]).toEqual({
    ...{ field: "comment", winner: "theirs" },
    ...{ ours: "ours of there 000", theirs: `theirs of ${made[0]?.id}` },
  });
});
