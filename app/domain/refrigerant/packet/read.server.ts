import { type SQL, sql } from "drizzle-orm";
import { addressLine } from "~/domain/addresses/address";
import type { ChargeBasis, EquipmentType } from "~/domain/equipment/equipment";
import type { CylinderIssue, CylinderKind } from "~/domain/refrigerant/cylinders/cylinder";
import { contentsThen } from "~/domain/refrigerant/cylinders/entries.server";
import { episodesAmong, type LeakEpisode, withProgress } from "~/domain/refrigerant/leaks/episodes.server";
import { COUNTED_FROM, type LeakRates, leakedAdditions, leakRatesEach } from "~/domain/refrigerant/leaks/leak-rate";
import { leakRule } from "~/domain/refrigerant/leaks/leak-rules";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addDays, type CivilDate } from "~/domain/shared/time/dates";
import { dayBounds, startOfDay, todayOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { deletedReadings, selectDeleted, struckCircuits } from "./deleted.server";
import {
  type DeletedReading,
  MAX_USES,
  type Packet,
  type PacketCircuit,
  type PacketUse,
  type ReturnedCylinder,
} from "./packet";
import type { PacketFilter, PacketView } from "./schema";
import { type Scope, scopeOf } from "./scope.server";

const MAX_CIRCUITS = 2000;
const MAX_EPISODES = 1000;
const MAX_RETURNED = 1000;
const MAX_DELETED = 1000;
/** Readings per statement. */
const PAGE = 2000;
/** How far back additions count toward the rate of one in the period. */
const LOOK_BACK_DAYS = 366;

const USES = "10,000 additions and recoveries";
const EPISODES = "1,000 leak episodes";
const muchText = (what: string) => `There are more than ${what} in this period. Choose a shorter one, or one customer.`;
const tooMuch = (what: string) => invalidField("endDate", muchText(what));

const instant = (epochMs: number) => new Date(epochMs).toISOString();

interface Period {
  /** Instants; the end is exclusive. */
  from: string;
  to: string;
  startDate: CivilDate;
  endDate: CivilDate;
}

function periodOf({ timeZone }: Member, { startDate, endDate }: Pick<PacketFilter, "startDate" | "endDate">): Period {
  return {
    from: instant(startOfDay(startDate, timeZone)),
    to: instant(dayBounds(endDate, timeZone).end),
    ...{ startDate, endDate },
  };
}

/** Refrigerant was added or recovered; must match the index's condition. */
const isHandled = sql`r.removed_at IS NULL AND (r.added_milli_lb IS NOT NULL OR r.recovered_milli_lb IS NOT NULL)`;

/** Episodes that were open in the period, have something due, or have an event in the period. */
const touches = ({
  startDate,
  endDate,
}: Period) => sql`l.opened_on <= ${endDate} AND (l.ended_on IS NULL OR l.ended_on >= ${startDate}
  OR l.next_due_on IS NOT NULL OR EXISTS (SELECT 1 FROM leak_events v INDEXED BY leak_events_episode
    WHERE v.org_id = l.org_id AND v.episode_id = l.id AND v.happened_on BETWEEN ${startDate} AND ${endDate}))`;

/** The circuits of a packet: all of its subject's or, for the business, those with something in the period. */
function circuitIds(scope: Scope, period: Period): SQL {
  const { circuits, readings, episodes } = scope;
  return (
    circuits ??
    sql`SELECT r.service_group_id FROM ${readings.from} WHERE ${readings.where} AND ${isHandled} AND r.taken_at >= ${period.from} AND r.taken_at < ${period.to}
      UNION SELECT l.service_group_id FROM ${episodes.from} WHERE ${episodes.where} AND ${touches(period)}
      UNION ${struckCircuits(scope, period)}`
  );
}

interface CircuitRow {
  id: string;
  name: string;
  refrigerant: string;
  chargeMilliLb: number | null;
  chargeBasis: ChargeBasis | null;
  unitName: string;
  type: EquipmentType;
  manufacturer: string | null;
  modelNumber: string | null;
  serialNumber: string | null;
  location: string | null;
  installDate: string | null;
  ownerName: string | null;
  ownerPlace: string | null;
  sitePlace: string | null;
}

const place = (
  alias: SQL,
) => sql`CASE WHEN ${alias}.line1 IS NOT NULL THEN json_object('line1', ${alias}.line1, 'line2', ${alias}.line2,
  'city', ${alias}.city, 'state', ${alias}.state, 'postalCode', ${alias}.postal_code) END`;

const placeText = (json: string | null) => (json === null ? null : addressLine(JSON.parse(json)));

function selectCircuits(ctx: Ctx, { orgId }: Member, ids: SQL) {
  return ctx.db.all<CircuitRow>(sql`
    SELECT g.id AS id, g.name AS name, g.refrigerant AS refrigerant, g.charge_milli_lb AS chargeMilliLb, g.charge_basis AS chargeBasis,
      u.name AS unitName, u.type AS type, u.manufacturer AS manufacturer, u.model_number AS modelNumber,
      u.serial_number AS serialNumber, u.location AS location, u.install_date AS installDate, c.name AS ownerName,
      ${place(sql`b`)} AS ownerPlace, ${place(sql`s`)} AS sitePlace
    FROM service_groups g CROSS JOIN equipment u ON u.org_id = g.org_id AND u.id = g.equipment_id
    LEFT JOIN customers c ON c.org_id = g.org_id AND c.id = u.customer_id
    LEFT JOIN addresses s ON s.org_id = g.org_id AND s.id = u.address_id
    LEFT JOIN addresses b ON b.org_id = g.org_id AND b.id = (
      SELECT a.id FROM addresses a INDEXED BY addresses_customer WHERE a.org_id = g.org_id AND a.customer_id = u.customer_id
      ORDER BY a.type <> 'billing', a.is_primary DESC, a.id LIMIT 1)
    WHERE g.org_id = ${orgId} AND g.id IN (${ids})
    ORDER BY lower(c.name), lower(u.name), u.id, lower(g.name) LIMIT ${MAX_CIRCUITS + 1}`);
}

interface UseRow {
  id: string;
  serviceGroupId: string;
  refrigerant: string;
  takenAt: string;
  workOrderId: string;
  workOrderNumber: number | null;
  addedMilliLb: number | null;
  recoveredMilliLb: number | null;
  technician: string | null;
  certificate: string | null;
  recordedBy: string | null;
  cylinder: string | null;
  cylinderKind: CylinderKind | null;
  chargedBefore: number | null;
  chargedAfter: number | null;
  chargedIssue: CylinderIssue | null;
  recoveredBefore: number | null;
  recoveredAfter: number | null;
  recoveredIssue: CylinderIssue | null;
  notes: string | null;
}

const entry = (
  kind: "charged" | "recovered",
  alias: SQL,
) => sql`LEFT JOIN refrigerant_cylinder_entries ${alias} INDEXED BY refrigerant_cylinder_entries_reading
  ON ${alias}.org_id = r.org_id AND ${alias}.reading_id = r.id AND ${alias}.kind = ${kind} AND ${alias}.reverses_id IS NULL`;

/** Readings with refrigerant added or recovered, oldest first, one page after the last reading read. */
function selectUses(ctx: Ctx, { readings }: Scope, { from, to, after }: { from: string; to: string; after?: UseRow }) {
  const begins = after
    ? sql`r.taken_at >= ${after.takenAt} AND (r.taken_at > ${after.takenAt} OR r.id > ${after.id})`
    : sql`r.taken_at >= ${from}`;
  return ctx.db.all<UseRow>(sql`
    SELECT r.id AS id, r.service_group_id AS serviceGroupId, r.refrigerant AS refrigerant, r.taken_at AS takenAt,
      r.work_order_id AS workOrderId, w.number AS workOrderNumber, r.added_milli_lb AS addedMilliLb,
      r.recovered_milli_lb AS recoveredMilliLb, t.first_name || ' ' || t.last_name AS technician, r.certificate AS certificate,
      m.first_name || ' ' || m.last_name AS recordedBy, coalesce(k.number, r.cylinder) AS cylinder, k.kind AS cylinderKind,
      a.before_milli_lb AS chargedBefore, a.after_milli_lb AS chargedAfter, a.issue AS chargedIssue,
      z.before_milli_lb AS recoveredBefore, z.after_milli_lb AS recoveredAfter, z.issue AS recoveredIssue, r.notes AS notes
    FROM ${readings.from}
    LEFT JOIN work_orders w ON w.org_id = r.org_id AND w.id = r.work_order_id
    LEFT JOIN technicians t ON t.org_id = r.org_id AND t.id = r.technician_id
    LEFT JOIN tenant_members m ON m.org_id = r.org_id AND m.user_id = r.taken_by
    ${entry("charged", sql`a`)} ${entry("recovered", sql`z`)}
    LEFT JOIN refrigerant_cylinders k ON k.org_id = r.org_id AND k.id = coalesce(a.cylinder_id, z.cylinder_id)
    WHERE ${readings.where} AND ${isHandled} AND ${begins} AND r.taken_at < ${to}
    ORDER BY r.taken_at, r.id LIMIT ${PAGE}`);
}

/** Reads all pages. @throws DomainError invalid if there are too many for one packet */
async function readUses(ctx: Ctx, scope: Scope, { from, to }: { from: string; to: string }): Promise<UseRow[]> {
  const uses: UseRow[] = [];
  for (;;) {
    const page = await selectUses(ctx, scope, { from, to, after: uses.at(-1) });
    uses.push(...page);
    if (uses.length > MAX_USES) throw tooMuch(USES);
    if (page.length < PAGE) return uses;
  }
}

interface ReturnedRow extends Omit<ReturnedCylinder, "date"> {
  occurredAt: string;
}

function selectReturned(ctx: Ctx, { orgId }: Member, { from, to }: Period) {
  return ctx.db.all<ReturnedRow>(sql`
    SELECT e.occurred_at AS occurredAt, c.number AS number, c.kind AS kind, ${contentsThen(sql`e`, sql`c`)},
      e.note AS takenBy, m.first_name || ' ' || m.last_name AS recordedBy
    FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_occurred
    CROSS JOIN refrigerant_cylinders c ON c.org_id = e.org_id AND c.id = e.cylinder_id
    LEFT JOIN tenant_members m ON m.org_id = e.org_id AND m.user_id = e.created_by
    WHERE e.org_id = ${orgId} AND e.occurred_at >= ${from} AND e.occurred_at < ${to} AND e.kind = 'returned' AND e.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM refrigerant_cylinder_entries o INDEXED BY refrigerant_cylinder_entries_reversed_once
        WHERE o.org_id = e.org_id AND o.reverses_id = e.id)
    ORDER BY e.occurred_at, e.id LIMIT ${MAX_RETURNED + 1}`);
}

interface VerifiedRow {
  serviceGroupId: string;
  endedOn: CivilDate;
}

/**
 * Returns what an inspector asks for about a circuit, equipment, a customer or the whole business in a period.
 * @throws DomainError not_found; invalid with the field if the period has too much for one packet
 */
export async function auditPacket(ctx: Ctx, filter: PacketFilter): Promise<Packet> {
  const me = allow(ctx, "equipment.write");
  const scope = scopeOf(me, filter);
  const period = periodOf(me, filter);
  const ids = sql`(SELECT l.id FROM ${scope.episodes.from} WHERE ${scope.episodes.where} AND ${touches(period)} ORDER BY l.opened_on LIMIT ${MAX_EPISODES + 1})`;
  const among = episodesAmong(ctx, me, { ids, limit: MAX_EPISODES + 1 });
  const [[[subject], circuits, verified, episodes, events, returned, deleted], uses] = await Promise.all([
    ctx.db.batch([
      ctx.db.all<{ name: string }>(scope.subject),
      selectCircuits(ctx, me, circuitIds(scope, period)),
      ctx.db.all<VerifiedRow>(sql`SELECT l.service_group_id AS serviceGroupId, l.ended_on AS endedOn FROM ${scope.episodes.from}
        WHERE ${scope.episodes.where} AND l.ending = 'verified' AND l.ended_on <= ${period.endDate}`),
      among.episodes,
      among.events,
      selectReturned(ctx, me, period),
      selectDeleted(ctx, scope, { ...period, limit: MAX_DELETED + 1 }),
    ]),
    readUses(ctx, scope, { from: lookBack(me, period), to: period.to }),
  ]);
  if (!subject) throw notFound();
  if (circuits.length > MAX_CIRCUITS) throw tooMuch("2,000 circuits");
  if (episodes.length > MAX_EPISODES) throw tooMuch(EPISODES);
  // A packet of one customer, unit or circuit has none.
  if (scope.isBusiness && returned.length > MAX_RETURNED) throw tooMuch("1,000 returned cylinders");
  if (deleted.length > MAX_DELETED) throw tooMuch("1,000 deleted readings");
  const today = todayOf(ctx, me);
  const dayOf = (at: string) => wallTimeOf(Date.parse(at), me.timeZone).date;
  const [usesOf, daysOf] = [grouped(uses), grouped(verified)];
  const deletedOf = grouped(deletedReadings(me, deleted));
  const episodesOf = grouped(episodes.map((row) => withProgress(row, events)));
  return {
    ...{ subject: subject.name, from: period.startDate, to: period.endDate, today },
    circuits: circuits.map((row) =>
      circuitOf(row, {
        uses: (usesOf.get(row.id) ?? []).map((use) => ({ ...use, date: dayOf(use.takenAt) })),
        deleted: deletedOf.get(row.id) ?? [],
        verifiedDays: (daysOf.get(row.id) ?? []).map(({ endedOn }) => endedOn),
        episodes: episodesOf.get(row.id) ?? [],
        period,
      }),
    ),
    returned: scope.isBusiness
      ? returned.map(({ occurredAt, ...cylinder }) => ({ ...cylinder, date: dayOf(occurredAt) }))
      : null,
  };
}

/** The start of the readings to read: a year before the period, but not before additions count. */
function lookBack({ timeZone }: Member, { from, startDate }: Period): string {
  const first = addDays(startDate, -LOOK_BACK_DAYS);
  const counted = instant(startOfDay(first < COUNTED_FROM ? COUNTED_FROM : first, timeZone));
  return counted < from ? counted : from;
}

function grouped<T extends { serviceGroupId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.serviceGroupId);
    if (group) group.push(row);
    else groups.set(row.serviceGroupId, [row]);
  }
  return groups;
}

