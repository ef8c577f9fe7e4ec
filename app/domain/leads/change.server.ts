import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { leads } from "#drizzle/schema/leads";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { activityRow, checkReferences, columnsOf } from "./create.server";
import { isOpenStage, LEAD_STAGE_LABELS, LOST_REASON_LABELS } from "./lead";
import { type LeadRow, leadNotFound, leadRow, readLead, refusals } from "./load.server";
import type { LeadChange, LeadNote, LoseLead, MoveLead } from "./schema";

/** Saves the whole lead. @throws DomainError not_found; conflict with `{ current }` if stale; invalid with the field */
export async function updateLead(ctx: Ctx, ref: string, { version, ...input }: LeadChange): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "updateLead", { ref, version, input }, async (commit) => {
    const stored = await readLead(ctx, me, ref);
    if (stored.version !== version) throw staleVersion("lead", stored);
    const { before, after } = differences(stored, columnsOf(input));
    const { id } = stored;
    if (Object.keys(after).length === 0) return { id };
    if (stored.stage === "won" && "customerId" in after)
      throw new DomainError("conflict", "This lead was won, so its customer can't be changed.");
    await checkReferences(ctx, me, after);
    return commit(me, {
      writes: [
        ...changeLead(ctx, me, { stored, set: after }),
        activityRow(ctx, me, { leadId: id, kind: "edited", text: Object.keys(after).join(", ") }),
      ],
      audit: [{ action: "lead.update", entity: "lead", entityId: id, before, after }],
      result: { id },
      refusals,
    });
  });
}

interface Changing {
  stored: Pick<LeadRow, "id" | "version">;
  set: object;
  where?: SQL;
}

/** Updates the row as it was read; if it has changed, the whole batch fails. */
function changeLead(
  ctx: Ctx,
  { orgId }: Pick<Member, "orgId">,
  { stored, set, where = isNull(leads.deletedAt) }: Changing,
): Write[] {
  return [
    ctx.db
      .update(leads)
      .set({ ...set, version: stored.version + 1, updatedAt: ctx.now.toISOString() })
      .where(and(eq(leads.orgId, orgId), eq(leads.id, stored.id), eq(leads.version, stored.version), where)),
    assertRowChanged(ctx, "lead_moved"),
  ];
}

const NOT_LOST = { lostFrom: null, lostReason: null, lostNote: null };

/**
 * Moves a lead between New, Contacted and Estimate sent, or back from Lost. The same stage changes nothing.
 * @throws DomainError not_found; conflict with `{ current }` if stale, and if it was won
 */
export async function moveLead(ctx: Ctx, ref: string, { stage, version }: MoveLead): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "moveLead", { ref, stage, version }, async (commit) => {
    const stored = await readLead(ctx, me, ref);
    const { id } = stored;
    if (stored.stage === stage) return { id };
    if (stored.version !== version) throw staleVersion("lead", stored);
    if (stored.stage === "won")
      throw new DomainError("conflict", "This lead was won. Undo its conversion to open it again.");
    return commit(me, {
      writes: [
        ...changeLead(ctx, me, { stored, set: { stage, stageSince: ctx.now.toISOString(), ...NOT_LOST } }),
        activityRow(ctx, me, { leadId: id, kind: "stage", text: LEAD_STAGE_LABELS[stage] }),
      ],
      audit: [{ action: "lead.move", entity: "lead", entityId: id, before: { stage: stored.stage }, after: { stage } }],
      result: { id },
      refusals,
    });
  });
}

/**
 * Marks a lead as lost with a reason.
 * @throws DomainError not_found; conflict with `{ current }` if stale, and if it is closed
 */
export async function loseLead(ctx: Ctx, ref: string, input: LoseLead): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "loseLead", { ref, input }, async (commit) => {
    const stored = await readLead(ctx, me, ref);
    const { id, stage } = stored;
    if (stored.version !== input.version) throw staleVersion("lead", stored);
    if (!isOpenStage(stage))
      throw new DomainError("conflict", stage === "won" ? "This lead was won." : "This lead is already lost.");
    const lost = { lostFrom: stage, lostReason: input.reason, lostNote: input.note };
    const why = LOST_REASON_LABELS[input.reason];
    return commit(me, {
      writes: [
        ...changeLead(ctx, me, { stored, set: { stage: "lost", stageSince: ctx.now.toISOString(), ...lost } }),
        activityRow(ctx, me, { leadId: id, kind: "lost", text: input.note ? `${why}: ${input.note}` : why }),
      ],
      audit: [
        { action: "lead.lose", entity: "lead", entityId: id, before: { stage }, after: { reason: input.reason } },
      ],
      result: { id },
      refusals,
    });
  });
}

/** Links a lead to an existing customer. @throws DomainError not_found; invalid with the field; conflict if it was won */
export async function linkCustomer(ctx: Ctx, ref: string, customerId: string): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "linkLeadCustomer", { ref, customerId }, async (commit) => {
    const stored = await readLead(ctx, me, ref);
    if (stored.stage === "won")
      throw new DomainError("conflict", "This lead was won, so its customer can't be changed.");
    await checkReferences(ctx, me, { customerId });
    return commit(me, {
      writes: [
        ...changeLead(ctx, me, { stored, set: { customerId } }),
        activityRow(ctx, me, { leadId: stored.id, kind: "edited", text: "customerId" }),
      ],
      audit: [{ action: "lead.update", entity: "lead", entityId: stored.id, after: { customerId } }],
      result: { id: stored.id },
      refusals,
    });
  });
}

/** Adds a note to a lead's activity. @throws DomainError not_found */
export async function addLeadNote(ctx: Ctx, ref: string, { text }: LeadNote): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "addLeadNote", { ref, text }, async (commit) => {
    const { id } = await readLead(ctx, me, ref);
    return commit(me, {
      writes: [activityRow(ctx, me, { leadId: id, kind: "note", text })],
      audit: [{ action: "lead.note", entity: "lead", entityId: id }],
      result: { id },
    });
  });
}

/** Moves a lead to the trash, where it stays for 30 days. @throws DomainError not_found; conflict if it was won */
export async function deleteLead(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allow(ctx, "leads.manage");
  return once(ctx, "deleteLead", { ref }, async (commit) => {
    const stored = await readLead(ctx, me, ref);
    if (stored.stage === "won") throw new DomainError("conflict", "This lead was won, so it can't be deleted.");
    return commit(me, {
      writes: [
        ...changeLead(ctx, me, { stored, set: { deletedAt: ctx.now.toISOString() } }),
        activityRow(ctx, me, { leadId: stored.id, kind: "deleted" }),
      ],
      audit: [{ action: "lead.delete", entity: "lead", entityId: stored.id, before: { name: stored.name } }],
      result: { id: stored.id },
      refusals,
    });
  });
}

/** Restores a lead from the trash. @throws DomainError not_found; conflict if it is not there */
export async function restoreLead(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allow(ctx, "leads.manage");
  return once(ctx, "restoreLead", { ref }, async (commit) => {
    const [stored] = await leadRow(ctx, me, ref);
    if (!stored) throw leadNotFound();
    return commit(me, {
      writes: [
        ...changeLead(ctx, me, { stored, set: { deletedAt: null }, where: isNotNull(leads.deletedAt) }),
        activityRow(ctx, me, { leadId: stored.id, kind: "restored" }),
      ],
      audit: [{ action: "lead.restore", entity: "lead", entityId: stored.id }],
      result: { id: stored.id },
      refusals: { lead_moved: () => new DomainError("conflict", "This lead is not in the trash.") },
    });
  });
}
