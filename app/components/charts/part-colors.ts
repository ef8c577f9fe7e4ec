const COLORS = ["cool", "heat", "ok", "info", "warn", "active", "bad"] as const;

/** The color of a part of a whole, by its place; an eighth part begins anew. */
export const partColor = (at: number) => `var(--color-${COLORS[at % COLORS.length]})`;

const DOTS = ["bg-cool", "bg-heat", "bg-ok", "bg-info", "bg-warn", "bg-active", "bg-bad"] as const;

/** The class of a dot in that color. */
export const partDot = (at: number) => DOTS[at % DOTS.length];
