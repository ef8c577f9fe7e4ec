import { MAX_FILES, mostKilobytes } from "../scripts/page-budgets";
import { chunkBytes, mainBytes, scriptsByRoute, styleBytes } from "../tests/support/bundle";
import { startupCpu } from "./empty-worker";
import { atMost, type Figure, round } from "./figure";

const KILOBYTE = 1024;

/**
 * Download and startup sizes: the Worker, its startup compared with an empty one, and each route's first load; sizes are gzipped.
 */
export async function run(): Promise<Figure[]> {
  const chunks = chunkBytes();
  const cpu = await startupCpu();
  const routes = [...scriptsByRoute()].sort((a, b) => b[1].bytes - a[1].bytes);
  return [
    atMost("Worker, what an isolate starts with", mainBytes() / KILOBYTE, 900, " KB"),
    {
      figure: "Worker, modules that are import()ed",
      value: `${round(chunks.bytes / KILOBYTE)} KB in ${chunks.count}`,
    },
    cpu
      ? atMost(
          `start-up CPU beside an empty Worker (${round(cpu.product)} less ${round(cpu.empty)})`,
          cpu.product - cpu.empty,
          100,
          " ms",
        )
      : { figure: "start-up CPU", value: "read on Linux alone" },
    atMost("CSS", styleBytes() / KILOBYTE, 25, " KB"),
    atMost(
      "files of JavaScript, the most for one screen",
      Math.max(...routes.map(([, { files }]) => files)),
      MAX_FILES,
    ),
    ...routes
      .slice(0, 1)
      .map(([route, { bytes }]) =>
        atMost("JavaScript of the largest screen", bytes / KILOBYTE, mostKilobytes(route), " KB"),
      ),
    ...routes.map(([route, { files, bytes }]) =>
      atMost(
        `JavaScript of ${route.replace("routes/", "")}, ${files} files`,
        bytes / KILOBYTE,
        mostKilobytes(route),
        " KB",
      ),
    ),
  ];
}
