import { spawn } from "node:child_process";
import { once } from "node:events";

/** The most that the Worker's heap and buffers held during some work, without garbage, wherever it let its inspector look. */
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
