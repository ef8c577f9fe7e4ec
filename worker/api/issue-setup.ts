import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { updatePriority } from "~/domain/code-hosts/change-priority.server";
import { createLabel, deleteLabel, findLabel, listLabels, updateLabel } from "~/domain/issues/config/labels.server";
import {
  createMilestone,
  deleteMilestone,
  findMilestone,
  listMilestones,
  updateMilestone,
} from "~/domain/issues/config/milestones.server";
import { findPriority, listPriorities } from "~/domain/issues/config/priorities.server";
import { createProject, findProject, listProjects, updateProject } from "~/domain/issues/config/projects.server";
import {
  createState,
  findState,
  listStates,
  orderStates,
  removeState,
  updateState,
} from "~/domain/issues/config/states.server";
import { ISSUE_PRIORITIES, VIEW_LAYOUTS } from "~/domain/issues/issue";
import {
  DefaultView,
  LabelChange,
  LabelInput,
  MilestoneChange,
  MilestoneInput,
  OfPriority,
  PriorityChange,
  ProjectForm,
  ProjectInput,
  StateChange,
  StateInput,
  StateOrder,
  StateReplacement,
  ViewChange,
  ViewInput,
} from "~/domain/issues/schema";
import {
  chooseDefaultView,
  createView,
  deleteView,
  findView,
  type IssueView,
  listViews,
  updateView,
} from "~/domain/issues/views.server";
import { Named, State } from "./issues";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const Label = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string().describe("Hex color, #rrggbb"),
  description: z.string().nullable(),
  version: z.number().int(),
});

const Priority = z.object({
  priority: z.enum(ISSUE_PRIORITIES),
  name: z.string(),
  color: z.string().nullable().describe("Hex color, #rrggbb; null for the default color"),
  label: z.string().nullable().describe("The label for this priority on code hosts; null for none"),
  version: z.number().int(),
});

const StateAnswer = State.extend({
  closedAs: z
    .enum(["completed", "not_planned"])
    .nullable()
    .describe("The state this closes an issue with on a code host; null if issues in it are open"),
  color: z.string().nullable().describe("Hex color, #rrggbb"),
  position: z.number().int(),
  count: z.number().int().describe("Number of issues in the state"),
  version: z.number().int(),
});

const stateAnswer = (state: Awaited<ReturnType<typeof findState>>): z.output<typeof StateAnswer> => {
  const { id, name, category, closedAs, color, position, count, version } = state;
  return { id, name, category, closedAs, color, position, count, version };
};

const Project = Named.extend({
  description: z.string().nullable(),
  archived: z.boolean().describe("True if it can no longer be chosen for issues"),
  version: z.number().int(),
});

const Milestone = Named.extend({
  description: z.string().nullable(),
  dueOn: z.string().nullable().describe("YYYY-MM-DD"),
  closed: z.boolean().describe("True if the milestone is reached"),
  openIssues: z.number().int(),
  closedIssues: z.number().int(),
  version: z.number().int(),
});

const View = Named.extend({
  layout: z.enum(VIEW_LAYOUTS),
  query: z.string().describe("The query string of the list"),
  shared: z.boolean().describe("True if every member of the business sees the view"),
  owner: z.string().nullable(),
  isMine: z.boolean(),
  isDefault: z.boolean().describe("True if your list of issues opens with it"),
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
const ofLabel = z.object({ labelId: z.string() });

/** Labels, states, projects, milestones and saved views of the tracker. Mounted before /issues/{id}. */
export const issueSetup = new OpenAPIHono<HonoEnv>();

issueSetup.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/labels",
    tags,
    summary: "List labels",
    description: "Sorted by name.",
    responses: { 200: json(z.object({ items: z.array(Label), nextCursor: z.null(), total: z.number().int() })) },
  }),
  async (c) => c.json(whole(await listLabels(c.var.ctx)), 200),
);

