import type { ShellHandle } from "~/components/app-shell/handle";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { useRouteFailure } from "./use-route-failure";

/** Handle of a route that is a dialog: the page is the one it is rendered over. */
export const dialogHandle: ShellHandle = { dialog: true };

/** Error boundary of a dialog route: its parent remains, and closing returns to it. */
export function DialogError() {
  const { message, words, lost } = useRouteFailure();
  const close = useCloseDialog();
  return (
    <Dialog open size="small" onOpenChange={close} title={lost?.title ?? words.title}>
      <ModalBody>
        <p role="alert">{lost?.text ?? message ?? words.happened}</p>
        {!lost && <p className="mt-2 text-muted-foreground">{words.advice}</p>}
      </ModalBody>
      <ModalFooter>
        <Button variant="default" onClick={close}>
          Close
        </Button>
      </ModalFooter>
    </Dialog>
  );
}
