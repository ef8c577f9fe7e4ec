import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Column, type Further, isShutAtFirst, withFurther } from "~/domain/work-orders/board";
import { paths } from "~/paths";
import type { loader as columnLoader } from "~/routes/work-orders/resources/board-column";
import type { BoardQuery } from "./filters";

/** Beyond this many pages the list is a better tool. */
const MAX_PAGES = 8;

type FurtherCards = Further & { pages: number };

/** Extra pages loaded per column, for one set of filters. */
interface Followed {
  of: string;
  wanted: ReadonlyMap<WorkOrderStatus, number>;
  further: ReadonlyMap<WorkOrderStatus, FurtherCards>;
}

/** State of one column's display, with functions that show more or less of it. */
export interface ColumnReach {
  /** Shown as a narrow bar with its count. */
  isFolded: boolean;
  /** More of its cards are being loaded. */
  isLoading: boolean;
  canShowMore: boolean;
  showMore: () => void;
  unfold: () => void;
  fold: () => void;
}

/** The loaded columns, plus those the user opened and further pages after their first cards. */
export function useColumns(read: readonly Column[], query: BoardQuery) {
  const of = JSON.stringify(query);
  const [opened, setOpened] = useState<ReadonlySet<WorkOrderStatus>>(new Set());
  const fresh = (): Followed => ({ of, wanted: new Map([...opened].map((status) => [status, 1])), further: new Map() });
  const [stored, setStored] = useState(fresh);
  const followed = stored.of === of ? stored : fresh();
  const now = useRef(followed);
  now.current = followed;

  // Responses for two columns may arrive together, so each update builds on the previous one.
  const change = (parts: Partial<Followed>) => {
    now.current = { ...now.current, ...parts };
    setStored(now.current);
  };
  const want = (status: WorkOrderStatus, pages: number) =>
    change({ wanted: new Map(now.current.wanted).set(status, pages) });

  function arrived(status: WorkOrderStatus, cards: FurtherCards | null): void {
    const { wanted, further } = now.current;
    if (cards) {
      change({ further: new Map(further).set(status, cards) });
      return;
    }
    const has = further.get(status)?.pages ?? 0;
    // If only a refresh failed, the cards loaded before remain.
    if ((wanted.get(status) ?? 0) <= has) return;
    toast({ title: "More cards could not be loaded", text: "Check the connection and try again.", tone: "bad" });
    want(status, has);
  }

  /** Columns with pages beyond those the board itself loads. */
  const { wanted, further } = followed;
  const beyond = read.filter(
    ({ status, shut, nextCursor }) => (wanted.get(status) ?? 0) > 0 && (shut || nextCursor !== null),
  );
  const beyondKey = beyond.map(({ status }) => status).join();
  const columns = useMemo(() => {
    const shown = [...further].filter(([status]) => beyondKey.split(",").includes(status));
    return withFurther(read, new Map(shown));
  }, [read, further, beyondKey]);

  const reachOf = ({ status, shut }: Column): ColumnReach => {
    const pages = wanted.get(status) ?? 0;
    const isFollowed = beyond.some((column) => column.status === status);
    return {
      isFolded: isShutAtFirst(status) && !opened.has(status),
      isLoading: isFollowed && pages > (further.get(status)?.pages ?? 0),
      canShowMore: pages < MAX_PAGES,
      showMore: () => want(status, pages + 1),
      unfold: () => {
        if (!isShutAtFirst(status)) return;
        setOpened((all) => new Set(all).add(status));
        if (shut) want(status, 1);
      },
      fold: () => setOpened((all) => new Set([...all].filter((one) => one !== status))),
    };
  };
  const loads = beyond.map(({ status, nextCursor }) => (
    <ColumnLoad
      key={status}
      query={{ ...query, column: status, cursor: nextCursor, pages: wanted.get(status) }}
      onCards={(cards) => arrived(status, cards)}
    />
  ));
  return { columns, reachOf, loads };
}

interface ColumnLoadProps {
  /** Column, cursor, number of pages, and the filters. */
  query: Record<string, string | number | undefined | null>;
  onCards: (cards: FurtherCards | null) => void;
}

/** Loads a column's further cards and refreshes them along with the board; null if that failed. */
function ColumnLoad({ query, onCards }: ColumnLoadProps) {
  const fetcher = useFetcher<typeof columnLoader | null>();
  const address = paths.boardColumn(query);
  const now = useRef({ load: fetcher.load, onCards });
  now.current = { load: fetcher.load, onCards };

  // The query changed.
  useEffect(() => now.current.load(address), [address]);

  const { data } = fetcher;
  // The cards are passed to the board, which appends them to its own.
  useEffect(() => {
    if (data !== undefined) now.current.onCards(data);
  }, [data]);
  return null;
}
