import type { HostIssue, IssueChange, IssueState } from "../host";

/** What of an issue both sides keep equal. */
export interface IssueFields {
  title: string;
  body: string;
  state: IssueState;
  /** Names without regard to case, sorted: GitHub knows no two that differ in it alone. */
  labels: readonly string[];
  milestone: string | null;
}

export interface Conflict {
  field: "title" | "body" | "milestone" | "comment";
  ours: string;
  /** Stands now. */
  theirs: string;
}

/** Browsers write line ends in two ways. */
export const plainText = (text: string) => text.replace(/\r\n?/g, "\n").trimEnd();

export const labelKeys = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))].sort();

export function fieldsOf({ title, body, state, labels, milestone }: Pick<HostIssue, keyof IssueFields>): IssueFields {
  return { title: title.trim(), body: plainText(body), state, labels: labelKeys(labels), milestone };
}

/** What is hashed: equal for equal fields. */
export const canonical = ({ title, body, state, labels, milestone }: IssueFields) =>
  JSON.stringify([title, body, state, labels, milestone]);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Three ways into one: what one side has changed since `base` counts. Where both have, labels are taken and given by both, a state of
 * two values cannot differ, and of texts theirs stands; ours is answered as a conflict.
 */
export function merge(
  base: IssueFields,
  ours: IssueFields,
  theirs: IssueFields,
): { result: IssueFields; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  function one<K extends "title" | "body" | "milestone">(field: K): IssueFields[K] {
    if (isSame(ours[field], base[field]) || isSame(ours[field], theirs[field])) return theirs[field];
    if (isSame(theirs[field], base[field])) return ours[field];
    conflicts.push({ field, ours: ours[field] ?? "", theirs: theirs[field] ?? "" });
    return theirs[field];
  }
  const result: IssueFields = {
    title: one("title"),
    body: one("body"),
    state: ours.state === base.state ? theirs.state : ours.state,
    labels: mergeLabels(base.labels, ours.labels, theirs.labels),
    milestone: one("milestone"),
  };
  return { result, conflicts };
}

function mergeLabels(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const all = [...new Set([...ours, ...theirs])].sort();
  // In both it stays; in one alone, that one has added it, unless the other has taken it away.
  return all.filter((label) => (ours.includes(label) && theirs.includes(label)) || !base.includes(label));
}

/** What has to be sent so that `theirs` becomes `result`; null for nothing. `nameOf`: a label as it is written. */
export function changeFor(
  theirs: IssueFields,
  result: IssueFields,
  nameOf: (label: string) => string,
): IssueChange | null {
  const change: IssueChange = {
    ...(theirs.title === result.title ? {} : { title: result.title }),
    ...(theirs.body === result.body ? {} : { body: result.body }),
    ...(theirs.state === result.state ? {} : { state: result.state }),
    ...(isSame(theirs.labels, result.labels) ? {} : { labels: result.labels.map(nameOf) }),
    ...(theirs.milestone === result.milestone ? {} : { milestone: result.milestone }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

const MARK = /\n\n<!-- plenum:([\w-]{1,100}) -->$/;
const ATTRIBUTION = /^\*\*[^\n]{1,300}\*\* wrote:\n\n/;

/**
 * A comment of ours as it is sent: with who wrote it, since the token's owner sends it, and with its id out of sight, by which it is
 * found again when nobody heard that it had arrived.
 */
export function sentComment({ id, body, author }: { id: string; body: string; author: string | null }): string {
  const name = author?.replace(/[*\n]+/g, " ").slice(0, 300) || "Somebody";
  return `**${name}** wrote:\n\n${plainText(body)}\n\n<!-- plenum:${id} -->`;
}

/** A comment as it came: the id of ours that it is, if it is one, and the text without what was added. */
export function receivedComment(text: string): { ownId: string | null; body: string } {
  const plain = plainText(text);
  const ownId = MARK.exec(plain)?.[1] ?? null;
  if (ownId === null) return { ownId, body: plain };
  return { ownId, body: plain.replace(MARK, "").replace(ATTRIBUTION, "") };
}
