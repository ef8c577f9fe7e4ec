import {
  EMPTY_LAYOUT,
  type Layout,
  type Link,
  type LinkKind,
  newLink,
  newPart,
  type Part,
  type PartKind,
} from "./layout";

export const TEMPLATES = ["blank", "split_system", "two_zones", "ductless", "boiler"] as const;
type TemplateName = (typeof TEMPLATES)[number];

export const TEMPLATE_LABELS: Record<TemplateName, string> = {
  blank: "Blank",
  split_system: "Split system, one zone",
  two_zones: "Split system, two zones",
  ductless: "Ductless, two heads",
  boiler: "Boiler and radiators",
};

type At = readonly [x: number, y: number];
const part = (kind: PartKind, id: string, [x, y]: At, set: Partial<Part> = {}): Part => ({
  ...newPart(kind, id, { x: x * 20, y: y * 20 }),
  ...set,
});
const link = (kind: LinkKind, from: string, to: string, set: Partial<Link> = {}): Link => ({
  ...newLink(kind, `${from}-${to}`, { from, to }),
  ...set,
});
const duct = (width: number, height: number): Partial<Link> => ({
  shape: "rectangular",
  width,
  height,
  diameter: null,
});

/** Starter layouts; each passes all checks. */
export function templateLayout(name: TemplateName): Layout {
  switch (name) {
    case "blank":
      return EMPTY_LAYOUT;
    case "split_system":
      return {
        parts: [
          part("furnace", "furnace", [18, 12], { airflow: 800, tons: 20 }),
          part("outdoor_unit", "outdoor", [4, 20], { tons: 20 }),
          part("plenum", "supply", [26, 6], { label: "Supply plenum" }),
          ...rooms([
            ["Living room", 200],
            ["Kitchen", 150],
            ["Bedroom 1", 160],
            ["Bedroom 2", 150],
            ["Bath", 140],
          ]),
          part("return_grille", "return", [6, 6], { label: "Hall return", airflow: 800 }),
          part("thermostat", "thermostat", [26, 20]),
        ],
        links: [
          link("supply", "furnace", "supply", { ...duct(20, 10), fittings: 10, length: 8 }),
          ...[0, 1, 2, 3, 4].map((n) => link("supply", "supply", `room-${n}`, { diameter: 8, length: 14 })),
          link("return", "furnace", "return", { ...duct(20, 12), length: 12, fittings: 15 }),
          link("line_set", "furnace", "outdoor", { length: 30 }),
          link("control", "thermostat", "furnace"),
        ],
      };
    case "two_zones": {
      const base = templateLayout("split_system");
      return {
        parts: [
          ...base.parts.filter(({ id }) => id !== "thermostat"),
          part("thermostat", "thermostat", [16, 20]),
          part("zone", "zone-day", [26, 20], { label: "Living area" }),
          part("zone", "zone-night", [26, 24], { label: "Bedrooms" }),
          part("thermostat", "thermostat-night", [16, 24], { label: "Bedroom thermostat" }),
        ],
        links: [
          ...base.links,
          link("control", "thermostat", "zone-day"),
          link("control", "thermostat-night", "zone-night"),
          link("control", "thermostat-night", "furnace"),
        ],
      };
    }
    case "ductless":
      return {
        parts: [
          part("outdoor_unit", "outdoor", [4, 14], { tons: 20 }),
          part("ductless_head", "living", [22, 6], { label: "Living room head" }),
          part("ductless_head", "bedroom", [22, 18], { label: "Bedroom head" }),
        ],
        links: [
          link("line_set", "living", "outdoor", { length: 35 }),
          link("line_set", "bedroom", "outdoor", { length: 45 }),
        ],
      };
    case "boiler":
      return {
        parts: [
          part("boiler", "boiler", [4, 14]),
          part("radiator", "living", [22, 6], { label: "Living room radiator" }),
          part("radiator", "bedroom", [22, 18], { label: "Bedroom radiator" }),
          part("thermostat", "thermostat", [12, 22]),
        ],
        links: [
          link("pipe", "boiler", "living"),
          link("pipe", "boiler", "bedroom"),
          link("control", "thermostat", "boiler"),
        ],
      };
  }
}

const rooms = (list: readonly (readonly [label: string, airflow: number])[]) =>
  list.map(([label, airflow], n) => part("register", `room-${n}`, [40, 2 + n * 4], { label, airflow }));
