import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useUnsavedForm } from "./unsaved-forms";

interface Turns<Change> {
  /** Not yet answered, oldest first. */
  pending: readonly Change[];
  add: (change: Change) => void;
}

/**
 * Sends a fetcher's changes one at a time in the order they were made, since the server may handle two concurrent requests in
 * either order. The next one is sent once the previous response has been rendered, so `send` knows the saved version; leaving
 * before that prompts first. The component needs a key for what it changes.
 * @param replaces whether a change makes an earlier, unsent one superfluous
 */
export function useInTurn<Change>(
  { state, data }: Pick<FetcherWithComponents<unknown>, "state" | "data">,
  send: (change: Change) => void,
  replaces: (later: Change, earlier: Change) => boolean = () => false,
): Turns<Change> {
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

  const add = (change: Change) => {
    const firstUnsent = sent.current ? 1 : 0;
    setPending((before) => [...before.filter((earlier, at) => at < firstUnsent || !replaces(change, earlier)), change]);
  };
  return { pending, add };
}
