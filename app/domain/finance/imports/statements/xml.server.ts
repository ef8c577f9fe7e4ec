import { SaxesParser } from "saxes";
import { createTree, type Element, hostile, Malformed } from "./element-tree";

/**
 * Reads an XML text and hands over its records. A document type, which is how entities are defined, is refused, and so
 * are deep or endless trees and what is not well-formed.
 * @throws DomainError invalid
 */
export function readXml(
  text: string,
  records: ReadonlySet<string>,
  onRecord: (record: Element, around: readonly Element[]) => void,
): void {
  const tree = createTree(records, onRecord);
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("doctype", () => {
    throw hostile("it has a document type");
  });
  parser.on("error", () => {
    throw new Malformed();
  });
  parser.on("opentag", ({ name, attributes }) => tree.start(local(name), attributes));
  parser.on("text", tree.text);
  parser.on("cdata", tree.text);
  parser.on("closetag", ({ name }) => tree.end(local(name)));
  parser.write(text).close();
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
