import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import type { RecentConflict } from "~/domain/code-hosts/repositories.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { paths } from "~/paths";

type ConflictsProps = { host: HostKind; conflicts: readonly RecentConflict[]; timeZone: string };

const fieldLabels: Record<string, string> = {
  title: "Title",
  body: "Description",
  milestone: "Milestone",
  comment: "Comment",
};

/** Texts that were changed on both sides before they met: which one stands, and what the other said. */
export function Conflicts({ host, conflicts, timeZone }: ConflictsProps) {
  return (
    <Section
      title="Changed on both sides"
      description={`The text of ${HOST_NAMES[host]} stands. What was here is kept below to copy from.`}
    >
      <ul className="list-frame divide-y divide-border">
        {conflicts.map(({ id, field, ours, theirs, number, title, at }) => (
          <li key={id} className="px-4 py-3">
            <details>
              <summary className="cursor-pointer">
                <span className="font-medium">{fieldLabels[field] ?? field}</span> of {formatIssueNumber(number)}{" "}
                {title}
                {", "}
                <span className="text-muted-foreground">
                  <DateText at={at} zone={timeZone} />
                </span>
              </summary>
              <dl className="grid gap-4 pt-3 sm:grid-cols-2">
                <div>
                  <dt className="text-muted-foreground text-sm">Here before</dt>
                  <dd className="whitespace-pre-wrap break-words">{ours || "(empty)"}</dd>
                </div>
                <div>
                  <dt className="text-muted-foreground text-sm">On {HOST_NAMES[host]}, now on both</dt>
                  <dd className="whitespace-pre-wrap break-words">{theirs || "(empty)"}</dd>
                </div>
              </dl>
              <p className="pt-3">
                <TextLink to={paths.issue(formatIssueNumber(number))}>Open issue</TextLink>
              </p>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
