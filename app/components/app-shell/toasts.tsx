import { useEffect } from "react";
import { ToastViewport } from "~/components/ui/toast";
import { type ToastTone, toast } from "~/components/ui/toast-store";
import type { ToastMessage } from "~/lib/shell-data";
import { useShell } from "./use-shell";

const tones: Record<ToastMessage["tone"], ToastTone> = { success: "ok", error: "bad", info: "info" };

/** The toast region, starting with the toast that the server sent. */
export function Toasts() {
  const sent = useShell()?.toast;

  // The toast store lives outside of React; each answer brings an object of its own.
  useEffect(() => {
    if (sent) toast({ title: sent.text, tone: tones[sent.tone] });
  }, [sent]);
  return <ToastViewport />;
}
