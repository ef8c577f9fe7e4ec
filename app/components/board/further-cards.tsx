import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Card, Further } from "~/domain/work-orders/board";
import { paths } from "~/paths";

interface FurtherCardsProps {
  /** What is asked for: column, where it begins, how far, and the filters. */
  query: Record<string, string | number | undefined | null>;
  onCards: (further: (Further & { pages: number }) | null) => void;
}

/** Fetches a column's further cards and keeps them fresh, as the board itself is; null where they could not be had. */
export function FurtherCards({ query, onCards }: FurtherCardsProps) {
  const fetcher = useFetcher<{ items: Card[]; nextCursor: string | null; pages: number } | null>();
  const address = paths.boardColumn(query);
  const now = useRef({ load: fetcher.load, onCards });
  now.current = { load: fetcher.load, onCards };

  // What was asked for, or where it begins, has changed.
  useEffect(() => now.current.load(address), [address]);

  const { data } = fetcher;
  // The answer belongs to the board, which puts it behind its own cards.
  useEffect(() => {
    if (data !== undefined) now.current.onCards(data);
  }, [data]);
  return null;
}
