import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { toast } from "~/components/ui/toast-store";

type Answer = { archived?: boolean; lastResult?: { error?: Record<string, string[] | null> } };

/** Archives and brings back without leaving the screen; the message after archiving takes it back. */
export function useArchive(name: string) {
  const fetcher = useFetcher<Answer>();
  const { data, submit } = fetcher;
  const send = (intent: "archive" | "restore") => submit({ intent }, { method: "post" });

  // The toast store lives outside of React; each answer is greeted once.
  useEffect(() => {
    if (data?.archived === true) {
      const run = () => submit({ intent: "restore" }, { method: "post" });
      toast({ title: `${name} is archived.`, action: { label: "Undo", run } });
    }
    if (data?.archived === false) toast({ title: `${name} is back in the list.` });
  }, [data, name, submit]);
  return {
    archive: () => send("archive"),
    restore: () => send("restore"),
    busy: fetcher.state !== "idle",
    refused: data?.lastResult?.error?.[""]?.join(" ") ?? null,
  };
}
