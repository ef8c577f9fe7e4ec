import { type ReactNode, useId } from "react";
import { FOLD_HEADER, FOLDS_ON_PHONE, PhoneFold } from "~/components/phone-fold";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "~/components/ui/card";
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
    <Card asChild className={cn("min-w-0", foldOnPhone && FOLDS_ON_PHONE)}>
      <section aria-labelledby={id}>
        <CardHeader className={cn(foldOnPhone && FOLD_HEADER)}>
          <div className={cn("min-w-0", !description && "self-center")}>
            <CardTitle id={id}>{title}</CardTitle>
            {description && <CardDescription>{description}</CardDescription>}
          </div>
          {(action || foldOnPhone) && (
            <CardAction className={cn("row-span-1 flex items-center gap-4", foldOnPhone && "self-center")}>
              {action}
              {foldOnPhone && (
                <PhoneFold title={foldOnPhone.title} show="Show" hide="Hide" startsOpen={foldOnPhone.open} />
              )}
            </CardAction>
          )}
        </CardHeader>
        <CardContent className={cn(foldOnPhone && "folds max-sm:pb-3")}>{children}</CardContent>
      </section>
    </Card>
  );
}
