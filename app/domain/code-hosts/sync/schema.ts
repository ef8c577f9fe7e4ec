import { z } from "zod";
import { HOST_KINDS } from "~/domain/code-hosts/host";
import { LOG_KINDS, LOG_OUTCOMES } from "~/domain/code-hosts/log";
import { blankToNull, paging, pagingView, several, version } from "~/domain/shared/fields";
import { CREATION_RULES, DIRECTIONS, FIELD_RULES, SYNCED_FIELDS } from "./sync-rules";

export const HostName = z.enum(HOST_KINDS, { error: "Unknown code host" });

/** Identifies a repository. */
export const RepositoryAt = z.object({ host: HostName, repositoryId: z.string().min(1).max(100) });
export type RepositoryAt = z.output<typeof RepositoryAt>;

const MAX_LABELS = 20;

/** Names separated by commas. */
const labelNames = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (typeof given === "string" ? given.split(",") : given))
  .transform((names) => [...new Set(names.map((name) => name.trim()).filter(Boolean))])
  .pipe(
    z
      .array(z.string().max(100, "A label has at most 100 characters"))
      .max(MAX_LABELS, `Please name at most ${MAX_LABELS} labels`),
  );

const fieldRule = blankToNull(z.enum(FIELD_RULES, { error: "Choose from the list" })).default(null);

/** Rules of a repository as sent to the API. */
export const RepositoryRules = z
  .object({
    direction: z.enum(DIRECTIONS, { error: "Choose from the list" }),
    labels: labelNames.default([]),
    includeConfidential: z.boolean().default(false),
    projectId: blankToNull(z.guid({ error: "Choose a project from the list" }).toLowerCase()).default(null),
    creates: z.enum(CREATION_RULES, { error: "Choose from the list" }),
    fieldRules: z.partialRecord(z.enum(SYNCED_FIELDS), z.enum(FIELD_RULES)).default({}),
    version,
  })
  .refine(({ creates, projectId }) => creates !== "project" || projectId !== null, {
    error: "Choose the project whose issues are created there",
    path: ["projectId"],
  });
export type RepositoryRules = z.output<typeof RepositoryRules>;

/** The same as submitted by a form: one field per rule, empty for the repository's default. */
export const RulesFields = z.object({
  ...{ direction: RepositoryRules.shape.direction, labels: z.string().max(3000).default("") },
  ...{ includeConfidential: z.boolean().default(false), projectId: RepositoryRules.shape.projectId },
  ...{ creates: RepositoryRules.shape.creates, version },
  ...{ title: fieldRule, body: fieldRule, state: fieldRule, labelRule: fieldRule, assignees: fieldRule },
  ...{ milestone: fieldRule, comments: fieldRule },
});

export const RulesForm = RulesFields.transform((given, check): RepositoryRules => {
  const { title, body, state, labelRule, assignees, milestone, comments, ...rules } = given;
  const own = { title, body, state, labels: labelRule, assignees, milestone, comments };
  const fieldRules = Object.fromEntries(Object.entries(own).filter(([, rule]) => rule !== null));
  const parsed = RepositoryRules.safeParse({ ...rules, fieldRules });
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) check.addIssue({ code: "custom", message, path });
  return z.NEVER;
});

/** The member for a host's account; null if it belongs to nobody in the business. */
export const PersonMapping = z.object({
  userId: blankToNull(z.guid({ error: "Choose a person from the list" }).toLowerCase()).default(null),
});
export type PersonMapping = z.output<typeof PersonMapping>;

export const PersonAt = z.object({
  host: HostName,
  login: z
    .string({ error: "Enter a user name" })
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d][\w.-]{0,254}$/, "Enter the user name as the host shows it, without the @"),
});
export type PersonAt = z.output<typeof PersonAt>;

export const PersonForm = PersonAt.extend(PersonMapping.shape);

export const PeopleFilter = z.object({ ...paging, limit: paging.limit.default(100) });
export type PeopleFilter = z.output<typeof PeopleFilter>;

/** The list's URL in the browser: invalid values are ignored. */
export const PeopleView = z.object({ ...pagingView, limit: paging.limit.catch(50).default(50) });

export const LogFilter = z.object({
  host: blankToNull(HostName).optional(),
  repository: z.string().max(100).optional(),
  outcome: several(z.enum(LOG_OUTCOMES, { error: "Unknown outcome" }), LOG_OUTCOMES.length).optional(),
  kind: several(z.enum(LOG_KINDS, { error: "Unknown kind" }), LOG_KINDS.length).optional(),
  ...paging,
});
export type LogFilter = z.output<typeof LogFilter>;

/** The list's URL in the browser: invalid values are ignored. */
export const LogView = z.object({
  host: LogFilter.shape.host.catch(undefined),
  repository: LogFilter.shape.repository.catch(undefined),
  outcome: LogFilter.shape.outcome.catch(undefined),
  kind: LogFilter.shape.kind.catch(undefined),
  ...pagingView,
  limit: paging.limit.catch(50).default(50),
});

/** Syncs what exists on one side only. `to_host`: issues added here are created there. */
export const Backfill = z.object({ direction: z.enum(["from_host", "to_host"]) });
export type Backfill = z.output<typeof Backfill>;

export const PushTarget = z.object({
  /** `github` or `gitlab` and the repository's id, separated by a space. */
  repository: z
    .string({ error: "Choose a repository" })
    .regex(/^(?:github|gitlab) .{1,100}$/, "Choose a repository")
    .transform((text): RepositoryAt => {
      const [host = "", repositoryId = ""] = text.split(" ");
      return RepositoryAt.parse({ host, repositoryId });
    }),
});
