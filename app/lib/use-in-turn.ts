import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useReducer, useRef } from "react";
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
  // Boxed, so that two equal changes stay two.
  const [{ sending, waiting }, dispatch] = useReducer(nextTurns<{ change: Change }>, {
    sending: null,
    waiting: [],
  });
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

/** Changes sent one at a time: the one being sent and those waiting, oldest first. */
interface Turns<Change> {
  sending: Change | null;
  waiting: readonly Change[];
}

type Step<Change> =
  | { kind: "add"; change: Change; replaces: (later: Change, earlier: Change) => boolean }
  | { kind: "sent"; change: Change }
  | { kind: "answered" };

/**
 * The next state. A change may be added after another was chosen to be sent but before that is known here, so the one sent is
 * named, and a later change that replaces it stays in line.
 */
export function nextTurns<Change>({ sending, waiting }: Turns<Change>, step: Step<Change>): Turns<Change> {
  switch (step.kind) {
    case "add":
      return { sending, waiting: [...waiting.filter((one) => !step.replaces(step.change, one)), step.change] };
    case "sent":
      return { sending: step.change, waiting: waiting.filter((one) => one !== step.change) };
    case "answered":
      return { sending: null, waiting };
  }
}
