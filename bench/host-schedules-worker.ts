import { here, playSchedule, rest, scheduledShop, there } from "#tests/support/host-schedules";
import { disconnectHost } from "~/domain/code-hosts/connection.server";
import { HOST_KINDS } from "~/domain/code-hosts/host";
import { hostBusiness } from "./host-business";

/** What went wrong in a schedule; all zero otherwise. */
export interface PlayedSchedule {
  /** Issues whose two sides differ. */
  differing: object[];
  /** Whether a comment is lost or there twice. */
  lost: number;
  /** Issues that are there twice, or missing. */
  doubled: number;
  /** Requests that changed something on the host after both sides had come to rest. */
  echoes: number;
}

/** Plays one schedule of edits on both sides in the same process as the database, and compares the sides. */
export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const seed = Number(new URL(request.url).searchParams.get("seed"));
    const shop = await scheduledShop(DB, await hostBusiness(DB), HOST_KINDS[seed % 2] ?? "github");
    const { comments, count } = await playSchedule(shop, seed);
    await rest(shop);
    const found: string[] = [];
    const differing: object[] = [];
    for (let number = 1; number <= count; number += 1) {
      const [ours, theirs] = [await here(shop, number), await there(shop, number)];
      if (JSON.stringify(sideOf(ours)) !== JSON.stringify(sideOf(theirs)))
        differing.push({ number, ours: sideOf(ours), theirs: sideOf(theirs) });
      found.push(...(ours?.comments ?? []));
    }
    const issues = await DB.prepare("SELECT count(*) AS count FROM issues WHERE org_id = ?")
      .bind(shop.orgId)
      .first<number>("count");
    const sent = shop.sent();
    await rest(shop);
    // The sweeps of later schedules pass it over.
    await disconnectHost(shop.person, shop.host);
    const played: PlayedSchedule = {
      differing,
      lost: JSON.stringify(found.sort()) === JSON.stringify([...comments].sort()) ? 0 : 1,
      doubled: Math.abs((issues ?? 0) - count),
      echoes: shop.sent() - sent,
    };
    return Response.json(played);
  },
};

type Side = Awaited<ReturnType<typeof there>> | Awaited<ReturnType<typeof here>>;

const sideOf = (side: Side) =>
  side && [side.title, side.body, side.state, side.labels, side.priority, side.assignee, side.milestone, side.comments];
