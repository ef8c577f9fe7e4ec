import Graph from "graphology";
import Sigma from "sigma";
import { EdgeLineProgram, EdgeRectangleProgram, NodeCircleProgram, NodePointProgram } from "sigma/rendering";
import type { GraphEdge, GraphRecord, RecordKey, RecordKind } from "~/domain/knowledge-graph/record";
import { KIND_COLORS } from "./kind-colors";
import type { LayoutAnswer, LayoutRequest } from "./layout-worker";

export interface GraphView {
  records: readonly GraphRecord[];
  edges: readonly GraphEdge[];
  /** Expanded records, drawn slightly larger. */
  open: ReadonlySet<RecordKey>;
  selected: RecordKey | null;
  /** Records on the path being shown; everything else is faded. */
  path: ReadonlySet<RecordKey>;
}

export interface GraphCanvas {
  show: (view: GraphView) => void;
  recolor: (isDark: boolean) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  destroy: () => void;
}

interface Handlers {
  onSelect: (key: RecordKey | null) => void;
  onExpand: (key: RecordKey) => void;
}

interface Drawn {
  key: string;
  x: number;
  y: number;
  size: number;
}

interface NodeAttributes {
  x: number;
  y: number;
  label: string;
  kind: RecordKind;
  degree: number;
}

/**
 * Graphs larger than this show few labels, hide lines while moving, and draw the hovered or selected record on a layer
 * of its own: within the main picture, each pointer move and each selection would redraw thousands of items. Records
 * are then points and connections plain lines, each kind drawn in a single call: shapes need one instance each, and a
 * renderer without a GPU takes half a second for ten thousand.
 */
const MANY = 2000;

/**
 * How records and connections are drawn. While a large graph is moving, only records are drawn: connections, and the
 * hidden picking image that identifies the item under the pointer, would each cost as much again and are drawn once the
 * graph rests.
 */
function shapesOf(isMoving: () => boolean) {
  class Point extends NodePointProgram<NodeAttributes> {
    override renderProgram(...[params, info]: Parameters<NodePointProgram["renderProgram"]>): void {
      if (!info.isPicking || !isMoving()) super.renderProgram(params, info);
    }
  }
  class Line extends EdgeLineProgram<NodeAttributes> {
    override render(...[params]: Parameters<EdgeLineProgram["render"]>): void {
      if (!isMoving()) super.render(params);
    }
  }
  return {
    defaultNodeType: "circle",
    nodeProgramClasses: { circle: NodeCircleProgram, point: Point },
    defaultEdgeType: "band",
    edgeProgramClasses: { band: EdgeRectangleProgram, line: Line },
  };
}

