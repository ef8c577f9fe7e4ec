const DOTS = ["bg-cool", "bg-heat", "bg-ok", "bg-info", "bg-warn", "bg-active", "bg-bad"] as const;

/** The class of a dot in the color of a part, by its index; colors repeat after the last one. */
export const partDot = (at: number): string => DOTS[at % DOTS.length] ?? "bg-cool";

/** The same color for a chart. */
export const partColor = (at: number) => `var(--color-${partDot(at).slice("bg-".length)})`;
