import { useMemo } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { CloudOff } from "~/components/ui/icons";
import { formatWorkOrderNumber, STATUS_LABELS } from "~/domain/work-orders/work-order";
import type { Failure } from "~/lib/optimistic-queue";
import type { MoveMutation } from "./use-moves";

const failureTexts: Record<Failure, string> = {
  offline: "Not saved: you are offline.",
  server: "Not saved: the server is having trouble. Please try again.",
  signed_out: "Not saved: your session has ended.",
};

interface UnsavedMovesProps {
  moves: readonly MoveMutation[];
  onRetry: (move: MoveMutation) => void;
  onDiscard: (move: MoveMutation) => void;
}

/** Moves that were made and are not saved, until they are sent again or given up. */
export function UnsavedMoves({ moves, onRetry, onDiscard }: UnsavedMovesProps) {
  const last = moves.at(-1);
  const signedOut = last?.failure === "signed_out" ? last : null;
  const { sessionEnded } = useFormRefusal(
    useMemo(() => signedOut && { lastResult: null, sessionEnded: true }, [signedOut]),
  );
  if (moves.length === 0) return null;
  return (
    <>
      <ul aria-label="Not saved" className="flex flex-col gap-2 px-gutter pb-3">
        {moves.map((move) => (
          <li
            key={move.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-warn-soft px-4 py-2"
          >
            <CloudOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
            <p role="alert" className="min-w-0 grow">
              <strong className="font-medium">
                {formatWorkOrderNumber(move.change.card.number)} to {STATUS_LABELS[move.change.request.to]}
              </strong>
              : {failureTexts[move.failure ?? "server"]}
            </p>
            <Button variant="outline" size="sm" onClick={() => onRetry(move)}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => onDiscard(move)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
      {sessionEnded}
    </>
  );
}
