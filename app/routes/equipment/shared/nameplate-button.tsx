import { useState } from "react";
import { Button } from "~/components/ui/button";
import { ScanBarcode } from "~/components/ui/icons";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { NameplateDialogProps } from "./nameplate-dialog";

// Loaded when the dialog is opened.
const nameplateDialog = lazyWithRetry(async () => (await import("./nameplate-dialog")).NameplateDialog);

/** Reads a nameplate into the surrounding form. */
export function NameplateButton(props: Omit<NameplateDialogProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        className="shrink-0 noscript:hidden"
        onClick={() => setOpen(true)}
      >
        <ScanBarcode />
        Read the nameplate
      </Button>
      {isOpen && <nameplateDialog.Part {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
