import type { ShellHandle } from "~/components/app-shell/handle";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { useRouteFailure } from "./use-route-failure";

/** Handle of a route that is a dialog: the page is the one it is rendered over. */
export const dialogHandle: ShellHandle = { dialog: true };

/** Error boundary of a dialog route: its parent remains, and closing returns to it. */
export function DialogError() {
  const { message, words, lost } = useRouteFailure();
  const close = useCloseDialog();
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>{lost?.title ?? words.title}</DialogTitle>
        </DialogHeader>
        <DialogBody>
          <p role="alert">{lost?.text ?? message ?? words.happened}</p>
          {!lost && <p className="mt-2 text-muted-foreground">{words.advice}</p>}
        </DialogBody>
        <DialogFooter>
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
