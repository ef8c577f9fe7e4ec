import Papa from "papaparse";

const FORMULA = /^[\s\0]*[=+\-@]|^[\t\r\0]/;

/** Makes a text cell safe for spreadsheets: text that begins like a formula, even after spaces, gets a leading quote. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Writes a CSV file for exports, with CRLF line endings. Cells are written unchanged: apply `escapeFormula` to text first. */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return Papa.unparse({ fields: [...header], data: rows.map((row) => [...row]) }, { newline: "\r\n" });
}
