import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowOnSession } from "./find.server";
import { over } from "./refusals";
import { notRead, outdated } from "./review.server";
import { type Edit, type Edits, MAX_DRAFTS, type SessionType } from "./session";

/**
 * Stores the user's corrections before confirmation, so that they survive a reload and show in every tab. They are not
 * validated or applied. If two tabs edit, the last change of each field wins.
 * @throws DomainError not_found for the session or the position; conflict if the session has ended, was recorded again, or is
 *   full
 */
export async function editReview(
  ctx: Ctx,
  id: string,
  { of, ...edit }: Edit & { of: SessionType },
): Promise<Edits & { index: number }> {
  const { facts, state, made } = await allowOnSession(ctx, id);
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
