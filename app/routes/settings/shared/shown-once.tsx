import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { Copy } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";
import { useCloseDialog } from "~/lib/use-close-dialog";

type ShownOnceProps = {
  title: string;
  secret: string;
  /** What it is called at the start of a sentence and later in it: 'API key', 'key'. */
  noun: { name: string; short: string };
  /** Where to store it, and what to do if it is lost. */
  children: ReactNode;
};

/** A secret, shown only once. */
export function ShownOnce({ title, secret, noun, children }: ShownOnceProps) {
  const close = useCloseDialog();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast({ title: `${noun.name} copied` }),
      () => toast({ tone: "bad", title: `The browser blocked copying. Select the ${noun.short} and copy it.` }),
    );
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          {children}
          <p className="select-all break-all rounded-md border border-border bg-muted p-3 font-mono text-sm">
            {secret}
          </p>
          <Button variant="outline" className="self-start" onClick={copy}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
        </DialogBody>
        <DialogFooter>
          <Button variant="default" onClick={close}>
            Done
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
