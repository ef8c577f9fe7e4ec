import { type ReactNode, useId } from "react";
import { cn } from "~/lib/utils";

type SectionProps = {
  title: ReactNode;
  /** What belongs here, in one sentence. */
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A titled section of a screen or form. */
export function Section({ title, description, action, children, className }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-4", className)}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-muted-foreground">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
