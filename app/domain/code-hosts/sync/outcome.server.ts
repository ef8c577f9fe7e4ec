import { HOST_NAMES } from "~/domain/code-hosts/host";
import type { Ctx } from "~/domain/shared/context";
import { keysOf } from "~/domain/shared/objects";
import type { Write } from "~/domain/shared/write.server";
import type { Seen } from "./job";
import { logEntry } from "./log.server";
import type { Conflict, IssueFields } from "./merge";
import type { CommentPlan, IssueRef } from "./sync-comments.server";
import { SYNCED_FIELD_LABELS } from "./sync-rules";

export const fieldsBetween = (before: IssueFields, after: IssueFields) =>
  keysOf(before).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

interface Run {
  ref: IssueRef;
  link: { issueId: string | null };
  seen: Seen;
}

interface Outcome {
  sent: (keyof IssueFields)[];
  received: (keyof IssueFields)[];
  comments: CommentPlan;
  conflicts: Conflict[];
  /** Logins that the host did not accept. */
  missing: string[];
  /** Whether the member assigned here has no account on the host. */
  isUnmapped: boolean;
}

/** Log entries for the result; none if nothing changed. */
export function outcomeRows(ctx: Ctx, { ref, link, seen }: Run, outcome: Outcome): Write[] {
  const host = HOST_NAMES[ref.host];
  const { sent, received, comments, conflicts, missing, isUnmapped } = outcome;
  const about = { number: ref.number, issueId: link.issueId };
  const changes = [
    sentence(`Sent to ${host}`, sent, comments.sent),
    sentence(`Received from ${host}`, received, comments.received),
    conflicts.length > 0
      ? `Changed on both sides: ${[...new Set(conflicts.map(({ field }) => field))].join(", ")}.`
      : "",
  ].filter(Boolean);
  const nothing =
    seen.event === undefined
      ? []
      : [
          logEntry(ctx, ref, {
            ...about,
            kind: "webhook",
            outcome: "ignored",
            detail: `${seen.event}: Both sides already match.`,
          }),
        ];
  const unmapped = `The assignee was not sent: the assignee mapping has no ${host} account for them.`;
  return [
    ...(changes.length > 0
      ? [logEntry(ctx, ref, { ...about, kind: "issue", outcome: "done", detail: changes.join(" ") })]
      : nothing),
    ...(missing.length > 0
      ? [
          logEntry(ctx, ref, {
            ...about,
            kind: "issue",
            outcome: "ignored",
            detail: `${host} did not accept these assignees: ${missing.join(", ")}.`,
          }),
        ]
      : []),
    ...(isUnmapped ? [logEntry(ctx, ref, { ...about, kind: "issue", outcome: "ignored", detail: unmapped })] : []),
  ];
}

function sentence(start: string, fields: readonly (keyof IssueFields)[], comments: number): string {
  const parts = [
    ...fields.map((field) => SYNCED_FIELD_LABELS[field].toLowerCase()),
    ...(comments > 0 ? [comments === 1 ? "1 comment" : `${comments} comments`] : []),
  ];
  return parts.length === 0 ? "" : `${start}: ${parts.join(", ")}.`;
}
