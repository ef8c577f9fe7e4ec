import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { UnsavedMoves } from "~/components/feedback/unsaved-moves";
import { TextLink } from "~/components/text-link";
import { toast } from "~/components/ui/toast-store";
import { allowMember } from "~/domain/shared/permissions";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Card, type Column, dropOn } from "~/domain/work-orders/board";
import { boardScreen } from "~/domain/work-orders/board.server";
import { BOARD_COLUMNS } from "~/domain/work-orders/work-order";
import { memberLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { useRetry } from "~/lib/live/use-retry";
import { paths } from "~/paths";
import { keepingLastRead, useLastRead } from "~/routes/work-orders/shared/last-read";
import { listQuery } from "~/routes/work-orders/shared/list-query";
import { readFilter } from "~/routes/work-orders/shared/read-filter.server";
import { boardTransitionHref } from "~/routes/work-orders/shared/transition-href";
import { BoardProvider, useFocusWithCard } from "./card";
import { ColumnStrip } from "./column-strip";
import { BoardColumns } from "./columns";
import { BoardEmpty, BoardHeader } from "./header";
import { useColumns } from "./use-columns";
import { moveLabel, notMoved, useMoves } from "./use-moves";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Kanban board · Plenum" }];

export const handle: ShellHandle = { frame: "wide" };

export const loader = memberLoader(async ({ ctx, url }) => {
  const dialog = formerDialog(url);
  if (dialog) throw redirect(dialog);
  const { filter, ignored } = readFilter(url);
  const { search, technicianId, priority, customerId } = listQuery(filter);
  const { columns, partial, technicians, mover } = await boardScreen(ctx, filter);
  const query = { search, technicianId, priority, customerId };
  return { columns, partial, technicians, mover, query, ignored, zone: allowMember(ctx).timeZone };
});

/** Redirects older links, which had the dialog in the query: `?job=12&move=on_hold`. */
function formerDialog({ searchParams }: URL): string | null {
  const { job, move, ...query } = Object.fromEntries(searchParams);
  if (job === undefined && move === undefined) return null;
  const to = BOARD_COLUMNS.find((status) => status === move);
  return job && to ? boardTransitionHref(job, to, query) : paths.board(query);
}

/** The board's URL without any dialog. */
const addressOf = ({ pathname, search }: URL) =>
  pathname.startsWith(paths.board()) ? paths.board() + search : pathname + search;

export const clientLoader = keepingLastRead<typeof loader>(addressOf);

export default function Board() {
  const { data, isStale } = useLastRead(useLoaderData<typeof loader>());
  const { partial, technicians, mover, query, ignored, zone } = data;
  useLiveRevalidation();
  useFocusWithCard();
  useRetry(isStale);
  const navigate = useNavigate();
  const openDialog = (card: Card, to: WorkOrderStatus) =>
    navigate(boardTransitionHref(card.number, to, query), { preventScrollReset: true });
  const { columns: read, reachOf, loads } = useColumns(data.columns, query);
  const moves = useMoves(read, { mover, onGaps: (card) => openDialog(card, "completed") });
  const { columns } = moves;
  const current = useCurrentColumn(columns);

  const drop = (card: Card, to: WorkOrderStatus) => {
    const verdict = dropOn(card, to, mover);
    if (verdict.kind === "asks") openDialog(card, to);
    if (verdict.kind === "moves") moves.make(card, { to, version: card.version });
    if (verdict.kind === "refused") toast({ ...notMoved(card), text: verdict.message });
  };
  const now = useRef(drop);
  now.current = drop;
  const board = useMemo(
    () => ({
      mover,
      zone,
      onMove: (card: Card, to: WorkOrderStatus) => now.current(card, to),
      customerHref: (customerId: string) => paths.board({ customerId }),
      cardHref: (number: number) => paths.boardCard(number, query),
    }),
    [mover, zone, query],
  );
  return (
    <BoardProvider value={board}>
      <BoardHeader query={query} technicians={technicians} columns={columns} mayAdd={mover.office} isStale={isStale} />
      <div className="px-gutter">
        <UnsavedMoves moves={moves.unsaved} labelOf={moveLabel} onRetry={moves.retry} onDiscard={moves.discard} />
        <IgnoredFilters ignored={ignored} />
      </div>
      {partial && (
        <p className="px-gutter pb-3 text-muted-foreground">
          Only the newest matches are shown.{" "}
          <TextLink to={paths.workOrders({ ...query })}>See all in the list</TextLink>.
        </p>
      )}
      {columns.every((column) => column.total === 0) && <BoardEmpty query={query} mayAdd={mover.office} />}
      <ColumnStrip columns={columns} current={current} onChoose={(column) => reachOf(column).unfold()} />
      <BoardColumns {...{ columns, current, query, mover, zone, reachOf }} onDrop={drop} />
      {loads}
      <Outlet />
    </BoardProvider>
  );
}

/** The column shown on phones: the one in the URL's hash, otherwise the first that is not empty. */
function useCurrentColumn(columns: readonly Column[]): WorkOrderStatus {
  const { hash } = useLocation();
  const named = BOARD_COLUMNS.find((status) => hash === `#${status}`);
  const [last, setLast] = useState<WorkOrderStatus>();

  // The hash never reaches the server, and a dialog's URL has none.
  useEffect(() => {
    if (named) setLast(named);
  }, [named]);
  const first = columns.find((column) => column.items.length > 0)?.status;
  return last ?? first ?? "unscheduled";
}
