import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";

/** Direction of a sync. */
export const DIRECTIONS = ["both", "from_host", "to_host"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Direction of one field, if it has its own rule. */
export const FIELD_RULES = [...DIRECTIONS, "off"] as const;
export type FieldRule = (typeof FIELD_RULES)[number];

/** The synced parts of an issue. */
export const SYNCED_FIELDS = ["title", "body", "state", "labels", "assignees", "milestone", "comments"] as const;
export type SyncedField = (typeof SYNCED_FIELDS)[number];

export const SYNCED_FIELD_LABELS: Record<SyncedField, string> = {
  title: "Title",
  body: "Description",
  state: "State",
  labels: "Labels",
  assignees: "Assignees",
  milestone: "Milestone",
  comments: "Comments",
};

export type FieldRules = Partial<Record<SyncedField, FieldRule>>;

/** Whether issues added here are created on the host. `project`: every issue of the repository's project. */
export const CREATION_RULES = ["never", "by_hand", "project"] as const;
export type CreationRule = (typeof CREATION_RULES)[number];

/** Issues created in a repository per hour before creation stops: more looks like a loop. */
export const MAX_CREATIONS_AN_HOUR = 100;

/** Rules that decide which issues of a repository are synced, and in which direction. */
interface SyncRules {
  direction: Direction;
  fieldRules: FieldRules;
  /** Case-insensitive names, one of which is enough; empty: all issues. */
  labels: readonly string[];
  includeConfidential: boolean;
}

export const directionLabel = (direction: FieldRule, host: HostKind): string => {
  switch (direction) {
    case "both":
      return "Both ways";
    case "from_host":
      return `From ${HOST_NAMES[host]} only`;
    case "to_host":
      return `To ${HOST_NAMES[host]} only`;
    case "off":
      return "Not synced";
  }
};

export const ruleOf = ({ direction, fieldRules }: SyncRules, field: SyncedField): FieldRule =>
  fieldRules[field] ?? direction;

/** Whether changes of a field may be sent to the host, and whether they may be received. */
export const maySend = (rule: FieldRule) => rule === "both" || rule === "to_host";
export const mayReceive = (rule: FieldRule) => rule === "both" || rule === "from_host";

/** Returns why an issue is not synced; null if it is. `labels`: its names on either side, in lower case. */
export function exclusionOf(
  { labels, includeConfidential }: SyncRules,
  issue: { labels: readonly string[]; isConfidential: boolean },
): string | null {
  if (issue.isConfidential && !includeConfidential)
    return "It is confidential, and confidential issues are not synced.";
  const wanted = labels.map((label) => label.trim().toLowerCase());
  if (wanted.length === 0 || issue.labels.some((label) => wanted.includes(label))) return null;
  return `It has none of the synced labels: ${labels.join(", ")}.`;
}
