import { expect, test } from "vitest";
import { here, playSchedule, rest, scheduledShop, there } from "#tests/support/host-schedules";
import { ownWorker } from "#tests/support/worker";
import { HOST_KINDS } from "~/domain/code-hosts/host";

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
