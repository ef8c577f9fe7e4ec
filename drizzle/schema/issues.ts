import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { ATTACHMENT_TYPES } from "~/domain/issues/attachment";
import { CODE_HOSTS, ISSUE_PRIORITIES, ISSUE_SOURCES, STATE_CATEGORIES, VIEW_LAYOUTS } from "~/domain/issues/issue";
import { equipment } from "./equipment";
import { tenantMembers } from "./platform";
import { workOrders } from "./work-orders";

export const issueStates = sqliteTable(
  "issue_states",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    category: text("category", { enum: STATE_CATEGORIES }).notNull(),
    /** Why issues in this state are closed, in the terms of code hosts. */
    closedAs: text("closed_as", { enum: ["completed", "not_planned"] }),
    position: integer("position").notNull(),
    /** Null: the default color of its category. */
    color: text("color"),
    /** Set while it is being removed: its issues move to this state. */
    replacedBy: text("replaced_by"),
    version: integer("version").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("issue_states_name").on(t.orgId, sql`lower(name)`)],
);

export const issueProjects = sqliteTable(
  "issue_projects",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    archived: integer("archived", { mode: "boolean" }).notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("issue_projects_name").on(t.orgId, sql`lower(name)`)],
);

export const issueLabels = sqliteTable(
  "issue_labels",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    color: text("color").notNull(),
    description: text("description"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("issue_labels_name").on(t.orgId, sql`lower(name)`)],
);

/** A business's own priorities; without rows it has the defaults. */
export const issuePriorities = sqliteTable(
  "issue_priorities",
  {
    orgId: text("org_id").notNull(),
    priority: text("priority", { enum: ISSUE_PRIORITIES }).notNull(),
    name: text("name").notNull(),
    /** Null: the default color. */
    color: text("color"),
    /** The label that stands for it on code hosts. */
    label: text("label"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.priority] }),
    uniqueIndex("issue_priorities_name").on(t.orgId, sql`lower(name)`),
    uniqueIndex("issue_priorities_label").on(t.orgId, sql`lower(label)`).where(sql`label IS NOT NULL`),
  ],
);

/** Issues refer to their milestone by title, as code hosts do; a trigger adds new ones and maintains their counts. */
export const issueMilestones = sqliteTable(
  "issue_milestones",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    /** YYYY-MM-DD. */
    dueOn: text("due_on"),
    closed: integer("closed", { mode: "boolean" }).notNull().default(false),
    openIssues: integer("open_issues").notNull().default(0),
    closedIssues: integer("closed_issues").notNull().default(0),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("issue_milestones_name").on(t.orgId, sql`lower(name)`)],
);

export const issues = sqliteTable(
  "issues",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    number: integer("number").notNull(),
    title: text("title").notNull(),
    /** Markdown. */
    body: text("body").notNull().default(""),
    stateId: text("state_id").notNull(),
    priority: text("priority", { enum: ISSUE_PRIORITIES }).notNull().default("none"),
    projectId: text("project_id"),
    assigneeId: text("assignee_id"),
    labelIds: text("label_ids", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
    milestone: text("milestone"),
    workOrderId: text("work_order_id"),
    equipmentId: text("equipment_id"),
    duplicateOf: text("duplicate_of"),
    source: text("source", { enum: ISSUE_SOURCES }).notNull(),
    createdBy: text("created_by"),
    /** Author from another system: 'by octocat on GitHub'. */
    authorName: text("author_name"),
    authorHost: text("author_host", { enum: CODE_HOSTS }),
    authorUrl: text("author_url"),
    commentCount: integer("comment_count").notNull().default(0),
    attachmentCount: integer("attachment_count").notNull().default(0),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    closedAt: instant("closed_at"),
    /** When it was moved to the trash. */
    deletedAt: instant("deleted_at"),
    deletedBy: text("deleted_by"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.stateId], foreignColumns: [issueStates.orgId, issueStates.id] }),
    foreignKey({ columns: [t.orgId, t.projectId], foreignColumns: [issueProjects.orgId, issueProjects.id] }),
    foreignKey({ columns: [t.orgId, t.assigneeId], foreignColumns: [tenantMembers.orgId, tenantMembers.userId] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
    foreignKey({ columns: [t.orgId, t.duplicateOf], foreignColumns: [t.orgId, t.id] }),
    uniqueIndex("issues_number").on(t.orgId, t.number),
    index("issues_live").on(t.orgId, t.number).where(sql`deleted_at IS NULL`),
    index("issues_board").on(t.orgId, t.stateId, sql`rank`, t.number).where(sql`deleted_at IS NULL`),
    index("issues_state").on(t.orgId, t.stateId),
    index("issues_project").on(t.orgId, t.projectId).where(sql`project_id IS NOT NULL`),
    index("issues_milestone").on(t.orgId, sql`lower(milestone)`, t.number).where(sql`milestone IS NOT NULL`),
    index("issues_assignee").on(t.orgId, t.assigneeId, t.number).where(sql`assignee_id IS NOT NULL`),
    index("issues_updated").on(t.orgId, t.updatedAt, t.id).where(sql`deleted_at IS NULL`),
    index("issues_trash").on(t.orgId, t.deletedAt, t.id).where(sql`deleted_at IS NOT NULL`),
    index("issues_work_order").on(t.orgId, t.workOrderId).where(sql`work_order_id IS NOT NULL`),
    index("issues_equipment").on(t.orgId, t.equipmentId).where(sql`equipment_id IS NOT NULL`),
    index("issues_duplicate_of").on(t.orgId, t.duplicateOf).where(sql`duplicate_of IS NOT NULL`),
  ],
);

