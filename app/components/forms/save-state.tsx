import type { ReactNode } from "react";
import { Check, CircleAlert, PencilLine } from "~/components/ui/icons";
import { Spinner } from "~/components/ui/spinner";

export const saveStates = ["saved", "unsaved", "saving", "failed"] as const;

type SaveStateProps = {
  state: (typeof saveStates)[number];
  /** Shown instead of the default text: 'Saved 8:30 AM'. */
  children?: ReactNode;
};

const STATE_LABELS = { saved: "Saved", unsaved: "Not saved yet", saving: "Saving", failed: "Could not save" };

/** The form's save state. Always visible. */
export function SaveState({ state, children }: SaveStateProps) {
  return (
    <span aria-live="polite" className="inline-flex items-center gap-1.5 text-muted-foreground text-sm">
      <SaveIcon state={state} />
      {children ?? STATE_LABELS[state]}
    </span>
  );
}

function SaveIcon({ state }: Pick<SaveStateProps, "state">) {
  switch (state) {
    case "saved":
      return <Check className="size-4 text-ok" />;
    case "unsaved":
      return <PencilLine className="size-4 text-warn" />;
    case "saving":
      return <Spinner />;
    case "failed":
      return <CircleAlert className="size-4 text-bad" />;
  }
}
