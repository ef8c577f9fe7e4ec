import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { checkBatch, type StatementGuard } from "./guard";
import { Homes } from "./homes";
import { ReadBatcher } from "./reads";

export type Db = DrizzleD1Database;

/** What a request cost: round trips to D1, statements, its own time (whole ms a statement), rows read and written. */
interface DbCosts {
  calls: number;
  /** Round trips one after the other: those side by side count as one. */
  rounds: number;
  statements: number;
  ms: number;
  rowsRead: number;
  rowsWritten: number;
}

/** Identity's, and those of the tenants by the names of their shards. */
export interface Databases {
  directory: D1Database;
  shards: ReadonlyMap<string, D1Database>;
  regions?: ReadonlyMap<string, string>;
  /** Shards that take no statement while somebody works on them. */
  closed?: ReadonlySet<string>;
}

/**
 * The databases of tenants. Each statement goes to where the tenant lives that it names, as far as the request has learned that;
 * those of a bound context go to its shard.
 */
export interface Shards {
  /** The oldest first. */
  names: readonly string[];
  /** Those among them that take no statement while somebody works on them. */
  closed: ReadonlySet<string>;
  /** D1's locations, as far as they are told. */
  regions: ReadonlyMap<string, string>;
  /** Null: every statement has to name a tenant that is known. */
  bound: string | null;
  /** The key of a business or household, and what else stands for it alone in its rows, such as an API key. */
  learn: (tenant: { orgId: string } | { userId: string }, shard: string) => void;
  /** Where a tenant lives; null where this context has not learned it. */
  homeOf: (tenantId: string) => string | null;
  /** The same request, bound to a shard. */
  on: (shard: string) => { db: Db; shards: Shards };
}

export interface OpenOptions {
  /** Bookmarks of this browser's last writes, as `Database` gives them: reads see these even on a replica. */
  bookmark?: string | null;
  /** Says on which side a statement lies. Refuses what production would refuse, and statements over a tenant's table without its tenant. */
  guard: StatementGuard;
  /** Called before each round trip with its number; tests make the k-th call fail through it. */
  beforeCall?: (call: number) => void;
}

export interface Database {
  db: Db;
  shards: Shards;
  costs: DbCosts;
  /** Where this request's view of each database ends; carried in a cookie after a write. */
  bookmark: () => string | null;
  /** What changes anything waits from now on until this has come back, and fails as it does. */
  holdWrites: (until: Promise<void>) => void;
}

/** Sessions with the databases for one request, counting what they cost. Each statement goes to its tables' and tenant's. */
export function openDatabase(databases: Databases, options: OpenOptions): Database {
  const costs: DbCosts = { calls: 0, rounds: 0, statements: 0, ms: 0, rowsRead: 0, rowsWritten: 0 };
  const request: Request = {
    ...{ costs, options, homes: new Homes(), roundsDone: 0, beforeWrites: null },
    sessions: new Sessions(databases, options.bookmark ?? null),
    reads: new ReadBatcher((place, statements) => send(request, place, statements)),
  };
  return {
    ...on(request, null),
    costs,
    bookmark: () => request.sessions.bookmark(),
    holdWrites: (until) => {
      request.beforeWrites = until;
    },
  };
}

function on(request: Request, bound: string | null): { db: Db; shards: Shards } {
  const { homes, sessions } = request;
  const counted = new CountedSession(request, bound);
  // drizzle calls prepare and batch alone; the rest of D1Database is not reached through it.
  const db = drizzle(asD1(counted));
  letBatchesRunRawStatements(db, counted);
  const shards: Shards = {
    ...{ names: sessions.shards, closed: sessions.closed, regions: sessions.regions, bound },
    learn: (tenant, shard) => homes.learn(tenant, shard),
    homeOf: (tenantId) => homes.homeOf(tenantId),
    on: (shard) => on(request, shard),
  };
  return { db, shards };
}

/** What all contexts of a request share. */
interface Request {
  costs: DbCosts;
  options: OpenOptions;
  homes: Homes;
  sessions: Sessions;
  reads: ReadBatcher<CountedStatement>;
  /** How many round trips, one after the other, have come back so far. */
  roundsDone: number;
  /** Null: nothing waits. */
  beforeWrites: Promise<void> | null;
}

/** No shard's name: those are numbers. */
const DIRECTORY = "directory";

/** One with each database that the request asks, begun where this browser's last write ended. */
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

  /** Of databases that were not asked what the browser brought, so that it loses nothing. */
  bookmark(): string | null {
    const ends = new Map(this.begins);
    for (const [name, session] of this.open) {
      const end = session.getBookmark();
      if (end) ends.set(name, end);
    }
    return ends.size > 0 ? [...ends].map(([name, end]) => `${name}:${end}`).join(".") : null;
  }
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
  constructor(
    private readonly request: Request,
    private readonly bound: string | null,
  ) {}

  prepare(sql: string): CountedStatement {
    return new CountedStatement(this, sql, []);
  }

  /** Every read and write goes through here, so that its rows are counted and one rule holds for both. */
  async batch(statements: CountedStatement[]): Promise<D1Result[]> {
    if (statements.length === 0) return [];
    const { beforeWrites, costs, reads } = this.request;
    const isRead = statements.every(({ sql }) => onlyReads(sql));
    if (!isRead && beforeWrites) await beforeWrites;
    const place = this.placeOf(statements);
    costs.statements += statements.length;
    if (isRead) return reads.add(place, statements);
    // Reads that were begun before it go ahead of it.
    reads.flush(place);
    return send(this.request, place, statements);
  }

  /** The database that a batch goes to. @throws Error for one of tenants whose home is not known */
  private placeOf(statements: CountedStatement[]): string {
    const { costs, options, homes, sessions } = this.request;
    const side = checkBatch(options.guard, statements, costs.statements);
    if (side === "identity") return DIRECTORY;
    const home = this.bound ?? homes.of(statements);
    if (home !== null) return home;
    // What is nobody's lies on every shard.
    const any = side === null ? (homes.any() ?? sessions.shards[0]) : undefined;
    if (any !== undefined) return any;
    throw new Error(`no shard is known for: ${statements.map(({ sql }) => sql.slice(0, 300)).join(";\n")}`);
  }
}

/** One round trip, counted. */
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

/** A `WITH` may end in any statement: one that names none of those that write reads. */
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

  /** Rows as arrays. `all` is used below because `raw` hides the row counts; the guard refuses repeated column names. */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all();
    return results.map((row) => Object.values(row ?? {}));
  }
}
