export const MAX_DESIGN_TITLE = 120;
export const MAX_PART_LABEL = 60;

/** The kinds of parts in a layout. `id` is unique within its layout. */
export const PART_KINDS = [
  "furnace",
  "air_handler",
  "outdoor_unit",
  "ductless_head",
  "boiler",
  "radiator",
  "plenum",
  "register",
  "return_grille",
  "thermostat",
  "zone",
] as const;
export type PartKind = (typeof PART_KINDS)[number];

export const PART_LABELS: Record<PartKind, string> = {
  furnace: "Furnace",
  air_handler: "Air handler",
  outdoor_unit: "Outdoor unit",
  ductless_head: "Ductless head",
  boiler: "Boiler",
  radiator: "Radiator",
  plenum: "Plenum or fitting",
  register: "Supply register",
  return_grille: "Return grille",
  thermostat: "Thermostat",
  zone: "Zone",
};

export const LINK_KINDS = ["supply", "return", "line_set", "pipe", "control"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export const LINK_LABELS: Record<LinkKind, string> = {
  supply: "Supply duct",
  return: "Return duct",
  line_set: "Refrigerant line set",
  pipe: "Water pipe",
  control: "Control wire",
};

export const DUCT_SHAPES = ["round", "rectangular"] as const;
export const DUCT_MATERIALS = ["metal", "flex"] as const;

/** A measure that does not apply to a kind is null. */
export interface Part {
  id: string;
  kind: PartKind;
  label: string;
  /** Twentieths of a foot; grid lines are a foot apart. */
  x: number;
  y: number;
  /** CFM: a blower's airflow, a register's supply, a grille's return. */
  airflow: number | null;
  /** Tenths of a ton of cooling. */
  tons: number | null;
  /** Hundredths of an inch of water: the external static pressure the blower is rated for. */
  ratedStatic: number | null;
  /** Hundredths of an inch of water: coil, filter and other components in the airflow not included in the rating. */
  componentDrop: number | null;
  /** The catalog item. */
  itemId: string | null;
}

export interface Link {
  id: string;
  kind: LinkKind;
  from: string;
  to: string;
  /** Feet; null: as drawn. */
  length: number | null;
  /** For ducts only, like the dimensions, which are in inches. */
  shape: (typeof DUCT_SHAPES)[number] | null;
  material: (typeof DUCT_MATERIALS)[number] | null;
  diameter: number | null;
  width: number | null;
  height: number | null;
  /** Equivalent feet of fittings. */
  fittings: number | null;
  /** Feet that an outdoor unit is below its indoor coil; negative if above. */
  rise: number | null;
}

export interface Layout {
  parts: Part[];
  links: Link[];
}

export const EMPTY_LAYOUT: Layout = { parts: [], links: [] };
/** Drawing units per foot. */
export const UNITS_PER_FOOT = 20;
export const MAX_PARTS = 400;
export const MAX_LINKS = 800;

const isAir = (kind: PartKind) => kind === "furnace" || kind === "air_handler";
export const movesAir = ({ kind }: Part) => isAir(kind);

/** A new part with typical values, which can be edited. */
export function newPart(kind: PartKind, id: string, at: { x: number; y: number }): Part {
  const nothing = { airflow: null, tons: null, ratedStatic: null, componentDrop: null, itemId: null };
  const base = { ...nothing, id, kind, label: PART_LABELS[kind], ...at };
  switch (kind) {
    case "furnace":
    case "air_handler":
      return { ...base, airflow: 1200, tons: 30, ratedStatic: 50, componentDrop: 25 };
    case "outdoor_unit":
      return { ...base, tons: 30 };
    case "ductless_head":
      return { ...base, tons: 10 };
    case "register":
      return { ...base, airflow: 100 };
    case "return_grille":
      return { ...base, airflow: 400 };
    case "boiler":
    case "radiator":
    case "plenum":
    case "thermostat":
    case "zone":
      return base;
  }
}

export const isDuct = (kind: LinkKind) => kind === "supply" || kind === "return";

export function newLink(kind: LinkKind, id: string, ends: { from: string; to: string }): Link {
  const nothing = { length: null, shape: null, material: null, diameter: null, width: null, height: null };
  const base = { ...nothing, fittings: null, rise: null, id, kind, ...ends };
  if (isDuct(kind)) return { ...base, shape: "round", material: "metal", diameter: 6, fittings: 30 };
  if (kind === "line_set") return { ...base, rise: 0 };
  return base;
}

/** The most likely kind of connection between two kinds of parts. */
export function likelyLink(from: PartKind, to: PartKind): LinkKind {
  const either = (kind: PartKind) => from === kind || to === kind;
  if (either("thermostat") || either("zone")) return "control";
  if (either("outdoor_unit") || either("ductless_head")) return "line_set";
  if (either("boiler") || either("radiator")) return "pipe";
  return either("return_grille") ? "return" : "supply";
}

/** In feet: as entered, or the distance between the centers of its ends. */
export function lengthOf(layout: Layout, link: Link): number {
  if (link.length !== null) return link.length;
  const [from, to] = [layout.parts.find(({ id }) => id === link.from), layout.parts.find(({ id }) => id === link.to)];
  if (!from || !to) return 0;
  return Math.round(Math.hypot(from.x - to.x, from.y - to.y) / UNITS_PER_FOOT);
}

/** '8 in round', '20 × 8 in'. */
export function sizeText({ shape, diameter, width, height, material }: Link): string | null {
  if (shape === "round") return diameter === null ? null : `${diameter} in ${material === "flex" ? "flex" : "round"}`;
  if (shape === "rectangular") return width === null || height === null ? null : `${width} × ${height} in`;
  return null;
}

/** Checks that every connection has its ends and every id is unique. Null if valid, otherwise what is wrong. */
export function flawOf({ parts, links }: Layout): string | null {
  const ids = new Set(parts.map(({ id }) => id));
  if (ids.size !== parts.length || new Set(links.map(({ id }) => id)).size !== links.length)
    return "Two parts of the layout have the same id";
  if (links.some(({ from, to }) => !ids.has(from) || !ids.has(to)))
    return "A connection leads to a part that doesn't exist";
  if (links.some(({ from, to }) => from === to)) return "A part is connected to itself";
  return null;
}
