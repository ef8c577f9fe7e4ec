/**
 * The time zone of most of each state (49 CFR part 71), by zone. Zones with the same time since 2007 are merged: Indianapolis,
 * Louisville and Detroit use New York's zone, Boise uses Denver's.
 */
const STATES_BY_ZONE = {
  "America/Chicago": "AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI",
  "America/Anchorage": "AK",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA NV OR WA",
  "America/Denver": "CO ID MT NM UT WY",
  "America/New_York": "CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR VI",
  "Pacific/Pago_Pago": "AS",
  "Pacific/Guam": "GU MP",
} as const;

type Zone = keyof typeof STATES_BY_ZONE | "America/Adak";

/** ZIP codes in another zone than most of their state: first and last of each range, both included. */
const OTHER_ZONES: { [state: string]: { zone: Zone; zips: string } } = {
  AL: {
    zone: "America/New_York",
    zips: "36854 36863 36867-36870 36874 36877",
  },
  AK: {
    zone: "America/Adak",
    zips: "99546-99547",
  },
  AZ: {
    zone: "America/Denver",
    zips: "86016 86020 86028 86031 86033 86035 86044-86045 86053-86054 86502-86511 86514-86556",
  },
  FL: {
    zone: "America/Chicago",
    zips: "32401-32455 32459-32591",
  },
  ID: {
    zone: "America/Los_Angeles",
    zips: "83501-83546 83548 83552-83555 83801-83877",
  },
  IN: {
    zone: "America/Chicago",
    zips: "46301-46411 46531-46534 46968 47514-47515 47520 47523 47525 47531 47536-47537 47550-47552 47556 47574 47576-47577 47579 47586-47588 47601-47750 47922 47943 47948 47951 47963-47964 47977-47978",
  },
  KS: {
    zone: "America/Denver",
    zips: "67733 67735 67741 67758-67762 67836 67857 67878-67879",
  },
  KY: {
    zone: "America/Chicago",
    zips: "40111-40115 40119 40140 40143-40146 40152-40153 40170-40171 40176 40178 42001-42464 42602-42629 42642 42712-42715 42717 42720-42722 42726-42729 42741-42746 42749-42757 42759-42765 42782",
  },
  MI: {
    zone: "America/Chicago",
    zips: "49801-49802 49812 49815 49821 49831 49834 49845-49848 49852 49858 49863 49870 49873-49877 49881 49886-49887 49892-49893 49896 49902-49903 49911 49915 49920 49927 49935-49938 49947 49959 49964 49968-49969",
  },
  NE: {
    zone: "America/Denver",
    zips: "69021 69023 69027 69030 69033 69037 69041 69045 69121-69122 69125-69129 69131 69133-69134 69140-69141 69144-69150 69152-69156 69160 69162 69168 69190 69211 69216 69218-69219 69301-69367",
  },
  NV: {
    zone: "America/Denver",
    zips: "89883",
  },
  ND: {
    zone: "America/Denver",
    zips: "58529 58533-58535 58562 58564 58569 58601-58630 58632-58636 58639-58656 58838",
  },
  OR: {
    zone: "America/Denver",
    zips: "97901-97903 97906 97908-97920",
  },
  SD: {
    zone: "America/Denver",
    zips: "57521 57532 57537 57543 57547 57551-57553 57567 57574 57577 57620-57630 57633-57645 57649-57799",
  },
  TN: {
    zone: "America/New_York",
    zips: "37302-37304 37307-37312 37314-37317 37320-37323 37325-37326 37329 37331-37333 37336-37337 37341 37343 37350-37351 37353-37354 37361-37364 37369-37373 37377 37379 37381 37384-37385 37391 37401-37450 37601-37722 37724-37998",
  },
  TX: {
    zone: "America/Denver",
    zips: "79821 79835-79839 79847 79849-79851 79853 79901-88595",
  },
};

const stateZones = new Map(
  Object.entries(STATES_BY_ZONE).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone] as const)),
);

/**
 * The IANA time zone of a place in the United States, by its state ('AZ') and ZIP code ('86503', '86503-1234'); null for an
 * unknown state. The ranges were derived from the ZIP codes' centers in drizzle/seed/places and the zones' boundaries.
 */
export function zoneOfZip(state: string, postalCode: string): string | null {
  const other = OTHER_ZONES[state];
  const zip = postalCode.slice(0, 5);
  if (other && isAmong(zip, other.zips)) return other.zone;
  return stateZones.get(state) ?? null;
}

/** The states wholly or mostly in that zone; none for a zone elsewhere. */
export function statesIn(zone: string): string[] {
  return [...stateZones].filter(([, own]) => own === zone).map(([state]) => state);
}

function isAmong(zip: string, ranges: string): boolean {
  return ranges.split(" ").some((range) => {
    const [first = "", last = first] = range.split("-");
    return first <= zip && zip <= last;
  });
}
