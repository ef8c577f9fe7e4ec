import type { Kind, Records } from "./state";

interface StoredRow<K extends Kind> {
  id: string;
  /** Sort key of lists; ties are sorted by id. */
  at: string;
  state: Records[K];
}

interface ListOptions {
  /** Rows with at least this sort key. */
  from?: string;
  offset?: number;
  limit: number;
  newestFirst?: boolean;
  /** Sorts by id only. */
  byId?: boolean;
}

/** The simulated hosts' storage. Rows of a kind belong to a parent, for example issues to a repository. */
export interface HostStore {
  read: <K extends Kind>(kind: K, parent: string, id: string) => Promise<Records[K] | null>;
  list: <K extends Kind>(kind: K, parent: string, options: ListOptions) => Promise<Records[K][]>;
  /** Returns false if the row exists already; it is left unchanged. */
  add: <K extends Kind>(kind: K, parent: string, row: StoredRow<K>) => Promise<boolean>;
  addMany: <K extends Kind>(kind: K, parent: string, rows: readonly StoredRow<K>[]) => Promise<void>;
  /** Reads, changes and stores a row atomically; null if it does not exist. */
  change: <K extends Kind, R>(
    kind: K,
    parent: string,
    id: string,
    run: (state: Records[K]) => { at: string; result: R },
  ) => Promise<R | null>;
  remove: (kind: Kind, parent: string, id: string) => Promise<void>;
}

const MAX_TRIES = 20;
const CHUNK = 500;

export function d1HostStore(db: D1Database): HostStore {
  const key = "kind = ?1 AND parent = ?2 AND id = ?3";

  return {
    read: async (kind, parent, id) => {
      const row = await db
        .prepare(`SELECT state FROM simulated_code_hosts WHERE ${key}`)
        .bind(kind, parent, id)
        .first<{ state: string }>();
      return row && JSON.parse(row.state);
    },
    list: async (kind, parent, { from = "", offset = 0, limit, newestFirst = false, byId = false }) => {
      const order = newestFirst ? "DESC" : "ASC";
      const { results } = await db
        .prepare(
          `SELECT state FROM simulated_code_hosts WHERE kind = ?1 AND parent = ?2 AND at >= ?3
           ORDER BY ${byId ? "" : `at ${order}, `}id ${order} LIMIT ?4 OFFSET ?5`,
        )
        .bind(kind, parent, from, limit, offset)
        .all<{ state: string }>();
      return results.map(({ state }) => JSON.parse(state));
    },
    add: async (kind, parent, { id, at, state }) => {
      const { meta } = await db
        .prepare(
          "INSERT INTO simulated_code_hosts (kind, parent, id, at, state) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(kind, parent, id, at, JSON.stringify(state))
        .run();
      return meta.changes === 1;
    },
    addMany: async (kind, parent, rows) => {
      for (let from = 0; from < rows.length; from += CHUNK) {
        await db
          .prepare(
            `INSERT INTO simulated_code_hosts (kind, parent, id, at, state)
             SELECT ?1, ?2, value ->> 'id', value ->> 'at', value -> 'state' FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING`,
          )
          .bind(kind, parent, JSON.stringify(rows.slice(from, from + CHUNK)))
          .run();
      }
    },
    change: async (kind, parent, id, run) => {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const row = await db
          .prepare(`SELECT state, version FROM simulated_code_hosts WHERE ${key}`)
          .bind(kind, parent, id)
          .first<{ state: string; version: number }>();
        if (!row) return null;
        const state = JSON.parse(row.state);
        const { at, result } = run(state);
        const { meta } = await db
          .prepare(
            `UPDATE simulated_code_hosts SET state = ?4, at = ?5, version = version + 1 WHERE ${key} AND version = ?6`,
          )
          .bind(kind, parent, id, JSON.stringify(state), at, row.version)
          .run();
        if (meta.changes === 1) return result;
      }
      throw new Error("the simulated code host is too busy");
    },
    remove: async (kind, parent, id) => {
      await db.prepare(`DELETE FROM simulated_code_hosts WHERE ${key}`).bind(kind, parent, id).run();
    },
  };
}
