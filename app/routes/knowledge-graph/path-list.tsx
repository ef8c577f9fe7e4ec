import { Link } from "@remix-run/react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { type GraphState, keyOf, RELATIONS } from "~/domain/knowledge-graph/record";
import { KindDot } from "./kind-dot";
import { hrefOf, pageOf } from "./shown-state";
import type { useShortestPath } from "./use-shortest-path";

/** The shortest path between two records as text, with the relation of each step. */
export function PathList({ state, path }: { state: GraphState; path: ReturnType<typeof useShortestPath> }) {
  if (!state.to) return null;
  const { found, isLoading, hasFailed } = path;
  return (
    <Card as="section" aria-labelledby="graph-path" className="mb-4 p-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="graph-path" className="font-semibold">
          Shortest path
        </h2>
        <Button asChild variant="ghost" size="sm">
          <Link to={hrefOf({ ...state, to: null })} preventScrollReset>
            Close
          </Link>
        </Button>
      </div>
      <div role="status">
        {isLoading && <p className="text-muted-foreground">Looking for connections…</p>}
        {hasFailed && <p>The path could not be loaded. Check your connection and choose the record again.</p>}
        {!isLoading && found && found.records.length === 0 && (
          <p>
            No connection within six steps over the kinds shown. {found.looked.toLocaleString("en-US")} records were
            looked at, the newest of each first.
          </p>
        )}
      </div>
      {!isLoading && found && found.records.length > 0 && (
        <ol className="mt-2 flex flex-wrap items-stretch gap-2">
          {found.records.map((record, index) => {
            const step = found.steps[index - 1];
            const words =
              step &&
              (step.source === record.key
                ? RELATIONS[RELATIONS[step.relation].back].label
                : RELATIONS[step.relation].label);
            return (
              <li key={record.key} className="flex min-w-0 flex-col rounded-md border border-border px-3 py-2">
                <span className="text-muted-foreground text-xs">{words ?? "from"}</span>
                <span className="flex min-w-0 items-center gap-2">
                  <KindDot kind={record.kind} />
                  <TextLink to={pageOf(record)}>{record.label}</TextLink>
                </span>
                {state.from && record.key !== keyOf(state.from) && record.detail && (
                  <span className="text-muted-foreground text-xs">{record.detail}</span>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
