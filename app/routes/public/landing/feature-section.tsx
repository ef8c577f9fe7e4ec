import type { ReactNode } from "react";
import type { LandingSection } from "~/content/landing";
import { cn } from "~/lib/utils";
import { Points } from "~/routes/public/shared/points";
import { SectionHeading } from "./section-heading";

type Props = { section: LandingSection; flipped?: boolean; children: ReactNode };

/** Text on one side, the drawing on the other; on phones the text comes first. */
export function SideBySide({ section, flipped = false, children }: Props) {
  return (
    <section aria-labelledby={section.id} className="grid items-center gap-8 lg:grid-cols-2 lg:gap-16">
      <div className={cn(flipped && "lg:order-2")}>
        <SectionHeading id={section.id} eyebrow={section.eyebrow} title={section.title} text={section.text} />
        <Points points={section.points} className="mt-8" />
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** The drawing at full width, with the points in a row below it. */
export function FullWidth({ section, children }: Props) {
  return (
    <section aria-labelledby={section.id}>
      <SectionHeading id={section.id} eyebrow={section.eyebrow} title={section.title} text={section.text} />
      <div className="mt-8">{children}</div>
      <Points points={section.points} className="mt-8 sm:grid-cols-2 lg:grid-cols-4" />
    </section>
  );
}
