import { type ReactNode, useState } from "react";
import { Button } from "~/components/ui/button";
import { ScanBarcode } from "~/components/ui/icons";
import { lazyWithRetry } from "~/lib/lazy-with-retry";

// The camera's code comes when somebody opens it.
const scanDialog = lazyWithRetry(async () => (await import("./scan-dialog")).ScanDialog);

type ScanButtonProps = {
  /** Its name, where a screen has more than one. */
  label?: string;
  /** What is scanned, as the dialog's heading. */
  title?: string;
  onCode: (code: string) => void;
  /** Several codes one after the other: the dialog stays and shows what became of them. */
  isMultiple?: boolean;
  status?: ReactNode;
  className?: string;
};

/** Reads a barcode or QR code with the camera, wherever a code can be typed. */
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
