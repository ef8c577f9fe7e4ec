import { useEffect } from "react";
import { toast } from "~/components/ui/toast-store";
import { formatIssueNumber } from "~/domain/issues/issue";
import { sendToApi, versionIn } from "~/lib/api-request";
import { type QueueDefinition, useOptimisticQueue } from "~/lib/use-optimistic-queue";
import { paths } from "~/paths";
import type { BoardData, Card } from "./route";

type Columns = BoardData["columns"];

interface Move {
  /** The card before the move. */
  card: Card;
  to: { id: string; name: string };
  version: number;
}

const issueMoves: QueueDefinition<Columns, Move> = {
  recordsOf: ({ card }) => [card.id],
  follow: (later, { answer }) => ({ ...later, version: Math.max(later.version, versionIn(answer)) }),
  send: ({ id, change: { card, to, version } }) =>
    sendToApi({
      method: "PATCH",
      path: paths.issueApi(card.id),
      idempotencyKey: id,
      body: { stateId: to.id, version },
    }),
  apply: moved,
  contains: (columns, { change: { card }, answer }) => {
    const read = cardIn(columns, card.id);
    return !read || !answer || read.version >= versionIn(answer);
  },
};

const cardIn = (columns: Columns, cardId: string) =>
  columns.flatMap(({ items }) => items).find(({ id }) => id === cardId);

/** The columns with the card at the top of its new column, with its new version, so that it can be moved again immediately. */
function moved(columns: Columns, { card: { id }, to, version }: Move): Columns {
  const card = cardIn(columns, id);
  if (!card || card.version > version || card.stateId === to.id) return columns;
  const plus = (total: number | null, by: number) => (total === null ? null : total + by);
  return columns.map((column) => {
    if (column.id === card.stateId) {
      return { ...column, items: column.items.filter((one) => one.id !== id), total: plus(column.total, -1) };
    }
    if (column.id !== to.id) return column;
    const arrived = { ...card, stateId: to.id, version: version + 1 };
    return { ...column, items: [arrived, ...column.items], total: plus(column.total, 1) };
  });
}

/** The columns with this user's moves applied, and the moves that could not be saved. A refused move shows the reason. */
export function useMoves(read: Columns) {
  const queue = useOptimisticQueue(issueMoves, read, {
    onConfirmed: ({ change: { card, to } }) =>
      toast({ title: `${formatIssueNumber(card.number)} moved to ${to.name}`, tone: "ok" }),
  });
  const { mutations, put, discard, retry } = queue;

  // Refusals arrive outside React, possibly while another screen was shown.
  useEffect(() => {
    for (const { id, state, change, answer } of mutations) {
      if (state !== "refused") continue;
      void discard(id);
      const message = answer?.body.message;
      toast({
        title: `${formatIssueNumber(change.card.number)} was not moved`,
        text: typeof message === "string" ? message : "",
        tone: "bad",
      });
    }
  }, [mutations, discard]);

  function move(card: Card, stateId: string): void {
    const to = read.find(({ id }) => id === stateId);
    if (!to || card.stateId === stateId) return;
    // A new move of a card replaces its unsent ones.
    for (const { id, state, change } of mutations) {
      if (state === "unreached" && change.card.id === card.id) void discard(id);
    }
    void put({ card, to: { id: to.id, name: to.name }, version: card.version });
  }

  return {
    columns: queue.state,
    unsaved: mutations.filter(({ state }) => state === "unreached"),
    move,
    retry: ({ id }: { id: string }) => void retry(id),
    discard: ({ id }: { id: string }) => void discard(id),
  };
}

export const moveLabel = ({ card, to }: Move): string => `${formatIssueNumber(card.number)} to ${to.name}`;
