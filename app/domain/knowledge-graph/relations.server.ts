import { type SQL, sql } from "drizzle-orm";
import { EQUIPMENT_TYPE_LABELS, type EquipmentType } from "~/domain/equipment/equipment";
import { ESTIMATE_STATE_LABELS, type EstimateStatus, formatEstimateNumber } from "~/domain/estimates/estimate";
import { formatInvoiceNumber, type InvoiceKind } from "~/domain/invoices/invoice";
import { formatLeadNumber, LEAD_STAGE_LABELS, type LeadStage } from "~/domain/leads/lead";
import type { Ctx, Member } from "~/domain/shared/context";
import { formatMoney } from "~/domain/shared/money";
import { formatPhone } from "~/domain/shared/text/phones";
import { dayBounds, type Instant } from "~/domain/shared/time/time-zones";
import { SITE_ROLE_LABELS, type SiteRole } from "~/domain/sites/site";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import {
  type GraphRecord,
  keyOf,
  MAX_COUNTED,
  MAX_FILTERED,
  RELATIONS,
  type RecordKind,
  type RelationName,
} from "./record";
import { scanOf } from "./scans.server";

/** The date range of the work orders and invoices shown, in the business's days; null: no limit. */
interface Span {
  since: string | null;
  until: string | null;
}

/** Where a page of a relation starts: after this sort key and id. */
type After = readonly [string | number, string] | null;

interface KindTable {
  table: SQL;
  /** Columns of `n`, a row of the table. */
  columns: SQL;
  /** What the time filter compares: a date, or an instant where there is none. */
  dated: { day?: SQL; instant?: SQL } | null;
  /** Excludes records in the trash. */
  live?: SQL;
}

const none = sql`null`;
const columnsOf = ({
  ref = sql`n.id`,
  label,
  detail = none,
  state = none,
  number = none,
  at = none,
}: Partial<Record<"ref" | "detail" | "state" | "number" | "at", SQL>> & { label: SQL }) =>
  sql`n.id as id, ${ref} as ref, ${label} as label, ${detail} as detail, ${state} as state, ${number} as number, ${at} as at`;

const workOrderTime = sql`coalesce(n.scheduled_start, n.completed_at, n.created_at)`;
const estimateTime = sql`coalesce(n.sent_on, n.created_at)`;
const invoiceTime = sql`coalesce(n.issued_on, n.created_at)`;

const TABLES: Record<RecordKind, KindTable> = {
  customer: {
    table: sql`customers`,
    columns: columnsOf({ ref: sql`cast(n.number as text)`, label: sql`n.name`, detail: sql`n.phone` }),
    dated: null,
  },
  site: {
    table: sql`addresses`,
    columns: columnsOf({ label: sql`n.line1`, detail: sql`n.city || ', ' || n.state` }),
    dated: null,
  },
  equipment: {
    table: sql`equipment`,
    columns: columnsOf({
      label: sql`n.name`,
      detail: sql`trim(coalesce(n.manufacturer, '') || ' ' || coalesce(n.model_number, ''))`,
      state: sql`n.type`,
    }),
    dated: null,
  },
  circuit: {
    table: sql`service_groups`,
    columns: columnsOf({ ref: sql`n.equipment_id`, label: sql`n.name`, detail: sql`n.refrigerant` }),
    dated: null,
  },
  part: { table: sql`inventory_items`, columns: columnsOf({ label: sql`n.name`, detail: sql`n.sku` }), dated: null },
  job: {
    table: sql`work_orders`,
    columns: columnsOf({
      ref: sql`cast(n.number as text)`,
      label: sql`n.title`,
      state: sql`n.status`,
      number: sql`n.number`,
      at: workOrderTime,
    }),
    dated: { instant: workOrderTime },
  },
  invoice: {
    table: sql`invoices`,
    columns: columnsOf({
      label: sql`coalesce(n.title, '')`,
      detail: sql`cast(n.total_minor as text)`,
      state: sql`n.kind`,
      number: sql`n.number`,
      at: invoiceTime,
    }),
    dated: { day: sql`n.issued_on`, instant: sql`n.created_at` },
  },
  technician: {
    table: sql`technicians`,
    columns: columnsOf({ label: sql`n.first_name || ' ' || n.last_name` }),
    dated: null,
  },
  lead: {
    table: sql`leads`,
    columns: columnsOf({
      ref: sql`cast(n.number as text)`,
      label: sql`n.name`,
      state: sql`n.stage`,
      number: sql`n.number`,
      at: sql`n.created_on`,
    }),
    dated: { day: sql`n.created_on` },
    live: sql`n.deleted_at is null`,
  },
  estimate: {
    table: sql`estimates`,
    columns: columnsOf({
      label: sql`n.title`,
      detail: sql`cast(n.total_minor as text)`,
      state: sql`n.status || ' ' || n.revision`,
      number: sql`n.number`,
      at: estimateTime,
    }),
    dated: { day: sql`n.sent_on`, instant: sql`n.created_at` },
  },
  contact: {
    table: sql`site_people`,
    columns: columnsOf({ ref: sql`n.address_id`, label: sql`n.name`, detail: sql`n.phone`, state: sql`n.role` }),
    dated: null,
  },
};

