import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isDark, useTheme } from "~/components/app-shell/choices";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Maximize, Minus, Plus } from "~/components/ui/icons";
import type { GraphEdge, GraphRecord, RecordKey } from "~/domain/knowledge-graph/record";
import type { GraphCanvas } from "./graph-canvas";

type GraphPaneProps = {
  records: readonly GraphRecord[];
  edges: readonly GraphEdge[];
  open: ReadonlySet<RecordKey>;
  selected: RecordKey | null;
  path: ReadonlySet<RecordKey>;
  isLoading: boolean;
  expandAll: { count: number; href: string } | null;
  onSelect: (key: RecordKey | null) => void;
  onExpand: (key: RecordKey) => void;
};

/** The graph, whose code is loaded after the page. Everything in it is also in the tables next to it. */
export function GraphPane({ onSelect, onExpand, isLoading, expandAll, ...view }: GraphPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<GraphCanvas | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const dark = useTheme();
  const handlers = useRef({ onSelect, onExpand });
  handlers.current = { onSelect, onExpand };

  // The library and its worker are not part of the page's bundle, and exist only in the browser.
  useEffect(() => {
    let opened: GraphCanvas | null = null;
    let isGone = false;
    import("./graph-canvas")
      .then(({ openCanvas }) => {
        if (isGone || !box.current) return;
        const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
        opened = openCanvas(box.current, worker, {
          onSelect: (key) => handlers.current.onSelect(key),
          onExpand: (key) => handlers.current.onExpand(key),
        });
        setCanvas(opened);
      })
      .catch(() => setProblem("The graph cannot be drawn in this browser. The tables show the same records."));
    return () => {
      isGone = true;
      opened?.destroy();
    };
  }, []);
  // The library holds its own copy of the page's data.
  useEffect(() => canvas?.show(view));
  // Its colors are its own as well.
  useEffect(() => canvas?.recolor(isDark(dark)), [canvas, dark]);

  return (
    <Card as="section" aria-label="Graph" className="relative overflow-hidden">
      <div
        ref={box}
        role="img"
        aria-label={`Graph of ${view.records.length} records and ${view.edges.length} connections. The tables list the same records.`}
        aria-busy={isLoading}
        className="h-[60dvh] min-h-80 w-full lg:h-[calc(100dvh-9rem)]"
      />
      {problem && <p className="absolute inset-x-4 top-4 text-muted-foreground">{problem}</p>}
      {!canvas && !problem && <p className="absolute inset-x-4 top-4 text-muted-foreground">Drawing the graph…</p>}
      <div className="absolute top-3 right-3 flex flex-col gap-1">
        <Button size="icon-sm" variant="outline" aria-label="Zoom in" onClick={() => canvas?.zoomIn()}>
          <Plus />
        </Button>
        <Button size="icon-sm" variant="outline" aria-label="Zoom out" onClick={() => canvas?.zoomOut()}>
          <Minus />
        </Button>
        <Button size="icon-sm" variant="outline" aria-label="Fit to view" onClick={() => canvas?.fit()}>
          <Maximize />
        </Button>
      </div>
      {expandAll && (
        <Button asChild size="sm" variant="outline" className="absolute bottom-3 left-3">
          <Link to={expandAll.href} preventScrollReset>
            Expand {expandAll.count} records
          </Link>
        </Button>
      )}
    </Card>
  );
}
