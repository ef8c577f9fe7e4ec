import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useUnsavedForm } from "./unsaved-forms";

/**
 * Sends a fetcher's changes one at a time in the order they were made, since the server may handle two concurrent requests in
 * either order. The next one is sent once the previous response has been rendered, so `send` knows the saved version; leaving
 * before that prompts first. The component needs a key for what it changes.
 * @returns the changes not yet answered, oldest first, and the function that adds one
 */
export function useInTurn<Change>(
  { state, data }: Pick<FetcherWithComponents<unknown>, "state" | "data">,
  send: (change: Change) => void,
): { pending: readonly Change[]; add: (change: Change) => void } {
  const [pending, setPending] = useState<readonly Change[]>([]);
  const sent = useRef<{ before: unknown; isSending: boolean } | null>(null);
  useUnsavedForm(pending.length > 1, undefined);

  // The fetcher's requests are outside React.
  useEffect(() => {
    const first = sent.current;
    if (state !== "idle") {
      if (first) first.isSending = true;
      return;
    }
    // A change added meanwhile may render before the fetcher reports the submission; that is not a response.
    if (first && !first.isSending && first.before === data) return;
    if (first) {
      sent.current = null;
      setPending(([, ...rest]) => rest);
      return;
    }
    const [next] = pending;
    if (next === undefined) return;
    sent.current = { before: data, isSending: false };
    send(next);
  });
  return { pending, add: (change) => setPending((before) => [...before, change]) };
}
