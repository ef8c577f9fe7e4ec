import { nothingHappened, runSchedule } from "#tests/support/stock-schedules";

/**
 * Runs one schedule of the seed in the same process as the database, without HTTP for each call; returns what happened, or what
 * went wrong.
 */
export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const happened = nothingHappened();
    const { orgId = "", orgKey, userId = "", seed, operations } = Object.fromEntries(searchParams);
    const schedule = { seed: Number(seed), operations: Number(operations) };
    try {
      await runSchedule({ db: DB, orgId, orgKey: Number(orgKey), userId }, { ...schedule, happened });
      return Response.json({ happened });
    } catch (error) {
      return Response.json({ happened, trouble: error instanceof Error ? error.message : String(error) });
    }
  },
};
