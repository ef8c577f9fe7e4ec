import type { Actor, Ctx } from "~/domain/shared/context";
import { sha256, sign, verify } from "~/domain/shared/tokens.server";

type PersonActor = Extract<Actor, { kind: "person" }>;

interface Remembered {
  use: "actor";
  /** Hash of the session's secret: the note of one session is good for no other. */
  of: string;
  actor: PersonActor;
  homes: { household: string; business: string | null };
}

/**
 * What a browser keeps of who is asking, so that a page's data can be read beside the session: signed, and believed only once the
 * session has been read and says the same. Null for whoever is to be read anew each time.
 */
export async function rememberActor(ctx: Ctx, sessionToken: string): Promise<string | null> {
  const { actor, shards } = ctx;
  if (actor.kind !== "person" || actor.copyPending) return null;
  const household = shards.homeOf(actor.person.userId);
  if (household === null) return null;
  const orgId = actor.person.member?.orgId;
  const homes = { household, business: orgId === undefined ? null : shards.homeOf(orgId) };
  const remembered: Remembered = { use: "actor", of: await sha256(sessionToken), actor, homes };
  return sign(remembered, ctx.providers.secrets.signing);
}

/** Who asked last in this session, and where their rows live; null for what was not signed here, or for another session. */
export async function recallActor(
  ctx: Ctx,
  { note, sessionToken }: { note: string; sessionToken: string },
): Promise<PersonActor | null> {
  const claim = await verify(note, ctx.providers.secrets.signing);
  if (!isRemembered(claim) || claim.of !== (await sha256(sessionToken))) return null;
  const { actor, homes } = claim;
  ctx.shards.learn({ userId: actor.person.userId }, homes.household);
  const orgId = actor.person.member?.orgId;
  if (orgId !== undefined && homes.business !== null) ctx.shards.learn({ orgId }, homes.business);
  return actor;
}

/** Guarantee: what is signed with this use has this shape. A former release's differs from what the session says, and is asked anew. */
function isRemembered(claim: unknown): claim is Remembered {
  return typeof claim === "object" && claim !== null && "use" in claim && claim.use === "actor";
}

/** Whether two readings of a session say the same of everything that a request may depend on. */
export const isSameActor = (one: Actor, other: Actor): boolean => JSON.stringify(one) === JSON.stringify(other);
