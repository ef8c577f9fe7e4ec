import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CONNECTION_STATUSES, HOST_KINDS } from "~/domain/code-hosts/host";
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
