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
    | /** Reads what was changed there since the last reading; the first time everything. */ {
        kind: "read";
      } /** Brings one issue to the same on both sides. `seen`: what a webhook says that it is now. */
    | { kind: "issue"; number: number; seen?: Seen }
    | /** Adds the webhook, or takes it away, as the repository is chosen or not. */ { kind: "hook"; url: string }
  );

/** Hashes of what a webhook has told: nothing is asked where both sides agree on it already. */
export interface Seen {
  issue?: string;
  comment?: { id: string; hash: string };
}

export const hostMessage = (job: HostJob) => ({ topic: "code_host" as const, orgId: job.orgId, job });
