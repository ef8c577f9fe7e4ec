import { Link } from "@remix-run/react";
import { useMemo, useState } from "react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import type { Graph } from "~/domain/knowledge-graph/load.server";
import {
  canExpand,
  collapse,
  expand,
  type GraphRecord,
  type GraphState,
  KIND_LABELS,
  keyOf,
  type MoreRecords,
  RELATIONS,
  type RecordKey,
  type RelationName,
} from "~/domain/knowledge-graph/record";
import { cn } from "~/lib/utils";
import { KindDot } from "./kind-dot";
import { dayText, hrefOf, pageOf } from "./shown-state";

type RecordTablesProps = {
  state: GraphState;
  graph: Graph;
  timeZone: string;
  selected: RecordKey | null;
  onSelect: (key: RecordKey) => void;
};

/** Rows of a table shown before 'Show all'. */
const FOLDED = 40;

/** The connections of each expanded record: the graph as tables, one per record. */
export function RecordTables({ state, graph, timeZone, selected, onSelect }: RecordTablesProps) {
  const byKey = useMemo(() => new Map(graph.records.map((record) => [record.key, record])), [graph]);
  const rowsOf = useMemo(() => neighborsByRecord(graph, byKey), [graph, byKey]);
  const open = new Set(state.open.map(keyOf));
  return (
    <>
      {state.open.map((one) => {
        const record = byKey.get(keyOf(one));
        if (!record) return null;
        return (
          <RecordTable
            key={record.key}
            {...{ record, state, open, timeZone, selected, onSelect }}
            rows={rowsOf.get(record.key) ?? []}
            more={graph.more.filter(({ key }) => key === record.key)}
          />
        );
      })}
    </>
  );
}

interface Neighbor {
  record: GraphRecord;
  /** Its relation to the expanded record. */
  relation: RelationName;
}

function neighborsByRecord({ edges }: Graph, byKey: ReadonlyMap<RecordKey, GraphRecord>) {
  const rows = new Map<RecordKey, Neighbor[]>();
  const add = (from: RecordKey, to: RecordKey, relation: RelationName) => {
    const record = byKey.get(to);
    if (record) rows.set(from, [...(rows.get(from) ?? []), { record, relation }]);
  };
  for (const { from, to, relation } of edges) {
    add(from, to, relation);
    add(to, from, RELATIONS[relation].back);
  }
  return rows;
}

type RecordTableProps = Omit<RecordTablesProps, "graph"> & {
  record: GraphRecord;
  open: ReadonlySet<RecordKey>;
  rows: readonly Neighbor[];
  more: readonly MoreRecords[];
};

function RecordTable({ record, state, open, rows, more, timeZone, selected, onSelect }: RecordTableProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FOLDED);
  const isStart = state.from !== null && keyOf(state.from) === record.key;
  return (
    <Card as="section" aria-label={`Connections of ${record.label}`} className="overflow-hidden">
      <header className="flex items-center gap-2 border-border border-b bg-muted/40 px-3 py-2">
        <KindDot kind={record.kind} />
        <h2 className="min-w-0 flex-1 font-semibold">
          <TextLink to={pageOf(record)}>{record.label}</TextLink>
          <span className="ml-2 font-normal text-muted-foreground text-sm">
            {[KIND_LABELS[record.kind].one, record.detail].filter(Boolean).join(" · ")}
          </span>
        </h2>
        {!isStart && (
          <Button asChild size="sm" variant="ghost">
            <Link to={hrefOf(collapse(state, record))} preventScrollReset aria-label={`Collapse ${record.label}`}>
              Collapse
            </Link>
          </Button>
        )}
      </header>
      {rows.length === 0 && (
        <p className="px-3 py-3 text-muted-foreground">No connections for the kinds and days shown.</p>
      )}
      {rows.length > 0 && (
        <table className="w-full">
          <caption className="sr-only">{`What ${record.label} is connected to`}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Record</th>
              <th scope="col">Date</th>
              <th scope="col">Expand</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {shown.map(({ record: other, relation }) => (
              <tr key={`${relation} ${other.key}`} className={cn(other.key === selected && "bg-accent")}>
                <th scope="row" className="w-full px-3 py-1.5 text-left font-normal">
                  <span className="flex items-center gap-2">
                    <KindDot kind={other.kind} />
                    <span className="min-w-0">
                      <button
                        type="button"
                        className="text-left text-link hover:underline"
                        onClick={() => onSelect(other.key)}
                      >
                        {other.label}
                      </button>
                      <span className="block text-muted-foreground text-xs">
                        {[RELATIONS[relation].label, other.detail].filter(Boolean).join(" · ")}
                      </span>
                    </span>
                  </span>
                </th>
                <td className="whitespace-nowrap px-2 py-1.5 text-muted-foreground text-sm tabular">
                  {dayText(other.at, timeZone)}
                </td>
                <td className="px-2 py-1.5 text-right">
                  {open.has(other.key) ? (
                    <span className="px-3 text-muted-foreground text-sm">Shown</span>
                  ) : (
                    canExpand(state, other, []) && (
                      <Button asChild size="sm" variant="ghost">
                        <Link to={hrefOf(expand(state, other))} preventScrollReset aria-label={`Expand ${other.label}`}>
                          Expand
                        </Link>
                      </Button>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(more.length > 0 || shown.length < rows.length) && (
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border border-t px-3 py-2 text-sm">
          {shown.length < rows.length && (
            <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
              Show all {rows.length}
            </Button>
          )}
          {more.length > 0 && (
            <>
              <span className="text-muted-foreground">and {more.map((one) => moreText(one)).join(", ")}</span>
              {canExpand(state, record, more) ? (
                <Button asChild size="sm" variant="outline">
                  <Link
                    to={hrefOf(expand(state, record))}
                    preventScrollReset
                    aria-label={`Show more of ${record.label}`}
                  >
                    Show more
                  </Link>
                </Button>
              ) : (
                <TextLink to={pageOf(record)}>See all on its page</TextLink>
              )}
            </>
          )}
        </footer>
      )}
    </Card>
  );
}

/** '40 more work orders', '12 or more more parts', or, if only repeats were counted, 'possibly more work orders'. */
function moreText({ total, shown, atLeast, kind }: MoreRecords): string {
  const count = total - shown;
  const { one, many } = KIND_LABELS[kind];
  if (count === 0) return `possibly more ${many.toLowerCase()}`;
  const noun = (count === 1 && !atLeast ? one : many).toLowerCase();
  return `${count}${atLeast ? " or more" : ""} more ${noun}`;
}
