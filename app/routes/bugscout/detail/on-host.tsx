import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { CONFLICT_LABELS, HOST_NAMES, type LinkStatus } from "~/domain/code-hosts/host";
import type { IssueOnHost } from "~/domain/code-hosts/issue-link.server";
import { paths } from "~/paths";

interface OnHostProps {
  onHost: IssueOnHost;
  number: number;
  mayWrite: boolean;
}

const statusLabels: Record<Exclude<LinkStatus, "linked">, string> = {
  deleted: "Deleted on the host; kept here",
  transferred: "Moved to another repository there",
  confidential: "Confidential there: nothing is synced",
};

/** Where the issue is on a code host, and whether both sides are in sync. */
export function OnHost({ onHost, number, mayWrite }: OnHostProps) {
  const [search] = useSearchParams();
  const createHref = paths.createIssueOnHost(number, Object.fromEntries(search));
  if (onHost.state === "here") {
    if (!onHost.canCreate || !mayWrite) return null;
    return (
      <Box>
        <Button asChild variant="outline" size="sm">
          <Link to={createHref} preventScrollReset>
            Create on a code host
          </Link>
        </Button>
      </Box>
    );
  }
  const { host, repository } = onHost;
  if (onHost.state === "waiting") {
    return (
      <Box>
        <p className="break-words text-muted-foreground">
          {onHost.isFailed
            ? `Could not be created in ${repository}. ${onHost.reason ?? ""}`
            : `Being created in ${repository} on ${HOST_NAMES[host]}`}
        </p>
        {onHost.isFailed && mayWrite && (
          <Button asChild variant="outline" size="sm" className="mt-2">
            <Link to={createHref} preventScrollReset>
              Try again
            </Link>
          </Button>
        )}
      </Box>
    );
  }
  const { url, status, isWaiting, unmapped, conflicts, mayResolve } = onHost;
  return (
    <Box>
      <p>
        <a href={url} target="_blank" rel="noreferrer" className="break-words text-link underline">
          {`${repository}#${onHost.number}`}
        </a>{" "}
        <span className="text-muted-foreground">on {HOST_NAMES[host]}</span>
      </p>
      <p className="mt-1">
        <Badge>{status !== "linked" ? statusLabels[status] : isWaiting ? "Waiting to sync" : "In sync"}</Badge>
      </p>
      {conflicts.length > 0 && (
        <p className="mt-1 text-sm text-warn">
          {`Changed on both sides: ${conflicts
            .map((field) => CONFLICT_LABELS[field] ?? field)
            .join(", ")
            .toLowerCase()}. Both texts are saved.`}{" "}
          {mayResolve && <TextLink to={paths.codeHost(host)}>Compare</TextLink>}
        </p>
      )}
      {unmapped.length > 0 && (
        <p className="mt-1 break-words text-muted-foreground text-sm">
          {`Also assigned there, with no match here: ${unmapped.join(", ")}`}
        </p>
      )}
    </Box>
  );
}

function Box({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="on-host" className="mb-4">
      <h2 id="on-host" className="mb-1.5 font-medium text-sm">
        Code host
      </h2>
      {children}
    </section>
  );
}
