import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { checkBatch, type StatementGuard } from "./guard";
import { ReadBatcher } from "./reads";
import { TenantShards } from "./tenant-shards";

export type Db = DrizzleD1Database;

/** The cost of a request: round trips to D1, statements, execution time (whole ms per statement), rows read and written. */
interface DbCosts {
  calls: number;
  /** Sequential round trips: concurrent ones count as one. */
  rounds: number;
  statements: number;
  ms: number;
  rowsRead: number;
  rowsWritten: number;
}

/** The identity database, and the tenants' databases by shard name. */
export interface Databases {
  directory: D1Database;
  shards: ReadonlyMap<string, D1Database>;
  regions?: ReadonlyMap<string, string>;
  /** Shards that are closed to statements during maintenance. */
  closed?: ReadonlySet<string>;
}

/**
 * The tenants' databases. Each statement is sent to the shard of the tenant it names, if the request has learned it; statements
 * of a bound context go to that context's shard.
 */
export interface Shards {
  /** Oldest first. */
  names: readonly string[];
  /** Those closed to statements during maintenance. */
  closed: ReadonlySet<string>;
  /** D1 locations, where configured. */
  regions: ReadonlyMap<string, string>;
  /** Null: every statement must name a tenant whose shard is known. */
  bound: string | null;
  /**
   * Records where a business or household lives, along with everything else that identifies it in its rows, such as an API key.
   */
  learn: (tenant: { orgId: string } | { userId: string }, shard: string) => void;
  /** The shard of a tenant; null if this context has not learned it. */
  shardOf: (tenantId: string) => string | null;
  /** The same request, bound to a shard. */
  on: (shard: string) => { db: Db; shards: Shards };
}

export interface OpenOptions {
  /** Bookmarks of this browser's last writes, as returned by `Database`: reads see these writes even on a replica. */
  bookmark?: string | null;
  /**
   * Determines the side of a statement. Rejects what production would reject, and statements on a tenant's table without its
   * tenant.
   */
  guard: StatementGuard;
  /** Called before each round trip with its number; tests use it to make the k-th call fail. */
  beforeCall?: (call: number) => void;
}

export interface Database {
  db: Db;
  shards: Shards;
  costs: DbCosts;
  /**
   * The bookmarks of this request's databases; stored in a cookie after a write. Before writes that follow, they name the primary
   * databases instead, which will have them.
   */
  bookmark: (when?: "before writes") => string | null;
  /** From now on, writes wait for this promise, and fail if it rejects. */
  holdWrites: (until: Promise<void>) => void;
}

/**
 * Opens database sessions for one request and counts their cost. Each statement is sent to the database of its tables and tenant.
 */
export function openDatabase(databases: Databases, options: OpenOptions): Database {
  const costs: DbCosts = { calls: 0, rounds: 0, statements: 0, ms: 0, rowsRead: 0, rowsWritten: 0 };
  const request: Request = {
    ...{ costs, options, tenantShards: new TenantShards(), roundsDone: 0, beforeWrites: null },
    sessions: new Sessions(databases, options.bookmark ?? null),
    reads: new ReadBatcher((place, statements) => send(request, place, statements)),
  };
  return {
    ...on(request, null),
    costs,
    bookmark: (when) => request.sessions.bookmark(when),
    holdWrites: (until) => {
      request.beforeWrites = until;
    },
  };
}

function on(request: Request, bound: string | null): { db: Db; shards: Shards } {
  const { tenantShards, sessions } = request;
  const counted = new CountedSession(request, bound);
  // drizzle calls only prepare and batch; the rest of D1Database is never used through it.
  const db = drizzle(asD1(counted));
  letBatchesRunRawStatements(db, counted);
  const shards: Shards = {
    ...{ names: sessions.shards, closed: sessions.closed, regions: sessions.regions, bound },
    learn: (tenant, shard) => tenantShards.learn(tenant, shard),
    shardOf: (tenantId) => tenantShards.shardOf(tenantId),
    on: (shard) => on(request, shard),
  };
  return { db, shards };
}

/** Shared by all contexts of a request. */
interface Request {
  costs: DbCosts;
  options: OpenOptions;
  tenantShards: TenantShards;
  sessions: Sessions;
  reads: ReadBatcher<CountedStatement>;
  /** The number of sequential round trips completed so far. */
  roundsDone: number;
  /** Null: writes do not wait. */
  beforeWrites: Promise<void> | null;
}

/** Cannot be a shard's name, since those are numbers. */
const DIRECTORY = "directory";

/** One session per database used by the request, starting at this browser's last write. */
class Sessions {
  readonly shards: readonly string[];
  readonly closed: ReadonlySet<string>;
  readonly regions: ReadonlyMap<string, string>;
  private readonly open = new Map<string, D1DatabaseSession>();
  private readonly begins: Map<string, string>;

  constructor(
    private readonly databases: Databases,
    bookmark: string | null,
  ) {
    this.shards = [...databases.shards.keys()];
    this.closed = new Set(this.shards.filter((name) => databases.closed?.has(name)));
    this.regions = databases.regions ?? new Map();
    this.begins = new Map(
      bookmark?.split(".").map((part): [string, string] => {
        const at = part.indexOf(":");
        return [part.slice(0, at), part.slice(at + 1)];
      }),
    );
  }

