import type { Db, Shards } from "#drizzle/d1/session";
import type { Providers } from "~/domain/providers";
import type { GaugeUnits } from "./gauge-units";
import type { Role } from "./permissions";
import type { CommitHook } from "./write.server";

/** Everything a use case may use, passed in by every entry point so that tests can set all of it. */
export interface Ctx {
  db: Db;
  /** The shards of the tenants whose rows `db` reads and writes. */
  shards: Shards;
  actor: Actor;
  /** One instant for the whole request. */
  now: Date;
  /** A time-ordered UUID (version 7). */
  newId: () => string;
  /** 256 random bits as base64url. */
  newToken: () => string;
  providers: Providers;
  commitHooks: readonly CommitHook[];
  /** Runs a promise after the response has been sent. */
  after: (work: Promise<unknown>) => void;
  request: RequestFacts;
}

interface RequestFacts {
  id: string;
  /** A key created by the client so that a retried write takes effect only once; null if none was sent. */
  idempotencyKey: string | null;
  ip: string;
  /** The caller's continent as reported by the network, two letters; null if unknown. */
  continent: string | null;
  userAgent: string;
  /** Scheme and host at which the product is served, for links in emails. */
  origin: string;
  /** True under `npm start`: offers demo users and shows emails at /dev/mailbox. */
  local: boolean;
  /** Permissions denied during the request; they are recorded after the response. */
  refusals: string[];
}

export type Actor =
  | { kind: "guest" }
  /** `copyPending`: this member has not been copied to the tenants' side yet, so that a write would be rejected. */
  | { kind: "person"; person: Person; sessionId: string; copyPending: boolean }
  /**
   * A business's own program. Its member's `userId` is the key's id; it can use what its permissions allow, but no person's own
   * data.
   */
  | { kind: "api_key"; member: Member }
  /** A consumer, a sweep or a Durable Object. It has a business only if one was set (`withinOrganization`). */
  | { kind: "system"; member: Member | null };

/** A signed-in user. `userId` is the key of a household's rows. */
export interface Person {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The time zone of the person's household; null if unknown. */
  timeZone: string | null;
  /** Whether the household's projections count the current month from today on instead of in full. */
  projectsFromToday: boolean;
  /** Whether the person's household has Pro. */
  isPro: boolean;
  /** The subscription of the person's business, or of their household if they have no business; null without one. */
  subscription: Subscription | null;
  /** The units in which readings are entered and shown. */
  gaugeUnits: GaugeUnits;
  member: Member | null;
  /** The business that gives this Admin access once two-step verification is on; `member` is null until then. */
  secondStepFor: string | null;
}

/** The state of a paid plan as last reported by the payment processor. */
export interface Subscription {
  status: "active" | "past_due" | "canceled";
  cancelAtPeriodEnd: boolean;
  /** Pro features are available until then. */
  proUntil: string;
}

/** A person within a business. `orgId` is the key of a business's rows. */
export interface Member {
  orgId: string;
  /** Small integer of the organization: the upper bits of full-text row ids. */
  orgKey: number;
  orgName: string;
  timeZone: string;
  /** Null for the system itself. */
  userId: string | null;
  name: string;
  roles: readonly Role[];
  permissions: readonly string[] | null;
  /** Whether the business has Pro. */
  isPro: boolean;
  /** The technician this member is, if any. */
  technicianId: string | null;
}

/**
 * The caller by which requests are rate-limited and idempotency keys are stored: a person or an API key; null for a guest and the
 * system.
 */
export function callerOf({ actor }: Ctx): string | null {
  if (actor.kind === "person") return actor.person.userId;
  return actor.kind === "api_key" ? actor.member.userId : null;
}

/** The member that acts, if any. */
export function memberOf({ actor }: Ctx): Member | null {
  if (actor.kind === "guest") return null;
  return actor.kind === "person" ? actor.person.member : actor.member;
}

/** The system's context within one business, which limits its use cases to that business's data. */
export function withinOrganization(ctx: Ctx, organization: Pick<Member, "orgId" | "orgKey" | "timeZone">): Ctx {
  if (ctx.actor.kind !== "system") throw new Error("only the system acts within an organization");
  const member: Member = {
    ...organization,
    orgName: "",
    userId: null,
    name: "Plenum",
    roles: ["Admin"],
    permissions: null,
    isPro: false,
    technicianId: null,
  };
  return { ...ctx, actor: { kind: "system", member } };
}
