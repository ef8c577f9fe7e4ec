import { expect, test } from "vitest";
import { here, playSchedule, rest, type Shop, scheduledShop, there } from "#tests/support/host-schedules";
import { TEST_SHARD } from "#tests/support/household-ctx";
import { ownWorker } from "#tests/support/worker";
import { updatePriority } from "~/domain/code-hosts/change-priority.server";
import { HOST_KINDS } from "~/domain/code-hosts/host";
import { deliver } from "~/domain/outbox/deliver.server";

const worker = await ownWorker();

/** SCHEDULES=1000 runs more. */
const schedules = Number(process.env.SCHEDULES ?? 8);

async function shopOf(host: (typeof HOST_KINDS)[number]) {
  const { orgId, orgKey, admin } = await worker.business();
  return scheduledShop(worker.db, { orgId, orgKey, userId: admin.userId }, host);
}

test("any changes on both sides, with crashes and lost, duplicate or reordered webhooks, end in the same state", async () => {
  for (let seed = 1; seed <= schedules; seed += 1) {
    const shop = await shopOf(HOST_KINDS[seed % 2] ?? "github");
    const { comments, count } = await playSchedule(shop, seed);
    await rest(shop);
    const all: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      const [ours, theirs] = [await here(shop, number), await there(shop, number)];
      expect([seed, number, ours && { ...ours, id: 0, version: 0, commentRows: 0 }]).toEqual([
        seed,
        number,
        theirs && { ...theirs, rows: undefined, id: 0, version: 0, commentRows: 0 },
      ]);
      all.push(...(ours?.comments ?? []));
    }
    // No comment is lost or duplicated.
    expect([seed, all.toSorted()]).toEqual([seed, [...comments].sort()]);
    const linked = await worker.db
      .prepare("SELECT count(*) AS count FROM issues WHERE org_id = ?")
      .bind(shop.orgId)
      .first<{ count: number }>();
    expect([seed, linked?.count]).toEqual([seed, count]);
    // And nothing is sent back and forth.
    const sent = shop.sent();
    await rest(shop);
    expect([seed, shop.sent()]).toEqual([seed, sent]);
  }
}, 3_000_000);

const rowsOf = async <T>({ orgId }: Shop, query: string) =>
  (await worker.db.prepare(query).bind(orgId).all<T>()).results;

/** The parts still to be marked, each after a number. */
const parts = (shop: Shop) =>
  rowsOf<{ id: string; after: number }>(
    shop,
    `SELECT id, payload ->> 'after' AS after FROM outbox
     WHERE org_id = ? AND delivered_at IS NULL AND payload ->> 'kind' = 'priority' ORDER BY after`,
  );

/** Numbers of the host's issues that are to be synced. */
const marked = async (shop: Shop) =>
  (
    await rowsOf<{ number: number }>(
      shop,
      "SELECT number FROM code_host_issues WHERE org_id = ? AND changes <> synced_changes ORDER BY number",
    )
  ).map(({ number }) => number);

test("a label chosen for a priority reaches every open issue, in batches and despite crashes", async () => {
  const shop = await shopOf("github");
  // A third of them are closed; all have the label.
  await shop.happens({ op: "issues", count: 420, title: "Old" });
  await rest(shop);
  await updatePriority(shop.person, "high", { version: 1, label: "Imported" });
  expect((await parts(shop)).map(({ after }) => after)).toEqual([0]);
  const sizes = new Set<number>();
  for (let round = 0; (await parts(shop)).length > 0; round += 1) {
    expect(round).toBeLessThan(60);
    for (const { id } of await parts(shop)) {
      // Interrupted at each database call in turn, before a run that completes.
      const cutAt = round % 12 === 11 ? undefined : 1 + (round % 12);
      await deliver(shop.system(cutAt), { side: "tenants", shard: TEST_SHARD, id }).catch(() => {});
    }
    sizes.add((await marked(shop)).length);
  }
  const open = await rowsOf<{ number: number }>(
    shop,
    `SELECT l.number FROM code_host_issues l JOIN issues i ON i.org_id = l.org_id AND i.id = l.issue_id
     WHERE l.org_id = ? AND i.closed_at IS NULL ORDER BY l.number`,
  );
  expect([open.length, [...sizes].filter((size) => size > 0)]).toEqual([280, [200, 280]]);
  expect(await marked(shop)).toEqual(open.map(({ number }) => number));
  // Synced, they have the priority instead of the label; nothing is sent.
  const sent = shop.sent();
  await rest(shop);
  const byPriority = await rowsOf<{ priority: string; labels: number; count: number }>(
    shop,
    `SELECT priority, json_array_length(label_ids) AS labels, count(*) AS count FROM issues WHERE org_id = ?
     GROUP BY priority, labels ORDER BY count`,
  );
  expect(byPriority).toEqual([
    { priority: "none", labels: 1, count: 140 },
    { priority: "high", labels: 0, count: 280 },
  ]);
  expect(shop.sent()).toBe(sent);
}, 600_000);
