import { parseRecordRef, type RecordRef } from "~/domain/shared/record-ref";

/** The most urgent first. */
export const ISSUE_PRIORITIES = ["urgent", "high", "medium", "low", "none"] as const;
export type IssuePriority = (typeof ISSUE_PRIORITIES)[number];

export const ISSUE_PRIORITY_LABELS: Record<IssuePriority, string> = {
  urgent: "Urgent",
  high: "High",
  medium: "Medium",
  low: "Low",
  none: "No priority",
};

/** For sorting the board: higher is more urgent. The database computes the same. */
export function rankOfPriority(priority: IssuePriority): number {
  return ISSUE_PRIORITIES.length - 1 - ISSUE_PRIORITIES.indexOf(priority);
}

export const CODE_HOSTS = ["github", "gitlab"] as const;
type CodeHostName = (typeof CODE_HOSTS)[number];

const CODE_HOST_LABELS: Record<CodeHostName, string> = { github: "GitHub", gitlab: "GitLab" };

/** The source of an issue: a person, 'Report a problem', a server error, or a code host. */
export const ISSUE_SOURCES = ["person", "report", "error", ...CODE_HOSTS] as const;
export type IssueSource = (typeof ISSUE_SOURCES)[number];

export const ISSUE_SOURCE_LABELS: Record<IssueSource, string> = {
  person: "Added here",
  report: "Problem report",
  error: "Server error",
  ...CODE_HOST_LABELS,
};

export const STATE_CATEGORIES = ["open", "closed"] as const;
export type StateCategory = (typeof STATE_CATEGORIES)[number];

/** What a state means on a code host. */
export const STATE_KINDS = ["open", "completed", "not_planned"] as const;
export type StateKind = (typeof STATE_KINDS)[number];

export const STATE_KIND_LABELS: Record<StateKind, string> = {
  open: "Open",
  completed: "Closed as completed",
  not_planned: "Closed as not planned",
};

export const VIEW_LAYOUTS = ["list", "board"] as const;

export const ISSUE_SORTS = ["newest", "oldest"] as const;

/** Each is a column on the board. */
export const MAX_STATES = 12;
export const MAX_LABELS = 200;
export const MAX_PROJECTS = 100;
export const MAX_MILESTONES = 200;
/** A person's own saved views. */
export const MAX_VIEWS = 50;
/** As on GitHub: fewer would not be all of a synced issue's. */
export const MAX_LABELS_PER_ISSUE = 100;
/** Issues that can be changed together: at most one page of the list. */
export const MAX_CHANGED_TOGETHER = 100;
/** Same as the code hosts' limit. */
export const MAX_TITLE_LENGTH = 256;
/** Limit for text entered here, the same as GitHub's. GitLab sends up to 1,048,576 characters, which are stored unchanged. */
export const MAX_BODY_LENGTH = 65_536;

/** An author on a code host who is not a member here. */
export interface Attribution {
  name: string;
  host: CodeHostName;
  url: string | null;
}

interface Authored {
  authorName: string | null;
  authorHost: CodeHostName | null;
  firstName: string | null;
  lastName: string | null;
}

/** 'Dana Whitfield', 'octocat on GitHub', or null for the system. */
export function authorOf({ authorName, authorHost, firstName, lastName }: Authored): string | null {
  if (authorName !== null && authorHost !== null) return `${authorName} on ${CODE_HOST_LABELS[authorHost]}`;
  return firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim();
}

/** Kinds of entries in an issue's activity. */
const ACTIVITY_KINDS = [
  "created",
  "title",
  "body",
  "state",
  "priority",
  "project",
  "assignee",
  "labels",
  "milestone",
  "work_order",
  "equipment",
  "duplicate_of",
  "comment_deleted",
  "attached",
  "detached",
  "deleted",
  "restored",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export function formatIssueNumber(number: number): string {
  return `BUG-${number}`;
}

/** Parses what people enter in a URL or a search box: "12", "#12", "BUG-12" or an id; null for anything else. */
export function parseIssueRef(text: string): RecordRef | null {
  return parseRecordRef(text, /^(?:BUG-|#)?(\d{1,9})$/i);
}
