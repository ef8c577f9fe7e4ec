import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import {
  CONNECTION_STATUSES,
  HOST_KINDS,
  LINK_STATUSES,
  REPOSITORY_STATUSES,
  TOKEN_KINDS,
} from "~/domain/code-hosts/host";
import { LOG_KINDS, LOG_OUTCOMES } from "~/domain/code-hosts/log";
import { CREATION_RULES, DIRECTIONS, type FieldRules } from "~/domain/code-hosts/sync/sync-rules";
import { HOOK_STATES } from "~/domain/code-hosts/webhook-health";
import { issues } from "./issues";
import { tenantMembers } from "./platform";

/** A business's connection to a code host, one per host. */
export const codeHostConnections = sqliteTable(
  "code_host_connections",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    /** URL of the host's pages, without a trailing slash. */
    baseUrl: text("base_url").notNull(),
    status: text("status", { enum: CONNECTION_STATUSES }).notNull(),
    /** Encrypted; null once it is disconnected. */
    accessToken: text("access_token"),
    accountId: text("account_id").notNull(),
    login: text("login").notNull(),
    name: text("name"),
    profileUrl: text("profile_url").notNull(),
    /** A JSON list; null if the host does not report them. */
    scopes: text("scopes"),
    tokenExpiresAt: instant("token_expires_at"),
    connectedBy: text("connected_by").notNull(),
    connectedAt: instant("connected_at").notNull(),
    checkedAt: instant("checked_at").notNull(),
    version: integer("version").notNull().default(1),
    /** The host accepts no requests before this instant. */
    pausedUntil: instant("paused_until"),
    /** Allows one run at a time. */
    lease: text("lease"),
    leaseUntil: instant("lease_until"),
    /** What the token has created within the last minute and hour. */
    writes: text("writes").notNull().default("{}"),
    tokenKind: text("token_kind", { enum: TOKEN_KINDS }).notNull().default("personal"),
    /** Encrypted; used to refresh the access token. */
    refreshToken: text("refresh_token"),
    /** Until then one run refreshes the token; the others wait or use the current one. */
    renewingUntil: instant("renewing_until"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.host] })],
);

/** The repositories of a code host that a business works with. */
export const codeHostRepositories = sqliteTable(
  "code_host_repositories",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    /** The host's own id, which survives renaming. */
    id: text("id").notNull(),
    fullName: text("full_name").notNull(),
    url: text("url").notNull(),
    isPrivate: integer("is_private", { mode: "boolean" }).notNull(),
    /** Permissions of the token at the time: whether it may change issues, and add webhooks. */
    canWrite: integer("can_write", { mode: "boolean" }).notNull(),
    canAdmin: integer("can_admin", { mode: "boolean" }).notNull(),
    status: text("status", { enum: REPOSITORY_STATUSES }).notNull(),
    chosenAt: instant("chosen_at").notNull(),
    chosenBy: text("chosen_by").notNull(),
    /** Identifies the repository in its webhook's URL. */
    endpoint: text("endpoint"),
    /** Signs the webhooks; encrypted. */
    webhookSecret: text("webhook_secret"),
    /** The host's id of the webhook; null while there is none. */
    hookId: text("hook_id"),
    lastWebhookAt: instant("last_webhook_at"),
    /** The next page of issues to read. */
    nextPage: text("next_page"),
    /** The current sync reads changes since this instant. */
    readingSince: instant("reading_since"),
    /** All changes up to this instant are known. */
    readUntil: instant("read_until"),
    /** Null until the first sync is complete. */
    importedAt: instant("imported_at"),
    lastReadAt: instant("last_read_at"),
    nextReadAt: instant("next_read_at"),
    /** Pages read so far; ensures that a page is imported once. */
    reads: integer("reads").notNull().default(0),
    /** Issues imported. */
    issueCount: integer("issue_count").notNull().default(0),
    problem: text("problem"),
    direction: text("direction", { enum: DIRECTIONS }).notNull().default("both"),
    fieldRules: text("field_rules", { mode: "json" }).$type<FieldRules>().notNull().default({}),
    /** Issues with any of these labels are synced; all issues if empty. */
    labels: text("labels", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
    includeConfidential: integer("include_confidential", { mode: "boolean" }).notNull().default(false),
    /** The project assigned to its issues here. */
    projectId: text("project_id"),
    creates: text("creates", { enum: CREATION_RULES }).notNull().default("by_hand"),
    rulesVersion: integer("rules_version").notNull().default(1),
    /** When creating issues there was stopped, because too many were created within an hour. */
    creationsStoppedAt: instant("creations_stopped_at"),
    /** Webhooks with an invalid signature. */
    refusedWebhooks: integer("refused_webhooks").notNull().default(0),
    lastRefusedAt: instant("last_refused_at"),
    /** The state of its webhook as reported by the host. */
    hookState: text("hook_state", { enum: HOOK_STATES }),
    hookDetail: text("hook_detail"),
    hookFailures: integer("hook_failures").notNull().default(0),
    checkedAt: instant("checked_at"),
    nextCheckAt: instant("next_check_at"),
    /** When all of its issues were last checked. */
    verifiedAt: instant("verified_at"),
    /** The server it is on: its connection's base URL when it was chosen. */
    baseUrl: text("base_url"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.id] }),
    uniqueIndex("code_host_repositories_endpoint").on(t.endpoint).where(sql`endpoint IS NOT NULL`),
    index("code_host_repositories_due").on(t.nextReadAt).where(sql`status = 'chosen'`),
    index("code_host_repositories_check").on(t.nextCheckAt).where(sql`status = 'chosen'`),
    uniqueIndex("code_host_repositories_project")
      .on(t.orgId, t.projectId)
      .where(sql`creates = 'project' AND status = 'chosen'`),
    foreignKey({
      columns: [t.orgId, t.host],
      foreignColumns: [codeHostConnections.orgId, codeHostConnections.host],
    }),
  ],
);

