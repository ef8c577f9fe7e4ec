import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  type Connection,
  ConnectionMode,
  Controls,
  type Edge,
  type EdgeChange,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useEffect, useMemo, useState } from "react";
import { isDark, useTheme } from "~/components/app-shell/choices";
import { BOX, facingSides, factsOf, LINE_COLORS } from "~/domain/designs/drawing";
import type { Edit } from "~/domain/designs/edit";
import {
  isDuct,
  type Layout,
  LINK_LABELS,
  likelyLink,
  newLink,
  PART_LABELS,
  type Part,
  sizeText,
  UNITS_PER_FOOT,
} from "~/domain/designs/layout";
import { cn } from "~/lib/utils";

type CanvasProps = {
  layout: Layout;
  selected: ReadonlySet<string>;
  /** Parts and connections that a check refers to. */
  flagged: ReadonlyMap<string, "problem" | "warning">;
  readOnly: boolean;
  newId: () => string;
  onEdit: (edit: Edit) => void;
  /** Called for selections made on the canvas; selections made by the page are not reported. */
  onChoose: (changes: readonly Choice[]) => void;
};

export interface Choice {
  id: string;
  selected: boolean;
}

type PartNode = Node<{ part: Part; level: "problem" | "warning" | undefined }, "part">;

const grid: [number, number] = [UNITS_PER_FOOT, UNITS_PER_FOOT];

/**
 * Parts on a grid of feet, connected by ducts, pipes and wires; usable by mouse, touch or keyboard (Tab, Enter, arrows,
 * Delete).
 */
