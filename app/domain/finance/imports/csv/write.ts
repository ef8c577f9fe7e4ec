import Papa from "papaparse";

const FORMULA = /^[=+\-@\t\r\0]/;

/** A text cell that no spreadsheet runs: what begins like a formula gets a quote in front. */
export function neutraliseCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Writes a CSV file for exports, with CRLF line ends. Cells are written as they are: neutralise the texts among them. */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return Papa.unparse({ fields: [...header], data: rows.map((row) => [...row]) }, { newline: "\r\n" });
}
