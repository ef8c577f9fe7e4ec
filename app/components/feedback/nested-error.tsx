import { Button } from "~/components/ui/button";
import { ErrorState } from "./error-state";
import { useRouteFailure } from "./use-route-failure";

/** The error page of a screen whose layout stands around it and has the page's heading. */
export function NestedError() {
  const { message, reference, words } = useRouteFailure();
  const again = (
    <Button variant="outline" onClick={() => window.location.reload()}>
      Try again
    </Button>
  );
  return (
    <ErrorState title={words.title} action={words.again && again} requestId={reference}>
      <p>{message ?? words.happened}</p>
      <p className="mt-2">{words.advice}</p>
    </ErrorState>
  );
}
