import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { checkBatch, type Side, type StatementGuard } from "./guard";

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

/** One for each side. */
export type Databases = Readonly<Record<Side, D1Database>>;

export interface OpenOptions {
  /** Bookmarks of this browser's last writes, as `Database` gives them: reads see these even on a replica. */
  bookmark?: string | null;
  /** Says on which side a statement lies. Refuses what production would refuse, and statements over a tenant's table without its tenant. */
  guard: StatementGuard;
  /** Adds up the bytes read, which costs writing them out once more. */
  countBytes?: boolean;
  /** Called before each round trip with its number; tests make the k-th call fail through it. */
  beforeCall?: (call: number) => void;
}

export interface Database {
  db: Db;
  costs: DbCosts;
  /** Where this request's view of each side's database ends; carried in a cookie after a write. */
  bookmark: () => string | null;
}

/** One session with each side's database for one request, counting what they cost. Each statement goes to the side of its tables. */
export function openDatabase(databases: Databases, options: OpenOptions): Database {
  const costs: DbCosts = { calls: 0, rounds: 0, statements: 0, ms: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };
  const sessions = openSessions(databases, options.bookmark ?? null);
  const counted = new CountedSession(sessions, costs, options);
  // drizzle calls prepare and batch alone; the rest of D1Database is not reached through it.
  const db = drizzle(asD1(counted));
  letBatchesRunRawStatements(db, counted);
  return { db, costs, bookmark: () => bookmarkOf(sessions) };
}

type Sessions = Readonly<Record<Side, D1DatabaseSession>>;

/** Of none that D1 writes. */
const BOOKMARK_SEPARATOR = ".";

function openSessions({ identity, tenants }: Databases, bookmark: string | null): Sessions {
  const [ofIdentity, ofTenants] = bookmark?.split(BOOKMARK_SEPARATOR) ?? [];
  return {
    identity: identity.withSession(ofIdentity || "first-unconstrained"),
    tenants: tenants.withSession(ofTenants || "first-unconstrained"),
  };
}

function bookmarkOf({ identity, tenants }: Sessions): string | null {
  const bookmarks = [identity, tenants].map((session) => session.getBookmark() ?? "");
  return bookmarks.some((bookmark) => bookmark !== "") ? bookmarks.join(BOOKMARK_SEPARATOR) : null;
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
    private readonly sessions: Sessions,
    private readonly costs: DbCosts,
    private readonly options: OpenOptions,
  ) {}

  prepare(sql: string): CountedStatement {
    return new CountedStatement(this, sql, []);
  }

  async batch(statements: CountedStatement[]): Promise<D1Result[]> {
    if (statements.length === 0) return [];
    const { round, session } = this.begin(statements);
    const results = await inFlight(session.batch(statements.map((s) => s.nativeIn(session))));
    this.end(round, results);
    return results;
  }

  /** Every read and write goes through a batch, so that its rows are counted and one rule holds for both. */
  async one(statement: CountedStatement): Promise<D1Result> {
    const { round, session } = this.begin([statement]);
    const result = await inFlight(statement.nativeIn(session).all());
    this.end(round, [result]);
    return result;
  }

  private begin(statements: CountedStatement[]): { round: number; session: D1DatabaseSession } {
    const { costs, options } = this;
    options.beforeCall?.(costs.calls + 1);
    const side = checkBatch(options.guard, statements, costs.statements) ?? "tenants";
    costs.calls += 1;
    costs.statements += statements.length;
    const round = this.roundsDone + 1;
    costs.rounds = Math.max(costs.rounds, round);
    return { round, session: this.sessions[side] };
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
    readonly params: unknown[],
  ) {}

  bind(...params: unknown[]): CountedStatement {
    return new CountedStatement(this.session, this.sql, params);
  }

  nativeIn(session: D1DatabaseSession): D1PreparedStatement {
    return session.prepare(this.sql).bind(...this.params);
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
