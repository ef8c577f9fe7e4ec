import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";
import { cn } from "~/lib/utils";

export interface FigureProps {
  title: string;
  figure: string;
  hint: ReactNode;
  /** URL of the rows it counts; null if the reader has no access to such a list. */
  to: string | null;
  tone?: "bad" | "warn";
}

/** A number linked to the rows it counts. */
function Figure({ title, figure, hint, to, tone }: FigureProps) {
  const text = (
    <>
      <span className="flex flex-col gap-x-2 gap-y-1 max-sm:flex-row max-sm:items-baseline max-sm:justify-between">
        <span className="text-muted-foreground text-sm">{title}</span>
        <span
          className={cn(
            "font-semibold text-xl tabular max-sm:text-lg",
            tone === "bad" && "text-bad",
            tone === "warn" && "text-warn",
          )}
        >
          {figure}
        </span>
      </span>
      <span className="mt-1 block text-muted-foreground text-sm">{hint}</span>
    </>
  );
  return (
    <li>
      {to === null ? (
        <Card className="block h-full p-4 max-sm:p-3">{text}</Card>
      ) : (
        <Card asChild className="block h-full p-4 hover:border-input hover:bg-muted max-sm:p-3">
          <Link to={to}>{text}</Link>
        </Card>
      )}
    </li>
  );
}

/** Figures side by side. */
export function Figures({ figures }: { figures: readonly FigureProps[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-6">
      {figures.map((figure) => (
        <Figure key={figure.title} {...figure} />
      ))}
    </ul>
  );
}

/** Formats a count that stops at a limit: "99+" from there on. */
export const countedUp = (count: number, limit: number) => (count >= limit ? `${limit - 1}+` : String(count));
