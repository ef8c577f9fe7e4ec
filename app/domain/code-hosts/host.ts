/** Services that host repositories with issues. */
export const HOST_KINDS = ["github", "gitlab"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

export const HOST_NAMES: Record<HostKind, string> = { github: "GitHub", gitlab: "GitLab" };

/** `revoked`: the host no longer accepts the token. */
export const CONNECTION_STATUSES = ["connected", "revoked", "disconnected"] as const;

/** `oauth`: issued by the host after a person authorized the app there. */
export const TOKEN_KINDS = ["personal", "oauth"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** `removed`: no longer chosen; its issues stay linked. */
export const REPOSITORY_STATUSES = ["chosen", "removed"] as const;

/** State of the host's issue relative to ours: only linked issues are synced. */
export const LINK_STATUSES = ["linked", "deleted", "transferred", "confidential"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** Maximum characters of an issue's title. */
export const MAX_TITLE: Record<HostKind, number> = { github: 256, gitlab: 255 };

/** Maximum number of repositories that a business may choose per host. */
export const MAX_REPOSITORIES = 100;

/** The token's account and permissions. */
export interface HostProfile {
  id: string;
  login: string;
  name: string | null;
  url: string;
  /** Null if the host does not report them, as GitHub for fine-grained tokens. */
  scopes: string[] | null;
  /** ISO 8601; null if it does not expire, or the host does not report it. */
  expiresAt: string | null;
}

/** Identifies a repository to its host: GitLab uses the id, GitHub the name. */
export interface RepositoryKey {
  id: string;
  /** `owner/name`, on GitLab with its groups. */
  fullName: string;
}

export interface HostRepository extends RepositoryKey {
  url: string;
  description: string | null;
  isPrivate: boolean;
  isArchived: boolean;
  hasIssues: boolean;
  /** Whether the token's owner may change issues, and may add webhooks. */
  canWrite: boolean;
  canAdmin: boolean;
}

export interface HostPerson {
  login: string;
  url: string;
}

export const ISSUE_STATES = ["open", "closed"] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

export interface HostIssue {
  /** Unique within the host and never reused; a transferred issue gets a new one. */
  id: string;
  /** Used in URLs, and unique within the repository. */
  number: number;
  url: string;
  title: string;
  /** Markdown. */
  body: string;
  state: IssueState;
  labels: string[];
  /** Logins. */
  assignees: string[];
  milestone: string | null;
  author: HostPerson | null;
  /** Number of comments; may include GitLab's own notes. */
  comments: number;
  createdAt: string;
  updatedAt: string;
  /** GitLab: hidden from everyone outside the project. */
  isConfidential: boolean;
  /** GitLab: the id of the issue it was moved to. */
  movedToId: string | null;
}

export interface HostComment {
  id: string;
  body: string;
  author: HostPerson | null;
  createdAt: string;
  updatedAt: string;
  /** GitLab: visible to members of the project only. */
  isInternal: boolean;
}

/** The fields of a new issue. */
export interface IssueDraft {
  title: string;
  body: string;
  labels: readonly string[];
  assignees: readonly string[];
  milestone: string | null;
}

/** The fields of an issue to change. */
export type IssueChange = Partial<IssueDraft & { state: IssueState }>;

/** GitLab keeps tasks, test cases and more in the same list, and numbers them alike. `type`: undefined before GitLab had types. */
export const isGitlabIssueType = (type: string | undefined) =>
  type === undefined || ["issue", "incident"].includes(type.toLowerCase());

/** One page of a list; `next` is the cursor of the following one, null on the last. */
export interface HostPage<T> {
  items: T[];
  next: string | null;
}

/** One scope of each list is enough. */
const needed: Record<HostKind, readonly (readonly string[])[]> = {
  github: [["repo", "public_repo"]],
  gitlab: [["api"]],
};

/** Returns the scopes that the token lacks for reading and changing issues; none if the host does not report scopes. */
export function missingScopes(host: HostKind, scopes: readonly string[] | null): string[] {
  if (scopes === null) return [];
  return needed[host].flatMap((either) => (either.some((scope) => scopes.includes(scope)) ? [] : either.slice(0, 1)));
}

/**
 * Returns the request for the next page of issues sorted by last change. Numbered pages would skip an issue if one on an
 * earlier page changes in the meantime; continuing from the last change repeats some instead. The host's own next page is used
 * only if a whole page changed within the same second. `since`: the value this page was requested with. `link`: the host's next
 * page, null on the last.
 */
export function nextIssues(lastUpdatedAt: string | undefined, since: string | null, link: string | null) {
  if (link === null) return null;
  const from = lastUpdatedAt && new Date(Date.parse(lastUpdatedAt) - 1000).toISOString();
  return from && (since === null || from > since) ? `since ${from}` : link;
}

/** Labels of the fields that can be changed on both sides between two syncs. */
export const CONFLICT_LABELS: Record<string, string> = {
  title: "Title",
  body: "Description",
  milestone: "Milestone",
  comment: "Comment",
};
