import { readFileSync } from "node:fs";
import type { Answer, Visitor } from "./visitor";

export interface Imported {
  importId: string | null;
  importedCount: number;
  skippedCount: number;
  errors: string[];
  errorCount: number;
}

export interface Staged {
  id: string;
  questions: { kind: string; needed: boolean; text: string; choices: string[] }[];
  counts: { new: number; duplicate: number; possible: number; error: number; skipped: number };
  mapping: { columns: Record<string, number>; dateOrder: string | null };
  usesSavedMapping: boolean;
  warnings: string[];
  decisions: { possible?: string; rows?: Record<string, string> };
  undecided: number;
  toAdd: number;
}

export interface StagedRows {
  rows: { row: number; message?: string; description?: string; match?: object | null; possible?: object | null }[];
  total: number;
  nextCursor: string | null;
}

export interface CsvUpload {
  content: string | Uint8Array<ArrayBuffer>;
  name?: string;
  type?: string;
  options?: object;
  decisions?: object;
  headers?: Record<string, string>;
}

export function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../fixtures/csv/${name}`, import.meta.url)));
}

function formOf({ content, name = "statement.csv", type = "text/csv", options, decisions }: CsvUpload): FormData {
  const form = new FormData();
  form.set("file", new File([content], name, { type }));
  if (options) form.set("options", JSON.stringify(options));
  if (decisions) form.set("decisions", JSON.stringify(decisions));
  return form;
}

export function importCsv<T = Imported>(visitor: Visitor, accountId: string, upload: CsvUpload): Promise<Answer<T>> {
  const path = `/api/bank-accounts/${accountId}/transactions/import`;
  return visitor.send<T>("POST", path, { body: formOf(upload), headers: upload.headers });
}

/** Uploads a file for review before the import. */
export function stageCsv<T = Staged>(visitor: Visitor, accountId: string, upload: CsvUpload): Promise<Answer<T>> {
  const path = `/api/bank-accounts/${accountId}/imports`;
  return visitor.send<T>("POST", path, { body: formOf(upload), headers: upload.headers });
}

export function stagedRows(visitor: Visitor, id: string, query: string): Promise<Answer<StagedRows>> {
  return visitor.get<StagedRows>(`/api/imports/${id}/rows?${query}`);
}
