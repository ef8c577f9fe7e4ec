import type { SubmissionResult } from "@conform-to/react";
import { lazy, Suspense, useState } from "react";

type Refusal = {
  lastResult?: SubmissionResult<string[]>;
  sessionEnded?: boolean;
  details?: Record<string, unknown>;
  isDecided?: boolean;
};

/**
 * The refusal of a submitted form. Render `sessionEnded` anywhere in the page: if the session ended while the form was
 * open, it is a dialog for signing in again in place, after which the form can be resubmitted with all its input.
 */
export function useFormRefusal(actionData: unknown) {
  const [closedFor, setClosedFor] = useState<unknown>(null);
  const refusal: Refusal = isRefusal(actionData) ? actionData : {};
  const open = refusal.sessionEnded === true && closedFor !== actionData;
  return {
    lastResult: refusal.lastResult,
    details: refusal.details,
    /** Whether an attempt whose answer was lost may have been saved. */
    isInDoubt: refusal.lastResult !== undefined && !refusal.isDecided,
    sessionEnded: open ? (
      <Suspense>
        <SessionEnded onClose={() => setClosedFor(actionData)} />
      </Suspense>
    ) : null,
  };
}

// If its code cannot be loaded offline, the form must not be lost to an error page.
const SessionEnded = lazy(() =>
  import("./session-ended-dialog").then(
    (loaded) => ({ default: loaded.SessionEndedDialog }),
    () => ({ default: SignInElsewhere }),
  ),
);

function SignInElsewhere() {
  return (
    <p role="alert" className="fixed inset-x-0 bottom-0 z-40 border-destructive border-t bg-bad-soft p-4 text-center">
      Your session has ended. Sign in in another tab, then send this form again.
    </p>
  );
}

function isRefusal(actionData: unknown): actionData is Refusal {
  return typeof actionData === "object" && actionData !== null && "lastResult" in actionData;
}
