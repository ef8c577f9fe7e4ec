import { useEffect, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { useCloseDialog } from "./use-close-dialog";

/**
 * For a dialog whose record may not allow its action, perhaps because someone else was faster or a link is old: it closes with
 * the message, and should draw nothing. If the action was possible when the dialog opened and someone else's change rules it out
 * later, the dialog stays, keeps its input and shows the refusal.
 */
export function usePossibleDialog(isPossibleNow: boolean, why: string): boolean {
  const [isPossible] = useState(isPossibleNow);
  const close = useCloseDialog();
  const now = useRef({ why, close });
  now.current = { why, close };

  // Toasts and navigation are outside the dialog.
  useEffect(() => {
    if (isPossible) return;
    toast({ title: "Not possible", text: now.current.why, tone: "bad" });
    now.current.close();
  }, [isPossible]);
  return isPossible;
}
