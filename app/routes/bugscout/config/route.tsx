import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { trackerSettings } from "~/domain/issues/projects.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { LabelList } from "~/routes/bugscout/shared/marks";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Bug tracking setup · Plenum" }];

export const loader = pageLoader(({ ctx }) => trackerSettings(ctx));

export default function TrackerSetup() {
  const { states, labels, projects } = useLoaderData<typeof loader>();
  const count = (issues: number) => `${issues.toLocaleString("en-US")} ${issues === 1 ? "issue" : "issues"}`;
  return (
    <div className="grid max-w-5xl items-start gap-8 lg:grid-cols-2">
      <Section title="States" description="Columns of the board. On a code host an issue is open or closed.">
        <Rows>
          {states.map(({ id, name, category, count: issues }) => (
            <Row key={id} name={name} detail={`${category === "open" ? "Open" : "Closed"}, ${count(issues)}`}>
              <EditLink to={paths.issueState(id)} what={name}>
                Rename
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
      <Section title="Export" description="Every issue outside the trash, the oldest first.">
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
  return <ul className="divide-y divide-border rounded-md border border-border bg-card">{children}</ul>;
}

function Row({ name, detail, children }: { name: ReactNode; detail: string | null; children: ReactNode }) {
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