/** Draws records and connections with WebGL; a worker computes the layout. @throws if the browser has no WebGL */
export function openCanvas(container: HTMLElement, worker: Worker, { onSelect, onExpand }: Handlers): GraphCanvas {
  const graph = new Graph<NodeAttributes>({ type: "undirected", multi: true });
  let view: GraphView = { records: [], edges: [], open: new Set(), selected: null, path: new Set() };
  let hovered: RecordKey | null = null;
  let near = new Set<string>();
  let isMany = false;
  let theme: typeof DARK | typeof LIGHT = DARK;

  const sigma: Sigma<NodeAttributes> = new Sigma<NodeAttributes>(graph, container, {
    ...{ allowInvalidContainer: true, labelFont: "Inter, sans-serif", labelSize: 12, labelWeight: "500", zIndex: true },
    ...{ minCameraRatio: 0.02, maxCameraRatio: 4, stagePadding: 48, labelRenderedSizeThreshold: 4, labelDensity: 0.7 },
    ...shapesOf(() => isMany && isMoving()),
    labelColor: { attribute: "labelColor" },
    nodeReducer: (key, attributes) => {
      const hasPath = view.path.size > 0;
      const isPointed = hovered !== null && (key === hovered || near.has(key));
      const isNear = isPointed || (hovered === null || isMany ? !hasPath || view.path.has(asKey(key)) : false);
      const isSelected = key === view.selected && !isMany;
      const size = sizeOf(attributes.degree, view.open.has(asKey(key))) + (isSelected ? CHOSEN_MORE : 0);
      return {
        ...attributes,
        type: isMany ? "point" : "circle",
        size: isMany ? manySize(size) : size,
        color: isNear ? KIND_COLORS[attributes.kind][theme.name] : theme.faint,
        labelColor: theme.text,
        label: isNear ? attributes.label : "",
        highlighted: isSelected,
        forceLabel: isSelected || view.path.has(asKey(key)) || view.open.has(asKey(key)),
        zIndex: isSelected ? 2 : isPointed || isNear ? 1 : 0,
      };
    },
    edgeReducer: (edge, attributes) => {
      const [a, b] = graph.extremities(edge);
      const onPath = view.path.has(asKey(a)) && view.path.has(asKey(b));
      const isNear = hovered !== null && (a === hovered || b === hovered);
      return {
        ...attributes,
        // Plain lines have a single width.
        type: isMany && !onPath ? "line" : "band",
        size: onPath ? 3 : 1,
        color: onPath ? theme.strong : isNear ? theme.text : theme.line,
        zIndex: onPath ? 1 : 0,
      };
    },
    defaultDrawNodeHover: (context, data) => {
      if (isMany && data.key === hovered) drawConnections(context, data);
      drawName(context, { key: data.key, x: data.x, y: data.y, size: data.size });
    },
  });

  /** Draws a record's name next to it, and a ring around it. */
  const drawName = (context: CanvasRenderingContext2D, { key, x, y, size }: Drawn) => {
    // Uses the full label even if the record is faded next to a path: hovering does not redraw the record itself.
    const label = graph.getNodeAttribute(key, "label");
    context.font = "500 12px Inter, sans-serif";
    const width = context.measureText(label).width;
    context.fillStyle = theme.surface;
    context.strokeStyle = theme.strong;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x + size + 1, y - 11, width + 12, 22, 4);
    context.fill();
    context.stroke();
    context.beginPath();
    context.arc(x, y, size + 2, 0, Math.PI * 2);
    context.stroke();
    context.fillStyle = theme.text;
    context.fillText(label, x + size + 7, y + 4);
  };

  const drawConnections = (context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }) => {
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.beginPath();
    for (const key of near) {
      const there = sigma.graphToViewport(graph.getNodeAttributes(key));
      context.moveTo(x, y);
      context.lineTo(there.x, there.y);
    }
    context.stroke();
  };
  const chosen = sigma.createCanvas("chosen", {
    beforeLayer: "hovers",
    style: { width: "100%", height: "100%" },
  });
  /** In a large graph, draws the selected record over the picture, which is not redrawn. */
  const drawChosen = () => {
    const key = isMany ? view.selected : null;
    const shown = key === null ? undefined : sigma.getNodeDisplayData(key);
    const context = chosen.getContext("2d");
    chosen.hidden = key === null || isBare;
    if (!key || !shown || !context || isBare) return;
    const { width, height } = sigma.getDimensions();
    const { devicePixelRatio: ratio } = window;
    // Setting the size clears the canvas.
    [chosen.width, chosen.height] = [width * ratio, height * ratio];
    context.scale(ratio, ratio);
    const degree = graph.getNodeAttribute(key, "degree");
    const size = sigma.scaleSize(manySize(sizeOf(degree, view.open.has(key)) + CHOSEN_MORE));
    const { x, y } = sigma.framedGraphToViewport(shown);
    drawName(context, { key, x, y, size });
    context.fillStyle = shown.color;
    context.beginPath();
    context.arc(x, y, size, 0, Math.PI * 2);
    context.fill();
  };
  sigma.on("afterRender", drawChosen);
  const camera = sigma.getCamera();
  const mouse = sigma.getMouseCaptor();
  const isMoving = () =>
    camera.isAnimated() || mouse.isMoving || mouse.draggedEvents > 0 || mouse.currentWheelDirection !== 0;
  // If the graph is released after a pause, nothing moves and nothing would be drawn; dragging still counts until just
  // after the event.
  mouse.on("mouseup", () => void setTimeout(() => isMany && sigma.scheduleRender()));
  const canvases = Object.entries(sigma.getCanvases()).filter(([layer]) => layer !== "chosen");
  let isBare = false;
  // Each canvas costs time in every frame, even an empty one.
  sigma.on("beforeRender", () => {
    if (isBare === (isMany && isMoving())) return;
    isBare = !isBare;
    for (const [layer, canvas] of canvases)
      canvas.hidden = isBare && !(layer === "nodes" || layer === "mouse" || (layer === "edges" && view.path.size > 0));
  });

  /** Redraws these records with their connections; positions are unchanged, so the spatial index remains valid. */
  const redraw = (keys: Iterable<string>) => {
    const nodes = [...new Set(keys)].filter((key) => graph.hasNode(key));
    const edges = [...new Set(nodes.flatMap((key) => graph.edges(key)))];
    sigma.refresh({ partialGraph: { nodes, edges }, skipIndexation: true, schedule: true });
  };
  const hover = (key: RecordKey | null) => {
    if (key === hovered) return;
    hovered = key;
    near = new Set(key ? graph.neighbors(key) : []);
    // In a large graph, it is drawn over the picture, which is not redrawn.
    if (!isMany) sigma.refresh({ skipIndexation: true, schedule: true });
  };
  sigma.on("enterNode", ({ node }) => hover(asKey(node)));
  sigma.on("leaveNode", () => hover(null));
  sigma.on("clickNode", ({ node }) => onSelect(asKey(node)));
  sigma.on("clickStage", () => onSelect(null));
  sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
    preventSigmaDefault();
    onExpand(asKey(node));
  });

  let run = 0;
  let order: string[] = [];
  let waiting: LayoutAnswer | null = null;
  const place = ({ run: of, positions }: LayoutAnswer) => {
    if (of !== run) return;
    order.forEach((key, index) => {
      if (!graph.hasNode(key)) return;
      // Set directly, without an event for each node: all of them are redrawn at once.
      const attributes = graph.getNodeAttributes(key);
      attributes.x = positions[2 * index] ?? attributes.x;
      attributes.y = positions[2 * index + 1] ?? attributes.y;
    });
    sigma.refresh({ schedule: true });
  };
  worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
    if (isMany && isMoving()) waiting = data;
    else place(data);
  };
  // While a large graph is moving, new positions wait: redrawing everything takes as long as ten frames.
  sigma.on("afterRender", () => {
    if (!waiting || isMoving()) return;
    const latest = waiting;
    waiting = null;
    place(latest);
  });

  const layOut = () => {
    run += 1;
    order = graph.nodes();
    const index = new Map(order.map((key, i) => [key, i]));
    const positions = new Float32Array(
      order.flatMap((key) => [graph.getNodeAttribute(key, "x"), graph.getNodeAttribute(key, "y")]),
    );
    const links = new Uint32Array(
      graph.mapEdges((_edge, _attributes, from, to) => [index.get(from) ?? 0, index.get(to) ?? 0]).flat(),
    );
    const request: LayoutRequest = { run, positions, links };
    worker.postMessage(request, [positions.buffer, links.buffer]);
  };

  return {
    show: (next) => {
      const before = view;
      view = next;
      // With the same record and edge objects, at most the selection, path or expansion has changed.
      if (before.records === next.records && before.edges === next.edges) {
        const isChoice = sameKeys(before.path, next.path) && sameKeys(before.open, next.open);
        // In a large graph, connections on the path have another shape, and shapes are part of the index.
        if (!isChoice) sigma.refresh({ skipIndexation: !isMany, schedule: true });
        else if (before.selected === next.selected) return;
        else if (isMany) drawChosen();
        else redraw([before.selected, next.selected].filter((one) => one !== null));
        return;
      }
      const changed = merge(graph, next);
      if (hovered !== null && !graph.hasNode(hovered)) hovered = null;
      isMany = next.records.length > MANY;
      sigma.setSetting("hideLabelsOnMove", isMany);
      sigma.setSetting("labelRenderedSizeThreshold", isMany ? 9 : 4);
      sigma.refresh();
      if (changed) layOut();
    },
    recolor: (isDark) => {
      theme = isDark ? DARK : LIGHT;
      sigma.refresh();
    },
    zoomIn: () => void sigma.getCamera().animatedZoom({ duration: 160 }),
    zoomOut: () => void sigma.getCamera().animatedUnzoom({ duration: 160 }),
    fit: () => void sigma.getCamera().animatedReset({ duration: 160 }),
    destroy: () => {
      sigma.kill();
      worker.terminate();
    },
  };
}

