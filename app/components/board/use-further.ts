import { useEffect, useState } from "react";
import { useLookup } from "~/lib/use-lookup";

interface Page<Card> {
  items: readonly Card[];
  nextCursor: string | null;
}

/**
 * A column's cards, including pages loaded after the first, until the column is reloaded. `href` returns the URL for
 * the cards after a cursor.
 */
export function useFurther<Card extends { id: string }>(
  { items, nextCursor }: Page<Card>,
  href: (cursor: string | null) => string,
) {
  const { data, isLoading, load } = useLookup<Page<Card>>();
  const [further, setFurther] = useState<Page<Card>>({ items: [], nextCursor: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloaded data starts at the first page again
  useEffect(() => setFurther({ items: [], nextCursor: null }), [nextCursor]);

  // The lookup holds only its latest response; the column accumulates them.
  useEffect(() => {
    if (data) setFurther((had) => ({ items: [...had.items, ...data.items], nextCursor: data.nextCursor }));
  }, [data]);

  const shown = new Set(items.map(({ id }) => id));
  const loaded = items.length === 0 ? [] : further.items.filter(({ id }) => !shown.has(id));
  const cursor = further.items.length > 0 ? further.nextCursor : nextCursor;
  return { all: [...items, ...loaded], cursor, isLoading, more: () => load(href(cursor)) };
}
