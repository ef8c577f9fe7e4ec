import { readFileSync } from "node:fs";
import { createKeyer } from "~/domain/finance/imports/classify";
import { decode } from "~/domain/finance/imports/csv/decode";
import { type DetectedFormat, detectFormat } from "~/domain/finance/imports/csv/detect";
import type { Correction } from "~/domain/finance/imports/csv/layout";
import { type ImportRow, readRows } from "~/domain/finance/imports/csv/read-rows";
import { decimalText } from "~/domain/shared/money";

const FIXTURES = new URL("../../../fixtures/csv/", import.meta.url);

export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, FIXTURES)));
}

export function detectBytes(bytes: Uint8Array, correction?: Correction): DetectedFormat & { text: string } {
  const file = decode(bytes);
  if ("refusal" in file) throw new Error(file.refusal);
  const detected = detectFormat(file, correction);
  if ("refusal" in detected) throw new Error(detected.refusal);
  return { ...detected, text: file.text };
}

export function detectText(text: string, correction?: Correction) {
  return detectBytes(new TextEncoder().encode(text), correction);
}

export function importFixture(name: string, accountCurrency?: string) {
  const detected = detectBytes(fixtureBytes(name));
  return { ...detected, ...readRows(detected.text, detected.mapping, accountCurrency) };
}

export function importText(text: string) {
  const detected = detectText(text);
  return { ...detected, ...readRows(detected.text, detected.mapping) };
}

/** 2025-11-14 -4.75 BLUE BOTTLE COFFEE */
export function inShort(row: ImportRow): string {
  return `${row.date} ${decimalText(row.amountMinor)} ${row.description}`;
}

/** The keys of all rows of one file. */
export function importKeys(accountId: string, rows: readonly ImportRow[]): string[] {
  return rows.map(createKeyer(accountId));
}
