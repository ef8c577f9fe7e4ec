import type { ReactNode } from "react";
import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";
import { type Tone, toneFill } from "./ui/tone";

export type TimelineEntry = {
  key: string;
  icon: IconComponent;
  tone?: Tone;
  /** Who did what. */
  title: ReactNode;
  /** When, usually a DateText. */
  at: ReactNode;
  children?: ReactNode;
};

/** Events in the order given by the caller. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="flex flex-col">
      {entries.map(({ key, icon: Icon, tone = "neutral", title, at, children }) => (
        <li key={key} className="group relative flex gap-3 pb-5 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-7 bottom-0 left-3.5 w-px -translate-x-1/2 bg-border group-last:hidden"
          />
          <span className={cn("grid size-7 shrink-0 place-items-center rounded-full", toneFill[tone])}>
            <Icon className="size-3.5" />
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="min-w-0">{title}</p>
              <p className="text-subtle-foreground text-sm">{at}</p>
            </div>
            {children && <div className="mt-1 text-muted-foreground">{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
