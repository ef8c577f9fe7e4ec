import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Figure } from "./figure";
import { type Headline, headlines } from "./headlines";

/** A benchmark's last output and its date. */
export interface Result {
  date: string;
  figures: Figure[];
}

const folder = new URL("./results/", import.meta.url);
const readme = new URL("../README.md", import.meta.url);
const [START, END] = ["<!-- figures: written by npm run bench -->", "<!-- /figures -->"];

/** Saves a run's figures and updates the README's table. */
export function saveResult(bench: string, result: Result): void {
  writeFileSync(new URL(`${bench}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
  const text = readFileSync(readme, "utf8");
  const [before, after] = [text.slice(0, text.indexOf(START) + START.length + 1), text.slice(text.indexOf(END))];
  writeFileSync(readme, before + figuresTable(savedResults()) + after);
}

export function savedResults(): Map<string, Result> {
  const names = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  return new Map(
    names.map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(new URL(file, folder), "utf8"))]),
  );
}

/** The README's current table, including the newline after each row. */
export function tableIn(text: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`README.md has no ${START} … ${END}.`);
  return text.slice(start + START.length + 1, end);
}

export function figuresTable(results: ReadonlyMap<string, Result>): string {
  const lines = headlines.map((headline) => {
    const result = results.get(headline.bench);
    const figures = figuresOf(headline, result);
    const missed = figures.some(({ met }) => met === false);
    const goals = [...new Set(figures.map(({ goal }) => goal ?? "-"))];
    const goal = goals.length === 1 ? goals[0] : goals.join("; ");
    const cells = [headline.row, figures.map(({ value }) => value).join("; ") || "-", goal === "-" ? "" : goal];
    return `| ${cells.join(" | ")}${missed ? ", missed" : ""} | ${result?.date ?? "not measured"} |`;
  });
  return ["| figure | measured | goal | measured on |", "|---|---|---|---|", ...lines, ""].join("\n");
}

/** The figures whose names start as the headline says, in its order. */
export function figuresOf({ figures }: Headline, result: Result | undefined): Figure[] {
  return figures.flatMap((beginning) => (result?.figures ?? []).filter(({ figure }) => figure.startsWith(beginning)));
}
