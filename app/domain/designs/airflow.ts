import { isDuct, type Layout, type Link, lengthOf, movesAir, type Part } from "./layout";

/** In square feet. */
export function areaOf({ shape, diameter, width, height }: Link): number | null {
  if (shape === "round") return diameter ? (Math.PI * (diameter / 12) ** 2) / 4 : null;
  if (shape === "rectangular") return width && height ? (width * height) / 144 : null;
  return null;
}

/** In inches: the round duct with the same friction (ASHRAE Handbook—Fundamentals, duct design: Huebscher's equation). */
export function equivalentDiameter({ shape, diameter, width, height }: Link): number | null {
  if (shape === "round") return diameter;
  if (shape !== "rectangular" || !width || !height) return null;
  return (1.3 * (width * height) ** 0.625) / (width + height) ** 0.25;
}

/** In feet per minute. */
export function velocityOf(link: Link, airflow: number): number | null {
  const area = areaOf(link);
  return area ? airflow / area : null;
}

/** In inches of water per 100 feet of smooth metal duct: 0.109136 × cfm^1.9 ÷ inches^5.02. */
export function frictionRate(diameter: number, airflow: number): number {
  return airflow <= 0 ? 0 : (0.109136 * airflow ** 1.9) / diameter ** 5.02;
}

/** In inches of water over a duct with its fittings; null without a size. */
export function dropOf(layout: Layout, link: Link, airflow: number): number | null {
  const diameter = equivalentDiameter(link);
  if (!diameter) return null;
  return (frictionRate(diameter, airflow) * (lengthOf(layout, link) + (link.fittings ?? 0))) / 100;
}

/** Pressure drop of a register or grille in inches of water (ACCA Manual D: 0.03 each). */
const TERMINAL_DROP = 0.03;

interface DuctRun {
  /** Starting at the blower. */
  links: Link[];
  end: Part;
  drop: number;
}

/** The airflow of one blower: what each duct carries, and the path to each register and grille. */
export interface AirSide {
  blower: Part;
  supply: number;
  return: number;
  airflows: Map<string, number>;
  runs: Record<"supply" | "return", DuctRun[]>;
  /** A duct leads back to its start, so its airflow cannot be determined. */
  hasLoop: boolean;
}

/**
 * The air sides of a layout, one per furnace or air handler. Ducts are followed from the blower, whichever way they were drawn.
 */
export function airSides(layout: Layout): AirSide[] {
  return layout.parts.filter(movesAir).map((blower) => {
    const airflows = new Map<string, number>();
    const supply = follow(layout, blower, "supply", airflows);
    const returns = follow(layout, blower, "return", airflows);
    return {
      ...{ blower, airflows, supply: supply.airflow, return: returns.airflow },
      runs: { supply: supply.runs, return: returns.runs },
      hasLoop: supply.hasLoop || returns.hasLoop,
    };
  });
}

function follow(layout: Layout, blower: Part, kind: "supply" | "return", airflows: Map<string, number>) {
  const terminal = kind === "supply" ? "register" : "return_grille";
  const parts = new Map(layout.parts.map((part) => [part.id, part]));
  const ends: { links: Link[]; end: Part }[] = [];
  let hasLoop = false;
  const visited = new Set([blower.id]);

  const walk = (part: Part, route: Link[]): number => {
    let carried = 0;
    for (const link of layout.links) {
      if (link.kind !== kind || !isDuct(link.kind) || route.at(-1) === link) continue;
      const otherId = link.from === part.id ? link.to : link.to === part.id ? link.from : null;
      const other = otherId === null ? undefined : parts.get(otherId);
      if (!other) continue;
      if (visited.has(other.id)) {
        hasLoop ||= !route.includes(link) && other.id !== blower.id;
        continue;
      }
      visited.add(other.id);
      const on = [...route, link];
      const own = other.kind === terminal ? (other.airflow ?? 0) : 0;
      if (other.kind === terminal) ends.push({ links: on, end: other });
      const beyond = own + walk(other, on);
      airflows.set(link.id, beyond);
      carried += beyond;
    }
    return carried;
  };
  const airflow = walk(blower, []);
  const runs = ends.map(({ links, end }) => ({
    ...{ links, end },
    drop: links.reduce((sum, link) => sum + (dropOf(layout, link, airflows.get(link.id) ?? 0) ?? 0), TERMINAL_DROP),
  }));
  return { airflow, runs, hasLoop };
}
