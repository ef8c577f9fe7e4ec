import { useEffect, useMemo } from "react";
import { edgeOf, formatState, type GraphState, type RecordKey } from "~/domain/knowledge-graph/record";
import type { GraphPath } from "~/domain/knowledge-graph/shortest-path.server";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

/** The shortest path to the record in the URL, as found by the server; null until then, and if there is none. */
export function useShortestPath(state: GraphState) {
  const { data, isLoading, load } = useLookup<{ path: GraphPath | null }>();
  const query =
    state.from && state.to ? formatState({ ...state, open: [], since: null, until: null }).toString() : null;

  // Finding the path takes several queries, so it is loaded after the page.
  useEffect(() => {
    if (query) load(paths.graphPath(new URLSearchParams(query)));
  }, [query, load]);
  const found = query ? (data?.path ?? null) : null;
  return useMemo(
    () => ({
      found,
      isLoading: query !== null && isLoading,
      hasFailed: query !== null && !isLoading && data === null,
      keys: new Set<RecordKey>(found?.records.map(({ key }) => key)),
      edges: (found?.steps ?? []).map(({ from, to, relation, source }) =>
        edgeOf(relation, source, source === from ? to : from),
      ),
    }),
    [found, query, isLoading, data],
  );
}