interface OfCircuit {
  uses: readonly (UseRow & { date: CivilDate })[];
  deleted: readonly DeletedReading[];
  verifiedDays: readonly CivilDate[];
  episodes: readonly LeakEpisode[];
  period: Period;
}

function circuitOf(row: CircuitRow, { uses, deleted, verifiedDays, episodes, period }: OfCircuit): PacketCircuit {
  const { id, name, refrigerant, chargeMilliLb, chargeBasis, unitName, ownerName, ownerPlace, sitePlace } = row;
  const { type, manufacturer, modelNumber, serialNumber, location, installDate } = row;
  const added = uses.filter(({ addedMilliLb }) => addedMilliLb !== null);
  const recovered = new Map<string, number>();
  for (const { workOrderId, recoveredMilliLb } of uses)
    recovered.set(workOrderId, (recovered.get(workOrderId) ?? 0) + (recoveredMilliLb ?? 0));
  const recorded = added.map(({ workOrderId, date, addedMilliLb }) => {
    return { workOrderId, date, milliLb: addedMilliLb ?? 0, recoveredMilliLb: recovered.get(workOrderId) ?? 0 };
  });
  const additions = leakedAdditions(recorded, installDate);
  const each = chargeMilliLb === null ? [] : leakRatesEach(additions, chargeMilliLb, verifiedDays);
  const rates = new Map(added.map((use, index) => [use.id, each[index] ?? null]));
  return {
    ...{ id, name, refrigerant, chargeMilliLb, chargeBasis, deleted, episodes },
    unit: { name: unitName, type, manufacturer, modelNumber, serialNumber, location, installDate },
    owner: ownerName === null ? null : { name: ownerName, address: placeText(ownerPlace) },
    site: placeText(sitePlace),
    rule: leakRule({ refrigerant, chargeMilliLb, equipmentType: type }, period.endDate),
    uses: uses.filter(({ date }) => date >= period.startDate).flatMap((use) => usesIn(use, rates.get(use.id) ?? null)),
  };
}