issueSetup.openapi(
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

issueSetup.openapi(
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

issueSetup.openapi(
  operation("issues.manage", {
    method: "delete",
    path: "/issues/labels/{labelId}",
    tags,
    summary: "Delete a label",
    description: "Removes it from its issues.",
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

issueSetup.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/priorities",
    tags,
    summary: "List priorities",
    description: "The most urgent first, with the name, color and code-host label the business has given each.",
    responses: { 200: all(Priority) },
  }),
  async (c) => c.json(whole(await listPriorities(c.var.ctx)), 200),
);

issueSetup.openapi(
  operation("issues.manage", {
    method: "patch",
    path: "/issues/priorities/{priority}",
    tags,
    summary: "Update a priority",
    description:
      "Renames or recolors it, or sets its label on code hosts. With a label, the priority of a linked issue follows the label, and the label follows the priority; an issue whose label is removed has no priority.",
    request: { params: OfPriority, body: jsonRequest(PriorityChange) },
    responses: { 200: json(Priority) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { priority } = c.req.valid("param");
    await updatePriority(ctx, priority, c.req.valid("json"));
    return c.json(await findPriority(ctx, priority), 200);
  },
);

issueSetup.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/states",
    tags,
    summary: "List issue states",
    description: "In the order of the board.",
    responses: { 200: all(StateAnswer) },
  }),
  async (c) => c.json(whole((await listStates(c.var.ctx)).map(stateAnswer)), 200),
);

issueSetup.openapi(
  operation("issues.manage", {
    method: "post",
    path: "/issues/states",
    tags,
    summary: "Create an issue state",
    description: "A business can have at most 12.",
    request: { body: jsonRequest(StateInput) },
    responses: { 201: json(StateAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createState(ctx, c.req.valid("json"));
    return c.json(stateAnswer(await findState(ctx, id)), 201);
  },
);

issueSetup.openapi(
  operation("issues.manage", {
    method: "put",
    path: "/issues/states/order",
    tags,
    summary: "Reorder issue states",
    description: "Takes the id of each state once.",
    request: { body: jsonRequest(StateOrder) },
    responses: { 200: all(StateAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    await orderStates(ctx, c.req.valid("json"));
    return c.json(whole((await listStates(ctx)).map(stateAnswer)), 200);
  },
);

issueSetup.openapi(
  operation("issues.manage", {
    method: "patch",
    path: "/issues/states/{stateId}",
    tags,
    summary: "Update an issue state",
    description: "Renames or recolors it.",
    request: { params: ofState, body: jsonRequest(StateChange) },
    responses: { 200: json(StateAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateState(ctx, c.req.valid("param").stateId, c.req.valid("json"));
    return c.json(stateAnswer(await findState(ctx, id)), 200);
  },
);

issueSetup.openapi(
  operation("issues.manage", {
    method: "delete",
    path: "/issues/states/{stateId}",
    tags,
    summary: "Delete an issue state",
    description: "Moves its issues to another state of the same category.",
    request: { params: ofState, query: StateReplacement.partial() },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removeState(c.var.ctx, c.req.valid("param").stateId, { replacement: c.req.valid("query").replacement ?? "" });
    return c.body(null, 204);
  },
);

issueSetup.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/projects",
    tags,
    summary: "List projects",
    description: "Sorted by name.",
    responses: { 200: all(Project) },
  }),
  async (c) => c.json(whole(await listProjects(c.var.ctx)), 200),
);

issueSetup.openapi(
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

issueSetup.openapi(
  operation("issues.manage", {
    method: "put",
    path: "/issues/projects/{projectId}",
    tags,
    summary: "Update a project",
    description: "Renames or archives it.",
    request: { params: ofProject, body: jsonRequest(ProjectForm) },
    responses: { 200: json(Project) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateProject(ctx, c.req.valid("param").projectId, c.req.valid("json"));
    return c.json(await findProject(ctx, id), 200);
  },
);

issueSetup.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/milestones",
    tags,
    summary: "List milestones",
    description: "Earliest due date first.",
    responses: { 200: all(Milestone) },
  }),
  async (c) => c.json(whole(await listMilestones(c.var.ctx)), 200),
);

issueSetup.openapi(
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

issueSetup.openapi(
  operation("issues.manage", {
    method: "patch",
    path: "/issues/milestones/{milestoneId}",
    tags,
    summary: "Update a milestone",
    description: "Its issues follow a new name.",
    request: { params: ofMilestone, body: jsonRequest(MilestoneChange) },
    responses: { 200: json(Milestone) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateMilestone(ctx, c.req.valid("param").milestoneId, c.req.valid("json"));
    return c.json(await findMilestone(ctx, id), 200);
  },
);

issueSetup.openapi(
  operation("issues.manage", {
    method: "delete",
    path: "/issues/milestones/{milestoneId}",
    tags,
    summary: "Delete a milestone",
    description: "Removes it from its issues.",
    request: { params: ofMilestone },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteMilestone(c.var.ctx, c.req.valid("param").milestoneId);
    return c.body(null, 204);
  },
);

issueSetup.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/views",
    tags,
    summary: "List saved views",
    description: "Your own and shared ones.",
    responses: { 200: all(View) },
  }),
  async (c) => c.json(whole((await listViews(c.var.ctx)).map(viewAnswer)), 200),
);

issueSetup.openapi(
  operation("issues.read", {
    method: "post",
    path: "/issues/views",
    tags,
    summary: "Create a saved view",
    description: "Holds the filters and the order of a list.",
    request: { body: jsonRequest(ViewInput) },
    responses: { 201: json(View) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createView(ctx, c.req.valid("json"));
    return c.json(viewAnswer(await findView(ctx, id)), 201);
  },
);

issueSetup.openapi(
  operation("issues.read", {
    method: "put",
    path: "/issues/views/default",
    tags,
    summary: "Set your default view",
    description: "Your list of issues opens with it.",
    request: { body: jsonRequest(DefaultView) },
    responses: { 200: json(DefaultView) },
  }),
  async (c) => c.json(await chooseDefaultView(c.var.ctx, c.req.valid("json")), 200),
);

issueSetup.openapi(
  operation("issues.read", {
    method: "patch",
    path: "/issues/views/{viewId}",
    tags,
    summary: "Update a saved view",
    request: { params: ofView, body: jsonRequest(ViewChange) },
    responses: { 200: json(View) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateView(ctx, c.req.valid("param").viewId, c.req.valid("json"));
    return c.json(viewAnswer(await findView(ctx, id)), 200);
  },
);

issueSetup.openapi(
  operation("issues.read", {
    method: "delete",
    path: "/issues/views/{viewId}",
    tags,
    summary: "Delete a saved view",
    request: { params: ofView },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteView(c.var.ctx, c.req.valid("param").viewId);
    return c.body(null, 204);
  },
);
