import { airSides } from "./airflow";
import { isDuct, type Layout, LINK_LABELS, lengthOf, PART_LABELS, sizeText } from "./layout";

interface MaterialLine {
  description: string;
  /** Pieces or feet. */
  quantity: number;
  unit: "EA" | "FT";
  itemId: string | null;
}

/** The material list: parts grouped by kind and by label or item, ducts and pipes by size in feet. */
export function materialsOf(layout: Layout): MaterialLine[] {
  const lines = new Map<string, MaterialLine>();
  const add = (key: string, line: MaterialLine) => {
    const known = lines.get(key);
    if (known) known.quantity += line.quantity;
    else lines.set(key, line);
  };
  for (const { kind, label, itemId, tons } of layout.parts) {
    if (kind === "zone") continue;
    const isUnit = tons !== null;
    const name = kind === "register" || kind === "return_grille" || kind === "plenum" ? PART_LABELS[kind] : label;
    const description = isUnit ? `${name}, ${tons / 10} ton` : name;
    add(`part ${itemId ?? description}`, { description, quantity: 1, unit: "EA", itemId });
  }
  for (const link of layout.links) {
    const size = sizeText(link);
    const description = size && isDuct(link.kind) ? `${LINK_LABELS[link.kind]}, ${size}` : LINK_LABELS[link.kind];
    add(`link ${description}`, { description, quantity: lengthOf(layout, link), unit: "FT", itemId: null });
  }
  return [...lines.values()].filter(({ quantity }) => quantity > 0);
}

interface DuctRow {
  kind: string;
  between: string;
  size: string;
  feet: number;
  airflow: number | null;
}

/** Every duct, pipe and wire with its size, length and load. */
export function runsOf(layout: Layout): DuctRow[] {
  const parts = new Map(layout.parts.map(({ id, label }) => [id, label]));
  const sides = airSides(layout);
  return layout.links.map((link) => ({
    kind: LINK_LABELS[link.kind],
    between: `${parts.get(link.from) ?? ""} to ${parts.get(link.to) ?? ""}`,
    size: sizeText(link) ?? "",
    feet: lengthOf(layout, link),
    airflow: sides.map(({ airflows }) => airflows.get(link.id)).find((cfm) => cfm !== undefined) ?? null,
  }));
}