export function DesignCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ layout, selected, flagged, readOnly, newId, onEdit, onChoose }: CanvasProps) {
  const dark = isDark(useTheme());
  const drawn = useMemo(
    () =>
      layout.parts.map(
        (part): PartNode => ({
          ...{ id: part.id, type: "part", position: { x: part.x, y: part.y }, width: BOX.width, height: BOX.height },
          ...{ data: { part, level: flagged.get(part.id) }, selected: selected.has(part.id) },
          ariaLabel: [PART_LABELS[part.kind], part.label, factsOf(part)].filter(Boolean).join(", "),
        }),
      ),
    [layout, flagged, selected],
  );
  const [nodes, setNodes] = useState(drawn);
  // The library moves a part during a drag; the result is stored in the layout. Its measurements are kept, because
  // unmeasured parts are not rendered.
  useEffect(
    () =>
      setNodes((before) => {
        const known = new Map(before.map((node) => [node.id, node]));
        return drawn.map((node) => ({ ...node, measured: known.get(node.id)?.measured }));
      }),
    [drawn],
  );
  const edges = useMemo(() => {
    const parts = new Map(layout.parts.map((part) => [part.id, part]));
    return layout.links.map((link): Edge => {
      const [from, to] = [parts.get(link.from), parts.get(link.to)];
      const [sourceHandle, targetHandle] = from && to ? facingSides(from, to) : [null, null];
      const level = flagged.get(link.id);
      const size = isDuct(link.kind) ? sizeText(link) : null;
      return {
        ...{ id: link.id, source: link.from, target: link.to, selected: selected.has(link.id), label: size },
        ...{ sourceHandle, targetHandle },
        ...{ ariaLabel: `${LINK_LABELS[link.kind]}${size ? `, ${size}` : ""}` },
        style: {
          stroke: level === "problem" ? "var(--color-bad)" : LINE_COLORS[link.kind],
          strokeWidth: selected.has(link.id) ? 5 : isDuct(link.kind) ? 3 : 2,
          strokeDasharray: link.kind === "control" ? "2 6" : link.kind === "return" ? "10 5" : undefined,
        },
        labelStyle: { fill: "var(--color-foreground)", fontSize: 11 },
        labelBgStyle: { fill: "var(--color-card)" },
      };
    });
  }, [layout, flagged, selected]);

  const [lines, setLines] = useState(edges);
  // As with the parts: the library handles selection, and the layout determines what exists.
  useEffect(() => setLines(edges), [edges]);

  // Not handled in onSelectionChange, which also reports the page's own selections with a delay, so that the two would
  // keep overriding each other.
  const choose = (changes: readonly (NodeChange<PartNode> | EdgeChange)[]) => {
    const choices = changes.flatMap((change) =>
      change.type === "select" ? [{ id: change.id, selected: change.selected }] : [],
    );
    if (choices.length > 0) onChoose(choices);
  };
  const changed = (changes: NodeChange<PartNode>[]) => {
    setNodes((before) => applyNodeChanges(changes, before));
    choose(changes);
    // One edit per gesture: at the end of a drag, and for each press of an arrow key.
    const moved = changes.flatMap((change) =>
      change.type === "position" && !change.dragging && change.position
        ? [{ id: change.id, x: Math.round(change.position.x), y: Math.round(change.position.y) }]
        : [],
    );
    if (moved.length > 0) onEdit({ kind: "move", to: moved });
  };
  const connected = ({ source, target }: Connection) => {
    const kindOf = (id: string) => layout.parts.find((part) => part.id === id)?.kind;
    const [from, to] = [kindOf(source), kindOf(target)];
    if (!from || !to || source === target) return;
    onEdit({ kind: "connect", link: newLink(likelyLink(from, to), newId(), { from: source, to: target }) });
  };
  return (
    <ReactFlow
      nodes={nodes}
      edges={lines}
      onEdgesChange={(changes) => {
        setLines((before) => applyEdgeChanges(changes, before));
        choose(changes);
      }}
      nodeTypes={nodeTypes}
      onNodesChange={changed}
      onConnect={connected}
      onDelete={({ nodes: gone, edges: cut }) => {
        const ids = [...gone, ...cut].map(({ id }) => id);
        onEdit({ kind: "remove", ids });
        onChoose(ids.map((id) => ({ id, selected: false })));
      }}
      connectionMode={ConnectionMode.Loose}
      snapToGrid
      snapGrid={grid}
      fitView
      fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
      minZoom={0.1}
      maxZoom={2}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      deleteKeyCode={readOnly ? null : ["Delete", "Backspace"]}
      colorMode={dark ? "dark" : "light"}
      style={{ background: "var(--color-background)" }}
      aria-label="Layout"
    >
      <Background gap={UNITS_PER_FOOT} color={dark ? "#3a4650" : "#c3ccd4"} />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

const nodeTypes = { part: PartBox };

const accents: Partial<Record<Part["kind"], string>> = {
  furnace: "border-t-primary",
  boiler: "border-t-primary",
  radiator: "border-t-primary",
  air_handler: "border-t-link",
  outdoor_unit: "border-t-link",
  ductless_head: "border-t-link",
};

function PartBox({ data: { part, level }, selected }: NodeProps<PartNode>) {
  return (
    <div
      className={cn(
        "h-14 w-35 rounded-md border border-input border-t-4 bg-card px-2.5 py-1.5 text-left text-foreground shadow-sm",
        accents[part.kind],
        level === "problem" && "border-bad",
        level === "warning" && "border-warn",
        selected && "outline-2 outline-ring outline-offset-2",
      )}
    >
      <Handle
        type="source"
        position={Position.Top}
        id="top"
        className="size-2.5! border border-card bg-muted-foreground"
      />
      <Handle
        type="source"
        position={Position.Right}
        id="right"
        className="size-2.5! border border-card bg-muted-foreground"
      />
      <Handle
        type="source"
        position={Position.Bottom}
        id="bottom"
        className="size-2.5! border border-card bg-muted-foreground"
      />
      <Handle
        type="source"
        position={Position.Left}
        id="left"
        className="size-2.5! border border-card bg-muted-foreground"
      />
      <p className="truncate font-semibold text-sm">{part.label}</p>
      <p className="truncate text-muted-foreground text-xs">
        {level && <span className="sr-only">{level === "problem" ? "Has a problem. " : "Has a warning. "}</span>}
        {factsOf(part) ?? PART_LABELS[part.kind]}
      </p>
    </div>
  );
}
