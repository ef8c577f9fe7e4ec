import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { type Card, type MoveRequest, type Mover, undoOf } from "~/domain/work-orders/board";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { live } from "~/lib/live/live";
import { movedWords } from "./board-words";
import { answerOf } from "./move-answer";

/** A move under way. Sent again after a failure it is the same move, with the same key. */
export interface Move {
  key: string;
  card: Card;
  request: MoveRequest;
}

/** A move that is not saved and could be sent again. */
export interface UnsavedMove {
  move: Move;
  message: string;
  /** What the action answered. */
  data: unknown;
}

interface Wishes {
  mover: Mover;
  /** The job is not done yet: opens what is missing. */
  onGaps: (card: Card) => void;
}

/** So many that were made may still wait to be read with the board; the board itself shows when they are. */
const mostLanded = 20;

/** The moves made on this screen: on their way, made, or not saved. */
export function useMoves({ mover, onGaps }: Wishes) {
  const [pending, setPending] = useState<Move[]>([]);
  const [landed, setLanded] = useState<Move[]>([]);
  const [unsaved, setUnsaved] = useState<UnsavedMove[]>([]);
  const { revalidate } = useRevalidator();

  function send(move: Move): void {
    setUnsaved((all) => all.filter((one) => one.move.card.id !== move.card.id));
    setPending((all) => [...all.filter((one) => one.card.id !== move.card.id), move]);
  }

  function make(card: Card, request: MoveRequest): void {
    send({ key: crypto.randomUUID(), card, request });
  }

  /** Says that it is done, and how to take it back. */
  function done(card: Card, to: WorkOrderStatus): void {
    live.retryNow();
    const undo = undoOf(card, to, mover);
    const after = { ...card, status: to, version: card.version + 1 };
    toast({ title: movedWords(card, to), action: undo ? { label: "Undo", run: () => make(after, undo) } : undefined });
  }

  function settle(move: Move, data: unknown): void {
    setPending((all) => all.filter((one) => one.key !== move.key));
    const answer = answerOf(data);
    switch (answer.kind) {
      case "moved":
        setLanded((all) => [...all, move].slice(-mostLanded));
        done(move.card, move.request.to);
        return;
      case "unreached":
        setUnsaved((all) => [...all, { move, message: answer.message, data }]);
        return;
      case "session-ended":
        setUnsaved((all) => [...all, { move, message: "Not saved, your session has ended.", data }]);
        return;
      case "refused":
        // The card may have changed under the hand that moved it.
        revalidate();
        if (answer.gaps) onGaps(move.card);
        else
          toast({
            title: `${formatWorkOrderNumber(move.card.number)} was not moved`,
            text: answer.message,
            tone: "bad",
          });
        return;
    }
  }

  return {
    pending,
    /** What the columns do not show yet, the oldest first; one that they do show, or that was overtaken, changes nothing. */
    ahead: [...landed, ...pending].map(({ card, request }) => ({ id: card.id, to: request.to, version: card.version })),
    unsaved,
    make,
    settle,
    repeat: (one: UnsavedMove) => send(one.move),
    discard: (one: UnsavedMove) => setUnsaved((all) => all.filter((other) => other !== one)),
  };
}
