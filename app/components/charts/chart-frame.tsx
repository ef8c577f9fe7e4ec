import { type ReactNode, useEffect, useRef, useState } from "react";
import { FOLD_HEADING, FOLDS_ON_PHONE, PhoneFold } from "~/components/phone-fold";
import { Skeleton } from "~/components/ui/skeleton";
import { cn } from "~/lib/utils";
import { OnceInView } from "./once-in-view";

type ChartFrameProps = {
  title: string;
  /** What the chart shows, in one sentence. */
  description: ReactNode;
  /** Control that switches between views. */
  action?: ReactNode;
  /** The chart, whose code is loaded only in the browser once its box comes into view; it fills a box of 18rem. */
  children: ReactNode;
  /** Links by keyboard to what the chart opens on a click; positioned over it. */
  links?: ReactNode;
  /** On phones, the chart is shown only on request. */
  foldsOnPhone?: boolean;
  /** The figures as a table, rendered when opened: even closed, they would be half of a screen's elements. */
  table: ReactNode;
};

/** A chart in a fixed-size box, with its figures as a table. */
export function ChartFrame({ title, description, action, foldsOnPhone, children, links, table }: ChartFrameProps) {
  return (
    <figure
      className={cn(
        "min-w-0 rounded-md border border-border bg-card p-4 sm:p-6",
        foldsOnPhone && cn("max-sm:py-3", FOLDS_ON_PHONE),
      )}
    >
      <figcaption
        className={cn(
          "mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2",
          foldsOnPhone && cn("max-sm:items-center", FOLD_HEADING),
        )}
      >
        <div className="min-w-0">
          <h2 className="font-semibold text-base">{title}</h2>
          <p className="folds text-muted-foreground text-sm">{description}</p>
        </div>
        {foldsOnPhone && <PhoneFold title={title} show="Show chart" hide="Hide chart" />}
        {action && <div className="folds">{action}</div>}
      </figcaption>
      <div className="folds">
        <div className="relative">
          <div aria-hidden="true" className="h-72 text-xs">
            <OnceInView fallback={<Skeleton className="h-72 w-full" />}>{children}</OnceInView>
          </div>
          {links}
        </div>
        <FiguresToRead title={title}>{table}</FiguresToRead>
      </div>
    </figure>
  );
}

function FiguresToRead({ title, children }: { title: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const see = () => setWasOpened((before) => before || details.current?.open === true);
  // It may have been opened before the page was hydrated.
  useEffect(see, []);
  return (
    <details ref={details} onToggle={see} className="mt-4">
      <summary className="w-fit cursor-pointer rounded-sm text-link text-sm touch:py-3.5">Show as a table</summary>
      {wasOpened && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        <section aria-label={`${title}, figures`} tabIndex={0} className="relative mt-3 overflow-x-auto">
          {children}
        </section>
      )}
    </details>
  );
}
