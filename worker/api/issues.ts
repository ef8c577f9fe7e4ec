import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { changeIssues, type ManyChanged } from "~/domain/issues/change-many.server";
import {
  addComment,
  type Comment,
  changeComment,
  commentDetail,
  deleteComment,
  listComments,
} from "~/domain/issues/comments.server";
import { createIssue } from "~/domain/issues/create.server";
import { type IssueDetail, issueDetail } from "~/domain/issues/detail.server";
import {
  authorOf,
  CODE_HOSTS,
  formatIssueNumber,
  ISSUE_PRIORITIES,
  ISSUE_SOURCES,
  STATE_CATEGORIES,
  VIEW_LAYOUTS,
} from "~/domain/issues/issue";
import { createLabel, deleteLabel, findLabel, listLabels, updateLabel } from "~/domain/issues/labels.server";
import { type IssueListItem, listIssues } from "~/domain/issues/list.server";
import {
  createMilestone,
  deleteMilestone,
  findMilestone,
  listMilestones,
  updateMilestone,
} from "~/domain/issues/milestones.server";
import { createProject, findProject, listProjects, updateProject } from "~/domain/issues/projects.server";
import {
  ChangeIssues,
  CommentChange,
  CommentInput,
  CreateIssue,
  DefaultView,
  IssueFilter,
  LabelChange,
  LabelInput,
  MilestoneChange,
  MilestoneInput,
  ProjectForm,
  ProjectInput,
  StateChange,
  StateInput,
  StateOrder,
  StateReplacement,
  UpdateIssue,
  ViewChange,
  ViewInput,
} from "~/domain/issues/schema";
import {
  createState,
  findState,
  listStates,
  orderStates,
  removeState,
  updateState,
} from "~/domain/issues/states.server";
import { deleteIssue, listTrash, restoreIssue } from "~/domain/issues/trash.server";
import { updateIssue } from "~/domain/issues/update.server";
import {
  chooseDefaultView,
  createView,
  deleteView,
  findView,
  type IssueView,
  listViews,
  updateView,
} from "~/domain/issues/views.server";
import { notFound } from "~/domain/shared/errors";
import { paging } from "~/domain/shared/fields";
import type { HonoEnv } from "../env";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const Named = z.object({ id: z.string(), name: z.string() });

const State = Named.extend({ category: z.enum(STATE_CATEGORIES) });

