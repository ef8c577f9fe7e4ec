import fontkit from "@cantoo/fontkit";
import { PDFDocument, type PDFFont, type PDFPage, rgb } from "@cantoo/pdf-lib";
import { imageType } from "~/domain/shared/files/image-type";
import regularFile from "./fonts/inter-regular.ttf?inline";
import semiboldFile from "./fonts/inter-semibold.ttf?inline";
import { drawnText, hasForms } from "./right-to-left";
import { columnWidths, drawableText, wrapText } from "./wrap";

/** US Letter in points. */
const PAGE = { width: 612, height: 792 };
const MARGIN = 48;
const FOOTER_HEIGHT = 28;
/** Line height as a multiple of the font size. */
const LEADING = 1.4;

/** The width between the margins, in points. */
const CONTENT_WIDTH = PAGE.width - 2 * MARGIN;

const colors = {
  text: rgb(0.09, 0.1, 0.12),
  muted: rgb(0.4, 0.42, 0.46),
  line: rgb(0.82, 0.83, 0.85),
  shade: rgb(0.95, 0.955, 0.96),
};

interface DocumentOptions {
  title: string;
  author: string;
  /** The file's creation time, passed in so that the same document always gives the same file. */
  createdAt: Date;
  /** At the left of each page's footer, next to the page number. */
  footer?: string;
  /** Everything that will be printed. Scripts missing from Inter are drawn in DejaVu Sans, which is embedded only if needed. */
  texts?: unknown;
}

type Align = "left" | "right" | "center";

interface TextStyle {
  size?: number;
  bold?: boolean;
  muted?: boolean;
  align?: Align;
}

interface TableColumn {
  header: string;
  /** In points; if omitted, the column gets its `share` (default 1) of the remaining width. */
  width?: number;
  share?: number;
  align?: "left" | "right";
}

/** A cell's text, with smaller, lighter text below it if `detail` is given. */
export type TableCell = string | { text: string; detail?: string | null; bold?: boolean };

/** Lines under a small heading, such as an address. */
interface TextBlock {
  title?: string;
  lines: readonly (string | null | undefined | false)[];
}

interface TotalLine {
  label: string;
  value: string;
  /** The total of the lines above, set apart and in bold. */
  strong?: boolean;
}

interface Cell {
  lines: Line[];
  height: number;
}

interface Line {
  text: string;
  size: number;
  font: PDFFont;
  muted: boolean;
}

/** In arbitrary units from the upper left corner; colors as `#1f6fb2`. */
export interface Drawing {
  width: number;
  height: number;
  lines: readonly { x1: number; y1: number; x2: number; y2: number; color: string; text: string | null }[];
  boxes: readonly { x: number; y: number; width: number; height: number; title: string; text: string }[];
}

/** As much of a text as fits, with an ellipsis if it was truncated. */
function fitting(text: string, widthOf: (part: string) => number, room: number): string {
  if (widthOf(text) <= room) return text;
  let length = text.length - 1;
  while (length > 1 && widthOf(`${text.slice(0, length)}…`) > room) length -= 1;
  return `${text.slice(0, length).trimEnd()}…`;
}

export type PdfBuilder = Awaited<ReturnType<typeof startPdf>>;

/**
 * Starts a Letter-size document in Inter, written from top to bottom with automatic page breaks. The library and the fonts are
 * large, so import this module with `import()` where a document is created, in the queue and not in a request:
 *
 *     const { startPdf } = await import("./document.server");
 *     const pdf = await startPdf({ title: "Invoice 1001", author: "Comfort Air", createdAt: ctx.now, footer: "Invoice 1001" });
 *     await pdf.header({ name: "Comfort Air", lines: ["12 Main St", "Milwaukee, WI 53202"], title: "Invoice", logo: jpeg });
 *     pdf.blocks([{ title: "Bill to", lines: [...] }, { title: "Details", lines: ["Issued Nov 21, 2026"] }]);
 *     pdf.table([{ header: "Item" }, { header: "Amount", width: 80, align: "right" }], [["Filter", "$12.00"]]);
 *     pdf.totals([{ label: "Subtotal", value: "$12.00" }, { label: "Total", value: "$12.00", strong: true }]);
 *     pdf.text("Net 30.", { muted: true });
 *     const file = await pdf.finish(); // ArrayBuffer, for ctx.providers.files.put
 *
 * All text is drawn as given; money, quantities and dates must be formatted already. Measures are points (72 per inch).
 * Characters outside Latin and Latin Extended-A are drawn as a question mark. Vietnamese, Greek, Cyrillic, Arabic and Hebrew are
 * supported if a character of theirs appears in `title`, `author`, `footer` or `texts`.
 */
