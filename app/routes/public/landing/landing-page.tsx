import type { ReactNode } from "react";
import { type LandingSection, type SectionId, sections } from "~/content/landing";
import { BoardFigure } from "./board-figure";
import { Closing } from "./closing";
import { ComparisonTable } from "./comparison-table";
import { ConsentQuestion } from "./consent-question";
import { FullWidth, SideBySide } from "./feature-section";
import { HealthFigure } from "./health-figure";
import { Hero } from "./hero";
import { LedgerFigure } from "./ledger-figure";
import { PhoneDrawing } from "./phone-drawing";
import { ProofStrip } from "./proof-strip";
import { Questions } from "./questions";
import { RunwayDrawing } from "./runway-drawing";
import { SuperheatFigure } from "./superheat-figure";

/** Everything between the page's header and footer. */
export function LandingPage() {
  return (
    <div className="mx-auto max-w-[75rem] space-y-20 px-gutter py-10 sm:py-16 lg:space-y-28">
      <Hero />
      <ProofStrip />
      {sections.map((section, index) => (
        <Feature key={section.id} section={section} flipped={index % 2 === 0} />
      ))}
      <ComparisonTable />
      <Questions />
      <Closing />
      <ConsentQuestion />
    </div>
  );
}

function Feature({ section, flipped }: { section: LandingSection; flipped: boolean }) {
  const drawing = drawings[section.id];
  if (section.id === "board") return <FullWidth section={section}>{drawing}</FullWidth>;
  return (
    <SideBySide section={section} flipped={flipped}>
      {drawing}
    </SideBySide>
  );
}

const drawings: Record<SectionId, ReactNode> = {
  board: <BoardFigure />,
  phone: <PhoneDrawing className="mx-auto h-auto w-full max-w-[17.5rem]" />,
  equipment: (
    <div className="space-y-6">
      <SuperheatFigure />
      <HealthFigure />
    </div>
  ),
  money: <LedgerFigure />,
  household: (
    <figure className="rounded-md border border-border bg-card p-4 sm:p-6">
      <figcaption className="font-semibold text-base text-foreground">Checking, twelve months ahead</figcaption>
      <RunwayDrawing className="mt-3 h-auto w-full" />
    </figure>
  ),
};
