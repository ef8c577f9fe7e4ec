/** Industries by the 2022 North American Industry Classification System: the building trades and related ones. */

export interface Industry {
  /** The NAICS code. */
  code: string;
  /** The title in the classification. */
  title: string;
  /** Short name for charts and chips. */
  label: string;
  /** Search terms. */
  words: string;
}

const industry = (code: string, label: string, title: string, words = ""): Industry => ({ code, label, title, words });

export const INDUSTRIES: readonly Industry[] = [
  industry(
    ...["238220", "Plumbing and HVAC"],
    ...[
      "Plumbing, Heating, and Air-Conditioning Contractors",
      "plumber heating cooling air conditioning furnace boiler",
    ],
  ),
  industry(
    ...["238210", "Electrical"],
    ...["Electrical Contractors and Other Wiring Installation Contractors", "electrician wiring controls solar alarm"],
  ),
  industry("238290", "Other building equipment", "Other Building Equipment Contractors", "elevator insulation pipe"),
  industry("238160", "Roofing", "Roofing Contractors", "roofer roof"),
  industry(
    ...["236115", "New single-family homes"],
    ...["New Single-Family Housing Construction (except For-Sale Builders)", "home builder house"],
  ),
  industry("236118", "Remodelers", "Residential Remodelers", "renovation remodeling kitchen bath"),
  industry(
    ...["236220", "Commercial building"],
    ...["Commercial and Institutional Building Construction", "general contractor office school hospital"],
  ),
  industry(
    ...["333415", "HVAC manufacturing"],
    "Air-Conditioning and Warm Air Heating Equipment and Commercial and Industrial Refrigeration Equipment Manufacturing",
    "maker manufacturer factory",
  ),
  industry(
    ...["423730", "HVAC wholesale"],
    "Warm Air Heating and Air-Conditioning Equipment and Supplies Merchant Wholesalers",
    "distributor supply house wholesaler",
  ),
  industry(
    ...["811310", "Commercial equipment repair"],
    "Commercial and Industrial Machinery and Equipment (except Automotive and Electronic) Repair and Maintenance",
    "refrigeration walk-in cooler freezer ice machine repair",
  ),
  industry(
    ...["561790", "Other building services"],
    ...["Other Services to Buildings and Dwellings", "duct cleaning chimney gutter pressure washing"],
  ),
  industry("23", "All of construction", "Construction", "sector building trades"),
];

/** Per comparison. */
export const MAX_INDUSTRIES = 5;

const byName = new Map(
  INDUSTRIES.flatMap((each) => [each.code, each.title, each.label].map((name) => [name.toLowerCase(), each])),
);

/** Finds an industry by its code, title or short name; null if there is none. */
export function findIndustry(name: string): Industry | null {
  return byName.get(name.trim().toLowerCase()) ?? null;
}

/** Industries whose code, name or search terms contain every typed word, in the order of the list. */
export function searchIndustries(typed: string): Industry[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return INDUSTRIES.filter(({ code, title, label, words }) => {
    const text = `${code} ${title} ${label} ${words}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
