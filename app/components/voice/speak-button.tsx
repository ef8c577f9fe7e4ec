import { type ReactNode, useState } from "react";
import { Button, type ButtonVariants } from "~/components/ui/button";
import { Mic } from "~/components/ui/icons";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { SpeakDialogProps } from "./speak-dialog";

// Its code comes when somebody opens it.
const speakDialog = lazyWithRetry(async () => (await import("./speak-dialog")).SpeakDialog);

type SpeakButtonProps = Omit<SpeakDialogProps, "onClose"> & Pick<ButtonVariants, "size"> & { children: ReactNode };

/** Opens the microphone, and a place to type. */
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