interface RecordRow {
  id: string;
  ref: string;
  label: string;
  detail: string | null;
  state: string | null;
  number: number | null;
  at: string | null;
}

export function recordOf(kind: RecordKind, row: RecordRow): GraphRecord {
  const { id, ref, at } = row;
  return { key: keyOf({ kind, id }), kind, id, ref, at, ...named(kind, row) };
}

/** Guarantee: the columns of `TABLES` hold only what the tables' CHECKs allow. */
function named(
  kind: RecordKind,
  { label, detail, state, number }: RecordRow,
): { label: string; detail: string | null } {
  switch (kind) {
    case "job":
      return {
        label: `${formatWorkOrderNumber(number ?? 0)} ${label}`,
        detail: STATUS_LABELS[state as WorkOrderStatus],
      };
    case "invoice":
      return {
        label: [formatInvoiceNumber(state as InvoiceKind, number), label].filter(Boolean).join(" "),
        detail: formatMoney(Number(detail)),
      };
    case "equipment":
      return { label, detail: detail || EQUIPMENT_TYPE_LABELS[state as EquipmentType] };
    case "customer":
      return { label, detail: detail && formatPhone(detail) };
    case "lead":
      return { label: `${formatLeadNumber(number ?? 0)} ${label}`, detail: LEAD_STAGE_LABELS[state as LeadStage] };
    case "estimate": {
      const [status, revision] = (state ?? "").split(" ");
      const parts = [ESTIMATE_STATE_LABELS[status as EstimateStatus], formatMoney(Number(detail))];
      return { label: `${formatEstimateNumber(number, Number(revision))} ${label}`, detail: parts.join(", ") };
    }
    case "contact":
      return {
        label,
        detail: [SITE_ROLE_LABELS[state as SiteRole], detail && formatPhone(detail)].filter(Boolean).join(", "),
      };
    case "site":
    case "circuit":
    case "part":
    case "technician":
      return { label, detail };
  }
}

/** Records of a kind by their ids. */
export function recordRows(ctx: Ctx, { orgId }: Member, { kind, ids }: { kind: RecordKind; ids: readonly string[] }) {
  const { table, columns, live } = TABLES[kind];
  return ctx.db.all<RecordRow>(sql`select ${columns} from json_each(${JSON.stringify(ids)}) s
    cross join ${table} n where n.org_id = ${orgId} and n.id = s.value ${live ? sql`and ${live}` : sql``}`);
}

/** The id of a record by its number, for kinds that have one. */
export function idByNumber(ctx: Ctx, { orgId }: Member, { kind, number }: { kind: RecordKind; number: number }) {
  switch (kind) {
    case "site":
      return ctx.db.all<{ id: string }>(
        sql`select address_id as id from sites where org_id = ${orgId} and number = ${number}`,
      );
    case "customer":
    case "job":
    case "equipment":
    case "part":
    case "lead":
      return ctx.db.all<{ id: string }>(
        sql`select id from ${TABLES[kind].table} where org_id = ${orgId} and number = ${number}`,
      );
    case "circuit":
    case "invoice":
    case "technician":
    case "estimate":
    case "contact":
      return null;
  }
}

/**
 * The neighbors of the record `s.value` by one relation, in order, as a JSON array of [id, sort key]: read by an index, at most
 * `limit` rows, or with a time filter the newest MAX_FILTERED checked. In a repeating relation, each with the number of its rows
 * and the last one's sort key: [id, sort key, rows, last sort key].
 */
