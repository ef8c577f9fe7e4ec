import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { SpokenCircuit, SpokenCommand } from "./command-view";
import type { SpokenDraft } from "./draft-view";
import { allowOnSession } from "./find.server";
import { over } from "./refusals";
import type { Edits, Review, SessionFacts } from "./session";
import { writtenOf, writtenPlaces } from "./written.server";

interface Preview {
  sessionId: string;
  version: number;
  drafts?: SpokenDraft[];
  commands?: SpokenCommand[];
  circuits?: SpokenCircuit[];
  edits: Edits;
  /** Indexes of commands already written, if others were refused. */
  written?: number[];
}

/**
 * Returns what would be written, for confirmation.
 * @throws DomainError forbidden; not_found; conflict while there is nothing to review
 */
export async function previewActions(ctx: Ctx, id: string): Promise<Preview> {
  const { facts, state } = await allowOnSession(ctx, id);
  if (state !== "open") throw over(state);
  const { version, reading, edits } = await reviewOf(ctx, facts);
  const preview = { sessionId: facts.id, version, ...reading, edits };
  if (!("commands" in reading)) return preview;
  return { ...preview, written: writtenOf(reading.commands, await writtenPlaces(ctx, facts)) };
}

/** @throws DomainError conflict */
export async function reviewOf(ctx: Ctx, facts: SessionFacts): Promise<Review> {
  const review = await ctx.providers.voiceSession(facts.id).review(facts);
  if (review) return review;
  throw notRead();
}

export const notRead = () =>
  new DomainError("conflict", "There is nothing to confirm yet.", { details: { reason: "not_read" } });

export const outdated = (version: number) =>
  new DomainError("conflict", "It has been recorded again since then. Please review it again.", {
    details: { reason: "outdated", current: { version } },
  });

/** Ensures that the confirmed version is the current one. @throws DomainError conflict with the current version */
export function refuseOutdated({ version }: Review, confirmed: number): void {
  if (version !== confirmed) throw outdated(version);
}
