import type { ReactNode } from "react";
import { type LandingSection, type SectionId, sections } from "~/content/landing";
import { Closing } from "./closing";
import { ComparisonTable } from "./comparison-table";
import { ConsentQuestion } from "./consent-question";
import { EstimateFigure } from "./estimate-figure";
import { FullWidth, SideBySide } from "./feature-section";
import { HealthFigure } from "./health-figure";
import { Hero } from "./hero";
import { PhoneDrawing } from "./phone-drawing";
import { ProductPicture } from "./product-picture";
import { ProofStrip } from "./proof-strip";
import { Questions } from "./questions";
import { StarterFigure } from "./starter-figure";

/** The content between the page's header and footer. */
export function LandingPage() {
  return (
    <div className="mx-auto max-w-[75rem] space-y-20 px-gutter py-10 sm:py-16 lg:space-y-28">
      <Hero />
      {sections.map((section, index) => (
        <Feature key={section.id} section={section} flipped={index % 2 === 0} />
      ))}
      <ProofStrip />
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
  board: (
    <ProductPicture
      name="scheduler"
      alt="The scheduler of a sample business: unscheduled jobs on the left, a lane for each technician with the jobs of the day."
      width={1180}
      height={430}
      className="w-full"
    />
  ),
  phone: <PhoneDrawing className="mx-auto h-auto w-full max-w-[17.5rem]" />,
  money: <EstimateFigure />,
  equipment: <HealthFigure />,
  start: <StarterFigure />,
};
