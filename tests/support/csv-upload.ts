import { readFileSync } from "node:fs";
import type { Answer, Visitor } from "./visitor";

export interface Imported {
  importId: string | null;
  importedCount: number;
  skippedCount: number;
  errors: string[];
  errorCount: number;
}

export interface Previewed {
  questions: { kind: string; needed: boolean; text: string; choices: string[] }[];
  counts: { new: number; duplicate: number; possible: number; error: number; skipped: number };
  mapping: { columns: Record<string, number>; dateOrder: string | null };
  remembered: boolean;
  warnings: string[];
  rows: Record<
    "new" | "duplicate" | "possible" | "error" | "skipped",
    { row: number; message?: string; description?: string }[]
  >;
}

export interface CsvUpload {
  content: string | Uint8Array<ArrayBuffer>;
  name?: string;
  type?: string;
  reading?: object;
  decisions?: object;
  headers?: Record<string, string>;
}

export function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../fixtures/csv/${name}`, import.meta.url)));
}

function formOf({ content, name = "statement.csv", type = "text/csv", reading, decisions }: CsvUpload): FormData {
  const form = new FormData();
  form.set("file", new File([content], name, { type }));
  if (reading) form.set("reading", JSON.stringify(reading));
  if (decisions) form.set("decisions", JSON.stringify(decisions));
  return form;
}

export function importCsv<T = Imported>(visitor: Visitor, accountId: string, upload: CsvUpload): Promise<Answer<T>> {
  const path = `/api/bank-accounts/${accountId}/transactions/import`;
  return visitor.send<T>("POST", path, { body: formOf(upload), headers: upload.headers });
}

export function previewCsv<T = Previewed>(visitor: Visitor, accountId: string, upload: CsvUpload): Promise<Answer<T>> {
  const path = `/api/bank-accounts/${accountId}/transactions/import/preview`;
  return visitor.send<T>("POST", path, { body: formOf(upload) });
}
