import { Form, Link } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { RelativeTime } from "~/components/relative-time";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { FolderGit2, RefreshCw } from "~/components/ui/icons";
import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import type { ChosenRepository } from "~/domain/code-hosts/repositories.server";
import { useRetry } from "~/lib/live/use-retry";
import { paths } from "~/paths";

type RepositoriesProps = {
  host: HostKind;
  repositories: readonly ChosenRepository[];
  canChoose: boolean;
  /** The loader's time. */
  now: number;
  formKey: string;
};

/** Repositories chosen by the business, and the progress of their sync. */
export function Repositories({ host, repositories, canChoose, now, formKey }: RepositoriesProps) {
  const isSyncing = useIsSubmitting("sync");
  // A first import runs in the background, so its progress is reloaded.
  useRetry(repositories.some(({ importedAt, problem }) => importedAt === null && problem === null));
  const choose = canChoose && (
    <Button asChild variant={repositories.length === 0 ? "default" : "outline"}>
      <Link to={paths.hostRepositories(host)} preventScrollReset>
        Choose repositories
      </Link>
    </Button>
  );
  const actions = canChoose && (
    <div className="flex flex-wrap justify-end gap-2">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="sync" />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <Button type="submit" variant="outline" loading={isSyncing}>
          <RefreshCw />
          Sync now
        </Button>
      </Form>
      {choose}
    </div>
  );
  return (
    <Section title="Repositories" action={repositories.length > 0 && actions}>
      {repositories.length === 0 ? (
        <div className="list-frame">
          <EmptyState isOnAnyPage icon={FolderGit2} title="No repositories chosen" action={choose}>
            Choose the repositories on {HOST_NAMES[host]} whose issues belong in the bug tracker. No other repository is
            read.
          </EmptyState>
        </div>
      ) : (
        <ul className="list-frame divide-y divide-border">
          {repositories.map((one) => (
            <li key={one.id} className="flex min-h-11 flex-col gap-1 px-4 py-2.5">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <a
                  href={one.url}
                  target="_blank"
                  rel="noreferrer"
                  className="min-w-0 grow break-words font-medium hover:underline"
                >
                  {one.fullName}
                </a>
                {one.isPrivate && <Badge>Private</Badge>}
                <span className="text-muted-foreground text-sm">{rightsText(one.canWrite, one.canAdmin)}</span>
              </span>
              <SyncState repository={one} now={now} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** How much of a repository has been synced, and how new changes are received. */
function SyncState({ repository, now }: { repository: ChosenRepository; now: number }) {
  const { importedAt, lastReadAt, issueCount, hookId, problem } = repository;
  const count = issueCount === 1 ? "1 issue" : `${issueCount.toLocaleString("en-US")} issues`;
  if (problem) {
    return (
      <p className="text-bad text-sm">
        {problem} {count} so far.
      </p>
    );
  }
  if (!lastReadAt) return <p className="text-muted-foreground text-sm">Waiting for the first import</p>;
  if (!importedAt) {
    return (
      <p role="status" className="text-muted-foreground text-sm">
        Importing: <span className="tabular">{count}</span> so far
      </p>
    );
  }
  return (
    <p className="text-muted-foreground text-sm">
      <span className="tabular">{count}</span>, checked <RelativeTime at={Date.parse(lastReadAt)} now={now} />.{" "}
      {hookId ? "Changes arrive by webhook." : "No webhook: changes arrive within 15 minutes."}
    </p>
  );
}

export function rightsText(canWrite: boolean, canAdmin: boolean): string {
  if (!canWrite) return "Read only";
  return canAdmin ? "Read, write, webhooks" : "Read and write";
}
