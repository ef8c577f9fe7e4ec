import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { DateText } from "~/components/date-text";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import type { OpenConflict } from "~/domain/code-hosts/conflicts.server";
import { CONFLICT_LABELS, HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import { formatIssueNumber } from "~/domain/issues/issue";
import { paths } from "~/paths";

type ConflictsProps = {
  host: HostKind;
  conflicts: readonly OpenConflict[];
  hasMore: boolean;
  timeZone: string;
  formKey: string;
};

/** Texts changed on both sides between syncs: which one was kept, what the other said, and how to resolve them. */
export function Conflicts({ host, conflicts, hasMore, timeZone, formKey }: ConflictsProps) {
  return (
    <Section
      title="Changed on both sides"
      description="One of the two texts is now on both sides. The other is saved here until you resolve it."
    >
      <ul className="list-frame divide-y divide-border">
        {conflicts.map((conflict) => (
          <li key={conflict.id} className="px-4 py-3">
            <details>
              <summary className="cursor-pointer">
                <span className="font-medium">{CONFLICT_LABELS[conflict.field] ?? conflict.field}</span> of{" "}
                {formatIssueNumber(conflict.number)} {conflict.title}
                {", "}
                <span className="text-muted-foreground">
                  <DateText at={conflict.at} zone={timeZone} />
                </span>
              </summary>
              <Texts conflict={conflict} host={host} formKey={formKey} />
              <p className="pt-3">
                <TextLink to={paths.issue(formatIssueNumber(conflict.number))}>Open issue</TextLink>
              </p>
            </details>
          </li>
        ))}
      </ul>
      {hasMore && <p className="text-muted-foreground text-sm">More are listed once these are resolved.</p>}
    </Section>
  );
}

function Texts({ conflict, host, formKey }: { conflict: OpenConflict } & Pick<ConflictsProps, "host" | "formKey">) {
  const { id, field, ours, theirs, winner } = conflict;
  const isSaving = useIsSubmitting("resolve");
  const name = HOST_NAMES[host];
  const resolve = (keep: "winner" | "other", label: ReactNode) => (
    <Form method="post" preventScrollReset className="mt-2">
      <input type="hidden" name="intent" value="resolve" />
      <input type="hidden" name="conflictId" value={id} />
      <input type="hidden" name="keep" value={keep} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${id}-${keep}`} />
      <Button type="submit" size="sm" variant="outline" disabled={isSaving}>
        {label}
      </Button>
    </Form>
  );
  const sides = [
    { side: "ours" as const, text: ours, term: winner === "ours" ? "From here, now on both" : "Here before" },
    {
      side: "theirs" as const,
      text: theirs,
      term: winner === "theirs" ? `On ${name}, now on both` : `On ${name} before`,
    },
  ];
  return (
    <dl className="grid gap-4 pt-3 sm:grid-cols-2">
      {sides.map(({ side, text, term }) => (
        <div key={side}>
          <dt className="text-muted-foreground text-sm">{term}</dt>
          <dd>
            <p className="whitespace-pre-wrap break-words">{text || "(empty)"}</p>
            {side === winner
              ? resolve("winner", "Keep this text")
              : field !== "comment" && resolve("other", "Use this text on both")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
