import { book } from "#tests/unit/voice/book";
import { commands } from "#tests/unit/voice/command-sentences";
import { english, idle, spanish } from "#tests/unit/voice/work-order-sentences";
import { type Command, extractCommands } from "~/domain/voice/extraction/commands";
import { extractWorkOrders } from "~/domain/voice/extraction/extract";
import { atMost, type Figure, percentile, round } from "./figure";

const ROUNDS = 20;

/** The time to read a sentence once the patterns are compiled, and to read all of them the first time. */
export async function run(): Promise<Figure[]> {
  const orders = [...english, ...spanish].map(([text]) => text).concat(idle);
  const cold = orders.map((text) => timed(() => extractWorkOrders({ text }, book)));
  const warm = Array.from({ length: ROUNDS }, () =>
    orders.map((text) => timed(() => extractWorkOrders({ text }, book))),
  ).flat();
  const onJobs = Array.from({ length: ROUNDS }, () => commands.map(([text]) => timed(() => actionsOf(text)))).flat();
  return [
    {
      figure: `${orders.length} sentences to work orders, first time, p95`,
      value: `${round(percentile(cold, 0.95))} ms`,
    },
    { figure: "a sentence to work orders, p50", value: `${round(percentile(warm, 0.5))} ms` },
    atMost("a sentence to work orders, p95", percentile(warm, 0.95), 20, " ms"),
    atMost("words on a job to its actions, p95", percentile(onJobs, 0.95), 20, " ms"),
  ];
}

function actionsOf(text: string): readonly Command[] {
  const found = extractCommands({ text }, book.parts);
  return found.kind === "no_speech" ? [] : found.commands;
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
