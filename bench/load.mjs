// Sends requests from its own process, so that they do not delay whoever measures the Worker. Its input is JSON: `base`,
// `headers`, `paths` (requested in turn), `askers` (headers of several users who take turns), `seconds`, and either `clients`,
// each of which waits for its response, or `rate`, a fixed number of requests per second. Prints "done" after the last request
// was sent, then a line of JSON for all responses: [milliseconds since the start, duration in milliseconds, status, seconds of
// Retry-After or null]; status 0 means no response.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const PATIENCE_MS = 30_000;

const { base, headers, askers = [{}], paths, seconds, clients, rate } = JSON.parse(readFileSync(0, "utf8"));
const agent = new Agent({ keepAlive: true, scheduling: "fifo" });
const answers = [];
const started = performance.now();
const elapsed = () => performance.now() - started;
let sent = 0;

function ask() {
  const at = elapsed();
  const asker = sent % askers.length;
  // Every user requests every path.
  const path = paths[(asker + Math.floor(sent / askers.length)) % paths.length];
  sent += 1;
  return new Promise((resolve) => {
    const note = (status, retryAfter) => {
      answers.push([Math.round(at), Math.round((elapsed() - at) * 10) / 10, status, retryAfter]);
      resolve();
    };
    const sending = request(
      new URL(path, base),
      { agent, headers: { ...headers, ...askers[asker] }, timeout: PATIENCE_MS },
      (response) => {
        const retryAfter = response.headers["retry-after"];
        response.on("end", () => note(response.statusCode, retryAfter === undefined ? null : Number(retryAfter)));
        response.on("error", () => note(0, null));
        response.resume();
      },
    );
    sending.on("timeout", () => sending.destroy(new Error("no answer")));
    sending.on("error", () => note(0, null));
    sending.end();
  });
}

async function askUntilTheEnd() {
  while (elapsed() < seconds * 1000) await ask();
}

async function askAtRate() {
  const open = [];
  while (elapsed() < seconds * 1000) {
    while (sent < (elapsed() / 1000) * rate) open.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  console.log("done");
  await Promise.all(open);
}

await (clients
  ? Promise.all(Array.from({ length: clients }, askUntilTheEnd)).then(() => console.log("done"))
  : askAtRate());
console.log(JSON.stringify(answers));
agent.destroy();
