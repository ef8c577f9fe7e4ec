import { useEffect } from "react";
import { ToastViewport } from "~/components/ui/toast";
import { type ToastTone, toast } from "~/components/ui/toast-store";
import type { ToastMessage } from "~/lib/shell-data";
import { useShell } from "./use-shell";

const tones: Record<ToastMessage["tone"], ToastTone> = { success: "ok", error: "bad", info: "info" };

/** Where messages show, beginning with the one the server sent along. */
export function Toasts() {
  const sent = useShell()?.toast;

  // The toast store lives outside of React; each answer brings an object of its own.
  useEffect(() => {
    if (sent) toast({ title: sent.text, tone: tones[sent.tone] });
  }, [sent]);
  return <ToastViewport />;
}
