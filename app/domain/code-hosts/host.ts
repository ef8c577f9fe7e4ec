/** Where repositories with issues lie. */
export const HOST_KINDS = ["github", "gitlab"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

export const HOST_NAMES: Record<HostKind, string> = { github: "GitHub", gitlab: "GitLab" };

/** `revoked`: the host no longer accepts the token. */
export const CONNECTION_STATUSES = ["connected", "revoked", "disconnected"] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** `oauth`: given by the host for the yes of a person there. */
export const TOKEN_KINDS = ["personal", "oauth"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** `removed`: no longer chosen; what came from it stays known. */
export const REPOSITORY_STATUSES = ["chosen", "removed"] as const;

/** Of an issue there, as it concerns the one here: only what is linked is synced. */
export const LINK_STATUSES = ["linked", "deleted", "transferred", "confidential"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** Most repositories that a business may choose on one host. */
export const MAX_REPOSITORIES = 100;

/** Whose token it is, and what it may. */
export interface HostProfile {
  id: string;
  login: string;
  name: string | null;
  url: string;
  /** Null where the host does not say, as GitHub of fine-grained tokens. */
  scopes: string[] | null;
  /** ISO 8601; null where it does not expire, or the host does not say. */
  expiresAt: string | null;
}

/** What names a repository to its host: GitLab goes by the id, GitHub by the name. */
export interface RepositoryKey {
  id: string;
  /** `owner/name`, on GitLab with the groups it lies in. */
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
  /** Unique within the host and never given again; a transferred issue gets another. */
  id: string;
  /** In addresses, and unique within the repository. */
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
  /** How many comments it has, GitLab's own notes perhaps among them. */
  comments: number;
  createdAt: string;
  updatedAt: string;
  /** GitLab: hidden from everybody outside of the project. */
  isConfidential: boolean;
  /** GitLab: it lives on as another issue, which has this id. */
  movedToId: string | null;
}

export interface HostComment {
  id: string;
  body: string;
  author: HostPerson | null;
  createdAt: string;
  updatedAt: string;
  /** GitLab: shown to members of the project only. */
  isInternal: boolean;
}

/** What an issue is made with. */
export interface IssueDraft {
  title: string;
  body: string;
  labels: readonly string[];
  assignees: readonly string[];
  milestone: string | null;
}

/** What of an issue is changed; the rest stays. */
export type IssueChange = Partial<IssueDraft & { state: IssueState }>;

/** One page of a list; `next` is what the following one is asked for with, null on the last. */
export interface HostPage<T> {
  items: T[];
  next: string | null;
}

/** Any one scope of each list is enough. */
const needed: Record<HostKind, readonly (readonly string[])[]> = {
  github: [["repo", "public_repo"]],
  gitlab: [["api"]],
};

/** The scopes that the token lacks for reading and changing issues; none where the host does not tell its scopes. */
export function missingScopes(host: HostKind, scopes: readonly string[] | null): string[] {
  if (scopes === null) return [];
  return needed[host].flatMap((either) => (either.some((scope) => scopes.includes(scope)) ? [] : either.slice(0, 1)));
}

/**
 * What to ask for the page behind one of issues that are sorted by their last change. A numbered page would skip an issue whenever
 * one of an earlier page is changed meanwhile; going on from the last change repeats some instead. Only where a whole page
 * was changed within the same second is the host's own next page asked for.
 * `since`: what this page was asked for with. `link`: the host's next page, null on the last.
 */
export function nextIssues(lastUpdatedAt: string | undefined, since: string | null, link: string | null) {
  if (link === null) return null;
  const from = lastUpdatedAt && new Date(Date.parse(lastUpdatedAt) - 1000).toISOString();
  return from && (since === null || from > since) ? `since ${from}` : link;
}

/** What can be changed on both sides before they meet, as the screens call it. */
export const CONFLICT_LABELS: Record<string, string> = {
  title: "Title",
  body: "Description",
  milestone: "Milestone",
  comment: "Comment",
};
