import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { serviceGroups } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import { workOrders } from "#drizzle/schema/work-orders";
import {
  assessMarked,
  assessReading,
  circuitOfReading,
  markForCheck,
} from "~/domain/refrigerant/leaks/open-episodes.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, staleVersion } from "~/domain/shared/errors";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { assertHolds, assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { boardEvent } from "~/domain/work-orders/board-event";
import { officeTime } from "~/domain/work-orders/device-clock";
import { allowEvidence } from "~/domain/work-orders/former-crew.server";
import {
  allowCrewOrOffice,
  allowOnWorkOrder,
  isOffice,
  isWorkOrder,
  readCrew,
  workOrderNotFound,
} from "~/domain/work-orders/load.server";
import { completeReadingTask, reopenReadingTask } from "~/domain/work-orders/tasks.server";
import { type Handler, handlerOf } from "./certificate.server";
import { type Circuit, doubtful, impossible, type Objection } from "./charge";
import { takeBackUses } from "./cylinders/entries.server";
import { cylinderUseOf } from "./cylinders/use.server";
import { type OnWorkOrder, readingNotFound, selectReadings } from "./list.server";
import { circuitOf, isWeighed, numbersOf, toColumns } from "./reading";
import type { ReadingNumbers } from "./reading-fields";
import type { NewReading, ReadingChange, ReadingRemoval } from "./schema";
import { followCharge } from "./trend.server";

const CONFIRM = "Check the readings. If they are right, confirm them.";

const refusals = {
  refrigerant_reading_not_on_job: () =>
    new DomainError("conflict", "This equipment is not on the job, or the job is closed."),
  reading_gone: readingNotFound,
  refrigerant_reading_disposal: () =>
    invalidField("recoveredLb", "This was recovered for disposal. Enter how much, or remove the reading."),
  refrigerant_reading_in_cylinder: () =>
    new DomainError(
      "conflict",
      "These weights are in the ledger of a cylinder. Remove this reading, which puts them back, and record it again.",
    ),
};

/**
 * `units`: used in refusal messages; psig, °F and lb unless a form was filled in with others. `isFromField`: reported after the
 * fact, so that what does not fit its cylinder or its technician's certificates is flagged instead of refused.
 */
type RecordedReading = NewReading & { units?: GaugeUnits; isFromField?: boolean };

/**
 * Records measurements on a circuit of a job's equipment, and completes the first open reading task of its checklist. The
 * circuit may be omitted if there is only one.
 * @throws DomainError not_found; forbidden; conflict for a finished job or one not about the equipment, and if the refrigerant
 *   has changed since the form was shown; invalid with the fields for impossible values, for refrigerant handled without a
 *   valid certificate, and for doubtful values until `isConfirmed` is set
 */
