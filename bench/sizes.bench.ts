import { scriptBytesByRoute, styleBytes, workerBytes } from "../tests/support/bundle";
import { atMost, type Figure } from "./figure";

const kilobyte = 1024;

/** What travels: JavaScript of the heaviest route, styles, the Worker; all gzip. */
export async function run(): Promise<Figure[]> {
  const routes = [...scriptBytesByRoute()].sort((a, b) => b[1] - a[1]);
  const [heaviest] = routes;
  return [
    atMost(`JavaScript of the heaviest route (${heaviest?.[0]})`, (heaviest?.[1] ?? 0) / kilobyte, 125, " KB"),
    atMost("styles", styleBytes() / kilobyte, 20, " KB"),
    atMost("Worker", workerBytes() / kilobyte, 450, " KB"),
  ];
}
