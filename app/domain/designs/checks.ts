import { type AirSide, airSides, velocityOf } from "./airflow";
import { isDuct, type Layout, type Link, lengthOf, movesAir, PART_LABELS, type Part } from "./layout";

/** Shown for limits not found in any available document: trade practice, overridden by the manufacturer's own figure. */
const UNCONFIRMED = "Check with the manufacturer.";

/** The source of each limit. */
const SOURCES = {
  velocity: {
    metal: `Usual limits for quiet ducts in homes: 900 fpm for supply, 700 fpm for return. ACCA Manual D, table 3-1, has its own for each material. ${UNCONFIRMED}`,
    flex: `Usual limit for quiet flex ducts: 700 fpm. ${UNCONFIRMED}`,
  },
  static:
    "ACCA Manual D: external static pressure from the blower data, less coil, filter, register and grille (0.03 in. w.c. each), over the longest supply and return; friction of round metal duct 0.109136 × cfm^1.9 ÷ in^5.02 for 100 ft",
  returns: "ACCA Manual D: return air paths for all rooms. Nine tenths leaves room for leakage.",
  airflow: {
    most: "10 CFR 430, appendix M1 to subpart B (AHRI 210/240): at most 37.5 scfm per 1,000 Btu/h, which is 450 cfm a ton",
    least: `California Title 24, HERS verification of new ducts: at least 350 cfm a ton. ${UNCONFIRMED}`,
    registers: "Balancing tolerance of a tenth of the design airflow",
  },
  lineSet:
    "Carrier 24ANB7 product data, long line applications (R-410A, 3/8 in. liquid line): beyond 80 ft, or 35 ft vertical with the outdoor unit below, accessories are required. Other equipment has its own tables: check with the manufacturer.",
  controls: "Each zone has its own thermostat",
} as const;

export type CheckName = "static" | "velocity" | "returns" | "airflow" | "line_set" | "controls" | "loop" | "loose";

export interface Finding {
  check: CheckName;
  /** A problem does not work or makes noise; a warning should be reviewed. */
  level: "problem" | "warning";
  title: string;
  detail: string;
  source: string | null;
  /** Parts and connections concerned. */
  ids: string[];
}

/** Feet per minute. Trunks feed a fitting; branches feed a register or grille. */
const MAX_VELOCITY = {
  supply: { trunk: { metal: 900, flex: 700 }, branch: { metal: 900, flex: 700 } },
  return: { trunk: { metal: 700, flex: 700 }, branch: { metal: 700, flex: 700 } },
} as const;

const LINE_SET_FEET = 80;
const LINE_SET_BELOW_FEET = 35;
const CFM_PER_TON = { least: 350, most: 450 } as const;

const whole = (value: number) => Math.round(value).toLocaleString("en-US");
const inches = (value: number) => `${value.toFixed(2)} in. w.c.`;

/** All findings for a layout, problems first. */
export function checkLayout(layout: Layout): Finding[] {
  const sides = airSides(layout);
  const findings = [
    ...sides.flatMap((side) => [...staticPressure(side), ...returnAir(side), ...airPerTon(side), ...loops(side)]),
    ...velocities(layout, sides),
    ...lineSets(layout),
    ...controls(layout),
    ...loose(layout, sides),
  ];
  return findings.sort((a, b) => Number(a.level === "warning") - Number(b.level === "warning"));
}

/** The external static pressure of a blower: its components and the longest supply and return runs, in inches of water. */
export function staticOf({ blower, runs }: AirSide): number {
  const most = (kind: "supply" | "return") => Math.max(0, ...runs[kind].map(({ drop }) => drop));
  return (blower.componentDrop ?? 0) / 100 + most("supply") + most("return");
}

function staticPressure(side: AirSide): Finding[] {
  const { blower, runs } = side;
  if (blower.ratedStatic === null || runs.supply.length === 0) return [];
  const [needed, rated] = [staticOf(side), blower.ratedStatic / 100];
  // Compared as shown, so that no finding names a value as above itself.
  if (Math.round(needed * 100) <= blower.ratedStatic) return [];
  const longest = [...runs.supply].sort((a, b) => b.drop - a.drop)[0];
  return [
    {
      ...{ check: "static", level: "problem", source: SOURCES.static },
      title: `${blower.label}: ${inches(needed)} needed, ${inches(rated)} rated`,
      detail: `The path to ${longest?.end.label ?? "the farthest register"} takes the most. Use larger ducts, fewer fittings or a lower-drop coil and filter.`,
      ids: [blower.id, ...(longest?.links.map(({ id }) => id) ?? [])],
    },
  ];
}

