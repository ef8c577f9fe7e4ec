export const SERVICE_CATEGORIES = [
  "maintenance",
  "repair",
  "installation",
  "inspection",
  "emergency",
  "other",
] as const;
export type ServiceCategory = (typeof SERVICE_CATEGORIES)[number];

export const SERVICE_CATEGORY_LABELS: Record<ServiceCategory, string> = {
  maintenance: "Maintenance",
  repair: "Repair",
  installation: "Installation",
  inspection: "Inspection",
  emergency: "Emergency",
  other: "Other",
};

/** A job is booked with a length of this many minutes. */
export const DURATION_MINUTES = { min: 5, max: 10_080, usual: 60 } as const;

export const MOST_TASKS = 100;

/** Units that measurements of the trade are taken in, for suggestions. */
export const USUAL_UNITS = ["°F", "psig", "in. w.c.", "A", "V", "µF", "ppm", "%", "CFM", "lb", "Ω", "µA"] as const;

/** "2 x Filter 16x25" or "Filter 16x25", one part a line; blank lines are none. */
export function partsFromText(text: string): { name: string; quantity: number }[] {
  return text
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter((line) => line !== "")
    .map((line) => {
      const [, count, name] = /^(\d+(?:\.\d+)?)\s*(?:x|×)\s+(.+)$/i.exec(line) ?? [];
      return count && name ? { name, quantity: Number(count) } : { name: line, quantity: 1 };
    });
}

/** The same list as it is typed. */
export function partsText(parts: readonly { name: string; quantity: number }[]): string {
  return parts.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} x ${name}`)).join("\n");
}
