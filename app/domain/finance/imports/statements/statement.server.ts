import type { DecodedFile, Refusal } from "~/domain/finance/imports/csv/decode";
import { camtEntries } from "./camt.server";
import { ofxEntries } from "./ofx.server";
import { qifEntries } from "./qif";
import { statementCsv } from "./statement-csv";

const NAMES = { OFX: "an OFX file", QIF: "a QIF file", CAMT: "an XML file" } as const;

/**
 * Converts a statement in another format to CSV text; any other file is returned unchanged.
 * @throws DomainError invalid for hostile XML
 */
export function statementAsCsv(file: DecodedFile): DecodedFile | Refusal {
  const { kind, text } = file;
  if (!kind) return file;
  const entries = { OFX: ofxEntries, QIF: qifEntries, CAMT: camtEntries }[kind](text);
  if (entries.length === 0) return { refusal: `The file is ${NAMES[kind]} without transactions of a bank account.` };
  return { text: statementCsv(kind, entries), encoding: "utf-8" };
}
