import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { checkBatch, type StatementGuard } from "./guard";

export type Db = DrizzleD1Database;

/** What a request cost: round trips to D1, statements, its own time (whole ms a statement), rows read and written, bytes. */
interface DbCosts {
  calls: number;
  /** Round trips one after the other: those side by side count as one. */
  rounds: number;
  statements: number;
  ms: number;
  rowsRead: number;
  rowsWritten: number;
  bytes: number;
}

export interface OpenOptions {
  /** Bookmark of this browser's last write: reads see it even on a replica. */
  bookmark?: string | null;
  /** Refuses what production would refuse, and statements over a tenant's table without its tenant. */
  guard?: StatementGuard | null;
  /** Adds up the bytes read, which costs writing them out once more. */
  countBytes?: boolean;
  /** Called before each round trip with its number; tests make the k-th call fail through it. */
  beforeCall?: (call: number) => void;
}

export interface Database {
  db: Db;
  costs: DbCosts;
  /** Where this request's view of the database ends; carried in a cookie after a write. */
  bookmark: () => string | null;
}

/** One session with D1 for one request, counting what it costs. */
export function openDatabase(d1: D1Database, options: OpenOptions = {}): Database {
  const costs: DbCosts = { calls: 0, rounds: 0, statements: 0, ms: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };
  const session = d1.withSession(options.bookmark ?? "first-unconstrained");
  const counted = new CountedSession(session, costs, options);
  // drizzle calls prepare and batch alone; the rest of D1Database is not reached through it.
  const db = drizzle(asD1(counted));
  letBatchesRunRawStatements(db, counted);
  return { db, costs, bookmark: () => session.getBookmark() };
}

/** drizzle's batch asks every statement for `stmt` once it has parameters, and raw ones (`sql...`) have none to give. */
function letBatchesRunRawStatements(db: Db, session: CountedSession): void {
  const [run, all] = [db.run.bind(db), db.all.bind(db)];
  const ready = <R extends { getQuery: () => { sql: string } }>(raw: R): R =>
    Object.defineProperty(raw, "stmt", { get: () => session.prepare(raw.getQuery().sql) });
  db.run = (query) => ready(run(query));
  db.all = (query) => ready(all(query));
}

/** Guarantee: drizzle's D1 driver calls `prepare` and `batch` only, which CountedSession has. */
function asD1(session: CountedSession): D1Database {
  return session as unknown as D1Database;
}

let calls = 0;

/** Round trips of all requests of this isolate that have not come back: what it is busy with. */
export function callsInFlight(): number {
  return calls;
}

async function inFlight<T>(call: Promise<T>): Promise<T> {
  calls += 1;
  try {
    return await call;
  } finally {
    calls -= 1;
  }
}

class CountedSession {
  /** How many round trips, one after the other, have come back so far. */
  private roundsDone = 0;

  constructor(
    private readonly session: D1DatabaseSession,
    private readonly costs: DbCosts,
    private readonly options: OpenOptions,
  ) {}

  prepare(sql: string): CountedStatement {
    return new CountedStatement(this, sql, this.session.prepare(sql), []);
  }

  async batch(statements: CountedStatement[]): Promise<D1Result[]> {
    if (statements.length === 0) return [];
    const round = this.begin(statements);
    const results = await inFlight(this.session.batch(statements.map((s) => s.native)));
    this.end(round, results);
    return results;
  }

  /** Every read and write goes through a batch, so that its rows are counted and one rule holds for both. */
  async one(statement: CountedStatement): Promise<D1Result> {
    const round = this.begin([statement]);
    const result = await inFlight(statement.native.all());
    this.end(round, [result]);
    return result;
  }

  private begin(statements: CountedStatement[]): number {
    const { costs, options } = this;
    options.beforeCall?.(costs.calls + 1);
    if (options.guard) checkBatch(options.guard, statements, costs.statements);
    costs.calls += 1;
    costs.statements += statements.length;
    const round = this.roundsDone + 1;
    costs.rounds = Math.max(costs.rounds, round);
    return round;
  }

  private end(round: number, results: D1Result[]): void {
    this.roundsDone = Math.max(this.roundsDone, round);
    for (const result of results) this.count(result);
  }

  private count(result: D1Result): void {
    this.costs.ms += result.meta.duration ?? 0;
    this.costs.rowsRead += result.meta.rows_read ?? 0;
    this.costs.rowsWritten += result.meta.rows_written ?? 0;
    if (this.options.countBytes) this.costs.bytes += JSON.stringify(result.results ?? []).length;
  }
}

class CountedStatement {
  constructor(
    private readonly session: CountedSession,
    readonly sql: string,
    readonly native: D1PreparedStatement,
    readonly params: unknown[],
  ) {}

  bind(...params: unknown[]): CountedStatement {
    return new CountedStatement(this.session, this.sql, this.native.bind(...params), params);
  }

  all(): Promise<D1Result> {
    return this.session.one(this);
  }

  run(): Promise<D1Result> {
    return this.session.one(this);
  }

  /** Rows as arrays. `all` is used below because `raw` hides the row counts; the guard refuses repeated column names. */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.session.one(this);
    return results.map((row) => Object.values(row ?? {}));
  }
}
