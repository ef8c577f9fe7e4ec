import type { HostKind, IssueState } from "~/domain/code-hosts/host";

type Role = "admin" | "write" | "read";

export interface SimulatedHook {
  id: number;
  url: string;
  secret: string;
  /** GitHub switches none off by itself; GitLab does so after failures. */
  isOff?: boolean;
}

export interface SimulatedRepository {
  host: HostKind;
  id: number;
  /** Names that lead here, the present one last. */
  names: string[];
  description: string;
  members: Record<string, Role>;
  isPrivate: boolean;
  isArchived: boolean;
  hasIssues: boolean;
  isDeleted: boolean;
  lastNumber: number;
  milestones: { number: number; title: string }[];
  hooks: SimulatedHook[];
}

export interface SimulatedIssue {
  number: number;
  title: string;
  body: string;
  state: IssueState;
  labels: string[];
  assignees: string[];
  milestone: string | null;
  author: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  isConfidential: boolean;
  isPullRequest: boolean;
  isDeleted: boolean;
  /** Where it lives on. */
  movedTo: { repositoryId: number; number: number } | null;
  /** Comments ever made. */
  comments: number;
}

export interface SimulatedComment {
  id: number;
  body: string;
  author: string;
  createdAt: string;
  updatedAt: string;
  isSystem: boolean;
  isInternal: boolean;
}

/** What an account's next requests meet. */
export interface SimulatedFault {
  fault: "rate_limit" | "secondary_limit" | "server_error" | "garbage" | "slow" | "forbidden";
  times: number;
  /** So many requests that fit are let through before. */
  skip?: number;
  /** Only requests whose method and path contain this. */
  on?: string;
  /** Until a rate limit ends, or a slow answer comes. */
  seconds?: number;
  /** The request is carried out, and its answer is lost. */
  after?: boolean;
}

export interface SimulatedAccount {
  login: string;
  revoked: string[];
  faults: SimulatedFault[];
}

/** Somebody's yes to an OAuth app, or what a token is renewed with: each is used once. */
export interface SimulatedGrant {
  login: string;
  redirectUri: string;
  /** PKCE, S256; null for a refresh token. */
  challenge: string | null;
  isUsed: boolean;
}

export interface SimulatedDelivery {
  /** Under which it is stored: those of one moment in their order. */
  key: string;
  /** The same when it is sent again. */
  id: string;
  hookId: number;
  event: string;
  body: string;
  createdAt: string;
  /** Status that the receiver answered, of each time it was sent. */
  answers: number[];
}

/** What is stored of each kind. */
export interface Records {
  account: SimulatedAccount;
  /** A name that leads to a repository. */
  name: { id: number };
  /** That an account is a member of a repository. */
  member: { id: number };
  repository: SimulatedRepository;
  issue: SimulatedIssue;
  comment: SimulatedComment;
  delivery: SimulatedDelivery;
  grant: SimulatedGrant;
}

export type Kind = keyof Records;

export const nameOf = ({ names }: SimulatedRepository): string => names.at(-1) ?? "";

/** Ids that are unique within a host, and tell where the thing lies. */
export const issueId = ({ id }: Pick<SimulatedRepository, "id">, number: number) => id * 1_000_000 + number;
export const commentId = (number: number, count: number) => number * 100_000 + count;
export const numberOfComment = (id: number) => Math.floor(id / 100_000);
export const personId = (login: string) => hash(`person ${login}`);

/** 30 bits of a text (FNV-1a). */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return (state >>> 2) + 1;
}
