import { useState } from "react";
import { buttonVariants } from "~/components/ui/button";

/** For an element that contains a `PhoneFold`: hides its `.folds` on phones until the fold is opened. */
export const FOLDS_ON_PHONE = "max-sm:[&:has(.fold:not([open]))_.folds]:hidden";
/** For a card's header that contains the fold. */
export const FOLD_HEADER = "max-sm:items-center max-sm:pt-3 max-sm:[&:has(.fold:not([open]))]:pb-3";

type PhoneFoldProps = {
  /** What it shows and hides. */
  title: string;
  show: string;
  hide: string;
  startsOpen?: boolean;
};

/** A button that shows a part of a screen that phones have folded. */
export function PhoneFold({ title, show, hide, startsOpen = false }: PhoneFoldProps) {
  const [isOpen] = useState(startsOpen);
  return (
    <details open={isOpen} className="fold group shrink-0 sm:hidden">
      <summary className={buttonVariants({ variant: "outline", size: "sm" })}>
        <span className="group-open:hidden">{show}</span>
        <span className="hidden group-open:inline">{hide}</span>
        <span className="sr-only">: {title}</span>
      </summary>
    </details>
  );
}
