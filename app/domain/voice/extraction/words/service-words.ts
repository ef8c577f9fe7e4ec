import { keysOf } from "~/domain/shared/objects";
import type { NamedEntry } from "~/domain/voice/extraction/book";
import type { Field } from "~/domain/voice/extraction/field";
import { fold, type Span, type Speech, scan, sourceOf } from "~/domain/voice/extraction/speech";
import { equipmentIn } from "./equipment-words";

/** After these words, "cleaned" is still to be done. */
const WANTED = "(?<=\\b(?:wants?|needs?|get|have|having|like)\\b[^.;,]{0,40}) ";

/** Actions to be done, in both languages. Work already done ("replaced") does not count. */
const ACTIONS = {
  tune_up: /\b(?:tune ?ups?|maintenance|seasonal|check ?ups?|mantenimientos?|afinacion(?:es)?)\b/,
  repair: new RegExp(
    String.raw`\b(?:repair(?:s|ing)?|fix(?:ing)?|reparacion|repar(?:ar|e|en)|arregl(?:ar|o|e|en)|compostura)\b|${WANTED}(?:repaired|fixed|serviced)\b`,
  ),
  install: new RegExp(String.raw`\b(?:install(?:s|ing|ation)?|instal(?:ar|acion|e|en))\b|${WANTED}installed\b`),
  replace: new RegExp(
    String.raw`\b(?:replac(?:e|ement|ing)|swap(?: out)?|change ?out|reemplaz(?:ar|o|e)|cambio de|cambio del|cambi(?:ar|en|e)|sustitu(?:ir|cion|ya))\b|${WANTED}replaced\b`,
  ),
  clean: new RegExp(String.raw`\b(?:clean(?:ing|up)?|limpi(?:eza|ar|e|en))\b|${WANTED}cleaned\b`),
  inspect: new RegExp(
    String.raw`\b(?:inspect(?:ion|ing)?|inspeccion(?:ar)?|revis(?:ion|ar|e|en))\b|${WANTED}(?:inspected|checked(?: out)?|looked at)\b`,
  ),
  diagnose: /\b(?:diagnos(?:e|is|tic|tics)|troubleshoot(?:ing)?|diagnostic(?:o|ar|ico))\b/,
  change: /\b(?:filter change|change (?:the |a )?filters?|estimate|quote|cotizacion|presupuesto)\b/,
} as const;

const THING = `(?:(?:air|water|heat|blower|fan|condenser|return|smart|gas|expansion|igniter|run|start) )?(?:filters?|thermostats?|capacitors?|contactors?|compressors?|condensers?|coils?|motors?|fans?|pumps?|valves?|igniters?|ignitors?|sensors?|boards?|transformers?|batter(?:y|ies)|belts?|humidifiers?|handlers?|heaters?|furnaces?|boilers?|units?|systems?|registers?|vents?|a ?c)`;
const COSA = `(?:filtros?|termostatos?|capacitor(?:es)?|contactor(?:es)?|compresor(?:es)?|condensador(?:es)?|serpentin(?:es)?|motor(?:es)?|ventilador(?:es)?|bombas?|valvulas?|sensor(?:es)?|tarjetas?|transformador(?:es)?|baterias?|pilas?|bandas?|calentador(?:es)?|calefactor(?:es)?|calderas?|unidad(?:es)?|equipos?|rejillas?)`;
/** "needs a new filter" is work to do, although the service type is unclear. */
const NEW_THING = new RegExp(
  String.raw`(?<=\b(?:needs?|wants?|would like|could use|get|put in|is due for) (?:an? |some |another |2 |3 |4 )?)new ${THING}\b|(?<=\b(?:necesitan?|quieren?|ocupan?|falta|hay que poner(?:le)?) )(?:un |una |unos |unas )?(?:nuev[oa]s? ${COSA}|${COSA} nuev[oa]s?)\b`,
);

/** New things the customer needs. */
export const newThingsIn = (normalized: string, within: Span): Span[] =>
  scan(normalized, within, NEW_THING).map(({ from, to }) => ({ from, to }));

const DUCTS = /\b(?:ducts?|ductwork|duct work|ductos?)\b/;
/** Words of a service type's name that do not describe the work. */
const EMPTY = new Set(
  "service visit call job residential commercial standard basic premium the and a of for de del".split(" "),
);

interface ActionMention extends Span {
  action: keyof typeof ACTIONS;
}

export function actionsIn(normalized: string, within: Span): ActionMention[] {
  return keysOf(ACTIONS)
    .flatMap((action) => scan(normalized, within, ACTIONS[action]).map(({ from, to }) => ({ action, from, to })))
    .sort((one, other) => one.from - other.from);
}

interface Heard extends Span {
  concept: string;
}

/** The service type all of whose words were spoken, in either language; if several match, the user chooses. */
export function serviceField(speech: Speech, within: Span, types: readonly NamedEntry[]): Field<string> | undefined {
  const heard = conceptsIn(speech.normalized, within);
  const scored = types.flatMap((type) => {
    const wanted = conceptsOf(type.name);
    const found = wanted.flatMap(
      (concept) => heard.find((one) => one.concept === concept) ?? literal(speech, within, concept),
    );
    if (wanted.length === 0 || found.length === 0) return [];
    return [{ id: type.id, found, whole: found.length === wanted.length, size: wanted.length }];
  });
  const whole = scored.filter((one) => one.whole);
  const most = Math.max(...whole.map(({ size }) => size));
  const best = whole.filter(({ size }) => size === most);
  const [only, ...others] = best;
  if (only && others.length === 0) {
    return { state: "heard", value: only.id, confidence: 0.9, source: sourceOf(speech, around(only.found)) };
  }
  // A partial match is a hint only if it names an action.
  const hints = only ? best : scored.filter(({ found }) => found.some(({ concept }) => concept in ACTIONS));
  const [hint] = hints;
  if (!hint) return undefined;
  const candidates = hints.map(({ id }) => id);
  return { state: "asked", candidates, confidence: 0.4, source: sourceOf(speech, around(hint.found)) };
}

function conceptsIn(normalized: string, within: Span): Heard[] {
  return [
    ...actionsIn(normalized, within).map(({ action, from, to }) => ({ concept: action, from, to })),
    ...equipmentIn({ normalized, language: "en" }, within).map(({ types, from, to }) => ({
      concept: types.join("/"),
      from,
      to,
    })),
    ...scan(normalized, within, DUCTS).map(({ from, to }) => ({ concept: "ducts", from, to })),
  ];
}

/** The concepts of a name: actions and equipment types, and its other words. */
function conceptsOf(name: string): string[] {
  const normalized = fold(name)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  const known = conceptsIn(normalized, { from: 0, to: normalized.length });
  const rest = known.reduce(
    (text, { from, to }) => text.slice(0, from) + " ".repeat(to - from) + text.slice(to),
    normalized,
  );
  const words = rest.split(" ").filter((word) => word !== "" && !EMPTY.has(word));
  return [...new Set([...known.map(({ concept }) => concept), ...words])];
}

function literal({ normalized }: Speech, within: Span, concept: string): Heard[] {
  if (!/^[a-z0-9]+$/.test(concept)) return [];
  return scan(normalized, within, new RegExp(`\\b${concept}\\b`))
    .slice(0, 1)
    .map(({ from, to }) => ({ concept, from, to }));
}

const around = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
});
