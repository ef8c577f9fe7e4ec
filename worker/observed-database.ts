import type { StatementCost } from "~/domain/operations/usage";

type Note = (cost: StatementCost) => void;

/** The same database; notes each statement whose result reports its cost. */
export function observeDatabase(database: D1Database, name: string, note: Note): D1Database {
  return new Proxy(database, {
    get: (target, property) => {
      if (property === "withSession") {
        return (from?: string) => observeSession(target.withSession(from), { name, note });
      }
      return memberOf(target, property, { name, note });
    },
  });
}

interface Observer {
  name: string;
  note: Note;
}

function observeSession(session: D1DatabaseSession, observer: Observer): D1DatabaseSession {
  return new Proxy(session, { get: (target, property) => memberOf(target, property, observer) });
}

/** Members that databases and sessions share. */
function memberOf(target: D1Database | D1DatabaseSession, property: string | symbol, observer: Observer): unknown {
  if (property === "prepare") return (sql: string) => observeStatement(target.prepare(sql), sql, observer);
  if (property === "batch") {
    return async (statements: D1PreparedStatement[]) => {
      const results = await target.batch(statements.map((each) => natives.get(each)?.native ?? each));
      for (const [at, { meta }] of results.entries()) {
        const statement = statements[at];
        const sql = statement && natives.get(statement)?.sql;
        if (sql !== undefined) observer.note(costOf(sql, meta, observer));
      }
      return results;
    };
  }
  return bound(target, property);
}

/** D1's batch accepts only its own statements. */
const natives = new WeakMap<D1PreparedStatement, { native: D1PreparedStatement; sql: string }>();

function observeStatement(native: D1PreparedStatement, sql: string, observer: Observer): D1PreparedStatement {
  const statement = new Proxy(native, {
    get: (target, property) => {
      if (property === "bind") {
        return (...values: unknown[]) => observeStatement(target.bind(...values), sql, observer);
      }
      if (property === "all" || property === "run") {
        return async () => {
          const result = await target[property]();
          observer.note(costOf(sql, result.meta, observer));
          return result;
        };
      }
      return bound(target, property);
    },
  });
  natives.set(statement, { native, sql });
  return statement;
}

function costOf(sql: string, meta: D1Meta, { name }: Observer): StatementCost {
  return {
    database: name,
    sql,
    ms: meta.duration ?? 0,
    rowsRead: meta.rows_read ?? 0,
    rowsWritten: meta.rows_written ?? 0,
    bytes: meta.size_after ?? null,
  };
}

function bound(target: object, property: string | symbol): unknown {
  const value: unknown = Reflect.get(target, property);
  return typeof value === "function" ? value.bind(target) : value;
}
