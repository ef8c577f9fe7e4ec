import { type ChildProcess, spawn } from "node:child_process";
import { Visitor } from "../tests/support/visitor";

export interface Server {
  url: URL;
  process: ChildProcess;
}

/** A separate server process that leads its process group, so that workerd is killed with it. */
export function serve(folder: string): Promise<Server> {
  const child = spawn("node", ["scripts/serve-persisted.mjs", folder], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (data) => {
      const url = /http:\S+/.exec(String(data))?.[0];
      if (url) resolve({ url: new URL(url), process: child });
    });
    child.on("exit", () => reject(new Error("the server did not start")));
  });
}

export function stop(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    if (child.pid) process.kill(-child.pid, signal);
  });
}

/** The same user on another server, or in a parallel session. */
export function copy(url: URL, from: Visitor): Visitor {
  const visitor = new Visitor(url);
  for (const [name, value] of from.cookies) visitor.cookies.set(name, value);
  return visitor;
}
