import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
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
} from "~/domain/issues/issue";
import { type IssueListItem, listIssues } from "~/domain/issues/list.server";
import {
  ChangeIssues,
  CommentChange,
  CommentInput,
  CreateIssue,
  IssueFilter,
  UpdateIssue,
} from "~/domain/issues/schema";
import { deleteIssue, listTrash, restoreIssue } from "~/domain/issues/trash.server";
import { updateIssue } from "~/domain/issues/update.server";
import { notFound } from "~/domain/shared/errors";
import { paging } from "~/domain/shared/fields";
import { json, jsonRequest, noContent, operation } from "./operation";

export const Named = z.object({ id: z.string(), name: z.string() });

export const State = Named.extend({ category: z.enum(STATE_CATEGORIES) });

const Summary = z.object({
  id: z.string(),
  number: z.number().int(),
  reference: z.string().describe("The number as shown, such as BUG-12"),
  title: z.string(),
  state: State,
  priority: z.enum(ISSUE_PRIORITIES),
  projectId: z.string().nullable(),
  assignee: Named.nullable(),
  labelIds: z.array(z.string()).readonly(),
  source: z.enum(ISSUE_SOURCES),
  commentCount: z.number().int(),
  attachmentCount: z.number().int(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
});

const Refused = z.object({ id: z.string(), reference: z.string().nullable(), message: z.string() });

const ManyAnswer = z.object({
  changed: z.array(z.object({ id: z.string(), reference: z.string(), version: z.number().int() })),
  unchanged: z.number().int().describe("Issues that already had the requested values"),
  refused: z.array(Refused).describe("Issues that were not changed, each with the reason"),
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
    .describe("Send it as `issues` to undo the update"),
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
  .describe("Null if the server itself created it");

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
    .describe("Issues that are duplicates of this one"),
});

const CommentAnswer = z.object({
  id: z.string(),
  body: z.string().describe("Markdown"),
  author: Author,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
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
    attachmentCount: row.attachmentCount,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    closedAt: row.closedAt,
  };
}

function issueOf(found: IssueDetail): z.output<typeof Issue> {
  // To the API, an issue in the trash does not exist until it is restored.
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

const tags = ["Issues"];
const params = z.object({ id: z.string().describe("Id, number or reference, such as BUG-12") });
const ofComment = params.extend({ commentId: z.string() });
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
    summary: "List issues",
    description: "Newest first.",
    request: { query: IssueFilter.omit({ before: true }) },
    responses: {
      200: json(
        z.object({
          items: z.array(Summary),
          nextCursor: z.string().nullable(),
          total: z.int().nullable().describe("Null if any filter other than states is used"),
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
    summary: "Update many issues at once",
    description:
      "Up to 100. `change` applies to all of them; what is given with an issue applies to that issue alone. Issues that cannot be changed are returned with the reason, the others are changed together.",
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
    summary: "List deleted issues",
    description: "Most recently deleted first.",
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
  async (c) => {
    const { items, nextCursor, total } = await listTrash(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
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
    summary: "Update an issue",
    description: "Omitted fields stay unchanged.",
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
    summary: "Delete an issue",
    description: "Moves it to the trash.",
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
    summary: "Restore a deleted issue",
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
    summary: "Create a comment",
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
    summary: "List comments",
    description: "Oldest first.",
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
