import type { HostIssue, IssueChange, IssueState } from "~/domain/code-hosts/host";
import type { PriorityLabels } from "~/domain/issues/config/priorities";
import type { IssuePriority } from "~/domain/issues/issue";
import { keysOf } from "~/domain/shared/objects";
import { type FieldRule, mayReceive, maySend } from "./sync-rules";

/** The fields of an issue kept equal on both sides. */
export interface IssueFields {
  title: string;
  body: string;
  state: IssueState;
  /** Case-insensitive names, sorted: GitHub has no two labels that differ only in case. */
  labels: readonly string[];
  /** Logins in lower case, sorted. */
  assignees: readonly string[];
  milestone: string | null;
}

export interface Conflict {
  field: "title" | "body" | "milestone" | "comment";
  ours: string;
  theirs: string;
  /** The side whose text is current. */
  winner: "ours" | "theirs";
}

/** Normalizes line endings, which differ between browsers. */
export const plainText = (text: string) => text.replace(/\r\n?/g, "\n").trimEnd();

export const labelKeys = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))].sort();

/** An issue's fields as received, without the additions to the text of an issue created here. */
export function fieldsOf(issue: Pick<HostIssue, keyof IssueFields>): IssueFields {
  const { title, body, state, labels, assignees, milestone } = issue;
  return {
    ...{ title: title.trim(), body: receivedText(body).body, state, labels: labelKeys(labels) },
    ...{ assignees: labelKeys(assignees), milestone },
  };
}

/** The text to hash: equal for equal fields. */
export const canonical = ({ title, body, state, labels, assignees, milestone }: IssueFields) =>
  JSON.stringify([title, body, state, labels, assignees, milestone]);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Each side as of the last sync: the same, unless a rule keeps a field apart. */
export interface Base {
  ours: IssueFields;
  theirs: IssueFields;
}

interface Sides {
  base: Base;
  ours: IssueFields;
  theirs: IssueFields;
}

/** Each side after the merge. */
interface Merged {
  here: IssueFields;
  there: IssueFields;
  conflicts: Conflict[];
}

/**
 * Applies the changes since the last sync to the other side, as far as each field's rule allows. If both sides changed:
 * additions and removals of labels and assignees are combined; the state, with only two values, is the same on both; for texts
 * the host's wins unless the rule only sends, and the other text is returned as a conflict.
 */
export function merge({ base, ours, theirs }: Sides, ruleOf: (field: keyof IssueFields) => FieldRule): Merged {
  const conflicts: Conflict[] = [];
  function one<K extends "title" | "body" | "milestone" | "state">(field: K): [IssueFields[K], IssueFields[K]] {
    const own = ours[field];
    const other = theirs[field];
    const rule = ruleOf(field);
    const [isOurs, isTheirs] = [!isSame(own, base.ours[field]), !isSame(other, base.theirs[field])];
    if (isSame(own, other)) return [own, other];
    const winner = isTheirs && mayReceive(rule) ? "theirs" : isOurs && maySend(rule) ? "ours" : null;
    if (winner === null) return [own, other];
    if (isOurs && isTheirs && field !== "state")
      conflicts.push({ field, ours: own ?? "", theirs: other ?? "", winner });
    return winner === "theirs" ? [other, other] : [own, own];
  }
  function set(field: "labels" | "assignees"): [readonly string[], readonly string[]] {
    const rule = ruleOf(field);
    return [
      mayReceive(rule) ? applied(ours[field], base.theirs[field], theirs[field]) : ours[field],
      maySend(rule) ? applied(theirs[field], base.ours[field], ours[field]) : theirs[field],
    ];
  }
  const [title, body, milestone, state] = [one("title"), one("body"), one("milestone"), one("state")];
  const [labels, assignees] = [set("labels"), set("assignees")];
  const side = (at: 0 | 1): IssueFields => ({
    ...{ title: title[at], body: body[at], milestone: milestone[at], state: state[at] },
    ...{ labels: labels[at], assignees: assignees[at] },
  });
  return { here: side(0), there: side(1), conflicts };
}

interface PriorityState {
  /** The priority here, now and at the last sync; undefined if it was not recorded. */
  current: IssuePriority;
  before: IssuePriority | undefined;
  /** The labels of the issue here. */
  own: readonly string[];
  /** The label that stood for its priority at the last sync. */
  stoodFor: string | null;
}

/**
 * Our labels as the host should have them: the priority as its label. A label that stands for a priority and was added to the
 * issue here means that priority, unless the priority was changed as well. A label that no longer stands for a priority stays as
 * an ordinary one, unless the priority has another label now.
 */
export function ourLabels(
  { current, before, own, stoodFor }: PriorityState,
  labels: PriorityLabels,
): readonly string[] {
  const added = own.filter((key) => labels.priorityOf(key) !== null);
  const isChosenHere = before !== undefined && before !== current;
  const label = added.length > 0 && !isChosenHere ? labels.mostUrgent(added) : labels.labelOf(current);
  const left = stoodFor !== null && labels.priorityOf(stoodFor) === null && label === null ? [stoodFor] : [];
  const plain = own.filter((key) => !added.includes(key));
  return [...new Set([...plain, ...left, ...(label === null ? [] : [label])])].sort();
}

/**
 * Leaves one label that stands for a priority on each side: one that was added on the host, else ours, else the most urgent.
 * A side that its rule does not allow to change stays as it is.
 */