/** Links an issue here to one on the host. A row outlives both, so that nothing is created twice. */
export const codeHostIssues = sqliteTable(
  "code_host_issues",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    repositoryId: text("repository_id").notNull(),
    number: integer("number").notNull(),
    hostIssueId: text("host_issue_id").notNull(),
    /** Null once the issue is permanently deleted here. */
    issueId: text("issue_id"),
    url: text("url").notNull(),
    status: text("status", { enum: LINK_STATUSES }).notNull(),
    /** The values both sides last agreed on, and their hash. */
    base: text("base").notNull(),
    baseHash: text("base_hash").notNull(),
    hostUpdatedAt: instant("host_updated_at").notNull(),
    /** Changes on either side, and how many of them are synced. */
    changes: integer("changes").notNull().default(0),
    syncedChanges: integer("synced_changes").notNull().default(0),
    queuedAt: instant("queued_at"),
    lease: text("lease"),
    leaseUntil: instant("lease_until"),
    syncedAt: instant("synced_at").notNull(),
    /** The values being sent; recognizes them if their arrival was not recorded. */
    sending: text("sending"),
    /** The host's id of the issue it was moved to. */
    movedToId: text("moved_to_id"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.repositoryId, t.number] }),
    index("code_host_issues_moved").on(t.orgId, t.host, t.movedToId).where(sql`moved_to_id IS NOT NULL`),
    foreignKey({
      columns: [t.orgId, t.host, t.repositoryId],
      foreignColumns: [codeHostRepositories.orgId, codeHostRepositories.host, codeHostRepositories.id],
    }),
    uniqueIndex("code_host_issues_theirs").on(t.orgId, t.host, t.hostIssueId),
    uniqueIndex("code_host_issues_ours").on(t.orgId, t.issueId).where(sql`issue_id IS NOT NULL`),
    index("code_host_issues_behind").on(t.queuedAt).where(sql`changes <> synced_changes`),
  ],
);

/** Links a comment here to one on the host. */
export const codeHostComments = sqliteTable(
  "code_host_comments",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    repositoryId: text("repository_id").notNull(),
    number: integer("number").notNull(),
    /** The host's id. */
    id: text("id").notNull(),
    commentId: text("comment_id").notNull(),
    /** Hash of the text both sides last agreed on. */
    baseHash: text("base_hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.repositoryId, t.number, t.id] }),
    foreignKey({
      columns: [t.orgId, t.host, t.repositoryId, t.number],
      foreignColumns: [codeHostIssues.orgId, codeHostIssues.host, codeHostIssues.repositoryId, codeHostIssues.number],
    }),
    uniqueIndex("code_host_comments_ours").on(t.orgId, t.commentId),
  ],
);

/** Conflicts, where both sides changed the same field: the value here, the value there, and which of them was kept. */
export const codeHostConflicts = sqliteTable(
  "code_host_conflicts",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    issueId: text("issue_id").notNull(),
    field: text("field").notNull(),
    ours: text("ours").notNull(),
    theirs: text("theirs").notNull(),
    at: instant("at").notNull(),
    winner: text("winner", { enum: ["ours", "theirs"] })
      .notNull()
      .default("theirs"),
    resolvedAt: instant("resolved_at"),
    resolvedBy: text("resolved_by"),
    resolution: text("resolution", { enum: ["ours", "theirs"] }),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("code_host_conflicts_issue").on(t.orgId, t.issueId),
    index("code_host_conflicts_open").on(t.orgId, t.host, t.id).where(sql`resolved_at IS NULL`),
  ],
);

