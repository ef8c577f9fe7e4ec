import { useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useFurther } from "~/components/board/use-further";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { UnsavedMoves } from "~/components/feedback/unsaved-moves";
import { toast } from "~/components/ui/toast-store";
import { isOpenStage, LEAD_STAGE_LABELS, type LeadStage, type OpenStage } from "~/domain/leads/lead";
import { leadBoard, leadOwners } from "~/domain/leads/list.server";
import { allow, can } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { sendToApi, versionIn } from "~/lib/api-request";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { type QueueDefinition, useOptimisticQueue } from "~/lib/use-optimistic-queue";
import { paths } from "~/paths";
import { LeadFilters } from "~/routes/leads/shared/lead-filters";
import { leadQuery } from "~/routes/leads/shared/lead-query";
import { readFilter } from "~/routes/leads/shared/read-filter.server";
import { LeadBoardColumn } from "./column";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "leads.read");
  const { filter, ignored } = readFilter(url);
  const [columns, owners] = await Promise.all([leadBoard(ctx, filter), leadOwners(ctx)]);
  const { stage: _, sort: _sort, ...query } = leadQuery(filter);
  return {
    columns: columns.map((column) => ({ ...column, id: column.stage, name: LEAD_STAGE_LABELS[column.stage] })),
    query: { ...query, stage: undefined, sort: undefined },
    ...{ owners, ignored, zone: me.timeZone },
    today: todayOf(ctx, me),
    mayWrite: can(me, "leads.write"),
  };
});

const { Part: LeadDrag } = lazyWithRetry(() => import("./drag").then((module) => module.LeadDrag));

type BoardData = ReturnType<typeof useLoaderData<typeof loader>>;
export type Columns = BoardData["columns"];
export type Card = Columns[number]["items"][number];

export default function LeadBoard() {
  const data = useLoaderData<typeof loader>();
  const { query, owners, ignored, zone, today, mayWrite } = data;
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const [listeners, setListeners] = useState<DragListeners>({});
  const [over, setOver] = useState<string | null>(null);
  const further = useFurther<Card, Columns[number]>(data.columns, {
    query,
    hrefOf: (column, cursor) => paths.leadColumn({ ...query, column, cursor }),
  });
  const { columns, unsaved, put, retry, discard } = useMoves(further.columns);

  /** A lost lead needs a reason and a won one a customer; the lead's own screens collect them. */
  const move = (card: Card, stage: string) => {
    if (stage === card.stage) return;
    if (isOpenStage(stage)) put(card, stage);
    else navigate(stage === "lost" ? paths.loseLead(card.number) : paths.lead(card.number));
  };
  return (
    <>
      <LeadFilters query={query} owners={owners} href={paths.leads} byStage />
      <IgnoredFilters ignored={ignored} />
      <UnsavedMoves moves={unsaved} labelOf={moveLabel} onRetry={retry} onDiscard={discard} />
      <p id="how-to-move" hidden>
        Press Space to pick it up, the left and right arrows to choose a stage, Space to drop it, Escape to cancel.
      </p>
      <div
        ref={root}
        className="relative flex gap-3 overflow-x-auto pb-4 sm:h-[max(28rem,calc(100dvh-var(--header-top)-14rem))]"
        {...(mayWrite ? listeners : {})}
      >
        {columns.map((column) => (
          <LeadBoardColumn
            key={column.id}
            {...{ column, zone, today }}
            isOver={over === column.id}
            isLoading={further.isLoading(column.id)}
            onMore={() => further.more(column.id)}
            onMove={mayWrite ? move : null}
          />
        ))}
      </div>
      {mayWrite && (
        <ClientOnly>
          <LeadDrag {...{ root, columns }} onListen={setListeners} onOver={setOver} onDrop={move} />
        </ClientOnly>
      )}
    </>
  );
}

interface Move {
  /** The card before the move. */
  card: Card;
  to: OpenStage;
  version: number;
}

const cardIn = (columns: Columns, cardId: string) =>
  columns.flatMap(({ items }) => items).find(({ id }) => id === cardId);

const leadMoves: QueueDefinition<Columns, Move> = {
  recordsOf: ({ card }) => [card.id],
  follow: (later, { answer }) => ({ ...later, version: Math.max(later.version, versionIn(answer)) }),
  send: ({ id, change: { card, to, version } }) =>
    sendToApi({
      method: "POST",
      path: paths.leadStageApi(card.id),
      idempotencyKey: id,
      body: { stage: to, version },
    }),
  apply: moved,
  contains: (columns, { change: { card }, answer }) => {
    const read = cardIn(columns, card.id);
    return !read || !answer || read.version >= versionIn(answer);
  },
};

/** The columns with the card at the top of its new column, with its new version, so that it can be moved again immediately. */
function moved(columns: Columns, { card: { id }, to, version }: Move): Columns {
  const card = cardIn(columns, id);
  if (!card || card.version > version || card.stage === to) return columns;
  const add = (sum: number | null, by: number) => (sum === null ? null : sum + by);
  const value = card.valueMinor ?? 0;
  return columns.map((column) => {
    if (column.id === card.stage) {
      const items = column.items.filter((one) => one.id !== id);
      return { ...column, items, total: add(column.total, -1), valueMinor: add(column.valueMinor, -value) };
    }
    if (column.id !== to) return column;
    const arrived = { ...card, stage: to, version: version + 1 };
    const items = [arrived, ...column.items];
    return { ...column, items, total: add(column.total, 1), valueMinor: add(column.valueMinor, value) };
  });
}

/**
 * The columns with this user's moves applied, and the moves that could not be saved. A refused move is reverted and
 * shows the reason.
 */
function useMoves(read: Columns) {
  const queue = useOptimisticQueue(leadMoves, read, {
    onConfirmed: ({ change: { card, to } }) =>
      toast({ title: `${card.name} moved to ${LEAD_STAGE_LABELS[to]}`, tone: "ok" }),
  });
  const { mutations, put, discard, retry } = queue;

  // Refusals arrive outside React, possibly while another screen was shown.
  useEffect(() => {
    for (const { id, state, change, answer } of mutations) {
      if (state !== "refused") continue;
      void discard(id);
      const message = answer?.body.message;
      toast({
        title: `${change.card.name} was not moved`,
        text: typeof message === "string" ? message : "",
        tone: "bad",
      });
    }
  }, [mutations, discard]);

  return {
    columns: queue.state,
    unsaved: mutations.filter(({ state }) => state === "unreached"),
    put: (card: Card, to: OpenStage) => {
      // A new move of a card replaces its unsent ones.
      for (const { id, state, change } of mutations) {
        if (state === "unreached" && change.card.id === card.id) void discard(id);
      }
      void put({ card, to, version: card.version });
    },
    retry: ({ id }: { id: string }) => void retry(id),
    discard: ({ id }: { id: string }) => void discard(id),
  };
}

const moveLabel = ({ card, to }: { card: Card; to: LeadStage }): string => `${card.name} to ${LEAD_STAGE_LABELS[to]}`;
