import type { HostKind, IssueState } from "~/domain/code-hosts/host";

type Role = "admin" | "write" | "read";

interface SimulatedHook {
  id: number;
  url: string;
  secret: string;
  /** GitHub never disables a webhook by itself; GitLab does so after failures. */
  isOff?: boolean;
}

export interface SimulatedRepository {
  host: HostKind;
  id: number;
  /** All names of the repository, the current one last. */
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
  /** Where the issue was moved. */
  movedTo: { repositoryId: number; number: number } | null;
  /** Number of comments ever made. */
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

/** A fault that an account's next requests meet. */
export interface SimulatedFault {
  fault: "rate_limit" | "secondary_limit" | "server_error" | "garbage" | "slow" | "forbidden";
  times: number;
  /** Number of matching requests let through first. */
  skip?: number;
  /** Only requests whose method and path contain this. */
  on?: string;
  /** Until a rate limit ends or a slow response arrives. */
  seconds?: number;
  /** The request is carried out, but its response is lost. */
  after?: boolean;
}

export interface SimulatedAccount {
  login: string;
  revoked: string[];
  faults: SimulatedFault[];
}

/** An authorization of an OAuth app, or a refresh token; each is used once. */
interface SimulatedGrant {
  login: string;
  redirectUri: string;
  /** PKCE, S256; null for a refresh token. */
  challenge: string | null;
  isUsed: boolean;
}

export interface SimulatedDelivery {
  /** Storage key; keeps deliveries of the same moment in order. */
  key: string;
  /** The same for a resent delivery. */
  id: string;
  hookId: number;
  event: string;
  body: string;
  createdAt: string;
  /** The receiver's response status for each attempt. */
  answers: number[];
}

/** The stored state of each kind. */
export interface Records {
  account: SimulatedAccount;
  /** A name of a repository. */
  name: { id: number };
  /** Membership of an account in a repository. */
  member: { id: number };
  repository: SimulatedRepository;
  issue: SimulatedIssue;
  comment: SimulatedComment;
  delivery: SimulatedDelivery;
  grant: SimulatedGrant;
}

export type Kind = keyof Records;

export const nameOf = ({ names }: SimulatedRepository): string => names.at(-1) ?? "";

/** Ids are unique within a host and encode where the record belongs. */
export const issueId = ({ id }: Pick<SimulatedRepository, "id">, number: number) => id * 1_000_000 + number;
export const commentId = (number: number, count: number) => number * 100_000 + count;
export const numberOfComment = (id: number) => Math.floor(id / 100_000);
export const personId = (login: string) => hash(`person ${login}`);

/** 30 bits of a string's FNV-1a hash. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return (state >>> 2) + 1;
}
