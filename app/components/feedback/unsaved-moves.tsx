import { useMemo } from "react";
import { Button } from "~/components/ui/button";
import { CloudOff } from "~/components/ui/icons";
import type { Failure } from "~/lib/api-request";
import type { Mutation } from "~/lib/optimistic-queue";
import { useFormRefusal } from "./session-ended";

const failureMessages: Record<Failure, string> = {
  offline: "Not saved: you are offline.",
  server: "Not saved: the server is having trouble. Please try again.",
  signed_out: "Not saved: your session has ended.",
};

interface UnsavedMovesProps<Move> {
  moves: readonly Mutation<Move>[];
  /** Which card was moved, and where to. */
  labelOf: (move: Move) => string;
  onRetry: (move: Mutation<Move>) => void;
  onDiscard: (move: Mutation<Move>) => void;
}

/** Card moves that have not been saved, until they are sent again or discarded. */
export function UnsavedMoves<Move>({ moves, labelOf, onRetry, onDiscard }: UnsavedMovesProps<Move>) {
  const last = moves.at(-1);
  const signedOut = last?.failure === "signed_out" ? last : null;
  const { sessionEnded } = useFormRefusal(
    useMemo(() => signedOut && { lastResult: null, sessionEnded: true }, [signedOut]),
  );
  if (moves.length === 0) return null;
  return (
    <>
      <ul aria-label="Not saved" className="flex flex-col gap-2 pb-3">
        {moves.map((move) => (
          <li
            key={move.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-warn-soft px-4 py-2"
          >
            <CloudOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
            <p role="alert" className="min-w-0 grow">
              <strong className="font-medium">{labelOf(move.change)}</strong>:{" "}
              {failureMessages[move.failure ?? "server"]}
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
