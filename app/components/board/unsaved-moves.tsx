import { CloudOff } from "lucide-react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { formatWorkOrderNumber, STATUS_LABELS } from "~/domain/work-orders/work-order";
import type { UnsavedMove } from "./use-moves";

interface UnsavedMovesProps {
  moves: readonly UnsavedMove[];
  onRepeat: (move: UnsavedMove) => void;
  onDiscard: (move: UnsavedMove) => void;
}

/** Moves that were made and are not saved, until they are sent again or given up. */
export function UnsavedMoves({ moves, onRepeat, onDiscard }: UnsavedMovesProps) {
  const { sessionEnded } = useFormRefusal(moves.at(-1)?.data);
  return (
    <>
      <ul aria-label="Not saved" className="flex flex-col gap-2 px-gutter pb-3">
        {moves.map((one) => (
          <li
            key={one.move.key}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-warn-soft px-4 py-2"
          >
            <CloudOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
            <p role="alert" className="min-w-0 grow">
              <strong className="font-medium">
                {formatWorkOrderNumber(one.move.card.number)} to {STATUS_LABELS[one.move.request.to]}
              </strong>
              : {one.message}
            </p>
            <Button variant="outline" size="sm" onClick={() => onRepeat(one)}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => onDiscard(one)}>
              Leave it
            </Button>
          </li>
        ))}
      </ul>
      {sessionEnded}
    </>
  );
}
