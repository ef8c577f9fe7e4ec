/** The industry of a heating and cooling business's own jobs. */
export const HOME_INDUSTRY = "238220";

interface Rule {
  code: string;
  /** Any of these words in the name of a service type. */
  words: readonly string[];
}

/**
 * Assigns a job to an industry by the name of its service type; the first match applies. Based on the cross-references of NAICS
 * 238220: repair of commercial refrigeration is 811310, cleaning ducts 561790, electrical controls of HVAC systems 238210.
 */
export const OWN_WORK_RULES: readonly Rule[] = [
  {
    code: "811310",
    words: [
      "walk-in",
      "walk in cooler",
      "ice machine",
      "ice maker",
      "reach-in",
      "commercial refrigeration",
      "display case",
    ],
  },
  { code: "561790", words: ["duct clean", "vent clean", "chimney", "gutter"] },
  { code: "238210", words: ["thermostat", "electric", "wiring", "breaker", "panel upgrade", "generator", "controls"] },
  { code: "238160", words: ["roofing", "reroof", "shingle"] },
];

/** The industry code of a service type's jobs. Jobs without a service type belong to the business's own trade. */
export function industryOfService(name: string | null): string {
  const text = (name ?? "").toLowerCase();
  return OWN_WORK_RULES.find(({ words }) => words.some((word) => text.includes(word)))?.code ?? HOME_INDUSTRY;
}
