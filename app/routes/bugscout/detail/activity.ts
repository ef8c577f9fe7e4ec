import type { IssueChoices } from "~/domain/issues/choices.server";
import type { PrioritySettings } from "~/domain/issues/config/priorities";
import type { IssueDetail } from "~/domain/issues/detail.server";
import { authorOf } from "~/domain/issues/issue";

type Row = IssueDetail["activity"][number];

interface Names extends IssueChoices {
  priorities: readonly PrioritySettings[];
}

/** The activity as sentences, with current names instead of ids. */
export function activityEntries(rows: readonly Row[], choices: Names) {
  return rows.map((row) => ({ id: row.id, at: row.at, text: `${authorOf(row) ?? "Plenum"} ${whatOf(row, choices)}` }));
}

function whatOf({ kind, before, after }: Row, choices: Names): string {
  const [was, is] = [parsed(before), parsed(after)];
  const nameOf = (all: readonly { id: string; name: string }[], id: unknown, gone: string) =>
    all.find((one) => one.id === id)?.name ?? gone;
  switch (kind) {
    case "created":
      return "added the issue";
    case "title":
      return `changed the title to “${is}”`;
    case "body":
      return "edited the description";
    case "state":
      return `moved it to ${nameOf(choices.states, is, "a removed state")}`;
    case "priority":
      return `set the priority to ${choices.priorities.find(({ priority }) => priority === is)?.name ?? "another"}`;
    case "project":
      return is === null
        ? "removed it from its project"
        : `moved it to ${nameOf(choices.projects, is, "an archived project")}`;
    case "assignee":
      return is === null ? "unassigned it" : `assigned it to ${nameOf(choices.people, is, "a former member")}`;
    case "labels":
      return labelsChanged(was, is, (id) => nameOf(choices.labels, id, "a deleted label"));
    case "milestone":
      return is === null ? "removed the milestone" : `set the milestone to ${is}`;
    case "work_order":
      return is === null ? "unlinked the work order" : "linked a work order";
    case "equipment":
      return is === null ? "unlinked the equipment" : "linked equipment";
    case "duplicate_of":
      return is === null ? "removed the duplicate mark" : "marked it as a duplicate";
    case "comment_deleted":
      return "deleted a comment";
    case "attached":
      return `attached ${is}`;
    case "detached":
      return `removed ${was}`;
    case "deleted":
      return "moved it to the trash";
    case "restored":
      return "restored it";
    default:
      return "changed it";
  }
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function labelsChanged(was: unknown, is: unknown, nameOf: (id: unknown) => string): string {
  const ids = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const added = ids(is).filter((id) => !ids(was).includes(id));
  const removed = ids(was).filter((id) => !ids(is).includes(id));
  const parts = [
    added.length > 0 ? `added ${added.map(nameOf).join(", ")}` : "",
    removed.length > 0 ? `removed ${removed.map(nameOf).join(", ")}` : "",
  ];
  return parts.filter(Boolean).join(" and ") || "ordered the labels";
}
