import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { toast } from "~/components/ui/toast-store";
import { paths } from "~/paths";

/** Offers to undo the latest change to a to-do, even after its row has left the list. */
export function useUndo() {
  const fetcher = useFetcher();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const failed = lastResult?.error?.[""]?.join(" ");

  // Toasts are outside the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    if (failed) toast({ title: "Not undone", text: failed, tone: "bad" });
  }, [fetcher.data]);

  const offer = (title: string, intent: "reopen" | "restore", id: string) => {
    const run = () =>
      fetcher.submit({ intent, id, idempotencyKey: crypto.randomUUID() }, { method: "post", action: paths.todos() });
    toast({ title, tone: "ok", action: { label: "Undo", run } });
  };
  return { offer, sessionEnded };
}