export async function recordReading(ctx: Ctx, on: OnWorkOrder, input: RecordedReading): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const recorded = await once(
    ctx,
    { useCase: "recordReading", retention: "forever" },
    { on, input },
    async (commit) => {
      const { workOrder, circuit } = await readWorkOrder(ctx, me, {
        ...on,
        serviceGroupId: on.serviceGroupId ?? input.serviceGroupId ?? undefined,
      });
      const { metering, altitudeFeet, notes, isConfirmed, clockOffsetMs } = input;
      const bounds = { now: ctx.now.getTime(), notBefore: Date.parse(workOrder.createdAt) };
      const { at } = officeTime({ occurredAt: input.takenAt ?? undefined, clockOffsetMs }, bounds);
      const takenAt = new Date(at).toISOString();
      const crew = await allowEvidence(ctx, me, { workOrderId: workOrder.id, crew: workOrder.crew, at: takenAt });
      const { refrigerant } = circuit;
      if (input.refrigerant !== undefined && input.refrigerant !== refrigerant)
        throw refilled(circuit, input.refrigerant);
      check(circuitOf({ refrigerant, metering, altitudeFeet }, input), input, { isConfirmed, units: input.units });
      const id = ctx.newId();
      const now = ctx.now.toISOString();
      const columns = toColumns(input);
      const isFromField = input.isFromField ?? false;
      const isDisposal = input.isDisposal && input.recoveredLb !== null;
      if (input.isDisposal && !isDisposal && !isFromField)
        throw invalidField("recoveredLb", "Enter what was recovered");
      const handler = await handlerOfWeights(ctx, me, { ...columns, crew, at: takenAt, isFromField });
      const used =
        input.cylinderId === null
          ? null
          : await cylinderUseOf(ctx, me, {
              ...{ cylinderId: input.cylinderId, readingId: id, refrigerant, at: takenAt, handler, isFromField },
              ...{ addedMilliLb: columns.addedMilliLb ?? null, recoveredMilliLb: columns.recoveredMilliLb ?? null },
            });
      const row = {
        ...{ id, workOrderId: workOrder.id, equipmentId: circuit.equipmentId, serviceGroupId: circuit.id },
        ...{ refrigerant, metering, altitudeFeet, notes, ...columns, takenAt, isDisposal },
        cylinder: used?.cylinder.number ?? input.cylinder,
        ...handler,
      };
      return commit(me, {
        writes: [
          assertHolds(ctx, "circuit_refilled", holds(me, circuit)),
          ctx.db
            .insert(refrigerantReadings)
            .values({ orgId: me.orgId, ...row, takenBy: me.userId ?? "system", createdAt: now, updatedAt: now }),
          ...(used?.writes ?? []),
          completeReadingTask(ctx, me, { workOrderId: workOrder.id, readingId: id, at: takenAt }),
        ],
        audit: [{ action: "refrigerant_reading.record", entity: "work_order", entityId: workOrder.id, after: row }],
        publish: [boardEvent(me, "changed", workOrder.id)],
        result: { id },
        refusals: { ...refusals, ...used?.refusals, circuit_refilled: () => refilled(circuit, refrigerant) },
      });
    },
  );
  await Promise.all([
    input.addedLb === null ? null : assessReading(ctx, me, recorded.id),
    followCharge(ctx, me, recorded.id),
  ]);
  return recorded;
}

/**
 * Changes a reading; allowed for the person who took it until the job is closed, and for the office.
 * @throws DomainError as `recordReading`; conflict for a stale version
 */
export async function changeReading(ctx: Ctx, id: string, input: ReadingChange): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const isReweighed = input.addedLb !== undefined || input.recoveredLb !== undefined;
  const changed = await once(ctx, "changeReading", { id, input }, async (commit) => {
    const { crew, ...stored } = await allowOnReading(ctx, me, id);
    const { version, isConfirmed, metering, altitudeFeet, cylinder, notes, ...numbers } = input;
    const weights = toColumns(numbers);
    const isNewCharge = stored.addedMilliLb === null && stored.recoveredMilliLb === null;
    const handler = isNewCharge
      ? await handlerOfWeights(ctx, me, { ...weights, crew, at: stored.takenAt, isFromField: false })
      : null;
    const changed = { metering, altitudeFeet, cylinder, notes, ...weights, ...handler };
    const after = {
      ...stored,
      ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
    };
    if (isWeighed(stored) && !isWeighed(after)) throw erased(stored);
    const measured = numbersOf(after);
    check(circuitOf(after, measured), measured, { isConfirmed });
    return commit(me, {
      writes: [
        ctx.db
          .update(refrigerantReadings)
          .set({ ...changed, version: sql`version + 1`, updatedAt: ctx.now.toISOString() })
          .where(and(isReading(me, id), eq(refrigerantReadings.version, version))),
        assertRowChanged(ctx, "stale"),
        // Less recovered on the job means that more of what was added had leaked.
        ...(isReweighed ? [markForCheck(ctx, me, stored.serviceGroupId)] : []),
      ],
      audit: [
        {
          action: "refrigerant_reading.change",
          entity: "work_order",
          entityId: stored.workOrderId,
          ...differences(stored, changed),
        },
      ],
      publish: [boardEvent(me, "changed", stored.workOrderId)],
      result: { id },
      refusals: { ...refusals, stale: () => staleVersion("reading", stored) },
    });
  });
  await Promise.all([isReweighed ? assessMarked(ctx, me, circuitOfReading(me, id)) : null, followCharge(ctx, me, id)]);
  return changed;
}

