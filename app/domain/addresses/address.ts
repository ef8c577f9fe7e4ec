export const ADDRESS_TYPES = ["billing", "service"] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

export const ADDRESS_TYPE_LABELS: Record<AddressType, string> = { billing: "Billing", service: "Service" };

interface Place {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
}

/** The lines of a label: `1417 W Vliet St`, `Unit 2`, `Milwaukee, WI 53205`. */
export function addressLines({ line1, line2, city, state, postalCode }: Place): string[] {
  return [line1, ...(line2 ? [line2] : []), `${city}, ${state} ${postalCode}`];
}

/** `1417 W Vliet St, Unit 2, Milwaukee, WI 53205` */
export function addressLine(place: Place): string {
  return addressLines(place).join(", ");
}

/** `Clinic: 1417 W Vliet St, Unit 2, Milwaukee, WI 53205`, without a colon if the address has no name of its own. */
export function namedAddressLine({ label, ...place }: Place & { label: string | null }): string {
  return label ? `${label}: ${addressLine(place)}` : addressLine(place);
}

/** The fields that determine a place: coordinates of one place are wrong for another. */
export const PLACE_FIELDS = [
  "line1",
  "line2",
  "city",
  "state",
  "postalCode",
] as const satisfies readonly (keyof Place)[];

/** `53208`, `53208-1234` and `532081234` are ZIP codes; null for anything else. */
export function readPostalCode(text: string): string | null {
  const [, zip, plus] = /^(\d{5})[-\s]?(\d{4})?$/.exec(text.trim()) ?? [];
  if (!zip) return null;
  return plus ? `${zip}-${plus}` : zip;
}

/** Postal abbreviations of the states, the District of Columbia and the territories (USPS Publication 28). */
export const US_STATES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VI: "Virgin Islands",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  AS: "American Samoa",
  GU: "Guam",
  MP: "Northern Mariana Islands",
} as const;

/** Normalizes `WI`, `wi` and `Wisconsin` to `WI`; null if it is not a state. */
export function readState(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const found = Object.entries(US_STATES).find(
    ([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return found?.[0] ?? null;
}
