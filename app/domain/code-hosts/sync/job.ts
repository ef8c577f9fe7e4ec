import type { HostKind } from "../host";

/** A repository that a business has chosen. */
export interface RepositoryRef {
  orgId: string;
  host: HostKind;
  repositoryId: string;
}

/** A unit of work with a code host. */
export type HostJob = RepositoryRef &
  (
    | /** Reads what was changed there since the last reading; the first time, or where `all` says so, everything. */ {
        kind: "read";
        all?: boolean;
      } /** Brings one issue to the same on both sides. `seen`: what a webhook says that it is now. */
    | { kind: "issue"; number: number; seen?: Seen }
    | /** Creates an issue there that was added here. */ { kind: "push"; issueId: string }
    | /** Adds the webhook, or takes it away, as the repository is chosen or not. */ { kind: "hook"; url: string }
    | /** Asks what the repository is called now, how its webhook does, and once a day which issues are gone. */ {
        kind: "check";
        verify?: { page: string | null; after: number };
      }
  );

/** Hashes of a webhook's contents: the host is not called if both sides already agree on them. */
export interface Seen {
  event?: string;
  issue?: string;
  comment?: { id: string; hash: string };
}

export const hostMessage = (job: HostJob) => ({ topic: "code_host" as const, orgId: job.orgId, job });
