import type { Db, Shards } from "#drizzle/d1/session";
import type { Providers } from "~/domain/providers";
import type { GaugeUnits } from "./gauge-units";
import type { Role } from "./permissions";

/** Everything a use case may use, passed in by every surface, so that tests can set all of it. */
export interface Ctx {
  db: Db;
  /** Where the tenants live whose rows `db` reads and writes. */
  shards: Shards;
  actor: Actor;
  /** One instant for the whole request. */
  now: Date;
  /** A time-ordered UUID (version 7). */
  newId: () => string;
  /** 256 random bits as base64url. */
  newToken: () => string;
  providers: Providers;
  /** Runs a promise after the answer has been sent. */
  after: (work: Promise<unknown>) => void;
  request: RequestFacts;
}

interface RequestFacts {
  id: string;
  /** Client-made key that makes a retried write have one effect; null where none was sent. */
  idempotencyKey: string | null;
  ip: string;
  /** Of the caller, as the network tells: two letters; null where it does not. */
  continent: string | null;
  userAgent: string;
  /** Scheme and host under which the product is served, for links in mails. */
  origin: string;
  /** True under `npm start`: demo users are offered and mails are shown at /dev/mailbox. */
  local: boolean;
  /** Permissions that were refused, filled while the request runs: they are written down once it is answered. */
  refusals: string[];
}

export type Actor =
  | { kind: "guest" }
  /** `copyPending`: the tenants' side does not know this member yet, so that a write would be refused. */
  | { kind: "person"; person: Person; sessionId: string; copyPending: boolean }
  /** A business's own program. Its member's `userId` is the key's id; it reaches what it has permissions for, and no person's own. */
  | { kind: "api_key"; member: Member }
  /** A consumer, a sweep or a Durable Object. It has a business only where one was given (`withinOrganization`). */
  | { kind: "system"; member: Member | null };

/** Somebody signed in. `userId` is the key of a household's rows. */
export interface Person {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Decides the days of the person's household; null where it is not known. */
  timeZone: string | null;
  /** Whether what is projected for the household counts the current month from today on instead of whole. */
  projectsFromToday: boolean;
  /** Whether what Pro adds is open to the person's household. */
  isPro: boolean;
  /** The subscription of the person's business, or of the household of whoever has none; null without one. */
  subscription: Subscription | null;
  /** In which readings are typed and shown. */
  gaugeUnits: GaugeUnits;
  member: Member | null;
  /** The business that lets this Admin in once their two-step verification is on; `member` is null until then. */
  secondStepFor: string | null;
}

/** How a plan stands that somebody pays for, as the processor said last. */
export interface Subscription {
  status: "active" | "past_due" | "canceled";
  cancelAtPeriodEnd: boolean;
  /** Until then what it adds is open. */
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
  /** Whether what Pro adds is open to the business. */
  isPro: boolean;
  /** The technician this member is, if any. */
  technicianId: string | null;
}

/** Whose requests count together and may be repeated by their key: a person or an API key; null for a guest and the system. */
export function callerOf({ actor }: Ctx): string | null {
  if (actor.kind === "person") return actor.person.userId;
  return actor.kind === "api_key" ? actor.member.userId : null;
}

/** The system's context within one business: what its use cases then read and write is that business's alone. */
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