function endsOf({ orgId, timeZone }: Member, relation: RelationName, { after = null, limit, span }: Window): SQL {
  const { id, key = id, from, ascending, repeats } = scanOf(orgId, relation);
  const { dated, table } = TABLES[RELATIONS[relation].to];
  const filter = dated && span && (span.since !== null || span.until !== null) ? { dated, table, span } : null;
  const direction = ascending ? sql`asc` : sql`desc`;
  const beyond = after ? sql`and (${key}, ${id}) ${ascending ? sql`>` : sql`<`} (${after[0]}, ${after[1]})` : sql``;
  // A repeating relation is always newest first. Only so many earlier rows are searched for what was listed before.
  const unlisted =
    repeats && after
      ? sql`and ${id} not in (select ${id} from ${from} and (${key}, ${id}) >= (${after[0]}, ${after[1]}) order by ${key}, ${id} limit ${MAX_FILTERED})`
      : sql``;
  // Duplicates are merged after this limit, so a page of a repeating relation may hold fewer.
  const read = filter ? MAX_FILTERED : limit;
  const window = sql`select ${id} as id, ${key} as k from ${from} ${beyond} ${unlisted} order by ${key} ${direction}, ${id} ${direction} limit ${read}`;
  const once = repeats
    ? sql`select id, max(k) as k, count(*) as counted, min(k) as oldest from (${window}) group by id order by max(k) desc, id desc`
    : window;
  const end = repeats ? sql`json_array(id, k, counted, oldest)` : sql`json_array(id, k)`;
  if (!filter) return sql`(select json_group_array(${end}) from (${once}))`;
  const { since, until } = filter.span;
  const { day = none, instant = none } = filter.dated;
  const iso = (at: Instant) => new Date(at).toISOString();
  const isSince = since
    ? sql`and coalesce(${day} >= ${since}, ${instant} >= ${iso(dayBounds(since, timeZone).start)})`
    : sql``;
  const isUntil = until
    ? sql`and coalesce(${day} <= ${until}, ${instant} < ${iso(dayBounds(until, timeZone).end)})`
    : sql``;
  return sql`(select json_group_array(json_array(id, k)) from (
    select f.id as id, f.k as k from (${once}) f cross join ${filter.table} n
    where n.org_id = ${orgId} and n.id = f.id
      ${isSince} ${isUntil}
    limit ${limit}))`;
}

interface Window {
  after?: After;
  limit: number;
  span: Span | null;
}

interface NeighborRow extends RecordRow {
  source: string;
  sortKey: string | number;
  total: number;
  /** 1 if more rows of a repeating relation may follow than were read, of these neighbors or of others. */
  isCut: 0 | 1;
  /** Sort key of the neighbor's last row that was read; null unless the relation repeats. */
  lastKey: string | number | null;
}

interface NeighborQuery {
  relation: RelationName;
  ids: readonly string[];
  shown: number;
  span: Span | null;
  after?: After;
}

/** For each record its first `shown` neighbors, each with their count up to MAX_COUNTED plus one. */
export function neighborRows(ctx: Ctx, me: Member, { relation, ids, shown, span, after }: NeighborQuery) {
  const { table, columns } = TABLES[RELATIONS[relation].to];
  const { orgId } = me;
  const ends = endsOf(me, relation, { after, limit: MAX_COUNTED + 1, span });
  const isCut = scanOf(orgId, relation).repeats
    ? sql`coalesce((select sum(e.value ->> 2) from json_each(read.ends) e), 0) > ${MAX_COUNTED}`
    : sql`0`;
  return ctx.db.all<NeighborRow>(sql`
    with read as materialized (select s.value as source, ${ends} as ends from json_each(${JSON.stringify(ids)}) s),
      found as materialized (select source, ends, ${isCut} as isCut from read)
    select found.source as source, x.value ->> 1 as sortKey, json_array_length(found.ends) as total, found.isCut as isCut,
      x.value ->> 3 as lastKey, ${columns}
    from found cross join json_each(found.ends) x cross join ${table} n
    where x.key < ${shown} and n.org_id = ${orgId} and n.id = x.value ->> 0
    order by found.source, x.key`);
}

/** Only pairs of connected ids, for a path search: the newest `limit` of each record. */
export function pairRows(
  ctx: Ctx,
  me: Member,
  { relation, ids, limit }: { relation: RelationName; ids: readonly string[]; limit: number },
) {
  const ends = endsOf(me, relation, { limit, span: null });
  return ctx.db.all<{ source: string; id: string }>(sql`
    with found as materialized (select s.value as source, ${ends} as ends from json_each(${JSON.stringify(ids)}) s)
    select found.source as source, x.value ->> 0 as id from found cross join json_each(found.ends) x`);
}

/** A few of the newest work orders and the most recently used parts. */
export function newestRows(ctx: Ctx, { orgId }: Member) {
  const { job, part } = TABLES;
  return [
    {
      kind: "job" as const,
      rows: ctx.db.all<RecordRow>(sql`select ${job.columns} from (
        select * from work_orders indexed by work_orders_number where org_id = ${orgId} order by number desc limit 6) n`),
    },
    {
      kind: "part" as const,
      // A use that was removed from its work order leaves its movement.
      rows: ctx.db.all<RecordRow>(sql`select ${part.columns} from (
          select item_id, max(seq) as latest from (
            select item_id, seq from stock_movements indexed by stock_movements_kind
            where org_id = ${orgId} and kind = 'consumption' order by seq desc limit 40) m
          where exists (select 1 from work_order_parts p indexed by work_order_parts_uses
            where p.org_id = ${orgId} and p.item_id = m.item_id and p.item_id is not null and p.removed_at is null)
          group by item_id order by latest desc limit 6) used
        cross join inventory_items n where n.org_id = ${orgId} and n.id = used.item_id order by used.latest desc`),
    },
  ];
}
