import { useRef, useState } from "react";
import { type ItemColumn, matchColumns } from "~/domain/inventory/items/item-csv";
import { requestJson } from "~/lib/api-request";
import { paths } from "~/paths";
import { type CsvFile, type FileRow, readCsv } from "./read-csv";

const ROWS_AT_ONCE = 250;
/** Rows shown of each kind; all of them are counted. */
const MAX_SHOWN = 50;

export interface PreviewedRow {
  line: number;
  sku: string;
  kind: "new" | "changed" | "unchanged" | "error";
  errors: string[];
  changes: { column: string; from: string; to: string }[];
}

export type Counts = Record<PreviewedRow["kind"], number>;

type Step =
  | { name: "choose" }
  | { name: "checking" | "importing"; done: number; of: number }
  | { name: "preview"; counts: Counts; shown: PreviewedRow[]; wanted: FileRow[] }
  | { name: "stopped"; done: number; of: number; message: string; wanted: FileRow[] }
  | { name: "done"; added: number; changed: number };

/** An import of items from a file, which is parsed in the browser, previewed, and sent in batches. */
export function useItemImport() {
  const [file, setFile] = useState<CsvFile | null>(null);
  const [mapping, setMapping] = useState<(ItemColumn | null)[]>([]);
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [problem, setProblem] = useState<string | null>(null);
  const totals = useRef({ added: 0, changed: 0 });

  const pick = async (chosen: File) => {
    setProblem(null);
    setStep({ name: "choose" });
    try {
      const read = await readCsv(chosen);
      setFile(read);
      setMapping(matchColumns(read.header));
    } catch (error) {
      setFile(null);
      setProblem(error instanceof Error ? error.message : "The file could not be read.");
    }
  };
  const check = async () => {
    if (!file) return;
    setProblem(null);
    const counts: Counts = { new: 0, changed: 0, unchanged: 0, error: 0 };
    const shown: PreviewedRow[] = [];
    const wanted: FileRow[] = [];
    const firstLine = new Map<string, number>();
    try {
      for (let at = 0; at < file.rows.length; at += ROWS_AT_ONCE) {
        setStep({ name: "checking", done: at, of: file.rows.length });
        const piece = file.rows.slice(at, at + ROWS_AT_ONCE);
        const { rows } = await post<{ rows: PreviewedRow[] }>(paths.apiItemImportPreview(), piece, mapping);
        rows.forEach((row, index) => {
          const before = row.sku ? firstLine.get(row.sku) : undefined;
          // Duplicates within one batch are detected by the server.
          const isTwice = before !== undefined && row.kind !== "error";
          const seen: PreviewedRow = isTwice
            ? { ...row, kind: "error", errors: [`This SKU is in row ${before}, too.`] }
            : row;
          if (row.sku && before === undefined) firstLine.set(row.sku, row.line);
          counts[seen.kind] += 1;
          if (counts[seen.kind] <= MAX_SHOWN) shown.push(seen);
          const source = piece[index];
          if (source && (seen.kind === "new" || seen.kind === "changed")) wanted.push(source);
        });
      }
      setStep({ name: "preview", counts, shown, wanted });
    } catch (error) {
      setStep({ name: "choose" });
      setProblem(error instanceof Error ? error.message : "The rows could not be checked.");
    }
  };
  const send = async (wanted: FileRow[], from: number) => {
    if (from === 0) totals.current = { added: 0, changed: 0 };
    let at = from;
    try {
      for (; at < wanted.length; at += ROWS_AT_ONCE) {
        setStep({ name: "importing", done: at, of: wanted.length });
        const piece = wanted.slice(at, at + ROWS_AT_ONCE);
        const { added, changed } = await post<{ added: number; changed: number }>(
          paths.apiItemImport(),
          piece,
          mapping,
        );
        totals.current = { added: totals.current.added + added, changed: totals.current.changed + changed };
      }
      setStep({ name: "done", ...totals.current });
    } catch (error) {
      const message = error instanceof Error ? error.message : "No response came.";
      setStep({ name: "stopped", done: at, of: wanted.length, message, wanted });
    }
  };
  return {
    ...{ file, mapping, step, problem, pick, check },
    map: (column: number, field: ItemColumn | null) => {
      setStep({ name: "choose" });
      setMapping((before) => before.map((own, at) => (at === column ? field : own === field ? null : own)));
    },
    start: () => step.name === "preview" && send(step.wanted, 0),
    /** Rows already imported are unchanged when they are sent again. */
    resume: () => step.name === "stopped" && send(step.wanted, step.done),
  };
}

/** @throws Error with a message for the screen */
function post<Answer>(
  path: string,
  rows: readonly FileRow[],
  mapping: readonly (ItemColumn | null)[],
): Promise<Answer> {
  const body = {
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(mapping.flatMap((field, at) => (field ? [[field, cells[at] ?? ""]] : []))),
    })),
  };
  return requestJson(path, { method: "POST", body, failed: "The rows were refused." });
}
