import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CONNECTION_STATUSES, HOST_KINDS, REPOSITORY_STATUSES } from "~/domain/code-hosts/host";
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
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.host, t.id] }),
    foreignKey({
      columns: [t.orgId, t.host],
      foreignColumns: [codeHostConnections.orgId, codeHostConnections.host],
    }),
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
