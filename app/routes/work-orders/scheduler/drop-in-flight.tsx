import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "~/components/ui/toast-store";
import type { Placement } from "~/domain/scheduling/scheduler";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { live } from "~/lib/live/live";
import { afterPaint } from "./after-paint";
import { type Drop, type DropAnswer, dropAnswerOf, formOf, isSamePlace } from "./drops";
import type { Settled } from "./use-drops";

export interface DropInFlightProps {
  drop: Drop;
  /** Address of the screen that takes it. */
  action: string;
  /** "is at 8:30 AM, Luis Ortega". */
  placeWords: (place: Placement) => string;
  onSettled: (drop: Drop, settled: Settled) => void;
  onUndo: (back: Drop) => void;
}

/** A change that does not concern the drop is stepped over so many times. */
const mostTries = 5;

/** Sends one drop, each by itself, and says what became of it: a saved one is shown by the day read anew, no other waits for that. */
export function DropInFlight(props: DropInFlightProps) {
  const { drop, action } = props;
  const fetcher = useFetcher();
  const now = useRef({ fetcher, props });
  now.current = { fetcher, props };
  const sent = useRef(false);
  const settled = useRef(false);

  // A drop begins with letting a job go, not with a form.
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    // Sending tells the whole screen that it is under way: the dropped job is painted before that.
    afterPaint(() => now.current.fetcher.submit(formOf(drop), { method: "post", action }));
  }, [drop, action]);

  const { state, data } = fetcher;
  // The answer arrives from outside of React's own events.
  useEffect(() => {
    if (data === undefined || settled.current) return;
    if (state !== "idle" && dropAnswerOf(data).kind === "placed") return;
    settled.current = true;
    answered(now.current.props, data);
  }, [state, data]);
  return null;
}

function answered(props: DropInFlightProps, data: unknown): void {
  const { drop, onSettled } = props;
  const answer = dropAnswerOf(data);
  if (answer.kind === "placed") {
    const version = answer.version ?? drop.job.version + 1;
    onSettled(drop, { kind: "saved", version, back: drop.undoes ? null : back(drop, { version }) });
    if (!drop.next) sayDone(props, { version, notice: answer.notice });
  } else
    onSettled(drop, answer.kind === "changed" ? concerned(drop, { answer, data }) : { kind: "open", answer, data });
}

type Changed = { answer: Extract<DropAnswer, { kind: "changed" }>; data: unknown };

/** Whether what somebody else changed has to do with the drop. */
function concerned({ job, to, again = 0 }: Drop, { answer, data }: Changed): Settled {
  const { version, at, state } = answer.meanwhile;
  // The answer to an earlier try was lost on its way: it is saved.
  if (to && isSamePlace(at, to)) return { kind: "saved", version, back: null };
  if (isSamePlace(at, job.at) && (!state || at) && again < mostTries) return { kind: "again", version };
  return { kind: "open", answer, data };
}

/** Says that it is done, and how to take it back. */
function sayDone({ drop, placeWords, onUndo }: DropInFlightProps, saved: Saved) {
  const { job, to, again, room } = drop;
  live.retryNow();
  const reference = formatWorkOrderNumber(job.number);
  const beside = again ? "Somebody else changed something else about it at the same time." : undefined;
  const aside = room ? `${formatWorkOrderNumber(room.job.number)} made room for it.` : undefined;
  toast({
    title: to ? `${reference} ${placeWords(to)}` : `${reference} waits for a place again`,
    text: saved.notice ?? drop.notice ?? aside ?? beside,
    action: { label: "Undo", run: () => onUndo(back(drop, saved)) },
  });
}

type Saved = { version: number; notice: string | null };

/** What takes a drop back; a job that made room goes back with it. */
function back({ job, to, overrideReason, room }: Drop, { version }: Pick<Saved, "version">): Drop {
  const key = crypto.randomUUID();
  const drop = { key, job: { ...job, version, at: to }, to: job.at, undoes: true };
  const reason = job.at && overrideReason ? "Taken back" : null;
  if (!room?.job.at) return { ...drop, overrideReason: reason };
  const { job: other, start } = room;
  const now = { ...other, version: other.version + 1, at: { ...room.job.at, start } };
  if (job.at) return { ...drop, overrideReason: reason, room: { job: now, start: room.job.at.start } };
  const next = { key: crypto.randomUUID(), job: now, to: other.at, overrideReason: null, undoes: true };
  return { ...drop, overrideReason: null, next };
}
