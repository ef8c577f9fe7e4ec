import Graph from "graphology";
import Sigma from "sigma";
import { EdgeLineProgram, EdgeRectangleProgram, NodeCircleProgram, NodePointProgram } from "sigma/rendering";
import type { GraphEdge, GraphRecord, RecordKey, RecordKind } from "~/domain/knowledge-graph/record";
import { KIND_COLORS } from "./kind-colors";
import type { LayoutAnswer, LayoutRequest } from "./layout-worker";

export interface GraphView {
  records: readonly GraphRecord[];
  edges: readonly GraphEdge[];
  /** Drawn with a ring's worth more size: expanded records. */
  open: ReadonlySet<RecordKey>;
  selected: RecordKey | null;
  /** Records on the way that is shown; everything else steps back. */
  way: ReadonlySet<RecordKey>;
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
 * Beyond it labels are few, lines are left out while the graph is moved, and what is pointed at or chosen stands out on a layer of its
 * own: to draw it within the picture would draw thousands anew for each move of the pointer and each choice. Records are points and connections plain lines
 * then, each kind in one call: shapes are an instance each, and a renderer without a GPU takes half a second for ten thousand.
 */
const MANY = 2000;

/**
 * How records and connections are drawn. While many are moved, records are all there is: connections, and the hidden picture that
 * answers what lies under the pointer, are as much work again each and come once the graph rests.
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

/** Draws records and their connections by WebGL; a worker lays them out. @throws where the browser has no WebGL */
export function openCanvas(container: HTMLElement, worker: Worker, { onSelect, onExpand }: Handlers): GraphCanvas {
  const graph = new Graph<NodeAttributes>({ type: "undirected", multi: true });
  let view: GraphView = { records: [], edges: [], open: new Set(), selected: null, way: new Set() };
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
      const isWay = view.way.size > 0;
      const isPointed = hovered !== null && (key === hovered || near.has(key));
      const isNear = isPointed || (hovered === null || isMany ? !isWay || view.way.has(asKey(key)) : false);
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
        forceLabel: isSelected || view.way.has(asKey(key)) || view.open.has(asKey(key)),
        zIndex: isSelected ? 2 : isPointed || isNear ? 1 : 0,
      };
    },
    edgeReducer: (edge, attributes) => {
      const [a, b] = graph.extremities(edge);
      const onWay = view.way.has(asKey(a)) && view.way.has(asKey(b));
      const isNear = hovered !== null && (a === hovered || b === hovered);
      return {
        ...attributes,
        // A plain line has one width.
        type: isMany && !onWay ? "line" : "band",
        size: onWay ? 3 : 1,
        color: onWay ? theme.strong : isNear ? theme.text : theme.line,
        zIndex: onWay ? 1 : 0,
      };
    },
    defaultDrawNodeHover: (context, data) => {
      if (isMany && data.key === hovered) drawConnections(context, data);
      drawName(context, { key: data.key, x: data.x, y: data.y, size: data.size });
    },
  });

  /** A record's name beside it, and a ring around it. */
  const drawName = (context: CanvasRenderingContext2D, { key, x, y, size }: Drawn) => {
    // As it is, where it steps back beside a way: pointing does not draw it anew.
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
  /** Draws the chosen one of many over the picture, which stays. */
  const drawChosen = () => {
    const key = isMany ? view.selected : null;
    const shown = key === null ? undefined : sigma.getNodeDisplayData(key);
    const context = chosen.getContext("2d");
    chosen.hidden = key === null || isBare;
    if (!key || !shown || !context || isBare) return;
    const { width, height } = sigma.getDimensions();
    const { devicePixelRatio: ratio } = window;
    // Its size clears it.
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
  // Let go after a pause, nothing moves on and nothing would be drawn; what is dragged is counted until just after.
  mouse.on("mouseup", () => void setTimeout(() => isMany && sigma.scheduleRender()));
  const canvases = Object.entries(sigma.getCanvases()).filter(([layer]) => layer !== "chosen");
  let isBare = false;
  // Each canvas costs time in every frame, an empty one as well.
  sigma.on("beforeRender", () => {
    if (isBare === (isMany && isMoving())) return;
    isBare = !isBare;
    for (const [layer, canvas] of canvases)
      canvas.hidden = isBare && !(layer === "nodes" || layer === "mouse" || (layer === "edges" && view.way.size > 0));
  });

  /** Draws these anew with what they are connected by; nothing moved, so that what is where is known. */
  const redraw = (keys: Iterable<string>) => {
    const nodes = [...new Set(keys)].filter((key) => graph.hasNode(key));
    const edges = [...new Set(nodes.flatMap((key) => graph.edges(key)))];
    sigma.refresh({ partialGraph: { nodes, edges }, skipIndexation: true, schedule: true });
  };
  const hover = (key: RecordKey | null) => {
    if (key === hovered) return;
    hovered = key;
    near = new Set(key ? graph.neighbors(key) : []);
    // Among many it is drawn over the picture, which stays.
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
      // Written to without an event for each: all of them are drawn anew at once.
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
  // Nothing else moves in a large graph that is being moved: to draw it all anew takes as long as ten of its frames.
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
      // Chosen, and nothing else: the page hands over the very same records then.
      if (before.records === next.records && before.edges === next.edges) {
        const isChoice = sameKeys(before.way, next.way) && sameKeys(before.open, next.open);
        // Among many a connection on the way is of another shape, and shapes are counted.
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

/** What is chosen is so much larger. */
const CHOSEN_MORE = 3;

/** Points among many lie closer. */
const manySize = (size: number) => size * 0.6;

const sizeOf = (degree: number, isOpen: boolean) => Math.min(4 + Math.sqrt(degree) * 1.5, 14) + (isOpen ? 2 : 0);

/** Guarantee: the graph's nodes are named by records' keys alone. */
const asKey = (node: string) => node as RecordKey;

/** Makes the graph hold these records and connections; what is new begins beside what it is connected with. True where it changed. */
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
    const beside = partner.get(record.key);
    const origin = beside && graph.hasNode(beside) ? graph.getNodeAttributes(beside) : { x: 0, y: 0 };
    // A spiral: nothing falls on the same point, and the same graph looks the same each time.
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
