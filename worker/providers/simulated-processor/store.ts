import { catchUp, type SimulatedSession } from "./state";

export interface ProcessorStore {
  read: (x: string) => Promise<SimulatedSession | null>;
  /** Adds a new session; an existing one is left unchanged. */
  add: (session: SimulatedSession) => Promise<void>;
  /** Reads, changes and stores a session atomically; null if it does not exist. */
  change: <R>(x: string, run: (session: SimulatedSession) => R) => Promise<R | null>;
}

const MAX_TRIES = 20;

/** The embedded processor's storage in its own table. */
export function processorStore(db: D1Database, clock: () => number): ProcessorStore {
  async function readRow(x: string): Promise<{ session: SimulatedSession; version: number } | null> {
    const row = await db
      .prepare("SELECT state, version FROM simulated_processor WHERE id = ?")
      .bind(x)
      .first<{ state: string; version: number }>();
    if (!row) return null;
    const session: SimulatedSession = JSON.parse(row.state);
    catchUp(session, clock());
    return { session, version: row.version };
  }

  return {
    read: async (x) => (await readRow(x))?.session ?? null,
    add: async (session) => {
      await db
        .prepare("INSERT INTO simulated_processor (id, state) VALUES (?, ?) ON CONFLICT (id) DO NOTHING")
        .bind(session.x, JSON.stringify(session))
        .run();
    },
    change: async (x, run) => {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const row = await readRow(x);
        if (!row) return null;
        const result = run(row.session);
        const { meta } = await db
          .prepare("UPDATE simulated_processor SET state = ?, version = version + 1 WHERE id = ? AND version = ?")
          .bind(JSON.stringify(row.session), x, row.version)
          .run();
        if (meta.changes === 1) return result;
      }
      throw new Error("the embedded processor is too busy");
    },
  };
}
