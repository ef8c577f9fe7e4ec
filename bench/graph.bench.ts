import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import type { GraphEdge, GraphRecord } from "../app/domain/knowledge-graph/record";
import type { GraphCanvas, GraphView } from "../app/routes/knowledge-graph/graph-canvas";
import { atMost, type Figure, percentile, round } from "./figure";

const ASSETS = "build/client/assets";
const RECORDS = 10_000;
/** One frame at 30 fps: anything slower visibly stutters. */
const FLUID_MS = 34;

/**
 * Draws the knowledge graph with ten thousand records in Chromium: frame times during layout, panning, zooming and hovering. The
 * renderer is reported: one without a GPU draws in software, many times slower than any office computer.
 */
export async function run(): Promise<Figure[]> {
  const server = createServer((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    if (path === "/") return response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    try {
      const body = readFileSync(join(ASSETS, path.replace("/assets/", "")));
      response.writeHead(200, { "content-type": path.endsWith(".css") ? "text/css" : "text/javascript" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Guarantee: it listens on a local port.
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://127.0.0.1:${port}/`);
    return await measured(page);
  } finally {
    await browser.close();
    server.close();
  }
}

// Imports are in the page itself: in functions passed to the page they would be rewritten for Node.
const PAGE = `<!doctype html><body style="margin:0"><div id="box" style="width:1000px;height:800px"></div>
<script>window.load = (path) => import(path);</script>`;

declare global {
  interface Window {
    load?: (path: string) => Promise<typeof import("../app/routes/knowledge-graph/graph-canvas")>;
    graph?: { canvas: GraphCanvas; view: GraphView };
    /** Frame times in milliseconds since the last reading. */
    frameTimes?: number[];
  }
}

async function measured(page: Page): Promise<Figure[]> {
  const asset = (name: string) => `/assets/${readdirSync(ASSETS).find((file) => file.startsWith(`${name}-`)) ?? name}`;
  const renderer = await page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const names = gl?.getExtension("WEBGL_debug_renderer_info");
    return gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "none";
  });
  // Frames with nothing to draw: the machine's own baseline.
  const idle = await framesWhile(page, () => page.waitForTimeout(2000));

  const opened = Date.now();
  const scripts = { canvas: asset("graph-canvas"), worker: asset("layout-worker") };
  const layout = await framesWhile(page, async () => {
    await page.evaluate(open, { ...scripts, ...business(RECORDS) });
    await page.waitForFunction(() => document.querySelector("#box canvas") !== null);
    await page.waitForTimeout(8000);
  });
  const shownMs = Date.now() - opened - 8000;
  // Moved while it still settles, as users do, and again at rest.
  await page.waitForTimeout(10_000);
  const center = { x: 500, y: 400 };
  const dragged = await framesWhile(page, async () => {
    await page.mouse.move(center.x, center.y);
    await page.mouse.down();
    for (let step = 0; step < 24; step += 1)
      await page.mouse.move(center.x + Math.sin(step / 6) * 200, center.y + Math.cos(step / 6) * 150);
    await page.mouse.up();
  });
  const zoomed = await framesWhile(page, async () => {
    for (let step = 0; step < 10; step += 1) {
      await page.mouse.wheel(0, step < 5 ? -240 : 240);
      await page.waitForTimeout(60);
    }
  });
  const pointed = await framesWhile(page, async () => {
    for (let step = 0; step < 24; step += 1) await page.mouse.move(200 + step * 24, 300 + ((step * 37) % 200));
  });
  const chosen = await framesWhile(page, async () => {
    for (let step = 0; step < 10; step += 1) {
      await page.evaluate((nth) => {
        const { canvas, view } = window.graph ?? {};
        if (canvas && view) canvas.show({ ...view, selected: view.records[nth * 900]?.key ?? null });
      }, step);
      await page.waitForTimeout(100);
    }
  });
  return [
    { figure: `renderer of ${RECORDS.toLocaleString("en-US")} records`, value: renderer },
    { figure: "until the layout is stable", value: `${round(shownMs)} ms` },
    figureOf("nothing drawn", idle),
    figureOf("while it is laid out", layout),
    figureOf("dragged", dragged, FLUID_MS),
    figureOf("zoomed", zoomed, FLUID_MS),
    figureOf("pointed at", pointed, FLUID_MS),
    figureOf("one chosen after the other", chosen, FLUID_MS),
  ];
}

function figureOf(what: string, frames: number[], limit?: number): Figure {
  const [half, most] = [percentile(frames, 0.5), percentile(frames, 0.95)];
  const figure = `frame ${what}, p95 (p50 ${round(half)} ms, ${frames.length} frames)`;
  return limit ? atMost(figure, most, limit, " ms") : { figure, value: `${round(most)} ms` };
}

async function framesWhile(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    window.frameTimes = frames;
    let last = performance.now();
    const next = (now: number) => {
      if (window.frameTimes !== frames) return;
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  return page.evaluate(() => {
    const { frameTimes = [] } = window;
    window.frameTimes = undefined;
    return frameTimes.slice(1);
  });
}

interface OpenInput {
  canvas: string;
  worker: string;
  records: GraphRecord[];
  edges: GraphEdge[];
}

/** Runs in the page. */
async function open({ canvas, worker, records, edges }: OpenInput): Promise<void> {
  const { openCanvas } = (await window.load?.(canvas)) ?? {};
  const box = document.querySelector<HTMLElement>("#box");
  if (!openCanvas || !box) throw new Error("no canvas");
  const nothing = () => undefined;
  const opened: GraphCanvas = openCanvas(box, new Worker(worker, { type: "module" }), {
    onSelect: nothing,
    onExpand: nothing,
  });
  const view: GraphView = { records, edges, open: new Set(), selected: null, path: new Set() };
  window.graph = { canvas: opened, view };
  opened.show(view);
}

/** Customers with a property, jobs and equipment each, and parts used throughout: connected like a business's records. */
function business(count: number): { records: GraphRecord[]; edges: GraphEdge[] } {
  const records: GraphRecord[] = [];
  const edges: GraphEdge[] = [];
  const add = (kind: GraphRecord["kind"], label: string): GraphRecord["key"] => {
    const key: GraphRecord["key"] = `${kind}:${records.length}`;
    records.push({ key, kind, id: String(records.length), ref: "1", label, detail: null, at: null });
    return key;
  };
  const parts = Array.from({ length: 60 }, (_, n) => add("part", `Part ${n}`));
  const technicians = Array.from({ length: 20 }, (_, n) => add("technician", `Technician ${n}`));
  for (let n = 0; records.length < count - 12; n += 1) {
    const customer = add("customer", `Customer ${n}`);
    const site = add("site", `${n} Oak Street`);
    const unit = add("equipment", `Furnace ${n}`);
    edges.push({ from: customer, to: site, relation: "customer-sites" });
    edges.push({ from: site, to: unit, relation: "equipment-site" });
    for (let k = 0; k < 1 + (n % 7); k += 1) {
      const workOrder = add("job", `WO-${n}-${k} Service call`);
      edges.push({ from: customer, to: workOrder, relation: "customer-jobs" });
      const technician = technicians[(n + k) % technicians.length];
      if (technician) edges.push({ from: workOrder, to: technician, relation: "job-technicians" });
      const part = parts[(n * 7 + k * 3) % parts.length];
      if (part && k % 2 === 0) edges.push({ from: workOrder, to: part, relation: "job-parts" });
    }
  }
  while (records.length < count) add("lead", `Lead ${records.length}`);
  return { records, edges };
}
