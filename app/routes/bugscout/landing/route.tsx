import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { Stat } from "~/components/stat";
import { Card } from "~/components/ui/card";
import { CircleCheck, CircleDashed, TriangleAlert } from "~/components/ui/icons";
import { type SyncProblem, syncAttention } from "~/domain/code-hosts/attention.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { listIssues } from "~/domain/issues/list.server";
import { issueOverview } from "~/domain/issues/overview.server";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { IssuePriorityMark, IssueStateBadge } from "~/routes/bugscout/shared/marks";
import { usePriorities } from "~/routes/bugscout/shared/use-priorities";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Bug tracker · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  allow(ctx, "issues.read");
  const [overview, urgent, sync] = await Promise.all([
    issueOverview(ctx),
    listIssues(ctx, { category: "open", priority: ["urgent", "high"], limit: 8 }),
    syncAttention(ctx),
  ]);
  return { overview, urgent: urgent.items, sync };
});

export default function BugTrackerOverview() {
  const { overview, urgent, sync } = useLoaderData<typeof loader>();
  const [first, second] = usePriorities();
  const { open, closed, unassigned, deleted } = overview;
  const steps = [...overview.steps, ...(sync ? [{ key: "host" as const, done: sync.isConnected }] : [])];
  const upTo = (most: number | null) => (value: number) =>
    most === null ? `${Math.round(value)}+` : Math.round(value).toLocaleString("en-US");
  return (
    <div className="flex max-w-5xl flex-col gap-8">
      <p className="max-w-2xl text-muted-foreground">
        Bugs and requests about the software and the way you work: who is handling each one, how urgent it is and where
        it stands. Issues can come from people, from problem reports and from errors that Plenum notices itself.
      </p>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Stat label="Open" value={open} />
        <Stat label="Open and unassigned" value={unassigned ?? 100} format={upTo(unassigned)} />
        <Stat label="Closed" value={closed} />
        <Stat label="In the trash" value={deleted ?? 100} format={upTo(deleted)} />
      </div>
      {sync && sync.problems.length > 0 && (
        <Section title="Issue sync" description="Problems between your issues and the code hosts.">
          <Card as="ul" className="divide-y divide-border">
            {sync.problems.map(({ text, at }) => (
              <li key={text} className="flex items-center gap-3 px-3 py-2.5">
                <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
                <Link to={screenOf(at)} className="min-w-0 break-words hover:text-link">
                  {text}
                </Link>
              </li>
            ))}
          </Card>
        </Section>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Section
          title="Needs attention"
          description={`Open issues with priority ${first?.name} or ${second?.name}, newest first.`}
        >
          {urgent.length === 0 ? (
            <p className="text-muted-foreground">Nothing urgent is open.</p>
          ) : (
            <Card as="ul" className="divide-y divide-border">
              {urgent.map(({ id, number, title, priority, stateId, stateName, stateColor, category }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
                  <Link to={paths.issue(number)} className="min-w-0 grow basis-64 hover:text-link">
                    <span className="mr-2 text-muted-foreground tabular">{formatIssueNumber(number)}</span>
                    {title}
                  </Link>
                  <IssuePriorityMark priority={priority} />
                  <IssueStateBadge {...{ stateId, stateName, stateColor, category }} />
                </li>
              ))}
            </Card>
          )}
        </Section>
        <Section title="Setup" description={`${steps.filter(({ done }) => done).length} of ${steps.length} done`}>
          <ul className="flex flex-col gap-3">
            {steps.map(({ key, done }) => {
              const { label, to } = STEPS[key];
              const Icon = done ? CircleCheck : CircleDashed;
              return (
                <li key={key} className="flex items-center gap-2">
                  <Icon className={`size-4 ${done ? "text-ok" : "text-muted-foreground"}`} />
                  <Link to={to} className="hover:text-link">
                    {label}
                    <span className="sr-only">{done ? " (done)" : " (to do)"}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </Section>
      </div>
    </div>
  );
}

function screenOf(at: SyncProblem["at"]): string {
  switch (at.screen) {
    case "host":
      return paths.codeHost(at.host);
    case "sync":
      return paths.issueSync();
    case "log":
      return paths.issueSyncLog({ outcome: "failed" });
  }
}

const STEPS = {
  issue: { label: "Add the first issue", to: paths.newIssue() },
  assignee: { label: "Assign an issue to someone", to: paths.issues({ assignee: "none" }) },
  label: { label: "Create labels", to: paths.issueConfig() },
  project: { label: "Create a project", to: paths.issueConfig() },
  host: { label: "Connect GitHub or GitLab", to: paths.github() },
} as const;
