import { z } from "zod";
import {
  blankToNull,
  civilDate,
  id,
  line,
  optionalLine,
  paging,
  pagingView,
  several,
  version,
} from "~/domain/shared/fields";
import {
  ISSUE_PRIORITIES,
  ISSUE_SORTS,
  ISSUE_SOURCES,
  MAX_BODY_LENGTH,
  MAX_CHANGED_TOGETHER,
  MAX_LABELS_PER_ISSUE,
  MAX_STATES,
  MAX_TITLE_LENGTH,
  STATE_CATEGORIES,
  STATE_KINDS,
  VIEW_LAYOUTS,
} from "./issue";

const tooLong = `Please use at most ${MAX_BODY_LENGTH.toLocaleString("en-US")} characters`;

/** Markdown: line breaks and tabs, no other control characters. */
const markdown = z
  .string()
  .max(MAX_BODY_LENGTH, tooLong)
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .pipe(z.string().regex(/^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u, "Please remove control characters"));

/** Ids of states are short words or UUIDs. */
const stateId = z
  .string({ error: "Choose a state from the list" })
  .trim()
  .regex(/^[a-z0-9-]{1,40}$/, "Choose a state from the list");

const Fields = z.object({
  title: line("Enter a title", MAX_TITLE_LENGTH),
  body: markdown,
  stateId,
  priority: z.enum(ISSUE_PRIORITIES, { error: "Unknown priority" }),
  projectId: blankToNull(id("Choose a project from the list")),
  assigneeId: blankToNull(id("Choose a person from the list")),
  labelIds: z
    .array(id("Choose labels from the list"))
    .max(MAX_LABELS_PER_ISSUE, `An issue can have at most ${MAX_LABELS_PER_ISSUE} labels`)
    .transform((ids) => [...new Set(ids)]),
  milestone: optionalLine(255),
  workOrderId: blankToNull(id("Choose a work order from the list")),
  equipmentId: blankToNull(id("Choose equipment from the list")),
  /** The issue that this one duplicates. */
  duplicateOf: blankToNull(id("Choose an issue from the list")),
});

/** A new issue. Without a state it starts in the first open one. */
export const CreateIssue = Fields.partial().extend({ title: Fields.shape.title });
export type CreateIssue = z.output<typeof CreateIssue>;

/** Omitted fields keep their values; null clears them. */
export const UpdateIssue = Fields.partial().extend({ version });
export type UpdateIssue = z.output<typeof UpdateIssue>;

const ManyFields = Fields.pick({
  stateId: true,
  priority: true,
  projectId: true,
  assigneeId: true,
  labelIds: true,
  milestone: true,
})
  .partial()
  /** True moves the issue to the trash, false restores it. */
  .extend({ deleted: z.boolean().optional() });

const chosenLabels = z.array(id("Choose labels from the list")).max(MAX_LABELS_PER_ISSUE).optional();

/** Changes many issues at once: `change` applies to all, and each issue may have changes of its own in addition. */
export const ChangeIssues = z.object({
  issues: z
    .array(ManyFields.extend({ id: id("Choose issues from the list"), version: version.optional() }))
    .min(1, "Choose at least one issue")
    .max(MAX_CHANGED_TOGETHER, `Change at most ${MAX_CHANGED_TOGETHER} issues at a time`)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length, { error: "Name each issue once" }),
  change: ManyFields.omit({ labelIds: true })
    .extend({ addLabelIds: chosenLabels, removeLabelIds: chosenLabels })
    .default({}),
});
export type ChangeIssues = z.output<typeof ChangeIssues>;

/** One field of an issue, changed on its own; an empty value clears it. */
const Fact = z.object({
  field: z.enum(
    [
      "stateId",
      "priority",
      "projectId",
      "assigneeId",
      "labelIds",
      "milestone",
      "duplicateOf",
      "workOrderId",
      "equipmentId",
    ],
    { error: "Unknown field" },
  ),
  value: z.string().max(300).default(""),
  values: z
    .array(z.string())
    .max(MAX_LABELS_PER_ISSUE + 1)
    .default([]),
  version,
});

export const FactForm = Fact.transform(({ field, value, values, version: of }, check): UpdateIssue => {
  const given = field === "labelIds" ? values.filter(Boolean) : value;
  const parsed = UpdateIssue.safeParse({ version: of, [field]: given });
  if (parsed.success) return parsed.data;
  check.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? "Invalid input" });
  return z.NEVER;
});

/** Title and text, edited together; an empty text clears it. */
export const TextForm = z.object({
  title: Fields.shape.title,
  body: Fields.shape.body.default(""),
  version,
});
export type TextForm = z.input<typeof TextForm>;

