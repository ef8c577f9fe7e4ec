import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { FOLD_HEADER, FOLDS_ON_PHONE, PhoneFold } from "~/components/phone-fold";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "~/components/ui/card";
import { Skeleton } from "~/components/ui/skeleton";
import { cn } from "~/lib/utils";

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
    <Card asChild className={cn("min-w-0", foldsOnPhone && FOLDS_ON_PHONE)}>
      <figure>
        <CardHeader asChild className={cn("flex flex-wrap justify-between gap-y-2", foldsOnPhone && FOLD_HEADER)}>
          <figcaption>
            <div className="min-w-0">
              <CardTitle>{title}</CardTitle>
              <CardDescription className="folds">{description}</CardDescription>
            </div>
            {foldsOnPhone && <PhoneFold title={title} show="Show chart" hide="Hide chart" />}
            {action && <div className="folds">{action}</div>}
          </figcaption>
        </CardHeader>
        <CardContent className={cn("folds", foldsOnPhone && "max-sm:pb-3")}>
          <div className="relative">
            <div aria-hidden="true" className="h-72 text-xs">
              <OnceInView fallback={<Skeleton className="h-72 w-full" />}>{children}</OnceInView>
            </div>
            {links}
          </div>
          <FiguresToRead title={title}>{table}</FiguresToRead>
        </CardContent>
      </figure>
    </Card>
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

type OnceInViewProps = { children: ReactNode; fallback: ReactNode };

// Close enough that content is usually ready by the time it is scrolled to.
const NEAR = "100px 0px";

/**
 * Renders its children in the browser once they come near the viewport or the page is printed, and keeps them mounted:
 * a phone does not spend its first second on a chart further down. The fallback reserves their space.
 */
function OnceInView({ children, fallback }: OnceInViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  // What is near the viewport, and when printing starts, only the browser knows.
  useEffect(() => {
    if (seen || !place.current) return;
    const show = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", show);
    };
  }, [seen]);

  if (seen) return <Suspense fallback={fallback}>{children}</Suspense>;
  return <div ref={place}>{fallback}</div>;
}
