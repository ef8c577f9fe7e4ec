import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { ownSession } from "./find.server";
import { over } from "./refusals";
import { notRead, outdated } from "./review.server";
import { type Edit, type Edits, MAX_DRAFTS, type SessionType } from "./session";

/**
 * Keeps what somebody put right before the yes, so that it survives a reload and shows in every tab. Nothing is checked or written
 * by it. Of what two tabs change, each field is as it was changed last.
 * @throws DomainError not_found for the session, or for the place; conflict where it is over, said anew, or full
 */
export async function editReview(
  ctx: Ctx,
  id: string,
  { of, ...edit }: Edit & { of: SessionType },
): Promise<Edits & { index: number }> {
  const me = allow(ctx, "work_orders.read");
  const { facts, state, made } = await ownSession(ctx, me, id);
  if (state !== "open") throw over(state);
  if (facts.sessionType !== of) throw notThere();
  if (edit.kind === "remove" && made.some(({ position }) => position === edit.index))
    throw new DomainError("conflict", "This work order is already created.");
  const edited = await ctx.providers.voiceSession(facts.id).edit(facts, edit);
  switch (edited.kind) {
    case "kept":
      return { ...edited.edits, index: edited.index };
    case "not_read":
      throw notRead();
    case "outdated":
      throw outdated(edited.version);
    case "no_place":
      throw notThere();
    case "full":
      throw new DomainError("conflict", `At most ${MAX_DRAFTS} work orders can be created at once.`);
  }
}

const notThere = () => new DomainError("not_found", "Draft not found.");