const sameKeys = (a: ReadonlySet<RecordKey>, b: ReadonlySet<RecordKey>) =>
  a === b || (a.size === b.size && [...a].every((key) => b.has(key)));

/** How much larger the selected record is drawn. */
const CHOSEN_MORE = 3;

/** Points are smaller in a large graph. */
const manySize = (size: number) => size * 0.6;

const sizeOf = (degree: number, isOpen: boolean) => Math.min(4 + Math.sqrt(degree) * 1.5, 14) + (isOpen ? 2 : 0);

/** Guarantee: the graph's nodes are keyed only by record keys. */
const asKey = (node: string) => node as RecordKey;

/**
 * Updates the graph to these records and connections; new records start next to one they are connected with. Returns
 * whether it changed.
 */
function merge(graph: Graph<NodeAttributes>, { records, edges }: GraphView): boolean {
  let changed = false;
  const wanted = new Set<string>(records.map(({ key }) => key));
  for (const key of graph.nodes()) {
    if (wanted.has(key)) continue;
    graph.dropNode(key);
    changed = true;
  }
  const partner = new Map<string, string>();
  for (const { from, to } of edges) {
    if (!partner.has(from)) partner.set(from, to);
    if (!partner.has(to)) partner.set(to, from);
  }
  records.forEach((record, index) => {
    if (graph.hasNode(record.key)) {
      graph.setNodeAttribute(record.key, "label", record.label);
      return;
    }
    const neighbor = partner.get(record.key);
    const origin = neighbor && graph.hasNode(neighbor) ? graph.getNodeAttributes(neighbor) : { x: 0, y: 0 };
    // A spiral, so that no two points coincide and the same graph always looks the same.
    const [angle, radius] = [index * 2.4, 20 + 4 * Math.sqrt(index)];
    const { kind, label } = record;
    const [x, y] = [origin.x + radius * Math.cos(angle), origin.y + radius * Math.sin(angle)];
    graph.addNode(record.key, { x, y, label, kind, degree: 0 });
    changed = true;
  });
  const wantedEdges = new Map(edges.map((edge) => [`${edge.relation} ${edge.from} ${edge.to}`, edge]));
  for (const edge of graph.edges()) {
    if (wantedEdges.has(edge)) continue;
    graph.dropEdge(edge);
    changed = true;
  }
  for (const [key, { from, to }] of wantedEdges) {
    if (graph.hasEdge(key) || !graph.hasNode(from) || !graph.hasNode(to)) continue;
    graph.addEdgeWithKey(key, from, to);
    changed = true;
  }
  if (changed) for (const key of graph.nodes()) graph.getNodeAttributes(key).degree = graph.degree(key);
  return changed;
}

const DARK = {
  ...{ name: "dark" as const, text: "#e6ebf0", strong: "#ffffff" },
  ...{ line: "#3a4650", faint: "#36414a", surface: "#1b232a" },
} as const;
const LIGHT = {
  ...{ name: "light" as const, text: "#1d2731", strong: "#000000" },
  ...{ line: "#c3ccd4", faint: "#d6dde3", surface: "#ffffff" },
} as const;
