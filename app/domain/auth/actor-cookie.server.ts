import type { Actor, Ctx } from "~/domain/shared/context";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";

type PersonActor = Extract<Actor, { kind: "person" }>;

interface Remembered {
  use: "actor";
  /** Hash of the session's token: the note of one session is not valid for any other. */
  of: string;
  actor: PersonActor;
  shards: { household: string; business: string | null };
}

/**
 * The signed note of the actor in a browser, so that a page's data can be read in parallel with the session; used only once the
 * session has been read and matches. Null for an actor that must be read each time.
 */
export async function rememberActor(ctx: Ctx, sessionToken: string): Promise<string | null> {
  const { actor } = ctx;
  if (actor.kind !== "person" || actor.copyPending) return null;
  const shards = shardsOf(ctx, actor);
  if (shards === null) return null;
  const remembered: Remembered = { use: "actor", of: await sha256(sessionToken), actor, shards };
  return sign(remembered, ctx.providers.secrets.signing);
}

/** The shards of a person and their business, as far as this context knows. */
function shardsOf({ shards }: Ctx, { person }: PersonActor): Remembered["shards"] | null {
  const household = shards.shardOf(person.userId);
  const orgId = person.member?.orgId;
  return household === null ? null : { household, business: orgId === undefined ? null : shards.shardOf(orgId) };
}

/** The last actor of this session, with the shards; null for a note that was not signed here or belongs to another session. */
export async function recallActor(
  ctx: Ctx,
  { note, sessionToken }: { note: string; sessionToken: string },
): Promise<{ actor: PersonActor; shards: Remembered["shards"] } | null> {
  const claim = await verify(note, ctx.providers.secrets.signing);
  if (!isRemembered(claim) || claim.of !== (await sha256(sessionToken))) return null;
  const { actor, shards } = claim;
  ctx.shards.learn({ userId: actor.person.userId }, shards.household);
  const orgId = actor.person.member?.orgId;
  if (orgId !== undefined && shards.business !== null) ctx.shards.learn({ orgId }, shards.business);
  return { actor, shards };
}

/**
 * Guarantee: anything signed with this use has this shape. A note from an earlier release does not match the session, and the
 * actor is read again.
 */
function isRemembered(claim: unknown): claim is Remembered {
  return typeof claim === "object" && claim !== null && "use" in claim && claim.use === "actor";
}

/** Whether a session, once read, matches the note in everything that a request may depend on. */
export function isSameActor(
  ctx: Ctx,
  read: Actor,
  remembered: { actor: PersonActor; shards: Remembered["shards"] },
): boolean {
  if (read.kind !== "person" || JSON.stringify(read) !== JSON.stringify(remembered.actor)) return false;
  return JSON.stringify(shardsOf(ctx, read)) === JSON.stringify(remembered.shards);
}
