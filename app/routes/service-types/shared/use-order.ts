import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { nudged } from "~/domain/shared/nudged";
import type { FormRefusal } from "~/http/form-action";
import { useInTurn } from "~/lib/use-in-turn";

/** Id of a row's handle, which keeps the focus when it is moved by keyboard. */
export const handleElementId = (id: string) => `handle-${id}`;

type Ordered = { id: string; title: string };

/** The displayed order: each change shows immediately and reverts if the server refuses it. */
export function useOrder<T extends Ordered>(tasks: readonly T[]) {
  const fetcher = useFetcher<FormRefusal | { done: true }>();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const { pending, add } = useInTurn<string>(
    fetcher,
    (order) => fetcher.submit({ intent: "order", order }, { method: "post" }),
    () => true,
  );
  const refused = lastResult?.error?.[""]?.join(" ");
  const order = pending.at(-1)?.split(",");
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
    if (next.join() !== ids.join()) add(next.join());
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
  return { shown, nudge, drop, announcement, refused, sessionEnded };
}
