import { isCorrected, isNegated } from "~/domain/voice/extraction/field";
import { type Span, scan } from "~/domain/voice/extraction/speech";

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
const LINKS =
  "'s| is| are| was| were| at| of| reads?| reading| shows?| showing| (?:came|comes|coming) (?:in|out)(?: at)?| draws?| drawing| pulling| (?:right )?around| es| son| esta(?: en)?| estan(?: en)?| marca(?:n)?| fue| de| a| en|:";
const IS = `(?:${LINKS}|,)* `;
/** The same within one item of a list. */
const IS_AT_ONCE = `(?:${LINKS})* `;
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
function isGauge(measured: Measured): boolean {
  return measured.endsWith("_pressure") || measured.endsWith("_temperature") || measured === "indoor_wet_bulb";
}

const NAMED = NAMES.map(([measured, names]): [Measured, RegExp] => [
  measured,
  new RegExp(`\\b(?:${names})${IS}${NOT}${NUMBER}\\b(?![/.]\\d)${UNIT}`),
]);
const ALL_NAMES = NAMES.map(([, names]) => names).join("|");
/** "118 suction", "12 degrees of superheat"; "30 amp" is a size. */
const COUNTED_NAMES: readonly [Measured, string][] = [
  ...NAMES.filter(([measured]) => !["volts", "amps", "microfarads"].includes(measured)),
  ["volts", "volts|voltios"],
  ["amps", "amps|amperes|amperios"],
  ["microfarads", "microfarads?|mfd|microfaradios"],
];
const BEFORE_NAME = `${UNIT}(?: of| de| on the| at the| en la)? `;
/** Ended by a mark, another number or a place, unlike "1 liquid line drier". */
const ENDS = "(?=$|[,.;:!?]| (?:and|with|on|at|y|con|en)\\b| \\d)";
/** The next number belongs to this name, unless it is followed by its own. */
const OWN_NUMBER = `${IS_AT_ONCE}${NUMBER}\\b(?![/.]\\d)(?!${BEFORE_NAME}(?:${ALL_NAMES})\\b)`;
const COUNTED = COUNTED_NAMES.map(([measured, names]): [Measured, RegExp] => [
  measured,
  new RegExp(`\\b${NUMBER}${BEFORE_NAME}(?:${names})\\b(?!${OWN_NUMBER})${isGauge(measured) ? ENDS : ""}`),
]);
const CLAIMED = new RegExp(`\\b(?:${ALL_NAMES})${IS_AT_ONCE}$`);
/** A smaller number before a gauge is a count: "used 1 suction line". */
const MIN_GAUGE = 10;
/** Maximum length of a name with its verb, in characters. */
const REACH = 80;
const WEIGHT = "(pounds?|lbs?|libras?|ounces?|oz|onzas?)";
/** "3 pounds 8 ounces". */
const REST = `(?:,? (?:and |y )?${NUMBER} (?:ounces?|oz|onzas?)\\b)?`;
const CHARGED: readonly [Measured, RegExp][] = [
  [
    "refrigerant_added",
    new RegExp(
      `\\b(?:added|charged|put in|agregue|le puse|puse|cargue) (?:(?:an?|una?|un) )?${NUMBER}? ?${WEIGHT}( and a half| y medi[oa])?${REST}`,
    ),
  ],
  [
    "refrigerant_recovered",
    new RegExp(
      `\\b(?:recovered|pulled out|recupere|saque) (?:(?:an?|una?|un) )?${NUMBER}? ?${WEIGHT}( and a half| y medi[oa])?${REST}`,
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
  const addNumber = (measured: Measured, digits: string, { from, to }: Span) => {
    const again = correctionAt(normalized, { from: to, to: within.to });
    add(measured, numberOf(again?.digits ?? digits), { from, to: again?.to ?? to });
  };
  const counted = COUNTED.flatMap(([measured, pattern]) =>
    scan(normalized, within, pattern).map(({ match, from, to }) => ({ measured, digits: match[1] ?? "", from, to })),
  );
  for (const { measured, digits, from, to } of counted.sort((one, other) => one.from - other.from)) {
    const nearby = Math.max(within.from, from - REACH);
    const owner = CLAIMED.exec(normalized.slice(nearby, from));
    const start = nearby + (owner?.index ?? 0);
    // "suction 118 head": the number belongs to the name before it, unless that one has its own.
    if (owner && !found.some((other) => other.from <= start && start < other.to)) continue;
    if (isGauge(measured) && numberOf(digits) < MIN_GAUGE) continue;
    addNumber(measured, digits, { from, to });
  }
  for (const [measured, pattern] of NAMED) {
    for (const { match, from, to } of scan(normalized, within, pattern))
      addNumber(measured, match[1] ?? "", { from, to });
  }
  for (const [measured, pattern] of CHARGED) {
    for (const { match, from, to } of scan(normalized, within, pattern)) {
      const [, digits = "1", unit = "", half, ounces = "0"] = match;
      const amount = numberOf(digits) + (half === undefined ? 0 : 0.5);
      add(measured, /^o/.test(unit) ? amount / OUNCES : amount + numberOf(ounces) / OUNCES, { from, to });
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
