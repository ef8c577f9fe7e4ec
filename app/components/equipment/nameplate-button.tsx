import { useState } from "react";
import { Button } from "~/components/ui/button";
import { ScanBarcode } from "~/components/ui/icons";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { NameplateDialogProps } from "./nameplate-dialog";

// Its code comes when somebody opens it.
const nameplateDialog = lazyWithRetry(async () => (await import("./nameplate-dialog")).NameplateDialog);

/** Reads a nameplate into the form that it stands in. */
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
