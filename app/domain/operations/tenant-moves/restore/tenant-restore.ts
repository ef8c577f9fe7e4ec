import type { TenantKind } from "../tenant-move";

export type Row = Record<string, unknown>;

/**
 * What stays as it is where the rest is set back: what was sent and is not to be sent again, what was written down of who did what,
 * how often something was done, who the members are, what people allowed or forbade to be sent to them, which files are to be deleted, and
 * conversations with the assistant, which are a person's own.
 */
export const KEPT: ReadonlySet<string> = new Set([
  ...["outbox", "idempotency_keys", "applied_messages", "webhook_deliveries", "webhook_attempts", "bank_webhooks"],
  ...["audit_log", "usage_counts", "tenant_organizations", "tenant_members"],
  ...["message_consents", "technician_place_consents", "technician_places"],
  ...["business_exports", "household_exports", "business_restores", "household_restores", "deleted_recordings"],
  "archive_leftovers",
  ...["chat_conversations", "chat_messages"],
]);

export interface KeyedTable {
  name: string;
  key: readonly string[];
  columns: readonly string[];
}

/** What makes the rows of a table those of then. */
export interface Differences {
  /** Rows that are gone since. */
  back: Row[];
  /** Rows that are otherwise now, as they were. */
  changed: Row[];
  /** Rows that came since, as they are. */
  since: Row[];
}

/** Rows of then and of now, of columns that both have: a column that came since keeps what it holds, and its default in rows that come back. */
export function differences(
  { key, columns }: KeyedTable,
  { past, now, defaults }: { past: readonly Row[]; now: readonly Row[]; defaults: Row },
): Differences {
  const textOf = (row: Row, names: readonly string[]) => JSON.stringify(names.map((name) => row[name] ?? null));
  const left = new Map(now.map((row) => [textOf(row, key), row]));
  const found: Differences = { back: [], changed: [], since: [] };
  for (const row of past) {
    const id = textOf(row, key);
    const present = left.get(id);
    left.delete(id);
    const whole = { ...(present ?? defaults), ...row };
    if (!present) found.back.push(whole);
    else if (textOf(whole, columns) !== textOf(present, columns)) found.changed.push(whole);
  }
  found.since.push(...left.values());
  return found;
}

/** A default of SQLite's as a value; what is computed counts as none. */
export function defaultOf(text: string | null): string | number | null {
  if (text === null) return null;
  const quoted = /^'((?:[^']|'')*)'$/.exec(text);
  if (quoted?.[1] !== undefined) return quoted[1].replaceAll("''", "'");
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

export interface WantedRestore {
  kind: TenantKind;
  tenantId: string;
  shard: string;
  moment: Date;
  requestedBy: string;
}
