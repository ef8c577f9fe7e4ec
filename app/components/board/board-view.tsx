import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import type { Choice } from "~/components/ui/select";
import { toast } from "~/components/ui/toast-store";
import { type Card, type Column, dropOn, isShutAtFirst, type Mover } from "~/domain/work-orders/board";
import { BOARD_COLUMNS, formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { importWithRetry } from "~/lib/lazy-with-retry";
import { useAnotherTry } from "~/lib/live/use-another-try";
import { useLive } from "~/lib/live/use-live";
import { paths } from "~/paths";
import { BoardFactsProvider } from "./board-card";
import { BoardColumn, type Offer, ShowMore } from "./board-column";
import { BoardEmpty } from "./board-empty";
import type { BoardQuery } from "./board-filters";
import { BoardHeader } from "./board-header";
import { howToMoveId } from "./board-words";
import { ColumnStrip } from "./column-strip";
import type { Dragged } from "./drag-layer";
import { MoveInFlight } from "./move-in-flight";
import { useColumns } from "./use-columns";
import { useFocusWithCard } from "./use-focus-with-card";
import { useMoves } from "./use-moves";

// Loaded once the board stands there, and before it is needed: a connection may be lost by then.
const parts = {
  dragLayer: () => import("./drag-layer").then((module) => ({ default: module.DragLayer })),
  unsaved: () => import("./unsaved-moves").then((module) => ({ default: module.UnsavedMoves })),
  dialog: () => import("./board-dialog").then((module) => ({ default: module.BoardDialog })),
};
const DragLayer = lazy(() => importWithRetry(parts.dragLayer));
const UnsavedMoves = lazy(() => importWithRetry(parts.unsaved));
const BoardDialog = lazy(() => importWithRetry(parts.dialog));

interface BoardViewProps {
  columns: readonly Column[];
  /** More match than are shown. */
  partial: boolean;
  technicians: readonly Choice[];
  mover: Mover;
  query: BoardQuery;
  zone: string;
  /** It could not be read anew and shows what it showed. */
  stale: boolean;
}

export function BoardView({ columns: read, partial, technicians, mover, query, zone, stale }: BoardViewProps) {
  useLive();
  useFocusWithCard();
  useAnotherTry(stale);
  const dialog = useDialog();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const ready = useReady();
  const moves = useMoves({ mover, onGaps: (card) => dialog.open(card, "completed") });
  const board = useColumns({ columns: read, moves: moves.ahead, filter: { ...query } });
  const { columns } = board;
  const current = useCurrentColumn(columns, ready);

  const drop = (card: Card, to: WorkOrderStatus) => {
    const verdict = dropOn(card, to, mover);
    if (verdict.kind === "asks") dialog.open(card, to);
    if (verdict.kind === "moves") moves.make(card, { to, version: card.version });
    if (verdict.kind === "refused") {
      toast({ title: `${formatWorkOrderNumber(card.number)} was not moved`, text: verdict.message, tone: "bad" });
    }
  };
  const now = useRef(drop);
  now.current = drop;
  const facts = useMemo(
    () => ({
      mover,
      zone,
      onMove: (card: Card, to: WorkOrderStatus) => now.current(card, to),
      customerHref: (customerId: string) => paths.board({ customerId }),
    }),
    [mover, zone],
  );
  const offerOf = (status: WorkOrderStatus): Offer | null =>
    dragged && {
      card: dragged.card,
      drop: dropOn(dragged.card, status, mover),
      over: dragged.over === status,
    };
  return (
    <BoardFactsProvider value={facts}>
      <BoardHeader query={query} technicians={technicians} columns={columns} mayAdd={mover.office} stale={stale} />
      {moves.unsaved.length > 0 && (
        <Suspense fallback={null}>
          <UnsavedMoves moves={moves.unsaved} onRepeat={moves.repeat} onDiscard={moves.discard} />
        </Suspense>
      )}
      {partial && (
        <p className="px-gutter pb-3 text-muted-foreground">
          The newest that match are shown.{" "}
          <TextLink to={paths.workOrders({ ...query })}>The list has them all</TextLink>.
        </p>
      )}
      <p id={howToMoveId} hidden>
        Press Space to pick it up, the left and right arrows to choose a column, Space to let go, Escape to leave it.
      </p>
      {columns.every((column) => column.total === 0) && <BoardEmpty query={query} mayAdd={mover.office} />}
      <ColumnStrip columns={columns} current={current} onChoose={board.open} />
      <div className="flex gap-3 px-gutter pb-4 sm:h-[max(28rem,calc(100dvh-var(--header-top)-8.5rem))] sm:overflow-x-auto">
        {columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            folded={board.isFolded(column)}
            current={column.status === current}
            offer={offerOf(column.status)}
            busy={board.more(column.status).busy}
            more={<More column={column} query={query} {...board.more(column.status)} />}
            onUnfold={() => board.open(column)}
            onFold={isShutAtFirst(column.status) ? () => board.fold(column.status) : undefined}
          />
        ))}
      </div>
      {board.fetchers}
      {moves.pending.map((move) => (
        <MoveInFlight key={move.key} move={move} onAnswer={moves.settle} />
      ))}
      <Suspense fallback={null}>
        {ready && (
          <DragLayer
            cards={columns.flatMap((column) => (board.isFolded(column) ? [] : column.items))}
            mover={mover}
            zone={zone}
            onDrag={setDragged}
            onDrop={drop}
          />
        )}
        {ready && dialog.asked && <BoardDialog key={dialog.asked.job} {...dialog.asked} onClose={dialog.close} />}
      </Suspense>
    </BoardFactsProvider>
  );
}

interface MoreProps {
  column: Column;
  query: BoardQuery;
  busy: boolean;
  possible: boolean;
  show: () => void;
}

/** What stands below a column's last card. */
function More({ column, query, busy, possible, show }: MoreProps) {
  if (!column.nextCursor && !busy) return null;
  return (
    <li>
      {possible ? (
        <ShowMore busy={busy} onMore={show} />
      ) : (
        <Button asChild variant="ghost" size="sm" className="w-full">
          <Link to={paths.workOrders({ ...query, status: column.status })}>See all in the list</Link>
        </Button>
      )}
    </li>
  );
}

/** True once the page's scripts run: what needs the browser is added then. */
function useReady(): boolean {
  const [ready, setReady] = useState(false);

  // The server's page must be drawn once as it was sent.
  useEffect(() => {
    setReady(true);
    for (const load of Object.values(parts)) void load().catch(() => undefined);
  }, []);
  return ready;
}

/** The one column a phone shows: the address said which, or else the first with something in it. */
function useCurrentColumn(columns: readonly Column[], ready: boolean): WorkOrderStatus {
  const { hash } = useLocation();
  const last = useRef<WorkOrderStatus>();
  if (ready) last.current = BOARD_COLUMNS.find((status) => hash === `#${status}`) ?? last.current;
  const first = columns.find((column) => column.items.length > 0)?.status;
  return last.current ?? first ?? "unscheduled";
}

/** The dialog that the address names: `?job=12&move=on_hold`. */
function useDialog() {
  const [search, setSearch] = useSearchParams();
  const job = search.get("job");
  const to = BOARD_COLUMNS.find((status) => status === search.get("move"));
  const change = (names: Record<string, string>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ["job", "move"]) next.delete(name);
        for (const [name, value] of Object.entries(names)) next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    asked: job && to ? { job, to } : null,
    open: (card: Card, move: WorkOrderStatus) => change({ job: String(card.number), move }),
    close: () => change({}),
  };
}