/** Inspectors ask for what was added and recovered, so the weights of a reading go only with the reading and a reason. */
function erased({ addedMilliLb, isDisposal }: { addedMilliLb: number | null; isDisposal: boolean }): DomainError {
  if (isDisposal) return refusals.refrigerant_reading_disposal();
  const field = addedMilliLb === null ? "recoveredLb" : "addedLb";
  return invalidField(field, "Delete this reading with a reason, and record it again without the weight");
}

/**
 * Deletes a reading, reverses its cylinder entries and opens the task it completed; the row stays, with the reason. Allowed for
 * the person who took it until the job is closed, and for the office.
 * @throws DomainError not_found; forbidden; invalid without a reason if refrigerant was added or recovered
 */
export async function removeReading(ctx: Ctx, id: string, { reason }: ReadingRemoval): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const removed = await once(ctx, "removeReading", { id, reason }, async (commit) => {
    const { crew: _, ...stored } = await allowOnReading(ctx, me, id);
    if (reason === null && isWeighed(stored)) throw reasonMissing();
    const removal = { removedAt: ctx.now.toISOString(), removedBy: me.userId ?? "system", removalReason: reason };
    return commit(me, {
      writes: [
        ...(reason === null ? [assertHolds(ctx, "removal_reason_missing", isUnweighed(me, id))] : []),
        ctx.db
          .update(refrigerantReadings)
          .set({ ...removal, version: sql`version + 1`, updatedAt: ctx.now.toISOString() })
          .where(isReading(me, id)),
        assertRowChanged(ctx, "reading_gone"),
        ...(stored.recoveredMilliLb === null ? [] : [markForCheck(ctx, me, stored.serviceGroupId)]),
        ...takeBackUses(ctx, me, id),
        reopenReadingTask(ctx, me, { workOrderId: stored.workOrderId, readingId: id }),
      ],
      audit: [
        {
          ...{ action: "refrigerant_reading.remove", entity: "work_order", entityId: stored.workOrderId },
          ...{ before: stored, after: { reason } },
        },
      ],
      publish: [boardEvent(me, "changed", stored.workOrderId)],
      result: { id },
      refusals: { ...refusals, removal_reason_missing: reasonMissing },
    });
  });
  await Promise.all([assessMarked(ctx, me, circuitOfReading(me, id)), followCharge(ctx, me, id)]);
  return removed;
}

const reasonMissing = () =>
  invalidField("reason", "Enter a reason: refrigerant was added or recovered, so the reading stays on record");

function isUnweighed(me: Member, id: string) {
  const r = refrigerantReadings;
  return sql`NOT EXISTS (SELECT 1 FROM ${r} WHERE ${and(isReading(me, id), or(isNotNull(r.addedMilliLb), isNotNull(r.recoveredMilliLb)))})`;
}

interface NamedCircuit {
  id: string;
  name: string;
  refrigerant: string;
}

/** Whether the circuit still has the refrigerant that its reading was judged by. */
function holds(me: Member, { id, refrigerant }: NamedCircuit) {
  const g = serviceGroups;
  return sql`EXISTS (SELECT 1 FROM ${g} WHERE ${and(eq(g.orgId, me.orgId), eq(g.id, id), eq(g.refrigerant, refrigerant))})`;
}

/** Measurements apply to the refrigerant the circuit had at the time, so the person who took them has to decide. */
function refilled({ name, refrigerant }: NamedCircuit, seen: string): DomainError {
  const now = refrigerant === seen ? "another refrigerant" : refrigerant;
  return new DomainError("conflict", `${name} now holds ${now}, but these readings are for ${seen}.`);
}

/** Refuses impossible values, empty readings, and unconfirmed doubtful values. @throws DomainError invalid with the fields */
function check(
  circuit: Circuit,
  measured: ReadingNumbers,
  { isConfirmed, units }: { isConfirmed: boolean; units?: GaugeUnits },
): void {
  const { targetSubcoolingF: _, ...values } = measured;
  const { addedLb, recoveredLb, suctionPsig, suctionTempF, liquidPsig, liquidTempF, indoorWetBulbF, outdoorDryBulbF } =
    values;
  const given = [
    addedLb,
    recoveredLb,
    suctionPsig,
    suctionTempF,
    liquidPsig,
    liquidTempF,
    indoorWetBulbF,
    outdoorDryBulbF,
  ];
  if (given.every((one) => one === null)) throw invalidField("suctionPsig", "Enter at least one reading");
  const wrong = impossible(circuit, measured);
  if (wrong.length > 0) throw refusal("These readings can't be right.", wrong);
  const doubts = doubtful(circuit, measured, units);
  if (doubts.length > 0 && !isConfirmed) throw refusal(CONFIRM, doubts, { isConfirmed: [CONFIRM] });
}

