import type { EquipmentType } from "~/domain/equipment/equipment";
import type { CustomerEntry } from "~/domain/voice/extraction/book";
import { type Field, fieldOf, type Mention, standing } from "~/domain/voice/extraction/field";
import { overlaps, type Span, type Speech, scan, sourceOf } from "~/domain/voice/extraction/speech";

/** Equipment types by their words, longest first; several types for ambiguous trade words. */
const WORDS: readonly { types: readonly EquipmentType[]; pattern: RegExp }[] = [
  {
    types: ["water_heater"],
    pattern: /\b(?:water heaters?|hot water (?:tank|heater)s?|calentador(?:es)? de agua|boiler de agua)\b/,
  },
  { types: ["heat_pump"], pattern: /\b(?:heat pumps?|bombas? de calor)\b/ },
  { types: ["mini_split"], pattern: /\b(?:mini ?splits?|ductless)\b/ },
  {
    types: ["packaged_unit"],
    pattern: /\b(?:roof ?tops?(?: units?)?|rtus?|packaged? units?|unidad(?:es)? (?:de techo|paquete))\b/,
  },
  { types: ["air_handler"], pattern: /\b(?:air handlers?|fan coils?|manejadoras?(?: de aire)?)\b/ },
  {
    types: ["air_conditioner"],
    pattern:
      /\b(?:acs?|a c|air condition(?:er|ers|ing)|central air|aires? acondicionados?|aire central|(?:el|mi|su|del) aire(?! frio| caliente| tibio| acondicionado))\b/,
  },
  { types: ["furnace"], pattern: /\b(?:furnaces?|hornos?|calefactor(?:es)?)\b/ },
  { types: ["boiler"], pattern: /\b(?:boilers?|calderas?)\b/ },
  { types: ["chiller"], pattern: /\b(?:chillers?|enfriador(?:es)?)\b/ },
  {
    types: ["refrigeration"],
    pattern: /\b(?:walk in(?: cooler| freezer)?|ice machine|(?:reach in )?freezers?|cuarto frio|congelador(?:es)?)\b/,
  },
  { types: ["ventilator"], pattern: /\b(?:ventilators?|erv|hrv|ventilador(?:es)?)\b/ },
  { types: ["humidifier"], pattern: /\b(?:humidifiers?|humidificador(?:es)?)\b/ },
  { types: ["thermostat"], pattern: /\b(?:thermostats?|termostatos?)\b/ },
  { types: ["furnace", "boiler", "water_heater"], pattern: /\b(?:heaters?|calentador(?:es)?)\b/ },
];

interface EquipmentMention extends Span {
  types: readonly EquipmentType[];
}

export function equipmentIn(
  { normalized, language }: Pick<Speech, "normalized" | "language">,
  within: Span,
): EquipmentMention[] {
  const found: EquipmentMention[] = [];
  for (const { types, pattern } of WORDS) {
    for (const { from, to, match } of scan(normalized, within, pattern)) {
      if (found.some((other) => overlaps(other, { from, to }))) continue;
      // In Spanish, "boiler" often means a water heater.
      const meant: readonly EquipmentType[] =
        language === "es" && match[0] === "boiler" ? ["water_heater", "boiler"] : types;
      found.push({ types: meant, from, to });
    }
  }
  return found.sort((one, other) => one.from - other.from);
}

/** Each equipment type mentioned, once. */
export function equipmentFields(speech: Speech, mentions: readonly EquipmentMention[]): Field<EquipmentType>[] {
  const sure = mentions.flatMap(({ types: [type, ...others], from, to }): Mention<EquipmentType>[] =>
    type && others.length === 0 ? [{ value: type, confidence: 0.9, from, to }] : [],
  );
  const kinds = standing(speech.normalized, sure).filter(
    (one, at, all) => all.findIndex(({ value }) => value === one.value) === at,
  );
  const unsure = mentions.filter(
    ({ types }) => types.length > 1 && !types.some((type) => kinds.some((one) => one.value === type)),
  );
  return [
    ...kinds.map((mention) => fieldOf(speech, mention)),
    ...unsure.slice(0, 1).map(
      ({ types, from, to }): Field<EquipmentType> => ({
        state: "asked",
        candidates: [...types],
        confidence: 0.4,
        source: sourceOf(speech, { from, to }),
      }),
    ),
  ];
}

/** The customer's equipment of the types heard: selected if it is the only one of its type, otherwise the user chooses. */
export function unitFields(customer: CustomerEntry, kinds: readonly Field<EquipmentType>[]): Field<string>[] {
  return kinds.flatMap((kind): Field<string>[] => {
    if (kind.state === "asked") return [];
    const ids = customer.equipment.filter(({ type }) => type === kind.value).map(({ id }) => id);
    const [only, ...others] = ids;
    if (only === undefined) return [];
    if (others.length > 0) return [{ state: "asked", candidates: ids, confidence: 0.5, source: kind.source }];
    return [{ state: "heard", value: only, confidence: 0.85, source: kind.source }];
  });
}
