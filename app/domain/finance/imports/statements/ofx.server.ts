import { childAt, createTree, type Element, Malformed, textAt } from "./element-tree";
import type { Entry } from "./statement-csv";
import { readXml } from "./xml.server";

const RECORDS = new Set(["STMTTRN"]);

/** The entries of an OFX or QFX file: 1.x, which is SGML with unclosed value tags, or 2.x, which is XML. */
export function ofxEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  const add = (record: Element, around: readonly Element[]) => entries.push(entryOf(record, around));
  const start = text.search(/<OFX>/i);
  const readAsSgml = () => readSgml(start === -1 ? "" : text.slice(start), add);
  if (!/<\?OFX\b|<\?xml\b/i.test(text.slice(0, Math.max(0, start)))) {
    readAsSgml();
    return entries;
  }
  try {
    readXml(text.slice(text.indexOf("<?")), RECORDS, add);
  } catch (error) {
    // Some banks put an OFX 2 header above an OFX 1 body; a file that ends midway is neither.
    if (!(error instanceof Malformed) || !/<\/OFX>\s*$/i.test(text)) throw error;
    entries.length = 0;
    readAsSgml();
  }
  return entries;
}

const TAG = /<(\/?)([A-Z0-9_.]+)>([^<]*)/gi;

/** Tags inside a transaction that contain others; any other tag there is a value, even if empty. */
const GROUPS = new Set(["PAYEE", "CURRENCY", "ORIGCURRENCY", "BANKACCTTO", "CCACCTTO"]);

/** A tag followed by text is a value, closed or not; a tag without text contains others. */
function readSgml(text: string, onRecord: (record: Element, around: readonly Element[]) => void): void {
  const tree = createTree(RECORDS, onRecord);
  let isInside = false;
  for (const [, slash, tag = "", value = ""] of text.matchAll(TAG)) {
    const name = tag.toUpperCase();
    if (RECORDS.has(name)) isInside = slash === "";
    if (slash) {
      tree.end(name);
      continue;
    }
    tree.start(name);
    const isGroup = isInside ? GROUPS.has(name) || RECORDS.has(name) : value.trim() === "";
    if (isGroup) continue;
    tree.text(unescaped(value.trim()));
    tree.end(name);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function unescaped(value: string): string {
  return value.replace(/&(#\d{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (name.startsWith("#"))
      return Number(name.slice(1)) <= 0x10ffff ? String.fromCodePoint(Number(name.slice(1))) : "";
    return ENTITIES[name.toLowerCase()] ?? whole;
  });
}

function entryOf(record: Element, around: readonly Element[]): Entry {
  const statement = around.findLast(({ name }) => /STMTRS$/.test(name));
  const [name, memo] = [textAt(record, "NAME", "PAYEE/NAME"), textAt(record, "MEMO")];
  const checkNumber = textAt(record, "CHECKNUM");
  return {
    date: dateOf(textAt(record, "DTPOSTED")),
    valueDate: dateOf(textAt(record, "DTAVAIL")),
    description: name || memo,
    memo: name ? memo : "",
    amount: textAt(record, "TRNAMT"),
    type: textAt(record, "TRNTYPE"),
    checkNumber: /^0*$/.test(checkNumber) ? "" : checkNumber,
    id: textAt(record, "FITID"),
    currency: textAt(record, "CURRENCY/CURSYM") || textAt(statement, "CURDEF"),
    account: textAt(childAt(statement, "BANKACCTFROM") ?? childAt(statement, "CCACCTFROM"), "ACCTID"),
  };
}

/** 20260131235959.000[-5:EST] is 2026-01-31, the bank's local date. */
function dateOf(text: string): string {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text);
  return match ? `${match[1]}-${match[2]}-${match[3]}` : text;
}
