import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { nudged } from "~/domain/shared/nudged";

/** Id of a row's handle, which keeps the focus when it is moved by keyboard. */
export const handleElementId = (id: string) => `handle-${id}`;

type Ordered = { id: string; title: string };

/** The order sent last, and the response received before that. */
interface Sent {
  order: string;
  before: unknown;
  isSending: boolean;
}

/**
 * The displayed order: each change shows immediately and reverts if the server refuses it. Only one order is sent at a
 * time: a second, concurrent one would race the first on the server and might be refused or applied first.
 */
export function useOrder<T extends Ordered>(tasks: readonly T[]) {
  const fetcher = useFetcher<{ lastResult?: { error?: Record<string, string[] | null> | null } }>();
  const [wanted, setWanted] = useState<string | null>(null);
  const sent = useRef<Sent | null>(null);
  const refused = fetcher.data?.lastResult?.error?.[""]?.join(" ");

  // Orders are sent one after the other, each once the previous response has been rendered.
  useEffect(() => {
    const out = sent.current;
    if (fetcher.state !== "idle") {
      if (out) out.isSending = true;
      return;
    }
    if (wanted === null) return;
    // A key press may render the list again before the fetcher reports the submission; that is not a response.
    if (out && !out.isSending && out.before === fetcher.data) return;
    if (out && (refused || out.order === wanted)) {
      // The server has responded and its order has been loaded.
      sent.current = null;
      setWanted(null);
      return;
    }
    sent.current = { order: wanted, before: fetcher.data, isSending: false };
    fetcher.submit({ intent: "order", order: wanted }, { method: "post" });
  }, [fetcher, wanted, refused]);

  const order = wanted?.split(",");
  const shown = order ? tasks.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : tasks;
  const ids = shown.map((task) => task.id);
  const [announcement, setAnnouncement] = useState("");
  const focused = useRef<string | null>(null);

  // Moving a row in the document removes the focus from its handle.
  useEffect(() => {
    if (focused.current) document.getElementById(handleElementId(focused.current))?.focus();
    focused.current = null;
  });
  const send = (next: readonly string[]) => {
    if (next.join() !== ids.join()) setWanted(next.join());
  };
  const tell = (id: string, next: readonly string[]) => {
    const title = shown.find((task) => task.id === id)?.title ?? "";
    setAnnouncement(`${title} is now ${next.indexOf(id) + 1} of ${next.length}`);
  };
  const nudge = (id: string, by: -1 | 1) => {
    const next = nudged(ids, id, by);
    focused.current = id;
    send(next);
    tell(id, next);
  };
  const drop = (id: string, over: string) => {
    const next = ids.filter((one) => one !== id);
    next.splice(ids.indexOf(over), 0, id);
    send(next);
    tell(id, next);
  };
  return { shown, nudge, drop, announcement, refused };
}
