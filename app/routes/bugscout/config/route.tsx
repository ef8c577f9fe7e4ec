import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ArrowDown, ArrowUp } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { trackerSettings } from "~/domain/issues/config/projects.server";
import { moveState } from "~/domain/issues/config/states.server";
import { StateMove } from "~/domain/issues/schema";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { IssuePriorityMark, LabelList, StateIcon } from "~/routes/bugscout/shared/marks";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Bug tracking setup · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  ...(await trackerSettings(ctx)),
  isAdmin: can(allow(ctx, "issues.manage"), "system.admin"),
}));

export const action = formAction(StateMove, async ({ ctx, input }) => {
  await moveState(ctx, input);
  return { done: true };
});

export default function TrackerSetup() {
  const { states, labels, projects, milestones, priorities, isAdmin } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-5xl items-start gap-8 lg:grid-cols-2">
      <Section
        title="States"
        description="Columns of the board. On a code host an issue is open or closed."
        action={<AddLink to={paths.newIssueState()}>New state</AddLink>}
      >
        <Rows>
          {states.map(({ id, name, category, color, count: issues }, at) => (
            <Row
              key={id}
              name={
                <span className="flex items-center gap-2">
                  <StateIcon stateId={id} category={category} color={color} />
                  {name}
                </span>
              }
              detail={`${category === "open" ? "Open" : "Closed"}, ${counted(issues, "issue")}`}
            >
              <MoveState id={id} name={name} direction="up" isOff={at === 0} />
              <MoveState id={id} name={name} direction="down" isOff={at === states.length - 1} />
              <EditLink to={paths.issueState(id)} what={name}>
                Edit
              </EditLink>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section
        title="Priorities"
        description="In your words and colors. With a label, a priority is synced to the code hosts as that label."
      >
        <Rows>
          {priorities.map(({ priority, name, label }) => (
            <Row
              key={priority}
              name={<IssuePriorityMark priority={priority} />}
              detail={label === null ? "No label on code hosts" : `Label on code hosts: ${label}`}
            >
              <EditLink to={paths.issuePriority(priority)} what={name}>
                Edit
              </EditLink>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section title="Milestones" action={<AddLink to={paths.newIssueMilestone()}>New milestone</AddLink>}>
        <Rows empty="No milestones yet">
          {milestones.map(({ id, name, dueOn, closed, openIssues, closedIssues }) => (
            <Row
              key={id}
              name={name}
              detail={
                <>
                  {closed ? (
                    "Reached, "
                  ) : dueOn ? (
                    <>
                      Due <CivilDateText date={dueOn} year />,{" "}
                    </>
                  ) : (
                    ""
                  )}
                  {closedIssues.toLocaleString("en-US")} of {counted(openIssues + closedIssues, "issue")} closed
                </>
              }
            >
              <EditLink to={paths.issueMilestone(id)} what={name}>
                Edit
              </EditLink>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section title="Labels" action={<AddLink to={paths.newIssueLabel()}>New label</AddLink>}>
        <Rows empty="No labels yet">
          {labels.map((label) => (
            <Row key={label.id} name={<LabelList labels={[label]} />} detail={label.description}>
              <EditLink to={paths.issueLabel(label.id)} what={label.name}>
                Edit
              </EditLink>
            </Row>
          ))}
        </Rows>
      </Section>
      <Section title="Projects" action={<AddLink to={paths.newIssueProject()}>New project</AddLink>}>
        <Rows empty="No projects yet">
          {projects.map(({ id, name, description, archived }) => (
            <Row key={id} name={name} detail={archived ? "Archived" : description}>
              <EditLink to={paths.issueProject(id)} what={name}>
                Edit
              </EditLink>
            </Row>
          ))}
        </Rows>
      </Section>
      {isAdmin && (
        <Section title="Code hosts" description="Repositories, sync rules, assignee mapping and sync log.">
          <Button variant="outline" className="self-start" asChild>
            <Link to={paths.issueSync()}>Set up issue sync</Link>
          </Button>
        </Section>
      )}
      <Section title="Export" description="Every issue outside the trash, oldest first.">
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" asChild>
            <a href={paths.issueExport("csv")}>Download CSV</a>
          </Button>
          <Button variant="outline" asChild>
            <a href={paths.issueExport("json")}>Download JSON lines</a>
          </Button>
        </div>
      </Section>
      <Outlet />
    </div>
  );
}

function Rows({ empty, children }: { empty?: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-muted-foreground">{empty}</p>;
  return (
    <Card as="ul" className="divide-y divide-border">
      {children}
    </Card>
  );
}

function Row({ name, detail, children }: { name: ReactNode; detail: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 px-3 py-1.5">
      <span className="min-w-0 grow">
        {name}
        {detail && <span className="block text-muted-foreground text-sm">{detail}</span>}
      </span>
      {children}
    </li>
  );
}

interface MoveStateProps {
  id: string;
  name: string;
  direction: "up" | "down";
  isOff: boolean;
}

function MoveState({ id, name, direction, isOff }: MoveStateProps) {
  const { fetcher, busy, error, sessionEnded } = useInlineForm();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="stateId" value={id} />
      <input type="hidden" name="direction" value={direction} />
      <Button
        type="submit"
        variant="ghost"
        size="icon-sm"
        disabled={isOff || busy}
        aria-label={`Move ${name} ${direction}`}
      >
        {direction === "up" ? <ArrowUp /> : <ArrowDown />}
      </Button>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}

function EditLink({ to, what, children }: { to: string; what: string; children: ReactNode }) {
  return (
    <Button asChild variant="ghost" size="sm">
      <Link to={to} preventScrollReset>
        {children}
        <span className="sr-only"> {what}</span>
      </Link>
    </Button>
  );
}

function AddLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={to} preventScrollReset>
        {children}
      </Link>
    </Button>
  );
}
