import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { live } from "~/components/live/live";
import { toast } from "~/components/ui/toast-store";
import type { Placement } from "~/domain/scheduling/scheduler.rules";
import { formatWorkOrderNumber } from "~/domain/work-orders/rules";
import { type Drop, type DropAnswer, dropAnswerOf, type Movable } from "./placements";

/** A drop that was refused or did not get through, until somebody decides what becomes of it. */
export interface OpenDrop {
  drop: Drop;
  answer: Exclude<DropAnswer, { kind: "placed" }>;
  /** What the action answered. */
  data: unknown;
}

interface Words {
  /** "to Luis Ortega, 08:30". */
  placeWords: (place: Placement) => string;
}

/** The drops made on this screen: on their way, or waiting for a decision. */
export function useDrops({ placeWords }: Words) {
  const [pending, setPending] = useState<Drop[]>([]);
  const [open, setOpen] = useState<OpenDrop | null>(null);
  const { revalidate } = useRevalidator();

  function send(drop: Drop): void {
    setOpen(null);
    setPending((all) => [...all.filter((one) => one.job.id !== drop.job.id), drop]);
  }

  const make = (job: Movable, to: Placement | null, overrideReason: string | null = null) =>
    send({ key: crypto.randomUUID(), job, to, overrideReason });

  /** Says that it is done, and how to take it back. */
  function done({ job, to, overrideReason }: Drop, notice: string | null): void {
    live.retryNow();
    const reference = formatWorkOrderNumber(job.number);
    const back = { ...job, version: job.version + 1, at: to };
    toast({
      title: to ? `${reference} ${placeWords(to)}` : `${reference} waits for a place again`,
      text: notice ?? undefined,
      action: { label: "Undo", run: () => make(back, job.at, job.at && overrideReason ? "Taken back" : null) },
    });
  }

  function settle(drop: Drop, data: unknown): void {
    setPending((all) => all.filter((one) => one.key !== drop.key));
    const answer = dropAnswerOf(data);
    if (answer.kind === "placed") {
      if (drop.next) send(drop.next);
      else done(drop, answer.notice);
      return;
    }
    // The day may have changed under the hand that moved the job.
    if (answer.kind === "refused") revalidate();
    if (answer.kind === "refused" && answer.against.length === 0) {
      toast({ title: `${formatWorkOrderNumber(drop.job.number)} was not moved`, text: answer.message, tone: "bad" });
    } else setOpen({ drop, answer, data });
  }

  return {
    pending,
    open,
    make,
    send,
    settle,
    discard: () => setOpen(null),
  };
}
