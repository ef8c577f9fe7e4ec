import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Peak size of the Worker's heap and buffers during some work, after garbage collection, at the moments its inspector responded.
 */
export async function peakHeapMb(inspector: URL, work: () => Promise<unknown>): Promise<number> {
  const meter = spawn("node", ["--experimental-websocket", "bench/heap-meter.mjs", inspector.href]);
  let output = "";
  meter.stdout.on("data", (more) => {
    output += more;
  });
  await once(meter.stdout, "data");
  await work();
  meter.kill();
  return Number(output.trim().split("\n").at(-1)) / 1024 / 1024;
}
