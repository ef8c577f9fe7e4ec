import { type ReactNode, useState } from "react";
import { Button, type ButtonVariants } from "~/components/ui/button";
import { Mic } from "~/components/ui/icons";
import type { SpeakDialogProps } from "~/components/voice/speak-dialog";
import { lazyWithRetry } from "~/lib/lazy-with-retry";

// Loaded when the dialog is opened.
const speakDialog = lazyWithRetry(async () => (await import("~/components/voice/speak-dialog")).SpeakDialog);

type SpeakButtonProps = Omit<SpeakDialogProps, "onClose"> & Pick<ButtonVariants, "size"> & { children: ReactNode };

/** Opens a dialog for speaking or typing. */
export function SpeakButton({ children, size, ...dialog }: SpeakButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size={size}
        aria-haspopup="dialog"
        className="noscript:hidden"
        onClick={() => setOpen(true)}
      >
        <Mic />
        {children}
      </Button>
      {isOpen && <speakDialog.Part {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