/** A reading may have both an addition and a recovery. */
function usesIn(row: UseRow & { date: CivilDate }, rates: LeakRates | null): PacketUse[] {
  const { date, refrigerant, workOrderNumber, workOrderId, technician, certificate, recordedBy, cylinder, notes } = row;
  const workOrder = workOrderNumber === null ? workOrderId : formatWorkOrderNumber(workOrderNumber);
  const facts = { date, refrigerant, workOrder, technician, certificate, recordedBy, cylinder, notes };
  const { addedMilliLb, recoveredMilliLb, cylinderKind: kind } = row;
  const scaleOf = (beforeMilliLb: number | null, afterMilliLb: number | null, issue: CylinderIssue | null) =>
    kind === null || beforeMilliLb === null || afterMilliLb === null
      ? null
      : { kind, beforeMilliLb, afterMilliLb, issue };
  const recovered: PacketUse[] =
    recoveredMilliLb === null
      ? []
      : [
          {
            ...{ ...facts, kind: "recovered", milliLb: recoveredMilliLb, rates: null },
            scale: scaleOf(row.recoveredBefore, row.recoveredAfter, row.recoveredIssue),
          },
        ];
  const added: PacketUse[] =
    addedMilliLb === null
      ? []
      : [
          {
            ...{ ...facts, kind: "added", milliLb: addedMilliLb, rates },
            scale: scaleOf(row.chargedBefore, row.chargedAfter, row.chargedIssue),
          },
        ];
  return [...recovered, ...added];
}

