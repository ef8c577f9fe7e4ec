import type { HostKind } from "~/domain/code-hosts/host";
import type { IssuePriority } from "~/domain/issues/issue";

/** A repository that a business has chosen. */
export interface RepositoryRef {
  orgId: string;
  host: HostKind;
  repositoryId: string;
}

/** A unit of work with a code host. */
export type HostJob = RepositoryRef &
  (
    | /** Reads changes on the host since the last read; everything the first time or with `all`. */ {
        kind: "read";
        all?: boolean;
      } /** Syncs one issue on both sides. `seen`: its state according to a webhook. */
    | { kind: "issue"; number: number; seen?: Seen }
    | /** Creates an issue added here on the host. */ { kind: "push"; issueId: string }
    | /** Adds the webhook of a chosen repository, or removes that of a removed one. */ { kind: "hook"; url: string }
    | /** Checks the repository's name and its webhook, and once a day which issues are gone. */ {
        kind: "check";
        verify?: { page: string | null; after: number };
      }
    | /** Marks the issues assigned to a member whose account became known, a part at a time, after a number. */ {
        kind: "assign";
        userId: string;
        after: number;
      }
    | /** Marks the issues with a priority or with its new label, a part at a time, after a number. */ {
        kind: "priority";
        priority: IssuePriority;
        label: string | null;
        after: number;
      }
  );

/** Hashes of a webhook's contents: the host is not called if both sides already agree on them. */
export interface Seen {
  event?: string;
  issue?: string;
  comment?: { id: string; hash: string };
}

export const hostMessage = (job: HostJob) => ({
  topic: "code_host" as const,
  owner: { orgId: job.orgId },
  payload: job,
});
