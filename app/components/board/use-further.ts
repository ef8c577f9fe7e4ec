import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { lookUp } from "~/lib/request";

interface Page<Card> {
  items: Card[];
  nextCursor: string | null;
}

type Column<Card> = Page<Card> & { id: string };

interface Further<Card> extends Page<Card> {
  pages: number;
}

/** Further pages by column, for one set of filters. */
interface Followed<Card> {
  of: string;
  further: ReadonlyMap<string, Further<Card>>;
}

interface FurtherOptions {
  /** The board's filters. */
  query: object;
  /** URL of a column's cards after a cursor. */
  hrefOf: (columnId: string, cursor: string) => string;
}

/**
 * The loaded columns with the pages the user opened after each column's first, so that their cards can be moved like all others.
 * The pages are loaded again whenever the board is.
 */
export function useFurther<Card extends { id: string }, C extends Column<Card>>(
  read: readonly (C & Column<Card>)[],
  { query, hrefOf }: FurtherOptions,
) {
  const of = JSON.stringify(query);
  const [followed, setFollowed] = useState<Followed<Card>>({ of, further: new Map() });
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set());
  const now = useRef({ read, of, hrefOf, followed });
  now.current = { read, of, hrefOf, followed };
  /** How many pages each column is to show, and the number of its last load, whose response alone counts. */
  const wanted = useRef({ of, pages: new Map<string, number>(), loads: new Map<string, number>() });
  if (wanted.current.of !== of) wanted.current = { of, pages: new Map(), loads: new Map() };

  async function load(id: string): Promise<void> {
    const { pages, loads } = wanted.current;
    const count = pages.get(id) ?? 0;
    const cursor = now.current.read.find((column) => column.id === id)?.nextCursor ?? null;
    const number = (loads.get(id) ?? 0) + 1;
    loads.set(id, number);
    setLoading((all) => new Set(all).add(id));
    const found = await pagesAfter<Card>(cursor, { count, hrefOf: (after) => hrefOf(id, after) });
    if (loads.get(id) !== number) return;
    setLoading((all) => new Set([...all].filter((one) => one !== id)));
    if (wanted.current.loads !== loads) return;
    const known = now.current.followed.of === of ? now.current.followed.further : new Map();
    if (found) return setFollowed({ of, further: new Map(known).set(id, found) });
    // If only a refresh failed, the cards loaded before remain.
    const had = known.get(id)?.pages ?? 0;
    if (count <= had) return;
    pages.set(id, had);
    toast({ title: "More cards could not be loaded", text: "Check the connection and try again.", tone: "bad" });
  }
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again with the board
  useEffect(() => {
    for (const [id, count] of wanted.current.pages) if (count > 0) void latest.current(id);
  }, [read]);

  const further = followed.of === of ? followed.further : null;
  const columns = useMemo(() => {
    const first = new Set(read.flatMap(({ items }) => items.map(({ id }) => id)));
    return read.map((column) => {
      const more = column.nextCursor === null ? undefined : further?.get(column.id);
      if (!more) return column;
      const items = [...column.items, ...more.items.filter(({ id }) => !first.has(id))];
      return { ...column, items, nextCursor: more.nextCursor };
    });
  }, [read, further]);
  return {
    columns,
    isLoading: (id: string) => loading.has(id),
    more: (id: string) => {
      const { pages } = wanted.current;
      pages.set(id, (pages.get(id) ?? 0) + 1);
      void load(id);
    },
  };
}

interface Pages {
  count: number;
  hrefOf: (cursor: string) => string;
}

/** Null if one of them could not be loaded. */
async function pagesAfter<Card>(first: string | null, { count, hrefOf }: Pages): Promise<Further<Card> | null> {
  const items: Card[] = [];
  let cursor = first;
  for (let page = 0; page < count && cursor !== null; page += 1) {
    const answer: Page<Card> | null = await lookUp<Page<Card>>(hrefOf(cursor));
    if (!answer) return null;
    items.push(...answer.items);
    cursor = answer.nextCursor;
  }
  return { items, nextCursor: cursor, pages: count };
}
