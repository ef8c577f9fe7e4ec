import { type ReactNode, useId } from "react";
import { FOLD_HEADING, FOLDS_ON_PHONE, PhoneFold } from "~/components/phone-fold";
import { cn } from "~/lib/utils";

type PanelProps = {
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** Phones show its content only on request, or from the start if `open`. */
  foldOnPhone?: { title: string; open?: boolean };
  children: ReactNode;
};

/** A boxed section of a screen. */
export function Panel({ title, description, action, foldOnPhone, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn(
        "min-w-0 rounded-md border border-border bg-card p-4 sm:p-6",
        foldOnPhone && cn("max-sm:py-3", FOLDS_ON_PHONE),
      )}
    >
      <div
        className={cn("mb-4 flex items-start justify-between gap-4", foldOnPhone && cn("items-center", FOLD_HEADING))}
      >
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {description && <p className="text-muted-foreground text-sm">{description}</p>}
        </div>
        {action}
        {foldOnPhone && <PhoneFold title={foldOnPhone.title} show="Show" hide="Hide" startsOpen={foldOnPhone.open} />}
      </div>
      {foldOnPhone ? <div className="folds">{children}</div> : children}
    </section>
  );
}
