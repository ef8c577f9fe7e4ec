import { isDuct, type Layout, type LinkKind, PART_LABELS, type Part, sizeText, UNITS_PER_FOOT } from "./layout";

/** A part's box in the drawing. */
export const BOX = { width: 140, height: 56 };

type Side = "top" | "right" | "bottom" | "left";
interface Corner {
  x: number;
  y: number;
}

/** The facing sides of two boxes, between which a line is drawn. */
export function facingSides(from: Corner, to: Corner): [from: Side, to: Side] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // Boxes are wider than they are high, so the horizontal distance decides first.
  if (Math.abs(dx) >= BOX.width) return dx > 0 ? ["right", "left"] : ["left", "right"];
  return dy > 0 ? ["bottom", "top"] : ["top", "bottom"];
}

interface DrawnLine {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  kind: LinkKind;
  /** Its size, shown in the middle. */
  text: string | null;
}

interface DrawnBox {
  x: number;
  y: number;
  label: string;
  kind: string;
  facts: string | null;
}

/** '1,200 cfm · 3 ton'. */
export function factsOf({ airflow, tons }: Part): string | null {
  const facts = [
    airflow === null ? null : `${airflow.toLocaleString("en-US")} cfm`,
    tons === null ? null : `${tons / 10} ton`,
  ].filter(Boolean);
  return facts.length > 0 ? facts.join(" · ") : null;
}

/** The positions of everything in a drawing, from the upper left corner, for any image format. */
export function drawingOf({ parts, links }: Layout) {
  const margin = 30;
  const left = Math.min(...parts.map(({ x }) => x), 0) - margin;
  const top = Math.min(...parts.map(({ y }) => y), 0) - margin;
  const right = Math.max(...parts.map(({ x }) => x + BOX.width), 400) + margin;
  const bottom = Math.max(...parts.map(({ y }) => y + BOX.height), 200) + margin;
  const middle = new Map(
    parts.map(({ id, x, y }) => [id, { x: x - left + BOX.width / 2, y: y - top + BOX.height / 2 }]),
  );
  const lines = links.flatMap((link): DrawnLine[] => {
    const [from, to] = [middle.get(link.from), middle.get(link.to)];
    if (!from || !to) return [];
    return [
      { x1: from.x, y1: from.y, x2: to.x, y2: to.y, kind: link.kind, text: isDuct(link.kind) ? sizeText(link) : null },
    ];
  });
  const boxes = parts.map(
    (part): DrawnBox => ({
      ...{ x: part.x - left, y: part.y - top, label: part.label, kind: PART_LABELS[part.kind] },
      facts: factsOf(part),
    }),
  );
  return { width: right - left, height: bottom - top, lines, boxes };
}

export const LINE_COLORS: Record<LinkKind, string> = {
  supply: "#1f6fb2",
  return: "#b4521a",
  line_set: "#6b4bb8",
  pipe: "#12796b",
  control: "#7a828a",
};

const dashes: Partial<Record<LinkKind, string>> = { return: "10 5", line_set: "3 4", control: "2 6" };

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

/** The layout as a self-contained SVG file. */
export function svgOf(layout: Layout, title: string): string {
  const { width, height, lines, boxes } = drawingOf(layout);
  const drawn = lines.map(({ x1, y1, x2, y2, kind, text }) => {
    const dash = dashes[kind] ? ` stroke-dasharray="${dashes[kind]}"` : "";
    const line = `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${LINE_COLORS[kind]}" stroke-width="3"${dash}/>`;
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - 6];
    return text
      ? `${line}<text x="${x}" y="${y}" font-size="11" text-anchor="middle" fill="#3c4650" paint-order="stroke" stroke="#fff" stroke-width="3">${escaped(text)}</text>`
      : line;
  });
  const placed = boxes.map(
    ({ x, y, label, kind, facts }) =>
      `<g transform="translate(${x} ${y})"><rect width="${BOX.width}" height="${BOX.height}" rx="6" fill="#fff" stroke="#5b6670"/>` +
      `<text x="10" y="22" font-size="13" font-weight="600" fill="#14191e">${escaped(label.slice(0, 20))}</text>` +
      `<text x="10" y="42" font-size="11" fill="#4d5862">${escaped(facts ?? kind)}</text></g>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, Arial, sans-serif">` +
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/>${drawn.join("")}${placed.join("")}` +
    `<text x="12" y="${height - 12}" font-size="11" fill="#4d5862">${escaped(title)} · 1 ft = ${UNITS_PER_FOOT} units</text></svg>`
  );
}
