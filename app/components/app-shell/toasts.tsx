import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type ToastTone, toast } from "~/components/ui/toast-store";
import { Toaster } from "~/components/ui/toaster";
import type { ToastMessage } from "~/lib/shell-data";
import { useShell } from "./use-shell";

const tones: Record<ToastMessage["tone"], ToastTone> = { success: "ok", error: "bad", info: "info" };

/** The toast region, initially with the toast sent by the server. */
export function Toasts() {
  const sent = useShell()?.toast;
  const submit = useRef(useSubmit());

  // The toast store is outside React; each response contains a new toast object.
  useEffect(() => {
    if (!sent) return;
    const { text, tone, undo } = sent;
    const takeBack = undo && {
      label: "Undo",
      run: () => submit.current(undo.fields, { method: "post", action: undo.action, preventScrollReset: true }),
    };
    toast({ title: text, tone: tones[tone], action: takeBack });
  }, [sent]);
  return <Toaster />;
}