/** The fields of the dialog for new issues. */
export const NewIssueForm = z.object({
  title: Fields.shape.title,
  body: Fields.shape.body.default(""),
  stateId: Fields.shape.stateId.optional(),
  priority: Fields.shape.priority.default("none"),
  projectId: Fields.shape.projectId,
  assigneeId: Fields.shape.assigneeId,
  labelIds: Fields.shape.labelIds.default([]),
  workOrderId: Fields.shape.workOrderId,
  equipmentId: Fields.shape.equipmentId,
});
export type NewIssueForm = z.input<typeof NewIssueForm>;

export const CommentInput = z.object({
  body: markdown.pipe(z.string().min(1, "Enter a comment")),
});
export type CommentInput = z.output<typeof CommentInput>;

export const AttachmentInput = z.object({
  file: z.instanceof(File, { error: "Choose a file" }).meta({ type: "string", format: "binary" }),
});

export const CommentChange = CommentInput.extend({ version });
export type CommentChange = z.output<typeof CommentChange>;

export const IssueFilter = z.object({
  search: z.string().trim().max(200, "Please use at most 200 characters").optional(),
  category: blankToNull(z.enum(STATE_CATEGORIES, { error: "Use open or closed" })).optional(),
  state: several(stateId, 12).optional(),
  priority: several(z.enum(ISSUE_PRIORITIES, { error: "Unknown priority" }), 5).optional(),
  /** Only issues with all of these labels. */
  label: several(id("Unknown label"), 5).optional(),
  /** A person's id, or `none`. */
  assignee: blankToNull(z.union([z.literal("none"), id("Unknown person")], { error: "Unknown person" })).optional(),
  /** A project's id, or `none`. */
  project: blankToNull(z.union([z.literal("none"), id("Unknown project")], { error: "Unknown project" })).optional(),
  milestone: blankToNull(id("Unknown milestone")).optional(),
  source: blankToNull(z.enum(ISSUE_SOURCES, { error: "Unknown source" })).optional(),
  sort: z.enum(ISSUE_SORTS, { error: "Unknown order" }).optional(),
  ...paging,
  /** Returns the page before this cursor. */
  before: paging.cursor,
});
export type IssueFilter = z.output<typeof IssueFilter>;

export const CommentChoice = z.object({ commentId: z.guid() });

/** A title being typed. */
export const TypedTitle = z.object({ title: z.string().trim().max(MAX_TITLE_LENGTH).default("") });

export const TrashView = z.object({
  ...pagingView,
});

const color = z
  .string({ error: "Choose a color" })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Choose a color");

export const LabelInput = z.object({
  name: line("Enter a name", 100),
  color,
  description: optionalLine(200),
});
export type LabelInput = z.output<typeof LabelInput>;

export const LabelChange = LabelInput.partial().extend({ version });
export type LabelChange = z.output<typeof LabelChange>;

/** The form of a label sends every field. */
export const LabelForm = LabelInput.extend({ version });

/** The code host's label for a priority. GitLab separates labels by commas; GitHub allows 50 characters. */
const priorityLabel = blankToNull(
  line("Enter a label", 50).refine((label) => !label.includes(","), { error: "A label has no commas" }),
);

const PriorityInput = z.object({
  name: line("Enter a name", 30),
  /** Null for the default color. */
  color: blankToNull(color),
  label: priorityLabel,
});

/** Omitted fields keep their values. */
export const PriorityChange = PriorityInput.partial().extend({ version });
export type PriorityChange = z.output<typeof PriorityChange>;

/** The form sends every field, and `isDefaultColor` in place of a color. */
export const PriorityForm = PriorityInput.extend({ isDefaultColor: z.boolean().default(false), version });

export const OfPriority = z.object({ priority: z.enum(ISSUE_PRIORITIES, { error: "Unknown priority" }) });

export const ProjectInput = z.object({ name: line("Enter a name", 80), description: optionalLine(200) });
export type ProjectInput = z.output<typeof ProjectInput>;

/** The form of a project: an unchecked box means off. */
export const ProjectForm = ProjectInput.extend({ archived: z.boolean().default(false), version });
export type ProjectChange = z.output<typeof ProjectForm>;

export const StateInput = z.object({
  name: line("Enter a name", 40),
  kind: z.enum(STATE_KINDS, { error: "Choose whether it is open or closed" }),
  color,
});
export type StateInput = z.output<typeof StateInput>;

/** Omitted fields keep their values; no color is the default one. */
export const StateChange = z.object({
  name: StateInput.shape.name.optional(),
  color: blankToNull(color).optional(),
  version,
});
export type StateChange = z.output<typeof StateChange>;

