import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import { useMemo, useState } from "react";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Network } from "~/components/ui/icons";
import { findByNumber, loadGraph, readableKinds, startingPoints } from "~/domain/knowledge-graph/load.server";
import {
  collapse,
  expand,
  KIND_LABELS,
  keyOf,
  MAX_OPEN,
  parseKey,
  parseState,
  type RecordKey,
  uniqueEdges,
} from "~/domain/knowledge-graph/record";
import { allowMember } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { GraphFilters } from "./graph-filters";
import { GraphPane } from "./graph-pane";
import { KindDot } from "./kind-dot";
import { PathList } from "./path-list";
import { RecordFinder } from "./record-finder";
import { RecordTables } from "./record-tables";
import { SelectedRecord } from "./selected-record";
import { hrefOf } from "./shown-state";
import { useShortestPath } from "./use-shortest-path";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Knowledge graph · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const state = parseState(url.searchParams);
  const { timeZone } = allowMember(ctx);
  // Links from other screens identify a record by its number.
  if (state.from && /^\d{1,9}$/.test(state.from.id)) {
    const from = await findByNumber(ctx, state.from);
    throw redirect(hrefOf({ ...state, from, open: [{ ...from, steps: 1 }] }));
  }
  const kinds = readableKinds(ctx);
  if (!state.from) return { state, kinds, timeZone, graph: null, suggestions: await startingPoints(ctx) };
  return { state, kinds, timeZone, graph: await loadGraph(ctx, state), suggestions: [] };
});

/** How records are connected, starting from one of them, as a graph and as tables. */
export default function KnowledgeGraph() {
  const { state, kinds, timeZone, graph, suggestions } = useLoaderData<typeof loader>();
  const [selected, select] = useState<RecordKey | null>(null);
  const navigate = useNavigate();
  const isLoading = useNavigation().state === "loading";
  const path = useShortestPath(state);
  const open = useMemo(() => new Set(state.open.map(keyOf)), [state.open]);

  // Records on the path are shown along with the expanded ones.
  const shown = useMemo(() => {
    const records = new Map((graph?.records ?? []).map((record) => [record.key, record]));
    for (const record of path.found?.records ?? []) if (!records.has(record.key)) records.set(record.key, record);
    return { records: [...records.values()], edges: uniqueEdges([...(graph?.edges ?? []), ...path.edges]) };
  }, [graph, path]);
  const byKey = useMemo(() => new Map(shown.records.map((record) => [record.key, record])), [shown]);
  const start = state.from && byKey.get(keyOf(state.from));
  const chosen = (selected && byKey.get(selected)) || null;
  const go = (next: typeof state) => navigate(hrefOf(next), { preventScrollReset: true });
  const expandable = shown.records.filter(({ key }) => !open.has(key)).slice(0, MAX_OPEN - state.open.length);

  return (
    <>
      <PageHeader
        title="Knowledge graph"
        facts={
          graph
            ? `${shown.records.length.toLocaleString("en-US")} records, ${shown.edges.length.toLocaleString("en-US")} connections${start ? ` around ${start.label}` : ""}`
            : "How customers, properties, equipment, parts, work orders, invoices and technicians are connected"
        }
        secondary={
          graph && (
            <Button asChild variant="outline">
              <Link to={paths.knowledgeGraph()}>Clear</Link>
            </Button>
          )
        }
      />
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:max-w-3xl">
        <RecordFinder
          label="Start from"
          shown={start?.label}
          onSelect={(key) => {
            const from = parseKey(key);
            if (from) go({ ...state, from, to: null, open: [{ ...from, steps: 1 }] });
          }}
        />
        {graph && (
          <RecordFinder
            label="Shortest path to"
            shown={state.to ? (byKey.get(keyOf(state.to))?.label ?? path.found?.to.label) : undefined}
            onSelect={(key) => go({ ...state, to: parseKey(key) })}
          />
        )}
      </div>
      {!graph && (
        <>
          <EmptyState icon={Network} title="Start from any record">
            Search for a customer, property, work order, part, invoice or technician. Each step shows what it is
            connected with: the other jobs a part failed on, everything at an address, who was there.
          </EmptyState>
          {suggestions.length > 0 && (
            <section aria-labelledby="graph-suggestions" className="mx-auto max-w-2xl">
              <h2 id="graph-suggestions" className="mb-2 font-semibold">
                Latest work orders and parts used
              </h2>
              <Card as="ul" className="divide-y divide-border">
                {suggestions.map((record) => (
                  <li key={record.key}>
                    <Link
                      to={hrefOf({ ...state, from: record, open: [{ ...record, steps: 1 }] })}
                      className="flex min-h-row items-center gap-3 px-4 py-2 hover:bg-muted"
                    >
                      <KindDot kind={record.kind} />
                      <span className="min-w-0 flex-1 truncate">{record.label}</span>
                      <span className="shrink-0 text-muted-foreground text-sm">{KIND_LABELS[record.kind].one}</span>
                    </Link>
                  </li>
                ))}
              </Card>
            </section>
          )}
        </>
      )}
      {graph && (
        <>
          <GraphFilters state={state} kinds={kinds} />
          {graph.missing > 0 && (
            <p className="mb-3 text-muted-foreground text-sm">
              {graph.missing === 1
                ? "1 expanded record is not shown: it was deleted, or you don't have access to it."
                : `${graph.missing} expanded records are not shown: they were deleted, or you don't have access to them.`}
            </p>
          )}
          <PathList state={state} path={path} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] xl:grid-cols-[minmax(0,1fr)_30rem]">
            <div className="flex flex-col gap-4 max-lg:order-2 lg:sticky lg:top-20">
              <GraphPane
                {...shown}
                open={open}
                selected={selected}
                path={path.keys}
                isLoading={isLoading}
                onSelect={select}
                onExpand={(key) => {
                  const ref = parseKey(key);
                  if (ref && !open.has(key)) go(expand(state, ref));
                }}
                expandAll={
                  expandable.length > 0 && shown.records.length > 1
                    ? {
                        count: expandable.length,
                        href: hrefOf({
                          ...state,
                          open: [...state.open, ...expandable.map((one) => ({ ...one, steps: 1 }))],
                        }),
                      }
                    : null
                }
              />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              {chosen && (
                <SelectedRecord
                  record={chosen}
                  state={state}
                  isOpen={open.has(chosen.key)}
                  more={graph.more.filter(({ key }) => key === chosen.key)}
                  timeZone={timeZone}
                  expandHref={hrefOf(expand(state, chosen))}
                  collapseHref={hrefOf(collapse(state, chosen))}
                  onClose={() => select(null)}
                />
              )}
              <RecordTables {...{ state, graph, timeZone, selected }} onSelect={select} />
            </div>
          </div>
        </>
      )}
    </>
  );
}