  /** @throws Error for a shard that this installation does not have, or `shard_closed` */
  get(name: string): D1DatabaseSession {
    if (this.databases.closed?.has(name)) throw new Error("shard_closed");
    const known = this.open.get(name);
    if (known) return known;
    const database = name === DIRECTORY ? this.databases.directory : this.databases.shards.get(name);
    if (!database) throw new Error(`no database of shard ${name}`);
    const session = database.withSession(this.begins.get(name) ?? "first-unconstrained");
    this.open.set(name, session);
    return session;
  }

  /** The oldest shard that is not closed; undefined if all are. */
  firstOpen(): string | undefined {
    return this.shards.find((name) => !this.closed.has(name));
  }

  /** For unused databases, the browser's own bookmark is kept. */
  bookmark(when?: "before writes"): string | null {
    const ends = new Map(this.begins);
    for (const [name, session] of this.open) {
      const end = when === "before writes" ? "first-primary" : session.getBookmark();
      if (end) ends.set(name, end);
    }
    return ends.size > 0 ? [...ends].map(([name, end]) => `${name}:${end}`).join(".") : null;
  }
}

/** drizzle's batch calls `stmt` of every statement once it has parameters, which raw ones (`sql...`) do not have. */
function letBatchesRunRawStatements(db: Db, session: CountedSession): void {
  const [run, all] = [db.run.bind(db), db.all.bind(db)];
  const ready = <R extends { getQuery: () => { sql: string } }>(raw: R): R =>
    Object.defineProperty(raw, "stmt", { get: () => session.prepare(raw.getQuery().sql) });
  db.run = (query) => ready(run(query));
  db.all = (query) => ready(all(query));
}

/** Guarantee: drizzle's D1 driver calls only `prepare` and `batch`, which CountedSession implements. */
function asD1(session: CountedSession): D1Database {
  return session as unknown as D1Database;
}

let calls = 0;

/** Outstanding round trips of all requests of this isolate: its current load. */
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
  constructor(
    private readonly request: Request,
    private readonly bound: string | null,
  ) {}

  prepare(sql: string): CountedStatement {
    return new CountedStatement(this, sql, []);
  }

  /** Every read and write goes through here, so that its rows are counted and the same rule applies to both. */
  async batch(statements: CountedStatement[]): Promise<D1Result[]> {
    if (statements.length === 0) return [];
    const { beforeWrites, costs, reads } = this.request;
    const isRead = statements.every(({ sql }) => onlyReads(sql));
    if (!isRead && beforeWrites) await beforeWrites;
    const place = this.placeOf(statements);
    costs.statements += statements.length;
    if (isRead) return reads.add(place, statements);
    // Reads that started earlier are sent first.
    reads.flush(place);
    return send(this.request, place, statements);
  }

  /** The database of a batch. @throws Error if the shard of its tenants is not known */
  private placeOf(statements: CountedStatement[]): string {
    const { costs, options, tenantShards, sessions } = this.request;
    const side = checkBatch(options.guard, statements, costs.statements);
    if (side === "identity") return DIRECTORY;
    const shard = this.bound ?? tenantShards.of(statements);
    if (shard !== null) return shard;
    // Tables without a tenant exist on every shard.
    const any = side === null ? (tenantShards.any() ?? sessions.firstOpen()) : undefined;
    if (any !== undefined) return any;
    throw new Error(`no shard is known for: ${statements.map(({ sql }) => sql.slice(0, 300)).join(";\n")}`);
  }
}

/** One counted round trip. */
async function send(request: Request, place: string, statements: CountedStatement[]): Promise<D1Result[]> {
  const { costs, options, sessions } = request;
  options.beforeCall?.(costs.calls + 1);
  costs.calls += 1;
  const round = request.roundsDone + 1;
  costs.rounds = Math.max(costs.rounds, round);
  const session = sessions.get(place);
  const [first, ...others] = statements.map((statement) => statement.nativeIn(session));
  if (!first) return [];
  const results = await inFlight(
    others.length > 0 ? session.batch([first, ...others]) : first.all().then((one) => [one]),
  );
  request.roundsDone = Math.max(request.roundsDone, round);
  for (const { meta } of results) {
    costs.ms += meta.duration ?? 0;
    costs.rowsRead += meta.rows_read ?? 0;
    costs.rowsWritten += meta.rows_written ?? 0;
  }
  return results;
}

/** Whether a statement only reads: a `WITH` may end in any statement, so none of the writing keywords may occur. */
function onlyReads(sql: string): boolean {
  if (/^\s*select\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && !/\b(?:insert|update|delete|replace\s+into)\b/i.test(sql);
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

  async all(): Promise<D1Result> {
    const [result] = await this.session.batch([this]);
    if (!result) throw new Error("a statement without a result");
    return result;
  }

  run(): Promise<D1Result> {
    return this.all();
  }

  /** Rows as arrays. `all` is used because `raw` does not report row counts; the guard rejects repeated column names. */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all();
    return results.map((row) => Object.values(row ?? {}));
  }
}
