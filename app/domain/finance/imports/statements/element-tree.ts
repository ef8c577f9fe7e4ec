import { DomainError } from "~/domain/shared/errors";

/** One element of an XML or SGML statement; names have no namespace prefix. */
export type Element = { name: string; text: string; attributes: Readonly<Record<string, string>>; children: Element[] };

/** Statements are about fifteen elements deep; anything much deeper is malicious. */
const MAX_DEPTH = 40;
/** Limits on the elements of one record, and on those of a whole file outside records, so that no file exhausts the memory. */
const MAX_IN_RECORD = 2_000;
const MAX_OUTSIDE_RECORDS = 20_000;

export const hostile = (why: string) => new DomainError("invalid", `The file cannot be read: ${why}.`);

/** Thrown for text that is not well-formed XML, even if parts of it can be read. */
export class Malformed extends DomainError {
  constructor() {
    super("invalid", "The file cannot be read: it is not well-formed.");
  }
}

type OnRecord = (record: Element, around: readonly Element[]) => void;

/**
 * Builds elements as they are read. When a record ends, it is passed on with its ancestors and then discarded; elements outside
 * records stay with their parent.
 */
export function createTree(records: ReadonlySet<string>, onRecord: OnRecord) {
  const root: Element = { name: "", text: "", attributes: {}, children: [] };
  const open: Element[] = [root];
  let recordDepth = 0;
  let inRecord = 0;
  let outsideRecords = 0;

  function start(name: string, attributes: Readonly<Record<string, string>> = {}): void {
    if (open.length > MAX_DEPTH) throw hostile("its elements are nested too deep");
    const element: Element = { name, text: "", attributes, children: [] };
    open.push(element);
    if (recordDepth === 0 && records.has(name)) {
      recordDepth = open.length;
      inRecord = 0;
    }
    if (recordDepth > 0) inRecord += 1;
    else outsideRecords += 1;
    if (inRecord > MAX_IN_RECORD || outsideRecords > MAX_OUTSIDE_RECORDS) throw hostile("it has too many elements");
  }

  function text(more: string): void {
    const element = open.at(-1);
    if (element) element.text += more;
  }

  /** Ends the innermost element with this name and any unclosed elements inside it. */
  function end(name: string): void {
    if (!open.some((element, at) => at > 0 && element.name === name)) return;
    for (;;) {
      const element = open.pop();
      if (!element) return;
      const isRecord = recordDepth === open.length + 1;
      if (isRecord) {
        recordDepth = 0;
        onRecord(element, open);
      } else {
        open.at(-1)?.children.push(element);
      }
      if (element.name === name) return;
    }
  }

  return { start, text, end, root };
}

/** The element at a path of names below another, taking the first match at each step. */
export function childAt(element: Element | undefined, path: string): Element | undefined {
  let at = element;
  for (const name of path.split("/")) at = at?.children.find((child) => child.name === name);
  return at;
}

/** The trimmed text at the first of these paths that has any. */
export function textAt(element: Element | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = childAt(element, path)?.text.trim();
    if (text) return text;
  }
  return "";
}