function returnAir({ blower, supply, return: back, runs }: AirSide): Finding[] {
  if (supply === 0) return [];
  if (runs.return.length === 0)
    return [
      {
        ...{ check: "returns", level: "problem", source: SOURCES.returns, ids: [blower.id] },
        title: `${blower.label} has no return`,
        detail: `It supplies ${whole(supply)} cfm and no return duct leads back to it. Connect a return grille.`,
      },
    ];
  if (back >= supply * 0.9) return [];
  return [
    {
      ...{ check: "returns", level: "warning", source: SOURCES.returns },
      title: `${blower.label}: ${whole(back)} cfm of return for ${whole(supply)} cfm of supply`,
      detail: "Returns should carry at least 90% of the supply air.",
      ids: [blower.id, ...runs.return.map(({ end }) => end.id)],
    },
  ];
}

function airPerTon({ blower, supply }: AirSide): Finding[] {
  const findings: Finding[] = [];
  const { airflow, tons } = blower;
  if (airflow !== null && tons) {
    const each = Math.round(airflow / (tons / 10));
    const source = each > CFM_PER_TON.most ? SOURCES.airflow.most : SOURCES.airflow.least;
    if (each < CFM_PER_TON.least || each > CFM_PER_TON.most)
      findings.push({
        ...{ check: "airflow", level: "warning", source, ids: [blower.id] },
        title: `${blower.label}: ${whole(each)} cfm a ton`,
        detail: `${CFM_PER_TON.least} to ${CFM_PER_TON.most} cfm a ton is usual; 400 is nominal.`,
      });
  }
  if (airflow !== null && supply > 0 && Math.abs(supply - airflow) > airflow * 0.1)
    findings.push({
      ...{ check: "airflow", level: "warning", source: SOURCES.airflow.registers, ids: [blower.id] },
      title: `${blower.label}: registers take ${whole(supply)} of ${whole(airflow)} cfm`,
      detail: "The registers together should be within 10% of the blower's airflow.",
    });
  return findings;
}

const loops = ({ blower, hasLoop }: AirSide): Finding[] =>
  hasLoop
    ? [
        {
          ...{ check: "loop", level: "warning", source: null, ids: [blower.id] },
          title: `Ducts of ${blower.label} form a loop`,
          detail: "Air in a loop can go either way, so its sizes cannot be checked. Remove one of its ducts.",
        },
      ]
    : [];

function velocities(layout: Layout, sides: readonly AirSide[]): Finding[] {
  const parts = new Map(layout.parts.map((part) => [part.id, part]));
  return layout.links.flatMap((link): Finding[] => {
    if (link.kind !== "supply" && link.kind !== "return") return [];
    const airflow = sides.map(({ airflows }) => airflows.get(link.id) ?? 0).find((cfm) => cfm > 0) ?? 0;
    const velocity = velocityOf(link, airflow);
    if (airflow > 0 && velocity === null)
      return [
        {
          ...{ check: "velocity", level: "warning", source: null, ids: [link.id] },
          title: `${betweenText(link, parts)} has no size`,
          detail: `It carries ${whole(airflow)} cfm.`,
        },
      ];
    if (velocity === null) return [];
    const ends = [parts.get(link.from), parts.get(link.to)];
    const place = ends.some((end) => end?.kind === "register" || end?.kind === "return_grille") ? "branch" : "trunk";
    const most = MAX_VELOCITY[link.kind][place][link.material ?? "metal"];
    if (Math.round(velocity) <= most) return [];
    return [
      {
        ...{ check: "velocity", level: "problem", source: SOURCES.velocity[link.material ?? "metal"], ids: [link.id] },
        title: `${betweenText(link, parts)}: ${whole(velocity)} fpm, at most ${most}`,
        detail: `${whole(airflow)} cfm is too much for its size and will be heard. ${largerText(link, airflow, most)}`,
      },
    ];
  });
}

