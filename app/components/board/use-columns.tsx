import { type ReactNode, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import {
  type Column,
  type Further,
  isShutAtFirst,
  type PendingMove,
  withFurther,
  withMoves,
} from "~/domain/work-orders/board";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { FurtherCards } from "./further-cards";

/** Beyond these the list is the better tool. */
const mostPages = 8;

type Fetched = Further & { pages: number };

/** How far the columns were followed, under one set of filters. */
interface Reach {
  of: string;
  wanted: ReadonlyMap<WorkOrderStatus, number>;
  further: ReadonlyMap<WorkOrderStatus, Fetched>;
}

interface Asked {
  columns: readonly Column[];
  moves: readonly PendingMove[];
  filter: Record<string, string | undefined | null>;
}

/** The columns as the screen shows them: with what was opened, what was fetched behind, and what is on its way. */
export function useColumns({ columns: read, moves, filter }: Asked) {
  const of = JSON.stringify(filter);
  const [opened, setOpened] = useState<ReadonlySet<WorkOrderStatus>>(new Set());
  const fresh = (): Reach => ({ of, wanted: new Map([...opened].map((status) => [status, 1])), further: new Map() });
  const [kept, setKept] = useState(fresh);
  const reach = kept.of === of ? kept : fresh();
  const now = useRef(reach);
  now.current = reach;

  // Answers for two columns may come at once: each builds on what the other has just left.
  const change = (parts: Partial<Reach>) => {
    now.current = { ...now.current, ...parts };
    setKept(now.current);
  };
  const want = (status: WorkOrderStatus, pages: number) =>
    change({ wanted: new Map(now.current.wanted).set(status, pages) });
  const open = ({ status, shut }: Column) => {
    if (!isShutAtFirst(status)) return;
    setOpened((all) => new Set(all).add(status));
    if (shut) want(status, 1);
  };
  const fetched = (status: WorkOrderStatus, cards: Fetched | null) => {
    const { wanted, further } = now.current;
    if (cards) {
      change({ further: new Map(further).set(status, cards) });
      return;
    }
    const has = further.get(status)?.pages ?? 0;
    // What was only to be refreshed stays as it is.
    if ((wanted.get(status) ?? 0) <= has) return;
    toast({ title: "More cards could not be loaded", text: "Check the connection and try again.", tone: "bad" });
    want(status, has);
  };

  /** Columns that are followed beyond what the board itself brings. */
  const followed = read.filter(
    ({ status, shut, nextCursor }) => (reach.wanted.get(status) ?? 0) > 0 && (shut || nextCursor !== null),
  );
  const fetchers: ReactNode = followed.map(({ status, nextCursor }) => (
    <FurtherCards
      key={status}
      query={{ ...filter, column: status, cursor: nextCursor, pages: reach.wanted.get(status) }}
      onCards={(cards) => fetched(status, cards)}
    />
  ));
  const behind = new Map(
    followed.flatMap(({ status }) => {
      const cards = reach.further.get(status);
      return cards ? [[status, cards] as const] : [];
    }),
  );
  return {
    columns: withMoves(withFurther(read, behind), moves),
    fetchers,
    isFolded: (column: Column) => isShutAtFirst(column.status) && !opened.has(column.status),
    open,
    fold: (status: WorkOrderStatus) => setOpened((all) => new Set([...all].filter((one) => one !== status))),
    more: (status: WorkOrderStatus) => {
      const pages = reach.wanted.get(status) ?? 0;
      const follows = followed.some((column) => column.status === status);
      return {
        busy: follows && pages > (reach.further.get(status)?.pages ?? 0),
        possible: pages < mostPages,
        show: () => want(status, pages + 1),
      };
    },
  };
}
