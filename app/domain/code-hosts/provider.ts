import type {
  HostComment,
  HostIssue,
  HostKind,
  HostPage,
  HostProfile,
  HostRepository,
  IssueChange,
  IssueDraft,
  RepositoryKey,
} from "./host";
import type { HostHook } from "./webhook-health";

/** What a code host is reached with. */
export interface HostAccess {
  host: HostKind;
  /** Of its pages: https://gitlab.example.com. */
  baseUrl: string;
  token: string;
}

export interface CodeHosts {
  /** `simulated` brings hosts with pages of their own at /dev/code-host. */
  kind: "real" | "simulated";
  /** Where a host is found unless somebody names another address. `origin`: under which this product is served. */
  address: (host: HostKind, origin: string) => string;
  open: (access: HostAccess) => CodeHost;
  /** Connecting by the host's own sign-in; null where no OAuth app is set up. `origin`: as of `address`. */
  oauth: (host: HostKind, origin: string) => HostOAuth | null;
}

export interface HostTokens {
  accessToken: string;
  /** Null where the access token does not end. */
  refreshToken: string | null;
  expiresAt: string | null;
  scopes: string[] | null;
}

/** An OAuth app at a host. Calls throw HostError. */
export interface HostOAuth {
  /** Under which connections with it are stored. */
  baseUrl: string;
  authorizeUrl: (options: { state: string; challenge: string; redirectUri: string }) => string;
  exchange: (options: { code: string; verifier: string; redirectUri: string }) => Promise<HostTokens>;
  refresh: (refreshToken: string) => Promise<HostTokens>;
}

/** GitHub or GitLab, with one token. Every call throws HostError. */
export interface CodeHost {
  profile: () => Promise<HostProfile>;
  /** What the token reaches, a numbered page from 1 on. */
  repositories: (options: { page: number; perPage: number }) => Promise<HostPage<HostRepository>>;
  repository: (repository: RepositoryKey) => Promise<HostRepository>;
  /**
   * Issues in the order of their last change, open and closed, from `since` on (ISO 8601; null: from the beginning). Pages overlap:
   * an issue may come twice, but none is left out that is changed while they are read.
   */
  issues: (
    repository: RepositoryKey,
    options: { since: string | null; page: string | null },
  ) => Promise<HostPage<HostIssue>>;
  /** One that was transferred is answered as it is where it lives now, with another id. */
  issue: (repository: RepositoryKey, number: number) => Promise<HostIssue>;
  createIssue: (repository: RepositoryKey, draft: IssueDraft) => Promise<HostIssue>;
  /** Answers the issue as it is then: without the right to set labels GitHub silently leaves them out. */
  changeIssue: (repository: RepositoryKey, number: number, change: IssueChange) => Promise<HostIssue>;
  /** What people wrote, the oldest first. */
  comments: (repository: RepositoryKey, number: number, page: string | null) => Promise<HostPage<HostComment>>;
  addComment: (repository: RepositoryKey, number: number, body: string) => Promise<HostComment>;
  changeComment: (
    repository: RepositoryKey,
    comment: { number: number; id: string },
    body: string,
  ) => Promise<HostComment>;
  removeComment: (repository: RepositoryKey, comment: { number: number; id: string }) => Promise<void>;
  /** The host's id of the webhook; one that is there already is not added again. */
  addWebhook: (repository: RepositoryKey, hook: { url: string; secret: string }) => Promise<string>;
  removeWebhook: (repository: RepositoryKey, hookId: string) => Promise<void>;
  /** How the host sees a webhook. */
  webhook: (repository: RepositoryKey, hookId: string) => Promise<HostHook>;
  /** Numbers of all issues there are, in the order in which they were created; perhaps of what is no issue, too. */
  numbers: (repository: RepositoryKey, page: string | null) => Promise<HostPage<number>>;
}
