import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { SECURITY_EVENT_KINDS } from "~/domain/auth/security-event";
import { PRESSURE_UNITS, TEMPERATURE_UNITS, WEIGHT_UNITS } from "~/domain/shared/gauge-units";
import type { ExpectedTechnician } from "~/domain/technicians/technician";
import { auditColumns, idempotencyColumns, outboxColumns } from "./side-columns";

export const organizations = sqliteTable("organizations", {
  key: integer("key").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  name: text("name").notNull(),
  timeZone: text("time_zone").notNull(),
  phone: text("phone"),
  email: text("email"),
  line1: text("line1"),
  line2: text("line2"),
  city: text("city"),
  state: text("state"),
  postalCode: text("postal_code"),
  /** The logo's key in the file store. */
  logoKey: text("logo_key"),
  /** Blocks Admins without two-step verification from all of the business. */
  requiresSecondStep: integer("requires_second_step", { mode: "boolean" }).notNull().default(false),
  /** The tenants' database that holds its rows. */
  shard: text("shard").notNull().default("1"),
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull(),
});

export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  /** Lowercase; unique across the whole product. */
  email: text("email").notNull().unique(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  /** PHC string; null if the account has no password. */
  passwordHash: text("password_hash"),
  status: text("status", { enum: ["active", "disabled"] }).notNull(),
  /** Determines dates in this person's household; null if not known. */
  timeZone: text("time_zone"),
  /** Projected assets count the current month from today instead of in full. */
  projectsFromToday: integer("projects_from_today", { mode: "boolean" }).notNull().default(false),
  /** The unit of this person's gauges, probes and scale. */
  pressureUnit: text("pressure_unit", { enum: PRESSURE_UNITS }).notNull().default("psig"),
  temperatureUnit: text("temperature_unit", { enum: TEMPERATURE_UNITS }).notNull().default("f"),
  weightUnit: text("weight_unit", { enum: WEIGHT_UNITS }).notNull().default("lb"),
  /** The tenants' database that holds this person's household; the businesses they joined may be in another one. */
  shard: text("shard").notNull().default("1"),
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull(),
});

export const members = sqliteTable(
  "members",
  {
    orgId: text("org_id").notNull(),
    userId: text("user_id").notNull(),
    /** JSON list of roles. */
    roles: text("roles", { mode: "json" }).$type<("Admin" | "Manager" | "Technician")[]>().notNull(),
    /** JSON list of permissions; null: none given, Admin only. */
    permissions: text("permissions", { mode: "json" }).$type<string[]>(),
    status: text("status", { enum: ["active", "disabled"] }).notNull(),
    /** The business's technician who is this member, if any. */
    technicianId: text("technician_id"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    /** Whether the tenants' side lacks the copy of this member. */
    copyPending: integer("copy_pending", { mode: "boolean" }).notNull().default(false),
    /** When this member left on their own; access cannot be turned on again. */
    leftAt: instant("left_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    index("members_user").on(t.userId),
    uniqueIndex("members_one_business").on(t.userId).where(sql`status = 'active'`),
  ],
);

/** Accounts their owners are deleting, until the grace period is over. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    userId: text("user_id").primaryKey(),
    requestedAt: instant("requested_at").notNull(),
    dueAt: instant("due_at").notNull(),
    /** Set when the deletion starts; it cannot be canceled afterward. */
    startedAt: instant("started_at"),
  },
  (t) => [index("account_deletions_due").on(t.dueAt)],
);

