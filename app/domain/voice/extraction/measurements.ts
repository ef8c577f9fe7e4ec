import { isCorrected, isNegated } from "./field";
import { type Span, scan } from "./speech";

export const MEASURED = [
  ...(["suction_pressure", "liquid_pressure", "suction_temperature", "liquid_temperature", "superheat"] as const),
  ...(["subcooling", "outdoor_temperature", "indoor_wet_bulb", "volts", "amps", "microfarads"] as const),
  ...(["refrigerant_added", "refrigerant_recovered"] as const),
] as const;
export type Measured = (typeof MEASURED)[number];

/** A number as spoken, in the spoken unit or the trade's default: psig, °F, pounds. */
export interface Measurement {
  measured: Measured;
  value: number;
}

interface MeasurementMention extends Span {
  measurement: Measurement;
}

const UNIT =
  "(?: (?:psi|psig|pounds|lbs?|degrees|f|fahrenheit|volts?|amps?|ohms?|microfarads|mfd|libras|grados|voltios|amperes|amperios))?";
/** "118", "1 18", "6 point 2", "10 and a half". */
const NUMBER = "(\\d+(?:\\.\\d+)?(?: \\d+)?(?: (?:point|punto|coma) \\d+)?(?: (?:and a half|y medi[oa]))?)";
const IS =
  "(?:'s| is| are| was| were| at| of| reads?| reading| shows?| showing| (?:came|comes|coming) (?:in|out)(?: at)?| draws?| drawing| pulling| (?:right )?around| es| son| esta(?: en)?| estan(?: en)?| marca(?:n)?| fue| de| a| en|:|,)* ";
const NOT = "(?:not \\d[\\d ]*, )?";

const NAMES: readonly [Measured, string][] = [
  [
    "suction_temperature",
    "suction (?:line )?temp(?:erature)?|suction line|temperatura de (?:la )?(?:linea de )?succion|linea de succion",
  ],
  [
    "liquid_temperature",
    "liquid (?:line )?temp(?:erature)?|liquid line|temperatura de (?:la )?(?:linea de )?liquido|linea de liquido",
  ],
  [
    "suction_pressure",
    "suction(?: pressure)?|low side(?: pressure)?|(?:presion de )?succion|presion de baja|baja presion",
  ],
  [
    "liquid_pressure",
    "liquid(?: pressure)?|head(?: pressure)?|high side(?: pressure)?|discharge pressure|presion de (?:liquido|alta|descarga)|alta presion",
  ],
  ["superheat", "super ?heat|sobrecalentamiento|recalentamiento"],
  ["subcooling", "sub ?cool(?:ing)?|subenfriamiento|sub enfriamiento"],
  [
    "outdoor_temperature",
    "outdoor (?:dry bulb|temp(?:erature)?|ambient)|outside temp(?:erature)?|ambient(?: temp(?:erature)?)?|temperatura (?:exterior|de afuera|ambiente)",
  ],
  ["indoor_wet_bulb", "(?:indoor |return )?wet bulb|bulbo humedo"],
  ["volts", "voltage|volts|voltaje|voltios|tension"],
  ["amps", "amp(?:s|erage)?(?: draw)?|amperaje|amperes|amperios|corriente|consumo"],
  ["microfarads", "capacitance|capacitancia|micro ?farads?|mfd|microfaradios"],
];
const NAMED = NAMES.map(([measured, names]): [Measured, RegExp] => [
  measured,
  new RegExp(`\\b(?:${names})${IS}${NOT}${NUMBER}\\b(?![/.]\\d)${UNIT}`),
]);
const COUNTED: readonly [Measured, RegExp][] = [
  ["volts", new RegExp(`\\b${NUMBER} (?:volts|voltios)\\b`)],
  ["amps", new RegExp(`\\b${NUMBER} (?:amps|amperes|amperios)\\b`)],
  ["microfarads", new RegExp(`\\b${NUMBER} (?:microfarads?|mfd|microfaradios)\\b`)],
  ["superheat", new RegExp(`\\b${NUMBER}(?: degrees)?(?: of)? super ?heat\\b`)],
  ["subcooling", new RegExp(`\\b${NUMBER}(?: degrees)?(?: of)? sub ?cool(?:ing)?\\b`)],
];
const WEIGHT = "(pounds?|lbs?|libras?|ounces?|oz|onzas?)";
const CHARGED: readonly [Measured, RegExp][] = [
  [
    "refrigerant_added",
    new RegExp(
      `\\b(?:added|charged|put in|agregue|le puse|puse|cargue) (?:(?:an?|una?|un) )?${NUMBER}? ?${WEIGHT}( and a half| y medi[oa])?`,
    ),
  ],
  [
    "refrigerant_recovered",
    new RegExp(
      `\\b(?:recovered|pulled out|recupere|saque) (?:(?:an?|una?|un) )?${NUMBER}? ?${WEIGHT}( and a half| y medi[oa])?`,
    ),
  ],
];
const CORRECTED = new RegExp(`^.{0,20}?\\b${NUMBER}\\b(?![/.]\\d)${UNIT}`);
const OUNCES = 16;

/** Finds readings, each with an immediate correction applied: "suction 120, no, 118". */
export function measurementsIn(normalized: string, within: Span): MeasurementMention[] {
  const found: MeasurementMention[] = [];
  const add = (measured: Measured, value: number, span: Span) => {
    const taken = found.some((other) => other.from < span.to && span.from < other.to);
    if (!taken && !isNegated(normalized, span.from)) found.push({ measurement: { measured, value }, ...span });
  };
  for (const [measured, pattern] of [...NAMED, ...COUNTED]) {
    for (const { match, from, to } of scan(normalized, within, pattern)) {
      const again = correctionAt(normalized, { from: to, to: within.to });
      add(measured, numberOf(again?.digits ?? match[1] ?? ""), { from, to: again?.to ?? to });
    }
  }
  for (const [measured, pattern] of CHARGED) {
    for (const { match, from, to } of scan(normalized, within, pattern)) {
      const [, digits = "1", unit = "", half] = match;
      const amount = numberOf(digits) + (half === undefined ? 0 : 0.5);
      add(measured, /^o/.test(unit) ? amount / OUNCES : amount, { from, to });
    }
  }
  return found.sort((one, other) => one.from - other.from);
}

function correctionAt(normalized: string, { from, to }: Span): { digits: string; to: number } | null {
  const match = CORRECTED.exec(normalized.slice(from, to));
  if (!match?.[1]) return null;
  const between = match[0].slice(0, match[0].indexOf(match[1]));
  // Another name in between starts another reading.
  if (!isCorrected(between) || between.replace(/[^a-z]/g, "").length > 12) return null;
  return { digits: match[1], to: from + match[0].length };
}

/** "1 18" is 118, "6 point 2" 6.2, "10 and a half" 10.5. */
function numberOf(normalized: string): number {
  const half = / (?:and a half|y medi[oa])$/.test(normalized) ? 0.5 : 0;
  const digits = normalized
    .replace(/ (?:and a half|y medi[oa])$/, "")
    .replace(/ (?:point|punto|coma) /, ".")
    .replaceAll(" ", "");
  return Number(digits) + half;
}
