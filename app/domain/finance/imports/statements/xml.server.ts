import { SaxesParser } from "saxes";
import { createTree, type Element, hostile, Malformed } from "./element-tree";

/**
 * Reads XML text and passes its records on. Rejects a document type declaration (which could define entities), excessive depth or
 * size, and text that is not well-formed.
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
