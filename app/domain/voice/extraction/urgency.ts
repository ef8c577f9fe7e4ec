import { type Instant, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { Symptom, SymptomMention } from "~/domain/voice/extraction/words/symptoms";
import type { Priority } from "~/domain/work-order-basics/priority";
import { type Field, fieldOf } from "./field";
import { type Span, type Speech, scan } from "./speech";

const DANGERS: ReadonlySet<Symptom> = new Set(["carbon_monoxide", "gas_smell", "water_leak"]);
/** Months in which a house without heat can freeze. */
const WINTER_MONTHS: readonly string[] = ["11", "12", "01", "02", "03"];

const LOW =
  /\b(?:no (?:rush|hurry)|not (?:an? )?(?:urgent|emergency|rush)|isn't urgent|nothing urgent|not in (?:a|any) (?:rush|hurry)|low priority|whenever you (?:can|get a chance)|no es urgente|no (?:hay|tiene) prisa|sin prisa|prioridad baja|no urge|nada urgente)\b/;
const NORMAL = /\b(?:(?:normal|regular|standard) priority|prioridad normal)\b/;
const EMERGENCY = /\b(?:emergency|emergencia)\b/;
const HIGH =
  /\b(?:urgent(?:ly)?|urgente|asap|as soon as possible|right away|high priority|top priority|lo antes posible|cuanto antes|prioridad alta|urge)\b/;

interface UrgencyFacts {
  symptoms: readonly SymptomMention[];
  now: Instant;
  zone: string;
}

/** A stated priority comes first, then dangerous symptoms and no heat in winter. Undefined if nothing indicates a priority. */
export function priorityField(speech: Speech, within: Span, facts: UrgencyFacts): Field<Priority> | undefined {
  const spoken = (priority: Priority, pattern: RegExp) =>
    scan(speech.normalized, within, pattern).map(({ from, to }) => ({ value: priority, confidence: 0.9, from, to }));
  const calm = [...spoken("low", LOW), ...spoken("normal", NORMAL)];
  const [first] =
    calm.length > 0 ? calm : [...spoken("emergency", EMERGENCY), ...dangers(facts), ...spoken("high", HIGH)];
  return first && fieldOf(speech, first);
}

function dangers({ symptoms, now, zone }: UrgencyFacts) {
  const winter = WINTER_MONTHS.includes(wallTimeOf(now, zone).date.slice(5, 7));
  return symptoms
    .filter(({ symptom }) => DANGERS.has(symptom) || (winter && symptom === "no_heat"))
    .map(({ from, to }) => ({ value: "emergency" as const, confidence: 0.85, from, to }));
}
