/** An isolate's counts since it last stored them. */
export interface Usage {
  hours: Map<string, HourCounts>;
  /** The size of each database in bytes, from its last response. */
  sizes: Map<string, { bytes: number; at: string }>;
  /** Keyed by database and text. */
  slow: Map<string, SlowStatement>;
}

export interface HourCounts {
  requests: number;
  /** Responses with status 500 and above. */
  serverErrors: number;
  /** Of these, the ones with status 503. */
  shed: number;
  rowsRead: number;
  rowsWritten: number;
}

export interface SlowStatement {
  database: string;
  statement: string;
  runs: number;
  totalMs: number;
  maxMs: number;
  maxRowsRead: number;
  firstAt: string;
  lastAt: string;
}

/** The cost of one statement as reported by the database. */
export interface StatementCost {
  database: string;
  /** Without its parameters. */
  sql: string;
  ms: number;
  rowsRead: number;
  rowsWritten: number;
  /** The size of the whole database afterward. */
  bytes: number | null;
}

/** The number of distinct statements held until they are stored; further slow ones are dropped. */
export const MAX_SLOW_TEXTS = 20;
const MAX_STATEMENT_CHARACTERS = 2000;

export const noUsage = (): Usage => ({ hours: new Map(), sizes: new Map(), slow: new Map() });

export const hourOf = (at: Date) => `${at.toISOString().slice(0, 13)}:00:00.000Z`;

export function countAnswer(usage: Usage, at: Date, status: number): void {
  const counts = hourIn(usage, hourOf(at));
  counts.requests += 1;
  if (status >= 500) counts.serverErrors += 1;
  if (status === 503) counts.shed += 1;
}

export function countStatement(usage: Usage, at: Date, cost: StatementCost & { slowFromMs: number }): void {
  const { database, sql, ms, rowsRead, rowsWritten, bytes, slowFromMs } = cost;
  const counts = hourIn(usage, hourOf(at));
  counts.rowsRead += rowsRead;
  counts.rowsWritten += rowsWritten;
  const now = at.toISOString();
  if (bytes !== null) usage.sizes.set(database, { bytes, at: now });
  if (ms < slowFromMs) return;
  const statement = textOf(sql);
  addSlow(usage, {
    ...{ database, statement, runs: 1, totalMs: ms, maxMs: ms, maxRowsRead: rowsRead, firstAt: now, lastAt: now },
  });
}

/**
 * Puts the statement on one line and masks long numbers: the start of a business's full-text rows is part of the text, not a
 * parameter.
 */
function textOf(sql: string): string {
  return sql
    .replace(/\s+/g, " ")
    .replace(/\b\d{7,}\b/g, "?")
    .trim()
    .slice(0, MAX_STATEMENT_CHARACTERS);
}

/** Restores counts that could not be stored. */
export function addUsage(usage: Usage, other: Usage): void {
  for (const [hour, more] of other.hours) {
    const counts = hourIn(usage, hour);
    counts.requests += more.requests;
    counts.serverErrors += more.serverErrors;
    counts.shed += more.shed;
    counts.rowsRead += more.rowsRead;
    counts.rowsWritten += more.rowsWritten;
  }
  for (const [name, size] of other.sizes) if (!usage.sizes.has(name)) usage.sizes.set(name, size);
  for (const each of other.slow.values()) addSlow(usage, each);
}

function hourIn({ hours }: Usage, hour: string): HourCounts {
  const known = hours.get(hour) ?? { requests: 0, serverErrors: 0, shed: 0, rowsRead: 0, rowsWritten: 0 };
  hours.set(hour, known);
  return known;
}

function addSlow({ slow }: Usage, more: SlowStatement): void {
  const key = `${more.database} ${more.statement}`;
  const known = slow.get(key);
  if (!known) {
    if (slow.size < MAX_SLOW_TEXTS) slow.set(key, { ...more });
    return;
  }
  known.runs += more.runs;
  known.totalMs += more.totalMs;
  known.maxMs = Math.max(known.maxMs, more.maxMs);
  known.maxRowsRead = Math.max(known.maxRowsRead, more.maxRowsRead);
  if (more.firstAt < known.firstAt) known.firstAt = more.firstAt;
  if (more.lastAt > known.lastAt) known.lastAt = more.lastAt;
}
