import type { RecordKind } from "~/domain/knowledge-graph/record";
import { KIND_COLORS } from "./kind-colors";

/** The color of a kind in the graph, shown next to its name. */
export function KindDot({ kind }: { kind: RecordKind }) {
  const { dark, light } = KIND_COLORS[kind];
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0">
      <circle cx="5" cy="5" r="5" fill={light} className="dark:hidden" />
      <circle cx="5" cy="5" r="5" fill={dark} className="hidden dark:inline" />
    </svg>
  );
}
