import { and, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { refrigerantCylinderEntries, refrigerantCylinders } from "#drizzle/schema/refrigerant";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { CYLINDER_ENTRY_LABELS, isReversible, pounds } from "./cylinder";
import { cylinderGone, postByHand, postReversal } from "./entries.server";
import { type Cylinder, cylinderNotFound, isCylinder, storedCylinder } from "./list.server";
import type { CylinderChange, EntryReversal, NewCylinder, NewCylinderEntry } from "./schema";

const milli = (lb: number) => Math.round(lb * 1000);

const entryNotFound = () => notFound("Entry not found");

const refusals = {
  refrigerant_cylinders_number: () =>
    new DomainError("conflict", "Another cylinder has this number.", {
      fields: { number: ["Another cylinder has this number"] },
    }),
  cylinder_returned: () => new DomainError("conflict", "This cylinder was returned. Receive it first."),
  cylinder_not_returned: () => new DomainError("conflict", "This cylinder is here. Weigh it instead."),
  cylinder_holds: () => invalidField("grossLb", "This is less than the empty cylinder weighs"),
  cylinder_full: () => invalidField("grossLb", "This is more than the cylinder may hold"),
  [cylinderGone]: cylinderNotFound,
};

/** Adds a cylinder with its weight. @throws DomainError conflict for a number in use; invalid with the field */
export async function createCylinder(ctx: Ctx, input: NewCylinder): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "createCylinder", input, async (commit) => {
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    const { number, refrigerant, kind, tareLb, capacityLb, testDueOn, grossLb, holderId } = input;
    const tareMilliLb = milli(tareLb);
    const at = { cylinderId: id, at: now, note: null };
    return commit(me, {
      writes: [
        ctx.db.insert(refrigerantCylinders).values({
          ...{ orgId: me.orgId, id, number, refrigerant, kind, testDueOn, createdAt: now, updatedAt: now },
          ...{ tareMilliLb, capacityMilliLb: milli(capacityLb), grossMilliLb: tareMilliLb },
        }),
        ...postByHand(ctx, me, {
          ...{ ...at, kind: "received" },
          grossMilliLb: grossLb === null ? tareMilliLb : milli(grossLb),
        }),
        ...(holderId === null ? [] : postByHand(ctx, me, { ...at, kind: "handed_over", toTechnicianId: holderId })),
      ],
      audit: [{ action: "refrigerant_cylinder.create", entity: "refrigerant_cylinder", entityId: id, after: input }],
      result: { id },
      refusals: {
        ...refusals,
        "UNIQUE constraint failed: index 'refrigerant_cylinders_number'": refusals.refrigerant_cylinders_number,
        "FOREIGN KEY": () => invalidField("holderId", "Choose a technician from the list"),
      },
    });
  });
}

/** Changes the given fields. @throws DomainError not_found; conflict when stale; invalid with the field */
export async function changeCylinder(ctx: Ctx, id: string, input: CylinderChange): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "changeCylinder", { id, input }, async (commit) => {
    const stored = await storedCylinder(ctx, me, id);
    const { version, tareLb, capacityLb, ...rest } = input;
    if (stored.version !== version) throw staleVersion("cylinder", stored);
    const given = {
      ...rest,
      tareMilliLb: tareLb === undefined ? undefined : milli(tareLb),
      capacityMilliLb: capacityLb === undefined ? undefined : milli(capacityLb),
    };
    const { before, after } = differences(stored, given);
    if (Object.keys(after).length === 0) return { id };
    return commit(me, {
      writes: [
        ctx.db
          .update(refrigerantCylinders)
          .set({ ...given, version: version + 1, updatedAt: ctx.now.toISOString() })
          .where(and(isCylinder(me, id), eq(refrigerantCylinders.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "refrigerant_cylinder.update", entity: "refrigerant_cylinder", entityId: id, before, after }],
      result: { id },
      refusals: {
        ...refusals,
        stale: () => staleVersion("cylinder", stored),
        cylinder_not_empty: () => invalidField("refrigerant", "Only an empty cylinder can take another refrigerant"),
        cylinder_holds: () => invalidField("tareLb", `It weighs ${pounds(stored.grossMilliLb)} now. Weigh it first.`),
        cylinder_full: () => invalidField("capacityLb", `It holds ${pounds(stored.netMilliLb)} now`),
      },
    });
  });
}

