import { type ReactNode, useId } from "react";

type PanelProps = { title: ReactNode; description?: ReactNode; action?: ReactNode; children: ReactNode };

/** A boxed section of a screen. */
export function Panel({ title, description, action, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-border bg-card p-4 sm:p-6">
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {description && <p className="text-muted-foreground text-sm">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