/** Labels of issues: maintained by triggers from `issues.label_ids`. */
export const issueLabelLinks = sqliteTable(
  "issue_label_links",
  { orgId: text("org_id").notNull(), issueId: text("issue_id").notNull(), labelId: text("label_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.orgId, t.issueId, t.labelId] }),
    foreignKey({ columns: [t.orgId, t.issueId], foreignColumns: [issues.orgId, issues.id] }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.labelId], foreignColumns: [issueLabels.orgId, issueLabels.id] }),
    index("issue_label_links_label").on(t.orgId, t.labelId, t.issueId),
  ],
);

export const issueComments = sqliteTable(
  "issue_comments",
  {
    orgId: text("org_id").notNull(),
    issueId: text("issue_id").notNull(),
    id: text("id").notNull(),
    body: text("body").notNull(),
    userId: text("user_id"),
    authorName: text("author_name"),
    authorHost: text("author_host", { enum: CODE_HOSTS }),
    authorUrl: text("author_url"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.issueId, t.id] }),
    foreignKey({ columns: [t.orgId, t.issueId], foreignColumns: [issues.orgId, issues.id] }).onDelete("cascade"),
  ],
);

export const issueActivity = sqliteTable(
  "issue_activity",
  {
    orgId: text("org_id").notNull(),
    issueId: text("issue_id").notNull(),
    id: text("id").notNull(),
    kind: text("kind").notNull(),
    userId: text("user_id"),
    actorName: text("actor_name"),
    actorHost: text("actor_host", { enum: CODE_HOSTS }),
    before: text("before"),
    after: text("after"),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.issueId, t.id] }),
    foreignKey({ columns: [t.orgId, t.issueId], foreignColumns: [issues.orgId, issues.id] }).onDelete("cascade"),
  ],
);

export const issueAttachments = sqliteTable(
  "issue_attachments",
  {
    orgId: text("org_id").notNull(),
    issueId: text("issue_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    contentType: text("content_type", { enum: ATTACHMENT_TYPES }).notNull(),
    bytes: integer("bytes").notNull(),
    fileKey: text("file_key").notNull(),
    userId: text("user_id"),
    createdAt: instant("created_at").notNull(),
    /** When it was removed; it can be restored for a week. */
    deletedAt: instant("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.issueId, t.id] }),
    foreignKey({ columns: [t.orgId, t.issueId], foreignColumns: [issues.orgId, issues.id] }).onDelete("cascade"),
    index("issue_attachments_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** A saved view: a filtered list under a name. */
export const issueViews = sqliteTable(
  "issue_views",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    /** The list's query string. */
    query: text("query").notNull(),
    layout: text("layout", { enum: VIEW_LAYOUTS }).notNull().default("list"),
    shared: integer("shared", { mode: "boolean" }).notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("issue_views_name").on(t.orgId, t.userId, sql`lower(name)`),
    index("issue_views_shared").on(t.orgId, t.name).where(sql`shared = 1`),
  ],
);

/** A user's default view. */
export const issueDefaultViews = sqliteTable(
  "issue_default_views",
  { orgId: text("org_id").notNull(), userId: text("user_id").notNull(), viewId: text("view_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    foreignKey({ columns: [t.orgId, t.viewId], foreignColumns: [issueViews.orgId, issueViews.id] }).onDelete("cascade"),
    index("issue_default_views_view").on(t.orgId, t.viewId),
  ],
);

/** Groups server errors that are the same one. */
export const issueFingerprints = sqliteTable(
  "issue_fingerprints",
  {
    orgId: text("org_id").notNull(),
    fingerprint: text("fingerprint").notNull(),
    issueId: text("issue_id").notNull(),
    count: integer("count").notNull().default(1),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    lastRequestId: text("last_request_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.fingerprint] }),
    foreignKey({ columns: [t.orgId, t.issueId], foreignColumns: [issues.orgId, issues.id] }).onDelete("cascade"),
    index("issue_fingerprints_issue").on(t.orgId, t.issueId),
  ],
);
