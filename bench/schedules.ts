import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { type Happened, nothingHappened } from "../tests/support/stock-schedules";
import { openWorker } from "./in-worker";

const OPERATIONS = 500;
/** Per Worker; each Worker has its own database and one thread. */
const AT_ONCE = 4;

/** What happened, and how many schedules passed. `onEach` is called for each, with its error if it failed. */
export async function provenSchedules(
  seeds: readonly number[],
  onEach: (seed: number, trouble: string | undefined) => void,
): Promise<Happened & { right: number }> {
  const all = { ...nothingHappened(), right: 0 };
  const waiting = [...seeds];
  const onOneWorker = async () => {
    const { db, ask, dispose } = await openWorker("bench/schedules-worker.ts");
    const world = await business(db);
    await Promise.all(Array.from({ length: AT_ONCE }, () => runner(world, ask<Answer>)));
    await dispose();
  };
  const runner = async (world: World, ask: (schedule: Record<string, string>) => Promise<Answer>) => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const schedule = { ...world, seed: String(seed), operations: String(OPERATIONS) };
      const { happened, trouble } = await ask(schedule);
      add(all, happened);
      if (trouble === undefined) all.right += 1;
      onEach(seed, trouble);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, onOneWorker));
  return all;
}

interface Answer {
  happened: Happened;
  trouble?: string;
}

/** The records that all writes refer to: a business and one of its members. */
interface World {
  orgId: string;
  orgKey: string;
  userId: string;
}

async function business(db: D1Database): Promise<World> {
  const [orgId, userId] = [randomUUID(), randomUUID()];
  const at = new Date().toISOString();
  const [made] = await db.batch<{ key: number }>([
    db
      .prepare(
        "INSERT INTO organizations (id, name, time_zone, created_at) VALUES (?, 'North Wind', 'America/Chicago', ?) RETURNING key",
      )
      .bind(orgId, at),
    db.prepare("INSERT INTO tenant_organizations (id, key) SELECT id, key FROM organizations WHERE id = ?").bind(orgId),
    db
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, status, created_at) VALUES (?, 'a@example.com', 'Test', 'Person', 'active', ?)",
      )
      .bind(userId, at),
  ]);
  return { orgId, orgKey: String(made?.results[0]?.key), userId };
}

function add(all: Happened, { byKind, ...counts }: Happened): void {
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) all[name] += counts[name];
  for (const kind of Object.keys(byKind) as (keyof typeof byKind)[]) all.byKind[kind] += byKind[kind];
}
