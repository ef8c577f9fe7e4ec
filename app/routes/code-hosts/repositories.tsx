import { Link } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { FolderGit2 } from "~/components/ui/icons";
import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import type { ChosenRepository } from "~/domain/code-hosts/repositories.server";
import { paths } from "~/paths";

type RepositoriesProps = { host: HostKind; repositories: readonly ChosenRepository[]; canChoose: boolean };

/** What of the host the business works with. */
export function Repositories({ host, repositories, canChoose }: RepositoriesProps) {
  const choose = canChoose && (
    <Button asChild variant={repositories.length === 0 ? "default" : "outline"}>
      <Link to={paths.hostRepositories(host)} preventScrollReset>
        Choose repositories
      </Link>
    </Button>
  );
  return (
    <Section title="Repositories" action={repositories.length > 0 && choose}>
      {repositories.length === 0 ? (
        <div className="list-frame">
          <EmptyState icon={FolderGit2} title="No repositories chosen" action={choose}>
            Choose the repositories on {HOST_NAMES[host]} whose issues belong in the bug tracker. Nothing is read from
            any other.
          </EmptyState>
        </div>
      ) : (
        <ul className="list-frame divide-y divide-border">
          {repositories.map(({ id, fullName, url, isPrivate, canWrite, canAdmin }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="min-w-0 grow break-words font-medium hover:underline"
              >
                {fullName}
              </a>
              {isPrivate && <Badge>Private</Badge>}
              <span className="text-muted-foreground text-sm">{rightsText(canWrite, canAdmin)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function rightsText(canWrite: boolean, canAdmin: boolean): string {
  if (!canWrite) return "Read only";
  return canAdmin ? "Read, write, webhooks" : "Read and write";
}
