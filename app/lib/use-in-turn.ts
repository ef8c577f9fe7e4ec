import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useReducer, useRef } from "react";
import { nextTurns, type Turns } from "./turns";
import { useUnsavedForm } from "./unsaved-forms";

interface InTurn<Change> {
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
): InTurn<Change> {
  // Boxed, so that two equal changes are told apart.
  const [{ sending, waiting }, dispatch] = useReducer(nextTurns<{ change: Change }>, null, noTurns<{ change: Change }>);
  const request = useRef<{ before: unknown; isSending: boolean } | null>(null);
  const pending = sending ? [sending, ...waiting] : waiting;
  useUnsavedForm(pending.length > 1, undefined);

  // The fetcher's requests are outside React.
  useEffect(() => {
    const current = request.current;
    if (state !== "idle") {
      if (current) current.isSending = true;
      return;
    }
    // A change added meanwhile may render before the fetcher reports the submission; that is not a response.
    if (current && !current.isSending && current.before === data) return;
    if (current) {
      request.current = null;
      dispatch({ kind: "answered" });
      return;
    }
    const [next] = waiting;
    if (sending || !next) return;
    request.current = { before: data, isSending: false };
    dispatch({ kind: "sent", change: next });
    send(next.change);
  });

  const add = (change: Change) =>
    dispatch({ kind: "add", change: { change }, replaces: (later, earlier) => replaces(later.change, earlier.change) });
  return { pending: pending.map(({ change }) => change), add };
}

function noTurns<Change>(): Turns<Change> {
  return { sending: null, waiting: [] };
}
