import { useEffect, useRef } from "react";
import { toast } from "~/components/ui/toast-store";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { type Card, type Column, type MoveRequest, type Mover, undoOf, withMoves } from "~/domain/work-orders/board";
import { type ApiAnswer, sendToApi, versionIn } from "~/lib/api-request";
import { useLiveConnection } from "~/lib/live/live-connection";
import type { Mutation } from "~/lib/optimistic-queue";
import { type QueueDefinition, useOptimisticQueue } from "~/lib/use-optimistic-queue";
import { paths } from "~/paths";
import { movedLabel } from "./labels";

interface Move {
  /** The card before the move. */
  card: Card;
  request: MoveRequest;
}

type MoveMutation = Mutation<Move>;

const boardMoves: QueueDefinition<readonly Column[], Move> = {
  recordsOf: ({ card }) => [card.id],
  follow: (later, { answer }) => {
    const version = Math.max(later.request.version, versionIn(answer));
    return { ...later, request: { ...later.request, version } };
  },
  send: ({ id, change: { card, request } }) => {
    const { to: status, ...given } = request;
    return sendToApi({
      method: "PATCH",
      path: paths.workOrderStatusApi(card.id),
      idempotencyKey: id,
      body: { status, ...given },
    });
  },
  apply: (columns, { card, request }) =>
    withMoves(columns, [{ id: card.id, to: request.to, version: request.version }]),
  contains: (columns, { change: { card }, answer }) => {
    const read = columns.flatMap(({ items }) => items).find(({ id }) => id === card.id);
    return !read || !answer || read.version >= versionIn(answer);
  },
};

interface MoveOptions {
  mover: Mover;
  /** The job cannot be completed yet: opens what is missing. */
  onGaps: (card: Card) => void;
}

/** The columns with this user's moves applied, and the moves that could not be saved. */
export function useMoves(read: readonly Column[], { mover, onGaps }: MoveOptions) {
  const live = useLiveConnection();
  const queue = useOptimisticQueue(boardMoves, read, { onConfirmed: done });
  const { mutations, put, discard } = queue;

  function make(card: Card, request: MoveRequest): void {
    // A new move of a card replaces its unsent ones.
    for (const { id, state, change } of mutations) {
      if (state === "unreached" && change.card.id === card.id) void discard(id);
    }
    void put({ card, request });
  }

  /** Shows that the move is done, and offers to undo it. */
  function done({ change: { card, request }, answer }: MoveMutation): void {
    live?.retryNow();
    // The card may have been moved again since it was loaded, so only the response knows its version.
    const version = answer ? versionIn(answer) : request.version + 1;
    const undo = isOwnMove(answer, request) ? undoOf({ card, to: request.to, version }, mover) : null;
    const after = { ...card, status: request.to, version };
    const notice = noticeOf(answer);
    toast({
      title: movedLabel(card, request.to),
      ...(notice && { text: notice, tone: "warn" }),
      action: undo ? { label: "Undo", run: () => now.current.make(after, undo) } : undefined,
    });
  }

  const now = useRef({ make, onGaps });
  now.current = { make, onGaps };

  // Refusals arrive outside React, possibly while another screen was shown.
  useEffect(() => {
    for (const { id, state, change, answer } of mutations) {
      if (state !== "refused" || !answer) continue;
      void discard(id);
      if (hasGaps(answer)) now.current.onGaps(change.card);
      else toast({ ...notMoved(change.card), text: messageOf(answer) });
    }
  }, [mutations, discard]);

  return {
    columns: queue.state,
    unsaved: mutations.filter(({ state }) => state === "unreached"),
    make,
    retry: (move: MoveMutation) => void queue.retry(move.id),
    discard: (move: MoveMutation) => void discard(move.id),
  };
}

export const moveLabel = ({ card, request }: Move): string =>
  `${formatWorkOrderNumber(card.number)} to ${STATUS_LABELS[request.to]}`;

/** False if someone else had moved the card there, or has moved it on already. */
function isOwnMove(answer: ApiAnswer | null, { to }: MoveRequest): boolean {
  return answer?.body.changed === true && answer.body.status === to;
}

/** The server's notice about a saved move, if any. */
function noticeOf(answer: ApiAnswer | null): string | null {
  const notice = answer?.body.notice;
  return typeof notice === "string" ? notice : null;
}

/** Title of a message about a move that failed. */
export function notMoved(card: Card) {
  return { title: `${formatWorkOrderNumber(card.number)} was not moved`, tone: "bad" } as const;
}

const messageOf = ({ body }: ApiAnswer): string => (typeof body.message === "string" ? body.message : "");

/** Whether something is missing to complete the job. */
function hasGaps({ body: { missing } }: ApiAnswer): boolean {
  return Array.isArray(missing) && missing.some((item) => item?.need === "can_complete");
}
