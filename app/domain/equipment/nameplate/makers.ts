/** Manufacturers with serial number rules of their own. */
export type Family =
  | "carrier"
  | "trane"
  | "lennox"
  | "goodman"
  | "amana"
  | "rheem"
  | "york"
  | "mitsubishi"
  | "icp"
  | "nordyne"
  | "bard";

export interface Maker {
  /** The name as stored. */
  name: string;
  /** The spellings on plates, in capitals without accents, longest first; defaults to `name`. */
  words?: readonly string[];
  /** Empty if no rules for its serial numbers are published. */
  families: readonly Family[];
}

/** Brands on plates. Two families: brands built by both, whose serial numbers alone do not reveal which. */
export const MAKERS: readonly Maker[] = [
  { name: "Carrier", families: ["carrier"] },
  { name: "Bryant", families: ["carrier"] },
  { name: "Payne", families: ["carrier"] },
  { name: "Day & Night", words: ["DAY & NIGHT", "DAY AND NIGHT"], families: ["carrier", "icp"] },
  { name: "Trane", families: ["trane"] },
  { name: "American Standard", families: ["trane"] },
  { name: "Lennox", families: ["lennox"] },
  { name: "Armstrong Air", words: ["ARMSTRONG AIR", "ARMSTRONG"], families: ["lennox"] },
  { name: "AirEase", words: ["AIREASE", "AIR EASE"], families: ["lennox"] },
  { name: "Aire-Flo", words: ["AIRE-FLO", "AIREFLO"], families: ["lennox"] },
  { name: "Ducane", families: ["lennox"] },
  { name: "Goodman", families: ["goodman"] },
  { name: "Amana", families: ["goodman", "amana"] },
  { name: "Daikin", families: ["goodman"] },
  { name: "Rheem", families: ["rheem"] },
  { name: "Ruud", families: ["rheem"] },
  { name: "York", families: ["york"] },
  { name: "Luxaire", families: ["york"] },
  { name: "Coleman", families: ["york"] },
  { name: "Fraser-Johnston", words: ["FRASER-JOHNSTON", "FRASER JOHNSTON"], families: ["york"] },
  { name: "Johnson Controls", families: ["york"] },
  { name: "Mitsubishi Electric", families: ["mitsubishi"] },
  { name: "Heil", families: ["icp"] },
  { name: "Tempstar", families: ["icp"] },
  { name: "Comfortmaker", families: ["icp"] },
  { name: "Arcoaire", words: ["ARCOAIRE", "ARCO-AIRE"], families: ["icp"] },
  { name: "KeepRite", words: ["KEEPRITE"], families: ["icp"] },
  { name: "AirQuest", words: ["AIRQUEST"], families: ["icp"] },
  {
    name: "International Comfort Products",
    words: ["INTERNATIONAL COMFORT PRODUCTS"],
    families: ["icp"],
  },
  { name: "Nordyne", families: ["nordyne"] },
  { name: "Frigidaire", families: ["nordyne"] },
  { name: "Nortek", families: ["nordyne"] },
  { name: "Intertherm", families: ["nordyne"] },
  { name: "Maytag", families: ["nordyne"] },
  { name: "Tappan", families: ["nordyne"] },
  { name: "Kelvinator", families: ["nordyne"] },
  { name: "Westinghouse", families: ["nordyne"] },
  { name: "Bard", families: ["bard"] },
  { name: "Bosch", families: [] },
  { name: "AAON", families: [] },
  { name: "Fujitsu", families: [] },
  { name: "LG", families: [] },
  { name: "Samsung", families: [] },
  { name: "Gree", families: [] },
];
