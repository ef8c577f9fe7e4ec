import { useRef, useState } from "react";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { Card, Column, Mover } from "~/domain/work-orders/board";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { CARDS_ID, HOW_TO_MOVE_ID } from "./card";
import { BoardColumn, type Dragging } from "./column";
import { EdgeHints } from "./edge-hints";
import type { BoardQuery } from "./filters";
import type { ColumnReach } from "./use-columns";

const { Part: BoardDrag } = lazyWithRetry(() => import("./drag").then((module) => module.BoardDrag));

interface BoardColumnsProps {
  columns: readonly Column[];
  /** The column shown on phones. */
  current: WorkOrderStatus;
  query: BoardQuery;
  mover: Mover;
  zone: string;
  reachOf: (column: Column) => ColumnReach;
  onDrop: (card: Card, to: WorkOrderStatus) => void;
}

/** The columns side by side. The drag code is separate and loads once the board is interactive. */
export function BoardColumns({ columns, current, query, mover, zone, reachOf, onDrop }: BoardColumnsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [listeners, setListeners] = useState<DragListeners>({});
  const [dragging, setDragging] = useState<Dragging | null>(null);
  return (
    <>
      <p id={HOW_TO_MOVE_ID} hidden>
        Press Space to pick it up, the left and right arrows to choose a column, Space to drop it, Escape to cancel.
      </p>
      <div className="relative">
        <EdgeHints
          root={root}
          columns={columns.map(({ status, total }) => ({ id: status, name: STATUS_LABELS[status], total }))}
        />
        <div
          ref={root}
          id={CARDS_ID}
          tabIndex={-1}
          className="flex gap-2 px-gutter pb-4 outline-none sm:h-[max(28rem,calc(100dvh-var(--header-top)-8.5rem))] sm:overflow-x-auto"
          {...listeners}
        >
          {columns.map((column) => (
            <BoardColumn
              key={column.status}
              column={column}
              query={query}
              mover={mover}
              isCurrent={column.status === current}
              reach={reachOf(column)}
              dragging={dragging}
            />
          ))}
        </div>
      </div>
      <ClientOnly>
        <BoardDrag {...{ root, columns, mover, zone, onDrop }} onListen={setListeners} onDragging={setDragging} />
      </ClientOnly>
    </>
  );
}
