import { type ReactNode, useCallback, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import {
  type Column,
  type Further,
  isShutAtFirst,
  type PendingMove,
  withFurther,
  withMoves,
} from "~/domain/work-orders/board.rules";
import type { WorkOrderStatus } from "~/domain/work-orders/rules";
import { FurtherCards } from "./further-cards";

const mostPages = 8;

type Fetched = Further & { pages: number };

interface Asked {
  columns: readonly Column[];
  moves: readonly PendingMove[];
  filter: Record<string, string | undefined | null>;
}

/** The columns as the screen shows them: with what was opened, what was fetched behind, and what is on its way. */
export function useColumns({ columns, moves, filter }: Asked) {
  const [wanted, setWanted] = useState<ReadonlyMap<WorkOrderStatus, number>>(new Map());
  const [further, setFurther] = useState<ReadonlyMap<WorkOrderStatus, Fetched>>(new Map());
  const [opened, setOpened] = useState<ReadonlySet<WorkOrderStatus>>(new Set());

  const want = (status: WorkOrderStatus, pages: number) => setWanted((all) => new Map(all).set(status, pages));
  const open = (column: Column) => {
    setOpened((all) => new Set(all).add(column.status));
    if (column.shut) want(column.status, 1);
  };
  const fetched = useCallback((status: WorkOrderStatus, cards: Fetched | null) => {
    if (cards) {
      setFurther((all) => new Map(all).set(status, cards));
      return;
    }
    toast({ title: "More cards could not be loaded", text: "Check the connection and try again.", tone: "bad" });
    setWanted((all) => new Map([...all].filter(([other]) => other !== status)));
  }, []);

  const fetchers: ReactNode = columns.map((column) => {
    const pages = wanted.get(column.status);
    if (pages === undefined || (!column.shut && !column.nextCursor)) return null;
    const query = { ...filter, column: column.status, cursor: column.nextCursor, pages };
    return <FurtherCards key={column.status} query={query} onCards={(cards) => fetched(column.status, cards)} />;
  });
  // What was fetched behind a column is dropped with the wish for it, and with the last card in front of it.
  const behind = new Map(
    [...further].filter(([status]) => {
      const column = columns.find((one) => one.status === status);
      return wanted.has(status) && (column?.shut || column?.nextCursor);
    }),
  );
  return {
    columns: withMoves(withFurther(columns, behind), moves),
    fetchers,
    isFolded: (column: Column) => isShutAtFirst(column.status) && !opened.has(column.status),
    open,
    fold: (status: WorkOrderStatus) => setOpened((all) => new Set([...all].filter((one) => one !== status))),
    more: (status: WorkOrderStatus) => ({
      busy: (wanted.get(status) ?? 0) > (further.get(status)?.pages ?? 0),
      /** Beyond so many cards the list is the better tool. */
      possible: (wanted.get(status) ?? 0) < mostPages,
      show: () => want(status, (wanted.get(status) ?? 0) + 1),
    }),
  };
}