export function withOnePriority(
  merged: Merged,
  { base, ours, theirs }: Sides,
  given: { labels: PriorityLabels; rule: FieldRule },
): Merged {
  const { labels, rule } = given;
  const { here, there } = merged;
  const added = mayReceive(rule) ? labels.mostUrgent(difference(theirs.labels, base.theirs.labels)) : null;
  const own = labels.mostUrgent(difference(ours.labels, base.ours.labels)) ?? labels.mostUrgent(ours.labels);
  const hasLabel = (key: string | null) => key !== null && here.labels.includes(key);
  const stays = hasLabel(added) ? added : hasLabel(own) ? own : labels.mostUrgent(here.labels);
  const only = (keys: readonly string[]) => keys.filter((key) => key === stays || labels.priorityOf(key) === null);
  return {
    ...merged,
    here: { ...here, labels: only(here.labels) },
    there: {
      ...there,
      labels: maySend(rule) && stays !== null && there.labels.includes(stays) ? only(there.labels) : there.labels,
    },
  };
}

/** The priority here after the merge: that of the label, and none if the host removed the label. */
export function mergedPriority(
  current: IssuePriority,
  { ours, here }: { ours: IssueFields; here: IssueFields },
  labels: PriorityLabels,
): IssuePriority {
  const key = labels.mostUrgent(here.labels);
  if (key !== null) return labels.priorityOf(key) ?? current;
  return labels.mostUrgent(ours.labels) === null ? current : "none";
}

/** Applies the additions and removals of another list to a list. */
function applied(list: readonly string[], before: readonly string[], after: readonly string[]): readonly string[] {
  const [added, removed] = [difference(after, before), difference(before, after)];
  return [...new Set([...difference(list, removed), ...added])].sort();
}

const difference = (a: readonly string[], b: readonly string[]) => a.filter((one) => !b.includes(one));

/** Returns the change to send so that `theirs` becomes `there`; null for none. `nameOf`: a label's spelling. */
export function changeFor(
  theirs: IssueFields,
  there: IssueFields,
  nameOf: (label: string) => string,
): IssueChange | null {
  const change: IssueChange = {
    ...(theirs.title === there.title ? {} : { title: there.title }),
    ...(theirs.body === there.body ? {} : { body: there.body }),
    ...(theirs.state === there.state ? {} : { state: there.state }),
    ...(isSame(theirs.labels, there.labels) ? {} : { labels: there.labels.map(nameOf) }),
    ...(isSame(theirs.assignees, there.assignees) ? {} : { assignees: there.assignees }),
    ...(theirs.milestone === there.milestone ? {} : { milestone: there.milestone }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Updates the base with fields that were being sent and have arrived, which an interrupted run may not have recorded. */
export function arrivedIn(base: Base, sending: Partial<IssueFields> | null, theirs: IssueFields): Base {
  if (!sending) return base;
  const arrived = Object.fromEntries(
    keysOf(sending)
      .filter((field) => isSame(theirs[field], sending[field]))
      .map((field) => [field, sending[field]]),
  );
  return { ours: { ...base.ours, ...arrived }, theirs: { ...base.theirs, ...arrived } };
}

interface AssigneeState {
  /** The member assigned here, now and at the last sync. */
  current: string | null;
  before: string | null;
  /** Our logins at the last sync. */
  logins: readonly string[];
  loginOf: (userId: string) => string | null;
}

/**
 * Returns our assignees as logins: one member, and the host's accounts without a member. A member without a login changes
 * nothing on the host.
 */
export function ourAssignees({ current, before, logins, loginOf }: AssigneeState): readonly string[] {
  if (current === before) return logins;
  const [login, old] = [current && loginOf(current), before && loginOf(before)];
  if (current !== null && !login) return logins;
  return [...new Set([...logins.filter((one) => one !== old), ...(login ? [login] : [])])].sort();
}

interface AssigneeResult {
  current: string | null;
  before: string | null;
  /** The member the logins stood for at the last sync. */
  meant: string | null;
  /** The logins to assign here. */
  logins: readonly string[];
  userOf: (login: string) => string | null;
}

/** Returns the member to assign here, and the member the logins now stand for. An assignment made here since wins. */
export function assigneeFrom({ current, before, meant, logins, userOf }: AssigneeResult): {
  assigneeId: string | null;
  meant: string | null;
} {
  const members = logins.flatMap((login) => userOf(login) ?? []);
  const means = members.find((userId) => userId === current) ?? members[0] ?? null;
  const isChosenHere = current !== before;
  return { assigneeId: isChosenHere || means === meant ? current : means, meant: means };
}

const MARK = /\n\n<!-- plenum:([\w-]{1,100}) -->$/;
const ATTRIBUTION = /^\*\*([^\n]{1,300})\*\* wrote:\n\n/;

interface Written {
  /** Key for finding the text again. */
  key: string;
  body: string;
  author: string | null;
}

/**
 * Returns our text as sent: with the author's name, since it is posted by the token's owner, and with a hidden key for finding
 * it again if its arrival was not recorded.
 */
export function sentText({ key, body, author }: Written): string {
  const name = author?.replace(/[*\n]+/g, " ").slice(0, 300) || "Someone";
  return `**${name}** wrote:\n\n${plainText(body)}\n\n<!-- plenum:${key} -->`;
}

/** Parses a received text: its key, its author according to the text, and the text without these additions. */
export function receivedText(text: string): { key: string | null; author: string | null; body: string } {
  const plain = plainText(text);
  const key = MARK.exec(plain)?.[1] ?? null;
  if (key === null) return { key, author: null, body: plain };
  const inner = plain.replace(MARK, "");
  const author = ATTRIBUTION.exec(inner)?.[1] ?? null;
  return { key, author, body: plainText(inner.replace(ATTRIBUTION, "")) };
}

/** Replaces the body of a received text, keeping its additions. */
export function resentText(before: string, body: string): string {
  const plain = plainText(before);
  const mark = MARK.exec(plain)?.[0];
  if (mark === undefined) return plainText(body);
  return `${ATTRIBUTION.exec(plain)?.[0] ?? ""}${plainText(body)}${mark}`;
}
