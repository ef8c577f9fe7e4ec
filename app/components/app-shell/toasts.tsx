import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ToastViewport } from "~/components/ui/toast";
import { type ToastTone, toast } from "~/components/ui/toast-store";
import type { ToastMessage } from "~/lib/shell-data";
import { useShell } from "./use-shell";

const tones: Record<ToastMessage["tone"], ToastTone> = { success: "ok", error: "bad", info: "info" };

/** The toast region, starting with the toast that the server sent. */
export function Toasts() {
  const sent = useShell()?.toast;
  const submit = useRef(useSubmit());

  // The toast store lives outside of React; each answer brings an object of its own.
  useEffect(() => {
    if (!sent) return;
    const { text, tone, undo } = sent;
    const takeBack = undo && {
      label: "Undo",
      run: () => submit.current(undo.fields, { method: "post", action: undo.action, preventScrollReset: true }),
    };
    toast({ title: text, tone: tones[tone], action: takeBack });
  }, [sent]);
  return <ToastViewport />;
}
