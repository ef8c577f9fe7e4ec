import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Answer {
  ms: number;
  /** 0 for no response. */
  status: number;
  retryAfter: number | null;
}

export interface Sending {
  sent: Promise<void>;
  answers: Promise<Answer[]>;
}

/** As described in load.mjs. */
export function send(load: object): Sending {
  const child = spawn("node", ["bench/load.mjs"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(load));
  let [hasSent, hasEnded] = [() => {}, (_answers: Answer[]) => {}];
  const sent = new Promise<void>((resolve) => {
    hasSent = resolve;
  });
  const answers = new Promise<Answer[]>((resolve, reject) => {
    hasEnded = resolve;
    child.on("exit", (code) => code && reject(new Error("the load ended early")));
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "done") return hasSent();
    const rows: [number, number, number, number | null][] = JSON.parse(line);
    hasEnded(rows.map(([, ms, status, retryAfter]) => ({ ms, status, retryAfter })));
  });
  return { sent, answers };
}
