import { useBlocker, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Placement } from "~/domain/scheduling/scheduler";
import type { Drop, DropAnswer, Movable } from "./drops";

/** A drop that was refused or did not get through, until somebody decides what becomes of it. */
export interface OpenDrop {
  drop: Drop;
  answer: Exclude<DropAnswer, { kind: "placed" }>;
  /** What the action answered. */
  data: unknown;
}

/** What becomes of a drop once it is answered. `version` is the work order's from now on. */
export type Settled =
  | { kind: "saved"; version: number; back: Drop | null }
  /** Sent once more: what changed meanwhile does not concern it. */
  | { kind: "again"; version: number }
  | ({ kind: "open" } & Omit<OpenDrop, "drop">);

/** Nobody waits longer than this for an answer before the screen may be left. */
const leavesAfter = 8000;

const mostBacks = 20;

/** The drops made on this screen, the oldest first: on their way, or waiting for a decision. None is lost unsaid. */
export function useDrops({ stale }: { stale: boolean }) {
  const [drops, setDrops] = useState<readonly Drop[]>([]);
  const [open, setOpen] = useState<readonly OpenDrop[]>([]);
  /** What takes back what was done here, the latest last. */
  const [backs, setBacks] = useState<readonly Drop[]>([]);
  const { revalidate } = useRevalidator();
  const pending = drops.filter(({ saved }) => !saved);

  const send = (drop: Drop) => {
    setDrops((all) => [...all, drop]);
    if (drop.undoes) setBacks((all) => all.filter(({ key }) => key !== drop.key));
  };

  const make = (job: Movable, to: Placement | null, notice: string | null = null) =>
    send({ key: crypto.randomUUID(), job, to, overrideReason: null, notice });

  function settle(drop: Drop, settled: Settled): void {
    const overtaken = drops.some((one) => one !== drop && one.job.id === drop.job.id && !one.saved);
    switch (settled.kind) {
      case "saved":
        setDrops((all) => afterSaving(all, drop, { version: settled.version, stale }));
        setBacks((all) => (settled.back ? [...all.slice(1 - mostBacks), settled.back] : all));
        if (drop.next) send(drop.next);
        return;
      case "again": {
        const job = { ...drop.job, version: settled.version };
        const once = { ...drop, job, key: crypto.randomUUID(), again: (drop.again ?? 0) + 1 };
        setDrops((all) => all.map((one) => (one.key === drop.key ? once : one)));
        return;
      }
      case "open":
        setDrops((all) => all.filter(({ key }) => key !== drop.key));
        // The day may have changed under the hand that moved the job; what overtook a refused drop stands for it.
        if (settled.answer.kind === "refused" || settled.answer.kind === "changed") revalidate();
        if (!overtaken) setOpen((all) => [...all, { drop, answer: settled.answer, data: settled.data }]);
        return;
    }
  }
  useLeavingAfter(pending.length > 0, open.length > 0);

  // What is saved is shown by the day itself as soon as that could be read.
  useEffect(() => {
    if (!stale) setDrops((all) => (all.some(({ saved }) => saved) ? all.filter(({ saved }) => !saved) : all));
  }, [stale]);
  const discard = () => setOpen((all) => all.slice(1));
  return {
    drops,
    /** Those on their way: of one job one after the other. */
    sending: pending.filter((drop, index) => pending.findIndex(({ job }) => job.id === drop.job.id) === index),
    open: open[0] ?? null,
    make,
    add: send,
    /** Null: nothing was done here that could be taken back. */
    back: backs.at(-1) ?? null,
    send: (drop: Drop) => {
      discard();
      send(drop);
    },
    settle,
    discard,
  };
}

type Saved = { version: number; stale: boolean };

/** The same job's later drops go on from where it is now. */
function afterSaving(all: readonly Drop[], drop: Drop, { version, stale }: Saved): Drop[] {
  return all.flatMap((one) => {
    if (one.key === drop.key) return stale ? [{ ...drop, saved: true }] : [];
    return [one.job.id === drop.job.id && !one.saved ? { ...one, job: { ...one.job, version, at: drop.to } } : one];
  });
}

/** Whoever leaves the screen right after a drop leaves it once that is saved; what was refused keeps it open. */
function useLeavingAfter(sending: boolean, refused: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => sending && currentLocation.pathname !== nextLocation.pathname,
  );

  // The way on is open again when the answer is there.
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (refused) blocker.reset();
    else if (!sending) blocker.proceed();
    const timer = setTimeout(() => blocker.state === "blocked" && blocker.proceed(), leavesAfter);
    return () => clearTimeout(timer);
  }, [blocker, sending, refused]);

  // Closing the tab would cost the drop: the browser asks.
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [sending]);
}
