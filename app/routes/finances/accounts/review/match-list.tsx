import { GitCompareArrows } from "lucide-react";
import { useRef, useState } from "react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import type { MatchView } from "~/domain/finance/bank-link/review.server";
import { MatchPair } from "./match-pair";

/** The pairs to review; a reviewed pair keeps its place until the screen is left. Below, pairs reviewed before. */
export function MatchList({ matches }: { matches: readonly MatchView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const unseen = matches.filter(({ id, verdict }) => verdict === null && !seen.includes(id)).map(({ id }) => id);
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  // What is decided stays where it was, so that nothing moves under a finger.
  const here = seen.flatMap((id) => matches.find((one) => one.id === id) ?? []);
  const before = matches.filter(({ id, verdict }) => verdict !== null && !seen.includes(id));
  const goOn = () => {
    const next = list.current?.querySelector<HTMLElement>("[data-open]");
    (next ?? list.current)?.focus();
  };
  const pairs = (some: typeof matches) =>
    some.map((match) => <MatchPair key={match.id} match={match} onDecided={goOn} />);
  return (
    <>
      {here.length > 0 ? (
        <div className="flex flex-col gap-4">
          <p className="max-w-[65ch] text-muted-foreground">
            Keep one if both are the same purchase. Your own description and notes stay. If they are different, both
            stay. Reconciled transactions never change, and you can undo each answer.
            <span className="touch:hidden"> With the keyboard: S for the same, D for different, U to undo.</span>
          </p>
          <ul ref={list} tabIndex={-1} className="flex flex-col gap-4" aria-label="Possible duplicates">
            {pairs(here)}
          </ul>
        </div>
      ) : (
        <div className="list-frame">
          <EmptyState icon={GitCompareArrows} title="Nothing to review">
            <p>When a transaction from your bank looks like one you entered, it shows up here.</p>
          </EmptyState>
        </div>
      )}
      {before.length > 0 && (
        <Section title="Reviewed">
          <ul className="flex flex-col gap-4">{pairs(before)}</ul>
        </Section>
      )}
    </>
  );
}