/** Received webhooks, once each, with the outbox message of each. */
export const codeHostDeliveries = sqliteTable(
  "code_host_deliveries",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    id: text("id").notNull(),
    repositoryId: text("repository_id").notNull(),
    event: text("event").notNull(),
    number: integer("number"),
    messageId: text("message_id").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.id] }),
    foreignKey({
      columns: [t.orgId, t.host, t.repositoryId],
      foreignColumns: [codeHostRepositories.orgId, codeHostRepositories.host, codeHostRepositories.id],
    }),
    index("code_host_deliveries_newest").on(t.orgId, t.host, t.repositoryId, t.receivedAt),
    index("code_host_deliveries_age").on(t.receivedAt),
  ],
);

/** Accounts of a host to which issues are assigned, and the member each one is. */
export const codeHostPeople = sqliteTable(
  "code_host_people",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    /** Lowercase. */
    login: text("login").notNull(),
    userId: text("user_id"),
    createdAt: instant("created_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.login] }),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [tenantMembers.orgId, tenantMembers.userId] }),
    uniqueIndex("code_host_people_member").on(t.orgId, t.host, t.userId).where(sql`user_id IS NOT NULL`),
  ],
);

/** The sync log. */
export const codeHostLog = sqliteTable(
  "code_host_log",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    repositoryId: text("repository_id").notNull(),
    number: integer("number"),
    issueId: text("issue_id"),
    kind: text("kind", { enum: LOG_KINDS }).notNull(),
    outcome: text("outcome", { enum: LOG_OUTCOMES }).notNull(),
    detail: text("detail").notNull(),
    /** The job a retry runs; null if there is nothing to retry. */
    job: text("job"),
    at: instant("at").notNull(),
    /** When the failure was resolved or retried. */
    settledAt: instant("settled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("code_host_log_repository").on(t.orgId, t.host, t.repositoryId, t.id),
    index("code_host_log_outcome").on(t.orgId, t.outcome, t.id),
    index("code_host_log_open")
      .on(t.orgId, t.host, t.repositoryId, t.number)
      .where(sql`outcome = 'failed' AND settled_at IS NULL`),
    index("code_host_log_age").on(t.at),
  ],
);

/** Issues added here that are to be created on a host. */
export const codeHostPushes = sqliteTable(
  "code_host_pushes",
  {
    orgId: text("org_id").notNull(),
    issueId: text("issue_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    repositoryId: text("repository_id").notNull(),
    /** Hidden in the text that is sent; finds the issue again if the response to its creation was lost. */
    key: text("key").notNull().default(sql`(lower(hex(randomblob(16))))`),
    status: text("status", { enum: ["waiting", "sending", "created", "failed"] })
      .notNull()
      .default("waiting"),
    origin: text("origin", { enum: ["rule", "person", "backfill"] }).notNull(),
    reason: text("reason"),
    createdAt: instant("created_at").notNull(),
    queuedAt: instant("queued_at"),
    sentAt: instant("sent_at"),
    /** The fields that were sent. */
    sent: text("sent"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.issueId] }),
    foreignKey({ columns: [t.orgId, t.issueId], foreignColumns: [issues.orgId, issues.id] }).onDelete("cascade"),
    foreignKey({
      columns: [t.orgId, t.host, t.repositoryId],
      foreignColumns: [codeHostRepositories.orgId, codeHostRepositories.host, codeHostRepositories.id],
    }),
    uniqueIndex("code_host_pushes_key").on(t.orgId, t.key),
    index("code_host_pushes_open").on(t.queuedAt).where(sql`status IN ('waiting', 'sending')`),
    index("code_host_pushes_sent").on(t.orgId, t.host, t.repositoryId, t.sentAt).where(sql`sent_at IS NOT NULL`),
  ],
);

/** Storage of the simulated hosts. */
export const simulatedCodeHosts = sqliteTable(
  "simulated_code_hosts",
  {
    kind: text("kind").notNull(),
    parent: text("parent").notNull(),
    id: text("id").notNull(),
    at: text("at").notNull(),
    state: text("state").notNull(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.parent, t.id] }),
    index("simulated_code_hosts_order").on(t.kind, t.parent, t.at, t.id),
  ],
);
