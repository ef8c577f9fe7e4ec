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

/** Credentials for calling a code host. */
export interface HostAccess {
  host: HostKind;
  /** Base URL of its pages: https://gitlab.example.com. */
  baseUrl: string;
  token: string;
}

export interface CodeHosts {
  /** `simulated` provides hosts with pages of their own at /dev/code-host. */
  kind: "real" | "simulated";
  /** A host's default address. `origin`: the URL this product is served from. */
  address: (host: HostKind, origin: string) => string;
  open: (access: HostAccess) => CodeHost;
  /** The host's OAuth app; null if none is configured. `origin`: as in `address`. */
  oauth: (host: HostKind, origin: string) => HostOAuth | null;
}

/** A repository's address for webhooks, as its host knows it. */
export interface WebhookEndpoint {
  endpoint: string;
  orgId: string;
  host: HostKind;
  repositoryId: string;
  /** Encrypted. */
  secret: string;
}

/** Endpoints that lately received a webhook, with their business's shard at that time: finding one takes a round trip. */
export interface EndpointCache {
  get: (endpoint: string, now: Date) => { at: WebhookEndpoint; shard: string } | null;
  set: (at: WebhookEndpoint, shard: string, now: Date) => void;
  delete: (endpoint: string) => void;
}

export interface HostTokens {
  accessToken: string;
  /** Null if the access token does not expire. */
  refreshToken: string | null;
  expiresAt: string | null;
  scopes: string[] | null;
}

/** An OAuth app at a host. Calls throw HostError. */
export interface HostOAuth {
  /** The base URL stored with its connections. */
  baseUrl: string;
  authorizeUrl: (options: { state: string; challenge: string; redirectUri: string }) => string;
  exchange: (options: { code: string; verifier: string; redirectUri: string }) => Promise<HostTokens>;
  refresh: (refreshToken: string) => Promise<HostTokens>;
}

/** GitHub or GitLab, with one token. Every call throws HostError. */
export interface CodeHost {
  profile: () => Promise<HostProfile>;
  /** Repositories that the token can access; pages are numbered from 1. */
  repositories: (options: { page: number; perPage: number }) => Promise<HostPage<HostRepository>>;
  repository: (repository: RepositoryKey) => Promise<HostRepository>;
  /**
   * Issues in order of last change, open and closed, from `since` on (ISO 8601; null: from the beginning). Pages overlap: an
   * issue may appear twice, but none is missed if it changes while the pages are read.
   */
  issues: (
    repository: RepositoryKey,
    options: { since: string | null; page: string | null },
  ) => Promise<HostPage<HostIssue>>;
  /** A transferred issue is returned from its new location, with another id. */
  issue: (repository: RepositoryKey, number: number) => Promise<HostIssue>;
  createIssue: (repository: RepositoryKey, draft: IssueDraft) => Promise<HostIssue>;
  /** Returns the changed issue: without permission to set labels, GitHub silently ignores them. */
  changeIssue: (repository: RepositoryKey, number: number, change: IssueChange) => Promise<HostIssue>;
  /** Comments by people, oldest first. */
  comments: (repository: RepositoryKey, number: number, page: string | null) => Promise<HostPage<HostComment>>;
  addComment: (repository: RepositoryKey, number: number, body: string) => Promise<HostComment>;
  changeComment: (
    repository: RepositoryKey,
    comment: { number: number; id: string },
    body: string,
  ) => Promise<HostComment>;
  removeComment: (repository: RepositoryKey, comment: { number: number; id: string }) => Promise<void>;
  /** Returns the host's id of the webhook; an existing one is not added again. */
  addWebhook: (repository: RepositoryKey, hook: { url: string; secret: string }) => Promise<string>;
  removeWebhook: (repository: RepositoryKey, hookId: string) => Promise<void>;
  /** The host's status of a webhook. */
  webhook: (repository: RepositoryKey, hookId: string) => Promise<HostHook>;
  /** Numbers of all issues in order of creation; may include numbers of other objects. */
  numbers: (repository: RepositoryKey, page: string | null) => Promise<HostPage<number>>;
}
