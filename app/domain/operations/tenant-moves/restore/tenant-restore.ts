import type { TenantKind } from "~/domain/operations/tenant-moves/tenant-move";

export type Row = Record<string, unknown>;

/**
 * Tables that are not restored: messages that must not be sent again, audit records, usage counts, members, people's consent to
 * messages, files due for deletion, and conversations with the assistant, which belong to a person.
 */
export const NOT_RESTORED: ReadonlySet<string> = new Set([
  ...["outbox", "idempotency_keys", "applied_messages", "webhook_deliveries", "webhook_attempts", "bank_webhooks"],
  ...["audit_log", "usage_counts", "tenant_organizations", "tenant_members"],
  ...["message_consents", "technician_place_consents", "technician_places"],
  ...["business_exports", "household_exports", "business_restores", "household_restores", "deleted_recordings"],
  "archive_leftovers",
  ...["chat_conversations", "chat_messages"],
]);

interface KeyedTable {
  name: string;
  key: readonly string[];
  columns: readonly string[];
}

/** The differences between a table's current and past rows. */
export interface Differences {
  /** Rows deleted since then. */
  back: Row[];
  /** Rows changed since then, with their past values. */
  changed: Row[];
  /** Rows added since then, with their current values. */
  since: Row[];
}

/**
 * Compares past and current rows by the columns that both have: a newer column keeps its value, or gets its default in rows that
 * return.
 */
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

/** A SQLite default as a value; a computed default counts as none. */
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
