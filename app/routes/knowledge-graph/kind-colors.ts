import type { RecordKind } from "~/domain/knowledge-graph/record";

/**
 * Colors for dark and light backgrounds. The first eight are distinguishable with any type of color vision (Okabe and
 * Ito, 2008). No set of more than eight is, so the kind is always named next to its color.
 */
export const KIND_COLORS: Record<RecordKind, { dark: string; light: string }> = {
  customer: { dark: "#e69f00", light: "#b77c00" },
  site: { dark: "#cc79a7", light: "#b0578a" },
  equipment: { dark: "#56b4e9", light: "#2b86bd" },
  circuit: { dark: "#f0e442", light: "#8a8000" },
  part: { dark: "#ff7a3d", light: "#c24e00" },
  job: { dark: "#1fbf8f", light: "#00795a" },
  invoice: { dark: "#6f93ff", light: "#2f55c4" },
  technician: { dark: "#b4bcc4", light: "#66707a" },
  lead: { dark: "#b39ddb", light: "#6a3fb5" },
  estimate: { dark: "#a5d65b", light: "#567f12" },
  contact: { dark: "#d9a98a", light: "#8d5a3b" },
};
