import { Link } from "@remix-run/react";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Card } from "~/components/ui/card";
import type { IssuesAbout } from "~/domain/issues/about.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { paths, type Query } from "~/paths";

/** Issues about the current record, with a link for adding one. Renders nothing if there are none and none can be added. */
export function LinkedIssues({ about, newIssue }: { about: IssuesAbout; newIssue: Query }) {
  const { issues, mayAdd } = about;
  if (issues.length === 0 && !mayAdd) return null;
  return (
    <Section title="Issues" action={mayAdd && <TextLink to={paths.newIssue(newIssue)}>New issue</TextLink>}>
      {issues.length === 0 ? (
        <p className="text-muted-foreground">No issues</p>
      ) : (
        <Card as="ul" className="divide-y divide-border">
          {issues.map(({ id, number, title, stateName }) => (
            <li key={id}>
              <Link
                to={paths.issue(number)}
                className="flex flex-wrap items-baseline gap-x-3 px-3 py-2.5 hover:text-link"
              >
                <span className="min-w-0 grow basis-48">
                  <span className="mr-2 text-muted-foreground tabular">{formatIssueNumber(number)}</span>
                  {title}
                </span>
                <span className="text-muted-foreground text-sm">{stateName}</span>
              </Link>
            </li>
          ))}
        </Card>
      )}
    </Section>
  );
}
