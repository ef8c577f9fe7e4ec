import { readFileSync } from "node:fs";
import { amountText } from "~/domain/finance/imports/amounts";
import { decode } from "~/domain/finance/imports/decode";
import type { Correction } from "~/domain/finance/imports/layout";
import { readRows } from "~/domain/finance/imports/read-rows";
import { type Recognition, recognise } from "~/domain/finance/imports/recognise";
import type { ImportRow } from "~/domain/finance/imports/row";

const FIXTURES = new URL("../../../fixtures/csv/", import.meta.url);

export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, FIXTURES)));
}

export function recogniseBytes(bytes: Uint8Array, correction?: Correction): Recognition & { text: string } {
  const file = decode(bytes);
  if ("refusal" in file) throw new Error(file.refusal);
  const recognition = recognise(file, correction);
  if ("refusal" in recognition) throw new Error(recognition.refusal);
  return { ...recognition, text: file.text };
}

export function recogniseText(text: string, correction?: Correction) {
  return recogniseBytes(new TextEncoder().encode(text), correction);
}

export function importFixture(name: string, accountCurrency?: string) {
  const recognition = recogniseBytes(fixtureBytes(name));
  return { ...recognition, ...readRows(recognition.text, recognition.mapping, accountCurrency) };
}

export function importText(text: string) {
  const recognition = recogniseText(text);
  return { ...recognition, ...readRows(recognition.text, recognition.mapping) };
}

/** 2025-11-14 -4.75 BLUE BOTTLE COFFEE */
export function inShort(row: ImportRow): string {
  return `${row.date} ${amountText(row.amountMinor)} ${row.description}`;
}
