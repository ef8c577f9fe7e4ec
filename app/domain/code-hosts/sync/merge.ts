import type { HostIssue, IssueChange, IssueState } from "../host";
import { type FieldRule, mayReceive, maySend } from "../rules";

/** What of an issue both sides keep equal. */
export interface IssueFields {
  title: string;
  body: string;
  state: IssueState;
  /** Names without regard to case, sorted: GitHub knows no two that differ in it alone. */
  labels: readonly string[];
  /** Logins in lower case, sorted. */
  assignees: readonly string[];
  milestone: string | null;
}

export interface Conflict {
  field: "title" | "body" | "milestone" | "comment";
  ours: string;
  theirs: string;
  /** Which of them stands now. */
  stands: "ours" | "theirs";
}

/** Browsers write line ends in two ways. */
export const plainText = (text: string) => text.replace(/\r\n?/g, "\n").trimEnd();

export const labelKeys = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))].sort();

/** An issue's fields as they came, without what was added to the text of one that was made here. */
export function fieldsOf(issue: Pick<HostIssue, keyof IssueFields>): IssueFields {
  const { title, body, state, labels, assignees, milestone } = issue;
  return {
    ...{ title: title.trim(), body: receivedText(body).body, state, labels: labelKeys(labels) },
    ...{ assignees: labelKeys(assignees), milestone },
  };
}

/** What is hashed: equal for equal fields. */
export const canonical = ({ title, body, state, labels, assignees, milestone }: IssueFields) =>
  JSON.stringify([title, body, state, labels, assignees, milestone]);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** How each side was when they last met: the same, unless a rule keeps a field apart. */
export interface Base {
  ours: IssueFields;
  theirs: IssueFields;
}

interface Sides {
  base: Base;
  ours: IssueFields;
  theirs: IssueFields;
}

/** How each side is to be. */
export interface Merged {
  here: IssueFields;
  there: IssueFields;
  conflicts: Conflict[];
}

/**
 * What one side has changed since they met goes to the other, as far as the field's rule lets it. Where both have, labels and assignees are added
 * and taken away by both, a state of two values cannot differ, and of texts theirs stands unless the rule leads there only; the other is
 * answered as a conflict.
 */
export function merge({ base, ours, theirs }: Sides, ruleOf: (field: keyof IssueFields) => FieldRule): Merged {
  const conflicts: Conflict[] = [];
  function one<K extends "title" | "body" | "milestone" | "state">(field: K): [IssueFields[K], IssueFields[K]] {
    const mine = ours[field];
    const other = theirs[field];
    const rule = ruleOf(field);
    const [isOurs, isTheirs] = [!isSame(mine, base.ours[field]), !isSame(other, base.theirs[field])];
    if (isSame(mine, other)) return [mine, other];
    const stands = isTheirs && mayReceive(rule) ? "theirs" : isOurs && maySend(rule) ? "ours" : null;
    if (stands === null) return [mine, other];
    if (isOurs && isTheirs && field !== "state")
      conflicts.push({ field, ours: mine ?? "", theirs: other ?? "", stands });
    return stands === "theirs" ? [other, other] : [mine, mine];
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

/** A list with what was added to and taken from another one. */
function applied(list: readonly string[], before: readonly string[], after: readonly string[]): readonly string[] {
  const [added, removed] = [difference(after, before), difference(before, after)];
  return [...new Set([...difference(list, removed), ...added])].sort();
}

const difference = (a: readonly string[], b: readonly string[]) => a.filter((one) => !b.includes(one));

/** What has to be sent so that `theirs` becomes `there`; null for nothing. `nameOf`: a label as it is written. */
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

/** A base in which what was being sent has arrived, where it has: nobody may have noted it. */
export function arrivedIn(base: Base, sending: Partial<IssueFields> | null, theirs: IssueFields): Base {
  if (!sending) return base;
  const arrived = Object.fromEntries(
    Object.entries(sending).filter(([field, value]) => isSame(theirs[field as keyof IssueFields], value)),
  );
  return { ours: { ...base.ours, ...arrived }, theirs: { ...base.theirs, ...arrived } };
}

interface AssigneeState {
  /** The member here: now, and when both sides last met. */
  current: string | null;
  before: string | null;
  /** Logins of ours when both sides last met. */
  logins: readonly string[];
  loginOf: (userId: string) => string | null;
}

/** Who is assigned here, as logins: one member, and those of the host that nobody here is. A member without a login changes nothing there. */
export function ourAssignees({ current, before, logins, loginOf }: AssigneeState): readonly string[] {
  if (current === before) return logins;
  const [login, old] = [current && loginOf(current), before && loginOf(before)];
  if (current !== null && !login) return logins;
  return [...new Set([...logins.filter((one) => one !== old), ...(login ? [login] : [])])].sort();
}

interface AssigneeResult {
  current: string | null;
  before: string | null;
  /** The member whom the logins meant when both sides last met. */
  meant: string | null;
  /** Logins as they are to be here. */
  logins: readonly string[];
  userOf: (login: string) => string | null;
}

/** Who is to be assigned here, and whom the logins mean now. What somebody chose here since stands. */
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
  /** By which it is found again. */
  key: string;
  body: string;
  author: string | null;
}

/**
 * A text of ours as it is sent: with who wrote it, since the token's owner sends it, and with a key out of sight, by which it is
 * found again when nobody heard that it had arrived.
 */
export function sentText({ key, body, author }: Written): string {
  const name = author?.replace(/[*\n]+/g, " ").slice(0, 300) || "Someone";
  return `**${name}** wrote:\n\n${plainText(body)}\n\n<!-- plenum:${key} -->`;
}

/** A text as it came: the key that it carries, who wrote it according to it, and the text without what was added. */
export function receivedText(text: string): { key: string | null; author: string | null; body: string } {
  const plain = plainText(text);
  const key = MARK.exec(plain)?.[1] ?? null;
  if (key === null) return { key, author: null, body: plain };
  const inner = plain.replace(MARK, "");
  const author = ATTRIBUTION.exec(inner)?.[1] ?? null;
  return { key, author, body: plainText(inner.replace(ATTRIBUTION, "")) };
}

/** Another text in place of one that came, with what was added to that. */
export function resentText(before: string, body: string): string {
  const plain = plainText(before);
  const mark = MARK.exec(plain)?.[0];
  if (mark === undefined) return plainText(body);
  return `${ATTRIBUTION.exec(plain)?.[0] ?? ""}${plainText(body)}${mark}`;
}