/** Businesses an Admin is deleting, until the grace period is over. */
export const businessDeletions = sqliteTable(
  "business_deletions",
  {
    orgId: text("org_id").primaryKey(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: instant("requested_at").notNull(),
    dueAt: instant("due_at").notNull(),
    /** Set when the deletion starts; it cannot be canceled afterward. */
    startedAt: instant("started_at"),
  },
  (t) => [index("business_deletions_due").on(t.dueAt)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    userId: text("user_id").notNull(),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    userAgent: text("user_agent").notNull(),
    /** The IP address of its last use, without its last part. */
    network: text("network").notNull().default(""),
    /** When the user last confirmed their identity; signing in counts as well. */
    reauthenticatedAt: instant("reauthenticated_at"),
  },
  (t) => [index("sessions_user").on(t.userId)],
);

/** Security events of an account: one row per hour, kind and network, with a count. */
export const securityEvents = sqliteTable(
  "security_events",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    /** The business the person was working for at the time. */
    orgId: text("org_id"),
    kind: text("kind", { enum: SECURITY_EVENT_KINDS }).notNull(),
    hour: text("hour").notNull(),
    network: text("network").notNull(),
    device: text("device").notNull(),
    detail: text("detail"),
    count: integer("count").notNull().default(1),
    at: instant("at").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("security_events_hour").on(t.userId, t.hour, t.kind, t.network),
    index("security_events_business").on(t.orgId, t.id),
    index("security_events_age").on(t.lastAt),
  ],
);

/** A user's two-step verification by an authenticator app or passkeys; not in effect until `confirmedAt` is set. */
export const secondSteps = sqliteTable(
  "second_steps",
  {
    userId: text("user_id").primaryKey(),
    /** Secret of the authenticator app, encrypted and bound to the person; empty without an app. */
    secret: text("secret").notNull(),
    /** Whether codes of the app are accepted: false if passkeys are the only second step. */
    takesCodes: integer("takes_codes", { mode: "boolean" }).notNull().default(true),
    /** The time step of the last accepted code. */
    lastStep: integer("last_step").notNull().default(0),
    confirmedAt: instant("confirmed_at"),
    /** When it is turned off for a user who lost the app and the codes, unless they sign in with a code before. */
    removalDueAt: instant("removal_due_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("second_steps_removal").on(t.removalDueAt).where(sql`removal_due_at IS NOT NULL`)],
);

/** Public keys whose private key an authenticator holds. Exist only along with a second step. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    /** Base64url, as created by the authenticator. */
    credentialId: text("credential_id").notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** Increases with each use, or stays 0 for authenticators that do not count. */
    signCount: integer("sign_count").notNull(),
    /** JSON list of the ways a browser can reach it. */
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    name: text("name").notNull(),
    /** Synced across devices by a password manager, rather than bound to one device. */
    isSynced: integer("is_synced", { mode: "boolean" }).notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("passkeys_name").on(t.userId, sql`name COLLATE NOCASE`),
  ],
);

