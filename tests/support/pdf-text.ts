import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from "@cantoo/pdf-lib";

/** The text of a PDF created by the product: for each page, one entry per drawn text, in drawing order. */
export async function textOfPdf(file: ArrayBuffer | Uint8Array): Promise<string[][]> {
  const pdf = await PDFDocument.load(file);
  return pdf.getPages().map(({ node }) => {
    const fonts = new Map<string, Map<string, string>>();
    const resources = node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    for (const [name, reference] of resources?.entries() ?? []) {
      const font = pdf.context.lookup(reference, PDFDict);
      fonts.set(name.asString(), toUnicode(decoded(font.lookup(PDFName.of("ToUnicode")))));
    }
    const contents = node.Contents();
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((each) => pdf.context.lookup(each)) : [contents];
    return linesOf(streams.map(decoded).join("\n"), fonts);
  });
}

/** The names of the fonts embedded in a PDF. */
export async function fontsOfPdf(file: ArrayBuffer | Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(file);
  const names = pdf.context.enumerateIndirectObjects().flatMap(([, value]) => {
    const name =
      value instanceof PDFDict &&
      value.lookup(PDFName.of("Type"))?.toString() === "/Font" &&
      value.lookup(PDFName.of("BaseFont"));
    return name ? [name.toString().slice(1)] : [];
  });
  return [...new Set(names)];
}

function decoded(stream: PDFObject | undefined): string {
  if (!(stream instanceof PDFRawStream)) return "";
  return Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
}

/** Maps each code of a font to its characters. */
function toUnicode(map: string): Map<string, string> {
  const codes = new Map<string, string>();
  for (const [, block = ""] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = "", text = ""] of block.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]*)>/gi))
      codes.set(code.toUpperCase(), Buffer.from(text, "hex").swap16().toString("utf16le"));
  }
  return codes;
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let codes: ReadonlyMap<string, string> | undefined;
  const lines: string[] = [];
  for (const [, font, shown] of content.matchAll(/(\/[\w+-]+) [\d.]+ Tf|((?:\[[^\]]*\]|<[0-9a-f]*>)\s*T[Jj])/gi)) {
    if (font) codes = fonts.get(font);
    if (!shown) continue;
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, each = ""]) => each.toUpperCase()).join("");
    lines.push((hex.match(/.{4}/g) ?? []).map((code) => codes?.get(code) ?? "\uFFFD").join(""));
  }
  return lines;
}
