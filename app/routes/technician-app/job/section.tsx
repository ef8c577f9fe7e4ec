import type { ReactNode } from "react";

type SectionProps = { id: string; title: string; aside?: string; children: ReactNode };

/** A part of the job under a heading of its own. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-3" id={id}>
      <h2 id={`${id}-title`} className="flex items-baseline justify-between gap-3 font-semibold text-lg">
        {title}
        {aside && <span className="font-normal text-base text-muted-foreground tabular">{aside}</span>}
      </h2>
      {children}
    </section>
  );
}
