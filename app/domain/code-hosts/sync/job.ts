import type { HostKind } from "../host";

/** A repository that a business has chosen. */
export interface RepositoryRef {
  orgId: string;
  host: HostKind;
  repositoryId: string;
}

/** A piece of work with a code host. */
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

/** Hashes of what a webhook has told: nothing is asked where both sides agree on it already. */
export interface Seen {
  event?: string;
  issue?: string;
  comment?: { id: string; hash: string };
}

export const hostMessage = (job: HostJob) => ({ topic: "code_host" as const, orgId: job.orgId, job });