/** Records a weighing, handover, return or receipt. @throws DomainError not_found; conflict; invalid with the field */
export async function recordCylinderEntry(ctx: Ctx, id: string, input: NewCylinderEntry): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "recordCylinderEntry", { id, input }, async (commit) => {
    const stored = await storedCylinder(ctx, me, id);
    const { kind, note } = input;
    return commit(me, {
      writes: postByHand(ctx, me, {
        ...{ cylinderId: id, kind, note, at: ctx.now.toISOString() },
        ...("grossLb" in input ? { grossMilliLb: milli(input.grossLb) } : {}),
        ...("toTechnicianId" in input ? { toTechnicianId: input.toTechnicianId } : {}),
      }),
      audit: [{ action: `refrigerant_cylinder.${kind}`, entity: "refrigerant_cylinder", entityId: id, after: input }],
      result: { id },
      refusals: {
        ...refusals,
        ...weightRefusals(stored),
        "FOREIGN KEY": () => invalidField("toTechnicianId", "Choose a technician from the list"),
      },
    });
  });
}

function weightRefusals({ tareMilliLb, capacityMilliLb }: Cylinder) {
  return {
    cylinder_holds: () => invalidField("grossLb", `The empty cylinder weighs ${pounds(tareMilliLb)} already`),
    cylinder_full: () =>
      invalidField("grossLb", `Full, the cylinder weighs ${pounds(tareMilliLb + capacityMilliLb)} at most`),
  };
}

/** Reverses a weighing or a return with a new entry. @throws DomainError not_found; conflict if it cannot be reversed */
export async function reverseCylinderEntry(
  ctx: Ctx,
  { cylinderId, entryId }: { cylinderId: string; entryId: string },
  { reason }: EntryReversal,
): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "reverseCylinderEntry", { cylinderId, entryId, reason }, async (commit) => {
    const { kind } = await storedEntry(ctx, me, { cylinderId, entryId });
    return commit(me, {
      writes: postReversal(ctx, me, { cylinderId, entryId, reason }),
      audit: [
        {
          action: "refrigerant_cylinder.reverse",
          entity: "refrigerant_cylinder",
          entityId: cylinderId,
          after: { entryId, kind, reason },
        },
      ],
      result: { id: cylinderId },
      refusals: {
        ...refusals,
        reverses_id: () => new DomainError("conflict", "This entry was already reversed."),
        cylinder_not_returned: () => new DomainError("conflict", "This cylinder is already back."),
        cylinder_received_since: () => new DomainError("conflict", "This cylinder was received again since."),
        cylinder_holds: () =>
          new DomainError("conflict", "Without it the cylinder would hold less than zero. Weigh it."),
        cylinder_full: () => new DomainError("conflict", "Without it the cylinder would hold too much. Weigh it."),
      },
    });
  });
}

/** Returns an entry that can be reversed by hand. @throws DomainError not_found; conflict if it cannot */
export async function reversibleEntry(ctx: Ctx, at: { cylinderId: string; entryId: string }) {
  const me = allow(ctx, "equipment.write");
  return storedEntry(ctx, me, at);
}

async function storedEntry(ctx: Ctx, me: Member, { cylinderId, entryId }: { cylinderId: string; entryId: string }) {
  const e = refrigerantCylinderEntries;
  const [entry] = await ctx.db
    .select({ kind: named(e.kind, "entry_kind"), reversesId: namedOrNull(e.reversesId, "entry_reverses") })
    .from(sql`refrigerant_cylinder_entries indexed by refrigerant_cylinder_entries_id`)
    .where(and(eq(e.orgId, me.orgId), eq(e.id, entryId), eq(e.cylinderId, cylinderId)));
  if (!entry) throw entryNotFound();
  if (entry.reversesId !== null || !isReversible(entry.kind)) {
    throw new DomainError(
      "conflict",
      entry.reversesId === null
        ? `${CYLINDER_ENTRY_LABELS[entry.kind]}: this entry is not reversed. Remove its reading, hand it over again or weigh it.`
        : "This entry is a reversal itself.",
    );
  }
  return entry;
}