/** Browsers in which a person gets notifications. Each is removed with the session that turned it on, by a trigger. */
export const pushDevices = sqliteTable(
  "push_devices",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    sessionId: text("session_id").notNull(),
    /** SHA-256 of the push service's endpoint, which is a secret. */
    endpointHash: text("endpoint_hash").notNull().unique(),
    /** JSON of the endpoint and the browser's keys, encrypted and bound to the person. */
    subscription: text("subscription").notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    lastSentAt: instant("last_sent_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index("push_devices_session").on(t.sessionId)],
);

/** Messages the embedded push service received. */
export const pushOutbox = sqliteTable(
  "push_outbox",
  {
    id: text("id").primaryKey(),
    endpoint: text("endpoint").notNull(),
    /** JSON. */
    headers: text("headers").notNull(),
    /** Base64url, encrypted. */
    body: text("body").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [index("push_outbox_sent").on(t.sentAt)],
);

/** Challenges already signed by an authenticator, so that no response works twice. */
export const spentChallenges = sqliteTable(
  "spent_challenges",
  {
    hash: text("hash").primaryKey(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("spent_challenges_age").on(t.expiresAt)],
);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: text("user_id").notNull(),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Browsers trusted to sign in without a code for a while. */
export const trustedDevices = sqliteTable(
  "trusted_devices",
  {
    userId: text("user_id").notNull(),
    /** Hash of the browser's known-device cookie. */
    deviceHash: text("device_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index("trusted_devices_age").on(t.expiresAt)],
);

/** Keys with which a business's own programs call the API: each acts for the business with its permissions. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    orgId: text("org_id").notNull(),
    /** Also the author id of what it writes. */
    id: text("id").notNull().unique(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** Its last characters, shown to tell keys apart. */
    tokenEnd: text("token_end").notNull(),
    /** JSON list of permissions. */
    permissions: text("permissions", { mode: "json" }).$type<string[]>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    /** Accurate to five minutes. */
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("api_keys_name").on(t.orgId, t.name)],
);

export const refreshTokens = sqliteTable(
  "refresh_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    sessionId: text("session_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When it was exchanged; using it again after the grace period ends the whole session. */
    usedAt: instant("used_at"),
  },
  (t) => [index("refresh_tokens_session").on(t.sessionId)],
);

/** One-time links and codes of a user: password reset, sign-in callback. */
export const userTokens = sqliteTable(
  "user_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    kind: text("kind", { enum: ["reset", "callback"] }).notNull(),
    userId: text("user_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("user_tokens_user").on(t.userId, t.kind)],
);

/** Sign-ups whose email address is not confirmed: each waits with its own password behind its own link, without an account. */
export const signups = sqliteTable(
  "signups",
  {
    tokenHash: text("token_hash").primaryKey(),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    passwordHash: text("password_hash").notNull(),
    /** Null: a household only. */
    organizationName: text("organization_name"),
    timeZone: text("time_zone").notNull(),
    /** As reported by the browser; null if it did not report one. */
    browserTimeZone: text("browser_time_zone"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("signups_email").on(t.email, t.createdAt)],
);

/** How many mails of each kind an address was sent recently, with or without an account. */
export const accountMails = sqliteTable(
  "account_mails",
  {
    email: text("email").notNull(),
    kind: text("kind", { enum: ["signup", "reset", "invite"] }).notNull(),
    sentAt: instant("sent_at").notNull(),
    id: text("id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.kind, t.sentAt, t.id] })],
);

/** Tickets that open a live connection: valid for 60 s, single-use, bound to the session. */
export const eventTokens = sqliteTable("event_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  sessionId: text("session_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

export const invitations = sqliteTable(
  "invitations",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    roles: text("roles", { mode: "json" }).$type<("Admin" | "Manager" | "Technician")[]>().notNull(),
    /** The profile of the invited technician, set up on the tenants' side while the invitation is pending. */
    technician: text("technician", { mode: "json" }).$type<ExpectedTechnician>(),
    tokenHash: text("token_hash").notNull().unique(),
    status: text("status", { enum: ["pending", "accepted", "cancelled"] }).notNull(),
    invitedBy: text("invited_by").notNull(),
    sentAt: instant("sent_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("invitations_pending").on(t.orgId, t.email).where(sql`status = 'pending'`),
    index("invitations_status").on(t.orgId, t.status, t.createdAt),
  ],
);

/** Like `idempotency_keys`, for writes to this side. */
export const identityIdempotencyKeys = sqliteTable("identity_idempotency_keys", idempotencyColumns(), (t) => [
  primaryKey({ columns: [t.userId, t.key] }),
  index("identity_idempotency_keys_age").on(t.createdAt),
]);

/** Account mails, and copies for the tenants' side, written in the batch of the change they are about. */
export const identityOutbox = sqliteTable(
  "identity_outbox",
  {
    ...outboxColumns(["mail", "tenant_copy", "push"]),
    /** The person whose account the mail concerns. */
    userId: text("user_id"),
    invitationId: text("invitation_id"),
  },
  (t) => [
    index("identity_outbox_due").on(t.dueAt),
    index("identity_outbox_failed").on(t.failedAt),
    index("identity_outbox_invitation").on(t.orgId, t.invitationId, t.id),
    index("identity_outbox_failed_person").on(t.userId),
    index("identity_outbox_failed_business").on(t.orgId),
  ],
);

/** Changes to members, invitations and settings of a business, with their author. */
export const identityAuditLog = sqliteTable("identity_audit_log", auditColumns(), (t) => [
  primaryKey({ columns: [t.orgId, t.id] }),
  index("identity_audit_log_entity").on(t.orgId, t.entity, t.entityId),
  index("identity_audit_log_person").on(t.orgId, t.userId, t.id),
]);
