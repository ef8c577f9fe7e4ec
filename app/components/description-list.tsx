import type { ReactNode } from "react";
import { cn } from "~/lib/utils";

type Fact = { term: string; detail: ReactNode };

/** Facts about one thing, each term next to its value; stacked on phones. Missing values show 'Not set'. */
export function DescriptionList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={cn("divide-y divide-border", className)}>
      {facts.map(({ term, detail }) => (
        <div key={term} className="grid gap-x-4 py-2.5 sm:grid-cols-[min(11rem,36%)_minmax(0,1fr)]">
          <dt className="text-muted-foreground">{term}</dt>
          <dd className="min-w-0 break-words">{detail || <span className="text-subtle-foreground">Not set</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