function refusal(message: string, objections: readonly Objection[], besides = {}): DomainError {
  const fields = Object.fromEntries(objections.map(({ field, text }) => [field, [text]]));
  return new DomainError("invalid", message, { fields: { ...fields, ...besides } });
}

function isReading(me: Member, id: string) {
  const r = refrigerantReadings;
  return and(eq(r.orgId, me.orgId), eq(r.id, id), isNull(r.removedAt));
}

/**
 * The reading, for who took it, if still on the job and the job is not closed, and for the office.
 * @throws DomainError not_found; forbidden
 */
async function allowOnReading(ctx: Ctx, me: Member, id: string) {
  const [stored] = await selectReadings(ctx, me, { where: eq(refrigerantReadings.id, id), limit: 1 });
  if (!stored) throw readingNotFound();
  const workOrder = await readCrew(ctx, me, stored.workOrderId);
  allowOnWorkOrder(ctx, workOrder);
  if (isOffice(me)) return { ...stored, crew: workOrder.crew };
  if (stored.takenById !== me.userId) {
    throw new DomainError("forbidden", "Only the office can change another person's reading.");
  }
  const [job] = await ctx.db
    .select({ status: workOrders.status })
    .from(workOrders)
    .where(isWorkOrder(me, stored.workOrderId));
  if (job?.status === "closed" || job?.status === "cancelled") {
    throw new DomainError("forbidden", "Only the office can change a reading of a closed job.");
  }
  return { ...stored, crew: workOrder.crew };
}

interface Weighed {
  addedMilliLb?: number | null;
  recoveredMilliLb?: number | null;
  crew: readonly string[];
  at: string;
  isFromField: boolean;
}

/**
 * The technician who handled the refrigerant: the recording member if on the crew, otherwise the first of the crew. Null if
 * none was added or recovered.
 */
async function handlerOfWeights(ctx: Ctx, me: Member, weighed: Weighed): Promise<Handler | null> {
  const { addedMilliLb, recoveredMilliLb, crew, at, isFromField } = weighed;
  if (!addedMilliLb && !recoveredMilliLb) return null;
  const field = addedMilliLb ? "addedLb" : "recoveredLb";
  const own = me.technicianId;
  const technicianId = own !== null && crew.includes(own) ? own : (crew[0] ?? own);
  return handlerOf(ctx, me, { technicianId, at, field, isFromField });
}

/**
 * Returns the job with its crew, and the circuit.
 * @throws DomainError not_found; invalid if the equipment has several circuits and none is given
 */
async function readWorkOrder(ctx: Ctx, me: Member, { ref, equipmentId, serviceGroupId }: OnWorkOrder) {
  const [{ id, crew }, [workOrder], circuits] = await Promise.all([
    readCrew(ctx, me, ref),
    ctx.db.select({ createdAt: workOrders.createdAt }).from(workOrders).where(isWorkOrder(me, ref)),
    ctx.db
      .select({
        id: named(serviceGroups.id, "circuit_id"),
        name: named(serviceGroups.name, "circuit_name"),
        equipmentId: serviceGroups.equipmentId,
        refrigerant: serviceGroups.refrigerant,
      })
      .from(serviceGroups)
      .where(
        and(
          eq(serviceGroups.orgId, me.orgId),
          equipmentId === undefined ? undefined : eq(serviceGroups.equipmentId, equipmentId),
          serviceGroupId === undefined ? undefined : eq(serviceGroups.id, serviceGroupId),
        ),
      )
      .limit(2),
  ]);
  if (!workOrder) throw workOrderNotFound();
  const [circuit, another] = circuits;
  if (!circuit) throw invalidField("serviceGroupId", "This equipment has no such refrigerant circuit. Add it first.");
  if (another) throw invalidField("serviceGroupId", "Choose the circuit");
  return { workOrder: { id, crew, createdAt: workOrder.createdAt }, circuit };
}