export async function startPdf({ title, author, createdAt, footer, texts }: DocumentOptions) {
  const file = await PDFDocument.create();
  file.registerFontkit(eachCharacterOnce);
  file.setTitle(title, { showInWindowTitleBar: true });
  file.setAuthor(author);
  file.setLanguage("en-US");
  file.setCreationDate(createdAt);
  file.setModificationDate(createdAt);
  // Tabular figures, so that columns of numbers line up.
  const embedded = { subset: true, features: { tnum: true } };
  const regular = await file.embedFont(bytesOf(regularFile), embedded);
  const semibold = await file.embedFont(bytesOf(semiboldFile), embedded);
  const glyphs = new Set(regular.getCharacterSet());
  const isPlain = (text: string) => [...text].every((character) => glyphs.has(character.codePointAt(0) ?? 0));
  const others = await otherScripts(file, isPlain, [title, author, footer, texts]);
  const isDrawable = (codePoint: number) =>
    glyphs.has(codePoint) ||
    (others?.glyphs.has(codePoint) ?? false) ||
    (others !== null && hasForms(String.fromCodePoint(codePoint)));
  const clean = (text: string) => drawableText(text, isDrawable);
  /** Text limited to the characters of Inter. */
  const plain = (text: string) => drawableText(text, (codePoint) => glyphs.has(codePoint));
  /** Each text is drawn in a single font. */
  const fontOf = (text: string, bold: boolean) => {
    if (!others || isPlain(text.replaceAll("\n", ""))) return bold ? semibold : regular;
    return bold ? others.bold : others.regular;
  };

  let page = file.addPage([PAGE.width, PAGE.height]);
  /** The position of the next element, from the top of the page. */
  let top = MARGIN;
  const bottom = PAGE.height - MARGIN - FOOTER_HEIGHT;

  function nextPage(): void {
    page = file.addPage([PAGE.width, PAGE.height]);
    top = MARGIN;
  }

  /** Starts a new page if less than this height is left, unless the current page is still empty. */
  function ensure(height: number): void {
    if (top + height > bottom && top > MARGIN) nextPage();
  }

  function linesOf(text: string, width: number, { size = 9.5, bold = false, muted = false }: TextStyle = {}): Line[] {
    const drawable = clean(text);
    const font = fontOf(drawable, bold);
    return wrapText(drawable, width, (part) => font.widthOfTextAtSize(drawnText(part), size)).map((line) => ({
      text: drawnText(line),
      ...{ size, font, muted },
    }));
  }

  function drawLine(line: Line, box: { x: number; y: number; width: number; align?: Align }): void {
    const { text, size, font, muted } = line;
    const free = box.width - font.widthOfTextAtSize(text, size);
    const x = box.x + (box.align === "right" ? free : box.align === "center" ? free / 2 : 0);
    // The first baseline is one ascent below the top of the box.
    const y = PAGE.height - box.y - size * 1.05;
    if (text !== "") page.drawText(text, { x, y, size, font, color: muted ? colors.muted : colors.text });
  }

  /** Draws lines below each other from `y` and returns their height. */
  function drawLines(lines: readonly Line[], box: { x: number; y: number; width: number; align?: Align }): number {
    let height = 0;
    for (const line of lines) {
      drawLine(line, { ...box, y: box.y + height });
      height += line.size * LEADING;
    }
    return height;
  }

  const rule = (y: number, x = MARGIN, width = CONTENT_WIDTH) =>
    page.drawLine({
      start: { x, y: PAGE.height - y },
      end: { x: x + width, y: PAGE.height - y },
      thickness: 0.7,
      color: colors.line,
    });

  function cellOf(cell: TableCell, width: number): Cell {
    const { text, detail, bold } = typeof cell === "string" ? { text: cell, detail: null, bold: false } : cell;
    const lines = [
      ...linesOf(text, width, { size: 9, bold }),
      ...(detail ? linesOf(detail, width, { size: 8, muted: true }) : []),
    ];
    return { lines, height: heightOf(lines) };
  }

  return {
    /** A full-width paragraph. */
    text(text: string, style: TextStyle = {}): void {
      for (const line of linesOf(text, CONTENT_WIDTH, style)) {
        ensure(line.size * LEADING);
        drawLine(line, { x: MARGIN, y: top, width: CONTENT_WIDTH, align: style.align });
        top += line.size * LEADING;
      }
      top += 4;
    },

    /** A heading, kept with at least two lines of what follows. */
    heading(text: string): void {
      ensure(60);
      top += 8;
      top += drawLines(linesOf(text, CONTENT_WIDTH, { size: 11.5, bold: true }), {
        x: MARGIN,
        y: top,
        width: CONTENT_WIDTH,
      });
      top += 4;
    },

    space(height: number): void {
      top += height;
    },

    /**
     * The header of the first page: the business on the left, below its logo (a JPEG or PNG) if it has a readable one; the
     * document on the right.
     */
    async header(head: {
      name: string;
      lines: readonly (string | null | undefined | false)[];
      title: string;
      subtitle?: string;
      logo?: ArrayBuffer | null;
    }): Promise<void> {
      const half = CONTENT_WIDTH / 2 - 10;
      let left = top;
      const picture = head.logo ? await embedPicture(file, head.logo) : null;
      if (picture) {
        const { width, height } = picture.scaleToFit(160, 54);
        page.drawImage(picture, { x: MARGIN, y: PAGE.height - top - height, width, height });
        left += height + 10;
      }
      left += drawLines(linesOf(head.name, half, { size: 13, bold: true }), { x: MARGIN, y: left, width: half });
      const details = head.lines.filter((line) => typeof line === "string").join("\n");
      left += drawLines(linesOf(details, half, { size: 9, muted: true }), { x: MARGIN, y: left + 2, width: half });
      const box = { x: MARGIN + CONTENT_WIDTH - half, width: half, align: "right" as const };
      let right = top + drawLines(linesOf(head.title, half, { size: 20, bold: true }), { ...box, y: top });
      if (head.subtitle)
        right += drawLines(linesOf(head.subtitle, half, { size: 10.5, muted: true }), { ...box, y: right });
      top = Math.max(left, right) + 14;
      rule(top);
      top += 14;
    },

    /** Blocks of lines side by side, such as the recipient and the dates. */
    blocks(blocks: readonly TextBlock[]): void {
      const gap = 16;
      const width = (CONTENT_WIDTH - gap * (blocks.length - 1)) / blocks.length;
      const drawn = blocks.map(({ title: heading, lines }) => [
        ...(heading ? linesOf(heading, width, { size: 8, bold: true, muted: true }) : []),
        ...lines.filter((line) => typeof line === "string").flatMap((line) => linesOf(line, width)),
      ]);
      const height = Math.max(...drawn.map(heightOf));
      ensure(height);
      drawn.forEach((lines, at) => {
        drawLines(lines, { x: MARGIN + at * (width + gap), y: top, width });
      });
      top += height + 16;
    },

    /** A table whose header is repeated on each page; a row is split only if it is taller than a page. */
    table(columns: readonly TableColumn[], rows: readonly (readonly TableCell[])[]): void {
      const pad = 5;
      const widths = columnWidths(columns, CONTENT_WIDTH);
      const lefts = widths.map((_, at) => MARGIN + widths.slice(0, at).reduce((sum, width) => sum + width, 0));
      const boxOf = (at: number) => ({
        x: (lefts[at] ?? MARGIN) + pad,
        width: (widths[at] ?? 0) - 2 * pad,
        align: columns[at]?.align,
      });
      const headers = columns.map(({ header }, at) => linesOf(header, boxOf(at).width, { size: 8, bold: true }));
      const headerHeight = Math.max(...headers.map(heightOf)) + 2 * pad;
      const drawHeader = () => {
        page.drawRectangle({
          x: MARGIN,
          y: PAGE.height - top - headerHeight,
          width: CONTENT_WIDTH,
          height: headerHeight,
          color: colors.shade,
        });
        headers.forEach((lines, at) => {
          drawLines(lines, { ...boxOf(at), y: top + pad });
        });
        top += headerHeight;
      };
      const laidOut = rows.map((row) => row.map((cell, at) => cellOf(cell, boxOf(at).width)));
      const rowHeight = (cells: readonly Cell[]) => Math.max(...cells.map(({ height }) => height), 0) + 2 * pad;
      ensure(headerHeight + Math.min(laidOut[0] ? rowHeight(laidOut[0]) : 0, 200));
      drawHeader();
      const room = bottom - MARGIN - headerHeight;
      for (const cells of laidOut) {
        const pieces = rowHeight(cells) > room ? splitRow(cells, room - 2 * pad) : [cells];
        for (const piece of pieces) {
          if (top + rowHeight(piece) > bottom) {
            nextPage();
            drawHeader();
          }
          piece.forEach(({ lines }, at) => {
            drawLines(lines, { ...boxOf(at), y: top + pad });
          });
          top += rowHeight(piece);
        }
        rule(top);
      }
      top += 10;
    },

    /** Totals on the right, kept together on one page. */
    totals(lines: readonly TotalLine[]): void {
      const width = 240;
      const x = MARGIN + CONTENT_WIDTH - width;
      const height = 18;
      ensure(lines.length * height + 10);
      for (const { label, value, strong = false } of lines) {
        if (strong) rule(top, x, width);
        const style = strong ? { size: 11, bold: true } : { size: 9.5 };
        drawLines(linesOf(label, width / 2, { ...style, muted: !strong }), { x: x + 5, y: top + 3, width: width / 2 });
        drawLines(linesOf(value, width / 2, style), {
          x: x + width / 2,
          y: top + 3,
          width: width / 2 - 5,
          align: "right",
        });
        top += strong ? height + 2 : height;
      }
      top += 10;
    },

    /** Boxes with two lines of text and lines between them, scaled to the page width and at most half its height. */
    drawing({ width, height, lines, boxes }: Drawing): void {
      const scale = Math.min(CONTENT_WIDTH / width, (PAGE.height / 2 - MARGIN) / height, 1);
      ensure(height * scale);
      const at = (x: number, y: number) => ({ x: MARGIN + x * scale, y: PAGE.height - top - y * scale });
      for (const { x1, y1, x2, y2, color, text } of lines) {
        const [r = 0, g = 0, b = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((hex) => Number.parseInt(hex, 16) / 255);
        page.drawLine({ start: at(x1, y1), end: at(x2, y2), thickness: Math.max(3 * scale, 0.8), color: rgb(r, g, b) });
        const size = Math.max(11 * scale, 4);
        if (text)
          page.drawText(plain(text), { ...at((x1 + x2) / 2, (y1 + y2) / 2), size, font: regular, color: colors.muted });
      }
      for (const { x, y, title: name, text, ...box } of boxes) {
        page.drawRectangle({
          ...at(x, y + box.height),
          ...{ width: box.width * scale, height: box.height * scale, borderWidth: 0.6 },
          ...{ color: rgb(1, 1, 1), borderColor: colors.muted },
        });
        const write = (words: string, down: number, font: PDFFont, size: number) =>
          page.drawText(
            fitting(plain(words), (part) => font.widthOfTextAtSize(part, size), (box.width - 16) * scale),
            {
              ...at(x + 8, y + down),
              ...{ size, font, color: colors.text },
            },
          );
        write(name, 23, semibold, Math.max(13 * scale, 3.5));
        write(text, 42, regular, Math.max(11 * scale, 3));
      }
      top += height * scale + 12;
    },

    /** A QR code, given as dark modules, with a caption next to it. */
    code(modules: readonly (readonly boolean[])[], caption: string): void {
      const size = 84;
      const quiet = 8;
      ensure(size + 2 * quiet);
      const module = size / modules.length;
      const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
      page.drawSvgPath(path, { x: MARGIN, y: PAGE.height - top - quiet, scale: module, color: colors.text });
      const box = { x: MARGIN + size + 14, width: 220 };
      drawLines(linesOf(caption, box.width, { size: 9 }), { ...box, y: top + quiet });
      top += size + 2 * quiet;
    },

    /** Writes the page footers and returns the file. Nothing can be added afterward. */
    async finish(): Promise<ArrayBuffer> {
      const pages: PDFPage[] = file.getPages();
      pages.forEach((each, at) => {
        page = each;
        const y = PAGE.height - MARGIN - 8;
        const half = CONTENT_WIDTH / 2;
        drawLines(linesOf(footer ?? "", half, { size: 8, muted: true }).slice(0, 1), { x: MARGIN, y, width: half });
        drawLines(linesOf(`Page ${at + 1} of ${pages.length}`, half, { size: 8, muted: true }), {
          ...{ x: MARGIN + half, y, width: half },
          align: "right",
        });
      });
      const saved = await file.save();
      return new Uint8Array(saved).buffer;
    },
  };
}

const OTHER_LETTERS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu;

/** The fonts for scripts missing from Inter; null if none of these values needs them. */
async function otherScripts(file: PDFDocument, isPlain: (text: string) => boolean, values: readonly unknown[]) {
  const letters = JSON.stringify(values).normalize("NFC").match(OTHER_LETTERS) ?? [];
  if (isPlain(letters.join(""))) return null;
  const [{ default: regularOther }, { default: boldOther }] = await Promise.all([
    import("./fonts/dejavu-regular.ttf?inline"),
    import("./fonts/dejavu-bold.ttf?inline"),
  ]);
  const [regular, bold] = [
    await file.embedFont(bytesOf(regularOther), { subset: true }),
    await file.embedFont(bytesOf(boldOther), { subset: true }),
  ];
  return { regular, bold, glyphs: new Set(regular.getCharacterSet()) };
}

/**
 * Shapes each character once per document. Text is measured for every word tried on a line and then encoded, and shaping it each
 * time took 80% of the time. The fonts have no ligatures and pdf-lib draws without kerning, so a text's glyphs are simply those of
 * its characters.
 */
export const eachCharacterOnce = {
  create(bytes: Uint8Array) {
    const font = fontkit.create(bytes);
    if (!("layout" in font)) throw new Error("a font's file holds one font");
    const shape = font.layout.bind(font);
    const shaped = new Map<string, ReturnType<typeof shape>["glyphs"]>();
    return Object.assign(font, {
      layout: (text: string, features?: Record<string, boolean>) => ({
        glyphs: [...text].flatMap((character) => {
          const glyphs = shaped.get(character) ?? shape(character, features).glyphs;
          shaped.set(character, glyphs);
          return glyphs;
        }),
      }),
    });
  },
};

/** Returns null for a picture that cannot be decoded, so the document is still created. */
async function embedPicture(file: PDFDocument, bytes: ArrayBuffer) {
  try {
    return await (imageType(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 16))) === "image/png"
      ? file.embedPng(bytes)
      : file.embedJpg(bytes));
  } catch {
    return null;
  }
}

const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { size }) => sum + size * LEADING, 0);

/** Splits a row that does not fit on a page into parts of at most this height. */
function splitRow(cells: readonly Cell[], room: number): Cell[][] {
  const parts = cells.map(({ lines }) => {
    const pieces: Line[][] = [[]];
    for (const line of lines) {
      const last = pieces.at(-1) ?? [];
      if (heightOf([...last, line]) > room) pieces.push([line]);
      else last.push(line);
    }
    return pieces;
  });
  const count = Math.max(...parts.map((pieces) => pieces.length));
  return Array.from({ length: count }, (_, at) =>
    parts.map((pieces) => ({ lines: pieces[at] ?? [], height: heightOf(pieces[at] ?? []) })),
  );
}

/** The bytes of a file that the build has inlined as a data URL. */
function bytesOf(dataUrl: string): Uint8Array {
  return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (character) => character.charCodeAt(0));
}
