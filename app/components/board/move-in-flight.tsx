import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "~/paths";
import type { Move } from "./use-moves";

/** Sends one move, each by itself, and hands back the answer once the board has been read anew. */
export function MoveInFlight({ move, onAnswer }: { move: Move; onAnswer: (move: Move, data: unknown) => void }) {
  const fetcher = useFetcher();
  const now = useRef({ fetcher, onAnswer });
  now.current = { fetcher, onAnswer };
  const sent = useRef(false);

  // A move begins with letting a card go, not with a form.
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const action = paths.board({ job: move.card.number });
    now.current.fetcher.submit(formOf(move), { method: "post", action });
  }, [move]);

  const { state, data } = fetcher;
  // The answer arrives from outside of React's own events.
  useEffect(() => {
    if (state === "idle" && data !== undefined) now.current.onAnswer(move, data);
  }, [move, state, data]);
  return null;
}

function formOf({ key, request }: Move): FormData {
  const form = new FormData();
  const fields = { intent: "drop", idempotencyKey: key, ...request };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, String(value));
  }
  return form;
}
