import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CONNECTION_STATUSES, HOST_KINDS, LINK_STATUSES, REPOSITORY_STATUSES } from "~/domain/code-hosts/host";
import { instant } from "../d1/columns";

/** A business's connection to a code host: one of each. */
export const codeHostConnections = sqliteTable(
  "code_host_connections",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    /** Of its pages, without a slash at the end. */
    baseUrl: text("base_url").notNull(),
    status: text("status", { enum: CONNECTION_STATUSES }).notNull(),
    /** Encrypted; null once it is disconnected. */
    accessToken: text("access_token"),
    accountId: text("account_id").notNull(),
    login: text("login").notNull(),
    name: text("name"),
    profileUrl: text("profile_url").notNull(),
    /** A JSON list; null where the host does not tell. */
    scopes: text("scopes"),
    tokenExpiresAt: instant("token_expires_at"),
    connectedBy: text("connected_by").notNull(),
    connectedAt: instant("connected_at").notNull(),
    checkedAt: instant("checked_at").notNull(),
    version: integer("version").notNull().default(1),
    /** Not before that does the host want to be asked again. */
    pausedUntil: instant("paused_until"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.host] })],
);

/** The repositories of a code host that a business works with. */
export const codeHostRepositories = sqliteTable(
  "code_host_repositories",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    /** The host's own id, which outlives a new name. */
    id: text("id").notNull(),
    fullName: text("full_name").notNull(),
    url: text("url").notNull(),
    isPrivate: integer("is_private", { mode: "boolean" }).notNull(),
    /** Of the token at the time: whether it may change issues, and add webhooks. */
    canWrite: integer("can_write", { mode: "boolean" }).notNull(),
    canAdmin: integer("can_admin", { mode: "boolean" }).notNull(),
    status: text("status", { enum: REPOSITORY_STATUSES }).notNull(),
    chosenAt: instant("chosen_at").notNull(),
    chosenBy: text("chosen_by").notNull(),
    /** Names the repository in the address of its webhooks. */
    endpoint: text("endpoint"),
    /** Signs them; encrypted. */
    webhookSecret: text("webhook_secret"),
    /** The host's id of the webhook; null while there is none. */
    hookId: text("hook_id"),
    lastWebhookAt: instant("last_webhook_at"),
    /** The page of issues to go on with. */
    nextPage: text("next_page"),
    /** From when on the reading that is under way asks for changes. */
    readingSince: instant("reading_since"),
    /** Up to when all changes are known. */
    readUntil: instant("read_until"),
    /** Null until the first reading has reached the end. */
    importedAt: instant("imported_at"),
    lastReadAt: instant("last_read_at"),
    nextReadAt: instant("next_read_at"),
    /** Pages read: a page is taken in once. */
    reads: integer("reads").notNull().default(0),
    /** Issues that were taken in. */
    issueCount: integer("issue_count").notNull().default(0),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.id] }),
    uniqueIndex("code_host_repositories_endpoint").on(t.endpoint).where(sql`endpoint IS NOT NULL`),
    index("code_host_repositories_due").on(t.nextReadAt).where(sql`status = 'chosen'`),
    foreignKey({
      columns: [t.orgId, t.host],
      foreignColumns: [codeHostConnections.orgId, codeHostConnections.host],
    }),
  ],
);

/** Which issue here is which one there. A row outlives both, so that nothing is made twice. */
export const codeHostIssues = sqliteTable(
  "code_host_issues",
  {
    orgId: text("org_id").notNull(),
    host: text("host", { enum: HOST_KINDS }).notNull(),
    repositoryId: text("repository_id").notNull(),
    number: integer("number").notNull(),
    hostIssueId: text("host_issue_id").notNull(),
    /** Null once it is deleted here for good. */
    issueId: text("issue_id"),
    url: text("url").notNull(),
    status: text("status", { enum: LINK_STATUSES }).notNull(),
    /** What both sides last agreed on, and its hash. */
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
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.repositoryId, t.number] }),
    foreignKey({
      columns: [t.orgId, t.host, t.repositoryId],
      foreignColumns: [codeHostRepositories.orgId, codeHostRepositories.host, codeHostRepositories.id],
    }),
    uniqueIndex("code_host_issues_theirs").on(t.orgId, t.host, t.hostIssueId),
    uniqueIndex("code_host_issues_ours").on(t.orgId, t.issueId).where(sql`issue_id IS NOT NULL`),
    index("code_host_issues_behind").on(t.queuedAt).where(sql`changes <> synced_changes`),
  ],
);

/** Which comment here is which one there. */
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
    /** Of the text that both sides last agreed on. */
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

/** Where both sides had changed the same: what was here, and what was there and stands now. */
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
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("code_host_conflicts_issue").on(t.orgId, t.issueId),
    index("code_host_conflicts_newest").on(t.orgId, t.host, t.id),
  ],
);

/** Webhooks, once each, with the message that each has put into the outbox. */
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

/** What the simulated hosts remember. */
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
