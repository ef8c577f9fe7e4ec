import { useShell } from "~/components/app-shell/use-shell";
import { Button } from "~/components/ui/button";
import { ErrorState } from "./error-state";
import { LostActions } from "./lost-actions";
import { ReportLink } from "./report-link";
import { useRouteFailure } from "./use-route-failure";

/** Error page of a nested screen; its layout remains and provides the page heading. */
export function NestedError() {
  const { status, message, reference, words, lost } = useRouteFailure();
  const isMember = Boolean(useShell()?.person?.member);
  // Missing records and missing permissions are not the product's fault.
  const actions = (words.again || status >= 500) && (
    <>
      {words.again && (
        <Button variant="outline" onClick={() => window.location.reload()}>
          Try again
        </Button>
      )}
      {isMember && status >= 500 && <ReportLink reference={reference} />}
    </>
  );
  if (lost)
    return (
      <ErrorState title={lost.title} action={<LostActions lost={lost} />}>
        <p>{lost.text}</p>
      </ErrorState>
    );
  return (
    <ErrorState title={words.title} action={actions} requestId={reference}>
      <p>{message ?? words.happened}</p>
      <p className="mt-2">{words.advice}</p>
    </ErrorState>
  );
}
