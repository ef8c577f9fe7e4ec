import { Link } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { household } from "~/content/landing";
import { Points } from "~/routes/public/shared/points";
import { RunwayDrawing } from "./runway-drawing";

export const handle: ShellHandle = { frame: "wide", roomy: true };

export const meta = () => publicMeta("Plenum for households: months of your money ahead", household.text);

/** What the product does for a household, as opposed to a business. */
export default function Households() {
  return (
    <div className="mx-auto max-w-[75rem] space-y-16 px-gutter py-10 sm:py-16">
      <section className="grid items-center gap-8 lg:grid-cols-2 lg:gap-16">
        <div>
          <p className="font-medium text-heat text-sm">{household.eyebrow}</p>
          <h1 className="mt-2 text-balance font-semibold text-2xl text-foreground lg:text-[2.5rem] lg:leading-[2.875rem]">
            {household.title}
          </h1>
          <p className="mt-4 text-base text-muted-foreground sm:text-lg">{household.text}</p>
          <Button asChild variant="default" size="lg" className="mt-8">
            <Link to={household.start.to}>{household.start.label}</Link>
          </Button>
        </div>
        <Card as="figure" className="min-w-0 p-4 sm:p-6">
          <figcaption className="font-semibold text-base text-foreground">Checking, twelve months ahead</figcaption>
          <RunwayDrawing className="mt-3 h-auto w-full" />
        </Card>
      </section>
      <Points points={household.points} className="sm:grid-cols-3" />
    </div>
  );
}
