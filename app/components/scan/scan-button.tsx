import { type ReactNode, useState } from "react";
import { Button } from "~/components/ui/button";
import { ScanBarcode } from "~/components/ui/icons";
import { lazyWithRetry } from "~/lib/lazy-with-retry";

// The camera code is loaded when the dialog is opened.
const scanDialog = lazyWithRetry(async () => (await import("./scan-dialog")).ScanDialog);

type ScanButtonProps = {
  /** Its label, if a screen has more than one. */
  label?: string;
  /** What to scan, as the dialog's title. */
  title?: string;
  onCode: (code: string) => void;
  /** Scans several codes in a row: the dialog stays open and shows the results. */
  isMultiple?: boolean;
  status?: ReactNode;
  className?: string;
};

/** Scans a barcode or QR code with the camera, next to any field for a code. */
export function ScanButton({
  label = "Scan with the camera",
  title = "Scan an item",
  onCode,
  isMultiple,
  status,
  className,
}: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        aria-label={label}
        aria-haspopup="dialog"
        className={className ?? "noscript:hidden"}
        onClick={() => setOpen(true)}
      >
        <ScanBarcode />
      </Button>
      {isOpen && (
        <scanDialog.Part
          title={title}
          status={status}
          onClose={() => setOpen(false)}
          onCode={(code) => {
            if (!isMultiple) setOpen(false);
            onCode(code);
          }}
        />
      )}
    </>
  );
}