interface PacketCounts {
  /** Including those of the year before, which the rates require. */
  total: number;
  additions: number;
  addedMilliLb: number;
  recoveries: number;
  recoveredMilliLb: number;
}

const nothing: PacketCounts = { total: 0, additions: 0, addedMilliLb: 0, recoveries: 0, recoveredMilliLb: 0 };

const DELETED_SHOWN = 20;

/** Why the packet would be refused; null if it can be made. */
function tooMuchOf({ uses, episodes }: { uses: number; episodes: number }): string | null {
  if (uses > MAX_USES) return muchText(USES);
  return episodes > MAX_EPISODES ? muchText(EPISODES) : null;
}

/**
 * Returns the size of a packet, counted up to its limit: this calendar year so far unless days are given.
 * @throws DomainError not_found
 */
export async function packetPreview(ctx: Ctx, view: PacketView) {
  const me = allow(ctx, "equipment.write");
  const today = todayOf(ctx, me);
  const days = { startDate: view.startDate ?? `${today.slice(0, 4)}-01-01`, endDate: view.endDate ?? today };
  const scope = scopeOf(me, view);
  const period = periodOf(me, days);
  const { readings, episodes } = scope;
  const [[subject], [counts = nothing], [found], choices, deleted] = await ctx.db.batch([
    ctx.db.all<{ name: string }>(scope.subject),
    ctx.db.all<PacketCounts>(sql`SELECT count(*) AS total, coalesce(sum(added > 0), 0) AS additions, coalesce(sum(added), 0) AS addedMilliLb,
        coalesce(sum(recovered > 0), 0) AS recoveries, coalesce(sum(recovered), 0) AS recoveredMilliLb
      FROM (SELECT iif(r.taken_at >= ${period.from}, r.added_milli_lb, NULL) AS added,
          iif(r.taken_at >= ${period.from}, r.recovered_milli_lb, NULL) AS recovered
        FROM ${readings.from} WHERE ${readings.where} AND ${isHandled} AND r.taken_at >= ${lookBack(me, period)} AND r.taken_at < ${period.to}
        LIMIT ${MAX_USES + 1})`),
    ctx.db.all<{ episodes: number }>(sql`SELECT count(*) AS episodes FROM (SELECT 1 FROM ${episodes.from}
      WHERE ${episodes.where} AND ${touches(period)} LIMIT ${MAX_EPISODES + 1})`),
    ctx.db.all<{ id: string; name: string; refrigerant: string }>(sql`
      SELECT g.id AS id, g.name AS name, g.refrigerant AS refrigerant FROM service_groups g INDEXED BY service_groups_name
      WHERE g.org_id = ${me.orgId} AND g.equipment_id = ${view.equipmentId ?? null} ORDER BY lower(g.name) LIMIT 50`),
    selectDeleted(ctx, scope, { ...period, limit: DELETED_SHOWN + 1 }),
  ]);
  if (!subject) throw notFound();
  const { total, ...shown } = counts;
  const episodesFound = found?.episodes ?? 0;
  return {
    ...{ ...days, subject: subject.name, isBusiness: scope.isBusiness, choices, counts: shown },
    ...{ episodes: episodesFound, tooMuch: tooMuchOf({ uses: total, episodes: episodesFound }) },
    deleted: { items: deletedReadings(me, deleted.slice(0, DELETED_SHOWN)), more: deleted.length > DELETED_SHOWN },
  };
}