const Summary = z.object({
  id: z.string(),
  number: z.number().int(),
  reference: z.string().describe("The number as shown: BUG-12"),
  title: z.string(),
  state: State,
  priority: z.enum(ISSUE_PRIORITIES),
  projectId: z.string().nullable(),
  assignee: Named.nullable(),
  labelIds: z.array(z.string()).readonly(),
  source: z.enum(ISSUE_SOURCES),
  commentCount: z.number().int(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
});

const Refused = z.object({ id: z.string(), reference: z.string().nullable(), message: z.string() });

const ManyAnswer = z.object({
  changed: z.array(z.object({ id: z.string(), reference: z.string(), version: z.number().int() })),
  unchanged: z.number().int().describe("Were as wanted already"),
  refused: z.array(Refused).describe("Left as they are, each with the reason"),
  undo: z
    .array(
      z.object({
        id: z.string(),
        version: z.number().int(),
        stateId: z.string().optional(),
        priority: z.enum(ISSUE_PRIORITIES).optional(),
        projectId: z.string().nullable().optional(),
        assigneeId: z.string().nullable().optional(),
        labelIds: z.array(z.string()).readonly().optional(),
        milestone: z.string().nullable().optional(),
        deleted: z.boolean().optional(),
      }),
    )
    .describe("Sent as `issues` it takes the change back"),
});

function manyOf({ changed, unchanged, refused, undo }: ManyChanged): z.output<typeof ManyAnswer> {
  return {
    changed: changed.map(({ id, number, version }) => ({ id, reference: formatIssueNumber(number), version })),
    unchanged,
    refused: refused.map(({ number, ...one }) => ({
      ...one,
      reference: number === null ? null : formatIssueNumber(number),
    })),
    undo,
  };
}

const Author = z
  .object({ name: z.string(), host: z.enum(CODE_HOSTS).nullable(), url: z.string().nullable() })
  .nullable()
  .describe("Null: nobody, the server itself");

const Issue = Summary.extend({
  body: z.string().describe("Markdown"),
  author: Author,
  labels: z.array(Named.extend({ color: z.string() })),
  project: Named.nullable(),
  milestone: z.string().nullable(),
  workOrder: z.object({ id: z.string(), number: z.number().int(), title: z.string() }).nullable(),
  equipment: Named.nullable(),
  duplicateOf: z.object({ id: z.string(), number: z.number().int(), title: z.string() }).nullable(),
  duplicates: z
    .array(z.object({ id: z.string(), number: z.number().int(), title: z.string() }))
    .describe("Issues that repeat it"),
});

const CommentAnswer = z.object({
  id: z.string(),
  body: z.string().describe("Markdown"),
  author: Author,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const Label = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string().describe("#rrggbb"),
  description: z.string().nullable(),
  version: z.number().int(),
});

type Authored = Parameters<typeof authorOf>[0] & { authorUrl: string | null };

function authorAnswer(row: Authored): z.output<typeof Author> {
  const name = row.authorName ?? authorOf(row);
  return name === null ? null : { name, host: row.authorHost, url: row.authorUrl };
}

type Summarized = Pick<IssueListItem, Exclude<keyof IssueListItem, "id">> & { id: string };

function summaryOf(row: Summarized): z.output<typeof Summary> {
  const { stateId, stateName, category, assigneeId, assigneeFirstName, assigneeLastName } = row;
  return {
    id: row.id,
    number: row.number,
    reference: formatIssueNumber(row.number),
    title: row.title,
    state: { id: stateId, name: stateName, category },
    priority: row.priority,
    projectId: row.projectId,
    assignee: assigneeId === null ? null : { id: assigneeId, name: `${assigneeFirstName} ${assigneeLastName}`.trim() },
    labelIds: row.labelIds,
    source: row.source,
    commentCount: row.commentCount,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    closedAt: row.closedAt,
  };
}

function issueOf(found: IssueDetail): z.output<typeof Issue> {
  // For the API what is in the trash is gone until it is restored.
  if (found.deletedAt !== null) throw notFound("Issue not found");
  const { body, labels, project, milestone, workOrder, equipment, original, duplicates } = found;
  return {
    ...summaryOf(found),
    ...{ body, author: authorAnswer(found), labels, project, milestone, workOrder, equipment, duplicates },
    duplicateOf: original,
  };
}

function commentOf(comment: Comment): z.output<typeof CommentAnswer> {
  const { id, body, version, createdAt, updatedAt } = comment;
  return { id, body, author: authorAnswer(comment), version, createdAt, updatedAt };
}

const StateAnswer = State.extend({
  closedAs: z.enum(["completed", "not_planned"]).nullable().describe("What it means on a code host; null: open"),
  color: z.string().nullable().describe("#rrggbb"),
  position: z.number().int(),
  count: z.number().int().describe("Issues in it"),
  version: z.number().int(),
});

const stateAnswer = (state: Awaited<ReturnType<typeof findState>>): z.output<typeof StateAnswer> => {
  const { id, name, category, closedAs, color, position, count, version } = state;
  return { id, name, category, closedAs, color, position, count, version };
};

const Project = Named.extend({
  description: z.string().nullable(),
  archived: z.boolean().describe("No longer offered for issues"),
  version: z.number().int(),
});

const Milestone = Named.extend({
  description: z.string().nullable(),
  dueOn: z.string().nullable().describe("YYYY-MM-DD"),
  closed: z.boolean().describe("Reached"),
  openIssues: z.number().int(),
  closedIssues: z.number().int(),
  version: z.number().int(),
});

const View = Named.extend({
  layout: z.enum(VIEW_LAYOUTS),
  query: z.string().describe("The list's query string"),
  shared: z.boolean().describe("Everybody in the business sees it"),
  owner: z.string().nullable(),
  isMine: z.boolean(),
  isDefault: z.boolean().describe("Your list opens with it"),
  version: z.number().int(),
});

const viewAnswer = (view: IssueView): z.output<typeof View> => {
  const { id, name, layout, query, shared, isMine, isDefault, version, firstName, lastName } = view;
  const owner = firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim();
  return { id, name, layout, query, shared, owner, isMine, isDefault, version };
};

const all = <S extends z.ZodType>(schema: S) =>
  json(z.object({ items: z.array(schema), nextCursor: z.null(), total: z.number().int() }));

const tags = ["Issues"];
const params = z.object({ id: z.string().describe("Id, number or BUG-12") });
const ofComment = params.extend({ commentId: z.string() });
const ofLabel = z.object({ labelId: z.string() });
const Paging = z.object(paging);

export const issues = new OpenAPIHono<HonoEnv>();

issues.openapi(
  operation("issues.write", {
    method: "post",
    path: "/issues",
    tags,
    summary: "Create an issue",
    request: { body: jsonRequest(CreateIssue) },
    responses: { 201: json(Issue) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createIssue(ctx, c.req.valid("json"));
    return c.json(issueOf(await issueDetail(ctx, id)), 201);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues",
    tags,
    summary: "List issues, newest first",
    request: { query: IssueFilter.omit({ before: true }) },
    responses: {
      200: json(
        z.object({
          items: z.array(Summary),
          nextCursor: z.string().nullable(),
          total: z.int().nullable().describe("Null where other filters than states are used: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listIssues(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(summaryOf), nextCursor, total }, 200);
  },
);

issues.openapi(
  operation("issues.write", {
    method: "post",
    path: "/issues/bulk",
    tags,
    summary: "Change up to 100 issues at once",
    description:
      "`change` holds for all of them, what stands with an issue for it alone. What can be changed is changed together; the others are named with the reason.",
    request: { body: jsonRequest(ChangeIssues) },
    responses: { 200: json(ManyAnswer) },
  }),
  async (c) => c.json(manyOf(await changeIssues(c.var.ctx, c.req.valid("json"))), 200),
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/trash",
    tags,
    summary: "List deleted issues, latest first",
    request: { query: Paging },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({ id: z.string(), number: z.number().int(), title: z.string(), deletedAt: z.string() }),
          ),
          nextCursor: z.string().nullable(),
          total: z.int().nullable().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => c.json(await listTrash(c.var.ctx, c.req.valid("query")), 200),
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/labels",
    tags,
    summary: "List labels by name",
    responses: { 200: json(z.object({ items: z.array(Label), nextCursor: z.null(), total: z.number().int() })) },
  }),
  async (c) => c.json(whole(await listLabels(c.var.ctx)), 200),
);

issues.openapi(
  operation("issues.manage", {
    method: "post",
    path: "/issues/labels",
    tags,
    summary: "Create a label",
    request: { body: jsonRequest(LabelInput) },
    responses: { 201: json(Label) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createLabel(ctx, c.req.valid("json"));
    return c.json(await findLabel(ctx, id), 201);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "patch",
    path: "/issues/labels/{labelId}",
    tags,
    summary: "Update a label",
    request: { params: ofLabel, body: jsonRequest(LabelChange) },
    responses: { 200: json(Label) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateLabel(ctx, c.req.valid("param").labelId, c.req.valid("json"));
    return c.json(await findLabel(ctx, id), 200);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "delete",
    path: "/issues/labels/{labelId}",
    tags,
    summary: "Delete a label and take it off its issues",
    request: { params: ofLabel },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteLabel(c.var.ctx, c.req.valid("param").labelId);
    return c.body(null, 204);
  },
);

const ofState = z.object({ stateId: z.string() });
const ofProject = z.object({ projectId: z.string() });
const ofMilestone = z.object({ milestoneId: z.string() });
const ofView = z.object({ viewId: z.string() });

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/states",
    tags,
    summary: "List states in the board's order",
    responses: { 200: all(StateAnswer) },
  }),
  async (c) => c.json(whole((await listStates(c.var.ctx)).map(stateAnswer)), 200),
);

issues.openapi(
  operation("issues.manage", {
    method: "post",
    path: "/issues/states",
    tags,
    summary: "Add a state, at most 12",
    request: { body: jsonRequest(StateInput) },
    responses: { 201: json(StateAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createState(ctx, c.req.valid("json"));
    return c.json(stateAnswer(await findState(ctx, id)), 201);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "put",
    path: "/issues/states/order",
    tags,
    summary: "Order the states, each named once",
    request: { body: jsonRequest(StateOrder) },
    responses: { 200: all(StateAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    await orderStates(ctx, c.req.valid("json"));
    return c.json(whole((await listStates(ctx)).map(stateAnswer)), 200);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "patch",
    path: "/issues/states/{stateId}",
    tags,
    summary: "Rename or recolor a state",
    request: { params: ofState, body: jsonRequest(StateChange) },
    responses: { 200: json(StateAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateState(ctx, c.req.valid("param").stateId, c.req.valid("json"));
    return c.json(stateAnswer(await findState(ctx, id)), 200);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "delete",
    path: "/issues/states/{stateId}",
    tags,
    summary: "Move a state's issues to another of its side, and remove it",
    request: { params: ofState, query: StateReplacement },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removeState(c.var.ctx, c.req.valid("param").stateId, c.req.valid("query"));
    return c.body(null, 204);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/projects",
    tags,
    summary: "List projects by name",
    responses: { 200: all(Project) },
  }),
  async (c) => c.json(whole(await listProjects(c.var.ctx)), 200),
);

issues.openapi(
  operation("issues.manage", {
    method: "post",
    path: "/issues/projects",
    tags,
    summary: "Create a project",
    request: { body: jsonRequest(ProjectInput) },
    responses: { 201: json(Project) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createProject(ctx, c.req.valid("json"));
    return c.json(await findProject(ctx, id), 201);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "put",
    path: "/issues/projects/{projectId}",
    tags,
    summary: "Rename or archive a project",
    request: { params: ofProject, body: jsonRequest(ProjectForm) },
    responses: { 200: json(Project) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateProject(ctx, c.req.valid("param").projectId, c.req.valid("json"));
    return c.json(await findProject(ctx, id), 200);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/milestones",
    tags,
    summary: "List milestones, those due first ahead",
    responses: { 200: all(Milestone) },
  }),
  async (c) => c.json(whole(await listMilestones(c.var.ctx)), 200),
);

issues.openapi(
  operation("issues.manage", {
    method: "post",
    path: "/issues/milestones",
    tags,
    summary: "Create a milestone",
    request: { body: jsonRequest(MilestoneInput) },
    responses: { 201: json(Milestone) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createMilestone(ctx, c.req.valid("json"));
    return c.json(await findMilestone(ctx, id), 201);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "patch",
    path: "/issues/milestones/{milestoneId}",
    tags,
    summary: "Update a milestone; its issues follow a new name",
    request: { params: ofMilestone, body: jsonRequest(MilestoneChange) },
    responses: { 200: json(Milestone) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateMilestone(ctx, c.req.valid("param").milestoneId, c.req.valid("json"));
    return c.json(await findMilestone(ctx, id), 200);
  },
);

issues.openapi(
  operation("issues.manage", {
    method: "delete",
    path: "/issues/milestones/{milestoneId}",
    tags,
    summary: "Delete a milestone and take it off its issues",
    request: { params: ofMilestone },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteMilestone(c.var.ctx, c.req.valid("param").milestoneId);
    return c.body(null, 204);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/views",
    tags,
    summary: "List your saved views and shared ones",
    responses: { 200: all(View) },
  }),
  async (c) => c.json(whole((await listViews(c.var.ctx)).map(viewAnswer)), 200),
);

issues.openapi(
  operation("issues.read", {
    method: "post",
    path: "/issues/views",
    tags,
    summary: "Save filters and order as a view",
    request: { body: jsonRequest(ViewInput) },
    responses: { 201: json(View) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createView(ctx, c.req.valid("json"));
    return c.json(viewAnswer(await findView(ctx, id)), 201);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "put",
    path: "/issues/views/default",
    tags,
    summary: "Choose what your list opens with",
    request: { body: jsonRequest(DefaultView) },
    responses: { 200: json(DefaultView) },
  }),
  async (c) => c.json(await chooseDefaultView(c.var.ctx, c.req.valid("json")), 200),
);

issues.openapi(
  operation("issues.read", {
    method: "patch",
    path: "/issues/views/{viewId}",
    tags,
    summary: "Update a view",
    request: { params: ofView, body: jsonRequest(ViewChange) },
    responses: { 200: json(View) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateView(ctx, c.req.valid("param").viewId, c.req.valid("json"));
    return c.json(viewAnswer(await findView(ctx, id)), 200);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "delete",
    path: "/issues/views/{viewId}",
    tags,
    summary: "Delete a view",
    request: { params: ofView },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteView(c.var.ctx, c.req.valid("param").viewId);
    return c.body(null, 204);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/{id}",
    tags,
    summary: "Get an issue",
    request: { params },
    responses: { 200: json(Issue) },
  }),
  async (c) => c.json(issueOf(await issueDetail(c.var.ctx, c.req.valid("param").id)), 200),
);

issues.openapi(
  operation("issues.write", {
    method: "patch",
    path: "/issues/{id}",
    tags,
    summary: "Update the given fields",
    request: { params, body: jsonRequest(UpdateIssue) },
    responses: { 200: json(Issue) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateIssue(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(issueOf(await issueDetail(ctx, id)), 200);
  },
);

issues.openapi(
  operation("issues.write", {
    method: "delete",
    path: "/issues/{id}",
    tags,
    summary: "Move an issue to the trash",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteIssue(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

issues.openapi(
  operation("issues.write", {
    method: "post",
    path: "/issues/{id}/restore",
    tags,
    summary: "Restore an issue from the trash",
    request: { params },
    responses: { 200: json(Issue) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await restoreIssue(ctx, c.req.valid("param").id);
    return c.json(issueOf(await issueDetail(ctx, id)), 200);
  },
);

issues.openapi(
  operation("issues.write", {
    method: "post",
    path: "/issues/{id}/comments",
    tags,
    summary: "Add a comment",
    request: { params, body: jsonRequest(CommentInput) },
    responses: { 201: json(CommentAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: ref } = c.req.valid("param");
    const { id } = await addComment(ctx, ref, c.req.valid("json"));
    return c.json(commentOf(await commentDetail(ctx, { ref, commentId: id })), 201);
  },
);

issues.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/{id}/comments",
    tags,
    summary: "List comments, oldest first",
    request: { params, query: Paging },
    responses: {
      200: json(
        z.object({
          items: z.array(CommentAnswer),
          nextCursor: z.string().nullable(),
          total: z.number().int().nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const found = await listComments(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ ...found, items: found.items.map(commentOf) }, 200);
  },
);

issues.openapi(
  operation("issues.write", {
    method: "patch",
    path: "/issues/{id}/comments/{commentId}",
    tags,
    summary: "Update a comment",
    request: { params: ofComment, body: jsonRequest(CommentChange) },
    responses: { 200: json(CommentAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: ref, commentId } = c.req.valid("param");
    await changeComment(ctx, { ref, commentId }, c.req.valid("json"));
    return c.json(commentOf(await commentDetail(ctx, { ref, commentId })), 200);
  },
);

issues.openapi(
  operation("issues.write", {
    method: "delete",
    path: "/issues/{id}/comments/{commentId}",
    tags,
    summary: "Delete a comment",
    request: { params: ofComment },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id: ref, commentId } = c.req.valid("param");
    await deleteComment(c.var.ctx, { ref, commentId });
    return c.body(null, 204);
  },
);