/** The next whole inch of diameter, or of width, that keeps the velocity within the limit. */
function largerText(link: Link, airflow: number, most: number): string {
  const area = airflow / most;
  if (link.shape === "round") return `Use ${Math.ceil(Math.sqrt((area * 4) / Math.PI) * 12)} in round or more.`;
  if (link.height) return `Use ${Math.ceil((area * 144) / link.height)} × ${link.height} in or more.`;
  return "Use a larger duct.";
}

function lineSets(layout: Layout): Finding[] {
  const parts = new Map(layout.parts.map((part) => [part.id, part]));
  const findings: Finding[] = [];
  for (const link of layout.links) {
    if (link.kind !== "line_set") continue;
    const feet = lengthOf(layout, link) + (link.fittings ?? 0);
    const about = { check: "line_set" as const, level: "problem" as const, source: SOURCES.lineSet, ids: [link.id] };
    if (feet > LINE_SET_FEET)
      findings.push({
        ...about,
        title: `${betweenText(link, parts)}: ${whole(feet)} ft of line set`,
        detail: `Beyond ${LINE_SET_FEET} ft the long line guideline of the equipment applies: accessories, line size and charge. Check the maker's table.`,
      });
    if ((link.rise ?? 0) > LINE_SET_BELOW_FEET)
      findings.push({
        ...about,
        title: `${betweenText(link, parts)}: outdoor unit ${whole(link.rise ?? 0)} ft below`,
        detail: `Beyond ${LINE_SET_BELOW_FEET} ft the long line guideline of the equipment applies.`,
      });
  }
  const joined = new Set(layout.links.filter(({ kind }) => kind === "line_set").flatMap(({ from, to }) => [from, to]));
  for (const part of layout.parts)
    if ((part.kind === "outdoor_unit" || part.kind === "ductless_head") && !joined.has(part.id))
      findings.push({
        ...{ check: "line_set", level: "warning", source: null, ids: [part.id] },
        title: `${part.label} has no line set`,
        detail: part.kind === "outdoor_unit" ? "Connect it to its indoor coil." : "Connect it to its outdoor unit.",
      });
  return findings;
}

function controls(layout: Layout): Finding[] {
  const wired = (part: Part, kind: Part["kind"]) =>
    layout.links.some(({ kind: link, from, to }) => {
      if (link !== "control" || (from !== part.id && to !== part.id)) return false;
      const other = from === part.id ? to : from;
      return layout.parts.some(({ id, kind: one }) => id === other && one === kind);
    });
  const zones = layout.parts
    .filter((part) => part.kind === "zone" && !wired(part, "thermostat"))
    .map(
      (zone): Finding => ({
        ...{ check: "controls", level: "warning", source: SOURCES.controls, ids: [zone.id] },
        title: `${zone.label} has no thermostat`,
        detail: "Connect a thermostat to it.",
      }),
    );
  const hasThermostat = layout.parts.some(({ kind }) => kind === "thermostat");
  const unit = layout.parts.find(movesAir);
  if (!unit || hasThermostat) return zones;
  return [
    ...zones,
    {
      ...{ check: "controls", level: "warning", source: null, ids: [unit.id] },
      title: "No thermostat",
      detail: `Nothing controls ${unit.label}. Add a thermostat.`,
    },
  ];
}

/** Registers and grilles not connected to a blower by ducts. */
function loose(layout: Layout, sides: readonly AirSide[]): Finding[] {
  const reached = new Set(sides.flatMap(({ runs }) => [...runs.supply, ...runs.return].map(({ end }) => end.id)));
  return layout.parts
    .filter(({ id, kind }) => (kind === "register" || kind === "return_grille") && !reached.has(id))
    .map((part) => ({
      ...{ check: "loose" as const, level: "warning" as const, source: null, ids: [part.id] },
      title: `${part.label} is not connected`,
      detail: `No ${part.kind === "register" ? "supply" : "return"} duct leads from it to a furnace or air handler.`,
    }));
}

function betweenText(link: Link, parts: ReadonlyMap<string, Part>): string {
  const name = (id: string) => parts.get(id)?.label ?? PART_LABELS.plenum;
  const kind = isDuct(link.kind) ? "duct" : "line set";
  return `${name(link.from)} to ${name(link.to)} ${kind}`;
}