/** The form sends every field, and `isDefaultColor` in place of a color. */
export const StateForm = StateInput.omit({ kind: true }).extend({
  color: blankToNull(color),
  isDefaultColor: z.boolean().default(false),
  version,
});

/** Every state once, in the new board order. */
export const StateOrder = z.object({
  ids: several(stateId, MAX_STATES).refine((ids) => ids.length > 0, { error: "List every state once" }),
});
export type StateOrder = z.output<typeof StateOrder>;

export const StateReplacement = z.object({ replacement: stateId });

/** Moves a state one position up or down. */
export const StateMove = z.object({ stateId, direction: z.enum(["up", "down"]) });
export type StateMove = z.output<typeof StateMove>;

export const MilestoneInput = z.object({
  name: line("Enter a name", 255),
  description: optionalLine(200),
  dueOn: blankToNull(civilDate),
});
export type MilestoneInput = z.output<typeof MilestoneInput>;

export const MilestoneChange = MilestoneInput.extend({ closed: z.boolean() }).partial().extend({ version });
export type MilestoneChange = z.output<typeof MilestoneChange>;

/** The form of a milestone: an unchecked box means off. */
export const MilestoneForm = MilestoneInput.extend({ closed: z.boolean().default(false), version });

/** Whether the member's list opens with the view; omitted: as before. */
interface OpensWith {
  isDefault?: boolean;
}

export const ViewInput = z.object({
  name: line("Enter a name", 60),
  layout: z.enum(VIEW_LAYOUTS, { error: "Choose list or board" }).default("list"),
  /** The list's query string: filters and sort order. */
  query: z.string().max(2000, "These filters are too long to save").default(""),
  shared: z.boolean().default(false),
});
export type ViewInput = z.output<typeof ViewInput> & OpensWith;

/** Omitted fields keep their values. */
export const ViewChange = z.object({
  name: ViewInput.shape.name.optional(),
  layout: ViewInput.shape.layout.unwrap().optional(),
  query: ViewInput.shape.query.unwrap().optional(),
  shared: ViewInput.shape.shared.unwrap().optional(),
  version,
});
export type ViewChange = z.output<typeof ViewChange> & OpensWith;

/** The form of a view, with the checkbox that makes it the list's default. */
export const ViewForm = ViewInput.extend({ isDefault: z.boolean().default(false) });
export const ViewEditForm = ViewForm.omit({ layout: true, query: true }).extend({ version });

export const ViewChoice = z.object({ viewId: id("Unknown view") });

export const DefaultView = z.object({ viewId: id("Unknown view").nullable() });
export type DefaultView = z.output<typeof DefaultView>;

/** The number of the original issue, as typed. */
export const DuplicateForm = z.object({ original: line("Choose the original issue", 80), version });

/** A path within the product, without its query. */
const ownPage = z
  .string()
  .trim()
  .max(300)
  .regex(/^(\/[^?#\s]*)?$/, "Unknown page");

const problemFields = z.object({
  text: z
    .string({ error: "Describe what happened" })
    .trim()
    .min(1, "Describe what happened")
    .max(10_000, "Please use at most 10,000 characters"),
  page: ownPage.default(""),
  requestId: optionalLine(100),
  /** Consent to send `errors`. */
  includeErrors: z.boolean().default(false),
  errors: z.string().max(3000).default(""),
  screenshot: z.instanceof(File, { error: "Choose a picture" }).optional(),
  /** Consent to send the picture: the member has checked what it shows. */
  screenshotChecked: z.boolean().default(false),
});

/** A report by the API: without a picture. */
export const WrittenReport = problemFields.omit({ screenshot: true, screenshotChecked: true });
export type WrittenReport = z.output<typeof WrittenReport>;

export const ProblemReport = problemFields.refine(
  ({ screenshot, screenshotChecked }) => !screenshot || screenshotChecked,
  {
    path: ["screenshotChecked"],
    error: "Check the picture and confirm that it can be sent",
  },
);
export type ProblemReport = z.output<typeof ProblemReport>;

const isYes = (given: unknown) => given === true || given === "true" || given === "on";

/** A report with a picture by the API, as form data. Sending the picture is the consent. */
export const PicturedReport = problemFields.omit({ screenshotChecked: true }).extend({
  includeErrors: z.preprocess(isYes, z.boolean()).default(false),
  screenshot: z.instanceof(File, { error: "Choose a picture" }).meta({ type: "string", format: "binary" }),
});

/** The page where 'Report a problem' was opened; invalid values are ignored. */
export const ReportedPage = z.object({ page: ownPage.catch(""), requestId: z.string().max(100).catch("") });
