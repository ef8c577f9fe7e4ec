import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { useCloseDialog } from "~/lib/use-close-dialog";

/** What a route that is a dialog says of itself: the page is the one it is drawn over. */
export const dialogHandle: ShellHandle = { dialog: true };

/** The error boundary of a route that is a dialog: its parent stands, and closing leads back to it. */
export function DialogError() {
  const error = useRouteError();
  const close = useCloseDialog();
  return (
    <Dialog open size="small" onOpenChange={close} title="This could not be opened">
      <ModalBody>
        <p role="alert">{messageOf(error)}</p>
      </ModalBody>
      <ModalFooter>
        <Button variant="default" onClick={close}>
          Close
        </Button>
      </ModalFooter>
    </Dialog>
  );
}

function messageOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return "The server cannot be reached. Try again once you are connected.";
  return error.status === 404 ? "It is not here. It may have been deleted." : "Something went wrong. Please try again.";
}
