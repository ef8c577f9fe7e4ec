import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type Drop, formOf } from "./placements";

interface DropInFlightProps {
  drop: Drop;
  /** Address of the screen that takes it. */
  action: string;
  onAnswer: (drop: Drop, data: unknown) => void;
}

/** Sends one drop, each by itself, and hands back the answer once the day has been read anew. */
export function DropInFlight({ drop, action, onAnswer }: DropInFlightProps) {
  const fetcher = useFetcher();
  const now = useRef({ fetcher, onAnswer });
  now.current = { fetcher, onAnswer };
  const sent = useRef(false);

  // A drop begins with letting a job go, not with a form.
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    // Sending tells the whole screen that it is under way: the dropped job is painted before that.
    requestAnimationFrame(() => setTimeout(() => now.current.fetcher.submit(formOf(drop), { method: "post", action })));
  }, [drop, action]);

  const { state, data } = fetcher;
  // The answer arrives from outside of React's own events.
  useEffect(() => {
    if (state === "idle" && data !== undefined) now.current.onAnswer(drop, data);
  }, [drop, state, data]);
  return null;
}
