import { z } from "zod";
import { paging } from "~/domain/shared/fields";

const token = z
  .string({ error: "Enter an access token" })
  .trim()
  .min(1, "Enter an access token")
  .regex(
    /^[\w.\-~+/=]{8,512}$/,
    "This is not an access token. Tokens have only letters, digits, dots, dashes and underscores",
  );

/** A personal access token of GitHub, classic or fine-grained. */
export const GithubToken = z.object({ token });
export type GithubToken = z.output<typeof GithubToken>;

/** A personal, project or group access token of GitLab. The default address is gitlab.com. */
export const GitlabToken = z.object({
  token,
  baseUrl: z.string().trim().max(300, "Please use at most 300 characters").optional(),
});
export type GitlabToken = z.output<typeof GitlabToken>;

/** Query parameters of the host's OAuth callback. */
export const AuthorizationAnswer = z.object({
  code: z.string().min(1).max(2000),
  state: z.string().min(1).max(4000),
});
export type AuthorizationAnswer = z.output<typeof AuthorizationAnswer>;

/** A page of the repositories that the token can access. */
export const RepositoryList = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "This is not a cursor of this list")
    .optional(),
});
export type RepositoryList = z.output<typeof RepositoryList>;

/** The repositories chosen on one page of the list; those of other pages are unchanged. */
export const RepositoryChoice = RepositoryList.extend({
  repositoryIds: z.preprocess(
    (value) => (value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value]),
    z.array(z.string().max(100)).max(100),
  ),
});
export type RepositoryChoice = z.output<typeof RepositoryChoice>;

/** Conflicts, a few per page, since each has two texts. */
export const ConflictFilter = z.object({ ...paging, limit: z.coerce.number().int().min(1).max(50).default(10) });
export type ConflictFilter = z.output<typeof ConflictFilter>;

/** Which text to keep: the current one on both sides, or the other one. */
export const ConflictChoice = z.object({ keep: z.enum(["winner", "other"], { error: "Choose which text to keep" }) });
export type ConflictChoice = z.output<typeof ConflictChoice>;
export const ConflictForm = ConflictChoice.extend({ conflictId: z.string().min(1).max(100) });
