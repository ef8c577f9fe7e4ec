import { type Span, scan, without } from "~/domain/voice/extraction/speech";

export const SYMPTOMS = [
  ...(["carbon_monoxide", "gas_smell", "no_hot_water", "no_heat", "no_cooling", "breaker_trips", "pilot_out"] as const),
  ...(["refrigerant_leak", "water_leak", "burning_smell", "odor", "frozen", "short_cycling", "weak_airflow"] as const),
  ...(["not_working", "noise", "leak"] as const),
] as const;
export type Symptom = (typeof SYMPTOMS)[number];

export interface SymptomMention extends Span {
  symptom: Symptom;
}

const NOT =
  "(?:not|isn't|aren't|wasn't|won't|doesn't|don't|didn't|can't|never|ain't)(?: (?:even|really|actually|been|be))?";
const BREAKER = "(?:breaker|fuse|pastilla|interruptor|fusible)s?";
const BLOWS =
  "(?:blow(?:s|ing)|push(?:es|ing)|(?:echa|avienta|sopla|bota|tira|saca)(?:ndo)?|(?:sale|saliendo))(?: (?:only|just|out|nothing but|puro|solo))*";

interface Rule {
  symptom: Symptom;
  pattern: RegExp;
  /** Describes something missing and is therefore negated itself: "no heat". */
  lacks?: true;
}

/** Most specific first: text matched by one rule is skipped by the later ones. */
const RULES: readonly Rule[] = [
  {
    symptom: "no_hot_water",
    lacks: true,
    pattern: new RegExp(
      `\\b(?:no|without|any|sin) hot water|\\b${NOT}(?: \\w+){0,2} hot water|\\b${NOT} heat(?:ing)? (?:the |up the )?water|\\bno (?:hay|sale|tengo|tiene|tenemos) agua caliente|\\bsin agua caliente|\\bno calienta el agua|\\bagua (?:sale )?fria`,
    ),
  },
  {
    symptom: "no_heat",
    lacks: true,
    pattern: new RegExp(
      `\\b(?:no|without|lost(?: the| our)?) heat(?:ing)?\\b(?! pump)|\\b(?:${NOT}|hasn't|haven't)(?: (?:have|had|getting|get|any|got))* heat(?:ing)?\\b(?! pump)|\\b(?:stopped|quit) heating|\\b${BLOWS} (?:cold|cool|aire frio)\\b|\\bno (?:hay|tiene|tienen|tenemos|tengo|sale|da|funciona la) (?:la )?(?:calefaccion|calor)|\\bsin calefaccion|\\bcalefaccion(?: \\w+){0,2}? no (?:funciona|sirve|prende|enciende|jala|trabaja)|\\bheat(?:ing)?(?! pump)(?: ${NOT} work(?:ing)?| (?:is|went|has gone) out| quit)\\b|\\b(?:no|ya no) (?:calienta|esta calentando)`,
    ),
  },
  {
    symptom: "no_cooling",
    lacks: true,
    pattern: new RegExp(
      `\\b${NOT} cool(?:ing)?\\b|\\b(?:stopped|quit) cooling|\\bno (?:cooling|cold air|ac|a c|air conditioning)\\b|\\b${BLOWS} (?:warm|hot|aire (?:caliente|tibio))\\b|\\b(?:no|ya no) (?:esta )?(?:enfria|refresca)(?:ndo)?\\b|\\bno hay aire(?: frio)?\\b`,
    ),
  },
  {
    symptom: "weak_airflow",
    lacks: true,
    pattern:
      /\b(?:weak|low|poor|no|little|barely any|hardly any)(?: air ?flow| air coming)|\bnot much air\b|\b(?:poco|bajo|sin) (?:flujo|aire\b)(?: de aire)?|\bsale poco aire|\bno (?:sale|sopla)(?: mucho)? aire/,
  },
  {
    symptom: "pilot_out",
    lacks: true,
    pattern:
      /\bpilot(?: light)?(?: (?:is|keeps|went|has|gone|going|goes))* out\b|\bpilot(?: light)? (?:won't|doesn't|will not)(?: stay)? (?:lit|light)|\bpiloto(?: (?:esta|se|sigue))* apaga\w*|\bse apaga el piloto/,
  },
  {
    symptom: "short_cycling",
    pattern:
      /\bshort cycl\w+|\b(?:turn\w*|cycl\w+|shut\w*|kick\w*) on and off|\bkeeps (?:shutting|turning|cutting) off|\b(?:prende|enciende) y (?:se )?apaga(?: a cada rato)?|\bciclos cortos|\bse apaga a cada rato/,
  },
  {
    symptom: "breaker_trips",
    pattern: new RegExp(
      `\\b(?:trip|blow|pop)(?:s|p?ing|p?ed)?(?: (?:the|its|a|my|our|her|his))? ${BREAKER}|\\b${BREAKER} (?:\\w+ )?(?:trip|popp)\\w*|\\b(?:tumba|tira|tiro|bota|dispara|salta|brinca)(?:ndo)?(?: (?:el|la))? ${BREAKER}|\\b${BREAKER} se (?:brinca|salta|cae|dispara|baja)`,
    ),
  },
  {
    symptom: "not_working",
    lacks: true,
    pattern: new RegExp(
      `\\b${NOT} (?:turn(?:ing)? on|com(?:e|ing) on|start(?:ing)?|work(?:ing)?|run(?:ning)?|kick(?:ing)? (?:on|in)|fir(?:e|ing)(?: up)?|ignit(?:e|ing)|power(?:ing)? (?:on|up))\\b|\\bstopped working|\\b(?:quit|died|is dead|is down|broke(?:n)?(?: down)?|out of order)\\b|\\bblank\\b|\\b(?:no|lost) power\\b|\\b(?:no|ya no) (?:esta )?(?:prende|enciende|arranca|funciona|sirve|jala|trabaja|responde|quiere (?:prender|arrancar|encender))(?:ndo)?\\b|\\bdejo de (?:funcionar|trabajar|servir)|\\bse (?:descompuso|dano|murio|apago)\\b|\\b(?:descompuest|danad|muert)[oa]\\b|\\ben blanco\\b`,
    ),
  },
  {
    symptom: "carbon_monoxide",
    pattern:
      /\b(?:carbon monoxide|co)(?: (?:alarm|detector))\b|\bcarbon monoxide\b|\b(?:alarma|detector) de (?:monoxido(?: de carbono)?|co\b)|\bmonoxido(?: de carbono)?/,
  },
  {
    symptom: "gas_smell",
    pattern:
      /\bsmell(?:s|ing|ed)?(?: (?:of|like|a|some|strong|natural|bit|lot))* gas\b|\bgas (?:smell|odor|leak)\b|\bodor of gas|\brotten eggs?\b|\bhuele(?: mucho)? a gas\b|\bolor a gas\b|\boliendo a gas\b|\bfuga de gas\b(?! refrigerante)/,
  },
  {
    symptom: "refrigerant_leak",
    pattern:
      /\b(?:refrigerant|freon) leak\w*|\bleak(?:s|ing)? (?:refrigerant|freon)|\blow on (?:refrigerant|freon)|\bfuga de (?:refrigerante|gas refrigerante|freon)|\b(?:tira|pierde) (?:refrigerante|freon)/,
  },
  {
    symptom: "water_leak",
    pattern:
      /\bleak(?:s|ing|ed)? water\b|\bwater (?:is |was |has been )?(?:leak|drip|pour|com|gush|spray)\w*|\bwater (?:is )?(?:everywhere|all over)|\bflood\w*|\bdripp?\w*\b|\bpuddles?\b|\bstanding water|\bgotea\w*(?: agua)?|\bwater (?:on|under|in|around) the \w+|\bagua (?:por tod[oa]|en el (?:piso|sotano|techo|suelo))|\bgoteo\b|\binund\w+|\bfuga de agua|\b(?:tira|tirando|sale|saliendo|chorrea\w*|escurre\w*|derrama\w*) agua\b(?! caliente)|\bcharcos?\b/,
  },
  {
    symptom: "burning_smell",
    pattern:
      /\b(?:burning|burnt|electrical|smoky) (?:smell|odor)|\bsmell(?:s|ing)?(?: like)?(?: something)?(?: is)? (?:burning|burnt|smoke)|\b(?:huele|olor) a (?:quemado|humo)/,
  },
  {
    symptom: "odor",
    pattern:
      /\bsmell(?:s|ing)? (?:musty|moldy|bad|funny|weird|like (?:mold|mildew|dirty socks))|\b(?:musty|moldy|bad|weird|funny) (?:smell|odor)|\b(?:huele|olor) a (?:humedad|moho)|\bhuele (?:mal|feo)|\bmal olor/,
  },
  {
    symptom: "frozen",
    pattern:
      /\bfrozen\b|\bfr(?:oze|eezes|eezing) (?:up|over)\b|\bic(?:e on|ed up|ed over|ing up)\b|\b(?:se )?congel(?:a|o|ando|ado|ada)\b|\bhielo\b/,
  },
  {
    symptom: "noise",
    pattern:
      /\b(?:nois(?:e|es|y)|bang(?:s|ing)?|rattl\w+|squeal\w*|squeak\w*|grind(?:s|ing)|screech\w*|hum(?:s|ming)|buzz(?:es|ing)?|clank\w*|knocking|vibrat\w+)\b|\b(?:ruidos?|rechina\w*|zumba\w*|golpete\w*|vibra\w*)\b/,
  },
  { symptom: "leak", pattern: /\bleak(?:s|ing|y)?\b|\bfugas?\b/ },
];

const NEGATED =
  /\b(?:no|not|isn't|aren't|wasn't|doesn't|don't|didn't|never|nothing|without|stopped|sin|ni|dejo de)(?: (?!and\b|but\b|y\b|pero\b|so\b|porque\b|because\b)[\w']+){0,3} $/;
const DEVICE_WORK = /\b(?:install\w*|replac\w*|instal\w+|cambi\w+|batter\w+|bateria\w*)(?: [\w']+){0,3} $/;
/** Words that make a leak a water leak. */
const WATER =
  /\b(?:boilers?|calderas?|water heaters?|calentador(?:es)? de agua|humidif\w+|pipes?|tuber\w+|ceiling|techo|basement|sotano|floor|piso)\b/;

/** How far before a symptom its negation or its device may be, in characters. */
const FURTHEST = 80;

/** Finds the symptoms mentioned, each once, leaving out negated ones. */
export function symptomsIn(normalized: string, within: Span): SymptomMention[] {
  const found: SymptomMention[] = [];
  // The negation in "no heat" must not count as negating the words after it, so matched text is masked.
  for (const { symptom, pattern, lacks } of RULES) {
    const readable = without(normalized, found);
    for (const { from, to } of scan(readable, within, pattern)) {
      const before = readable.slice(Math.max(within.from, from - FURTHEST), from);
      if (!lacks && NEGATED.test(before)) continue;
      if (symptom === "carbon_monoxide" && DEVICE_WORK.test(before)) continue;
      found.push({ symptom: symptom === "leak" && holdsWater(normalized, within) ? "water_leak" : symptom, from, to });
    }
  }
  return once(found.filter((one) => !isGoodAir(normalized, one)).sort((one, other) => one.from - other.from));
}

const holdsWater = (normalized: string, { from, to }: Span) => WATER.test(normalized.slice(from, to));

const COOLS = /\b(?:ac|a c|air condition\w+|aire acondicionado)\b[^.;]{0,25}$/;
const HEATS = /\b(?:furnace|heater|boiler|horno|calefactor|caldera)\b[^.;]{0,25}$/;

/** An air conditioner that blows cold air works, and so does a furnace that blows warm air. */
function isGoodAir(normalized: string, { symptom, from, to }: SymptomMention): boolean {
  const before = normalized.slice(Math.max(0, from - FURTHEST), from);
  if (!new RegExp(`^${BLOWS} `).test(normalized.slice(from, to))) return false;
  return (symptom === "no_heat" && COOLS.test(before)) || (symptom === "no_cooling" && HEATS.test(before));
}

function once(found: readonly SymptomMention[]): SymptomMention[] {
  return found.filter((one, at) => found.findIndex(({ symptom }) => symptom === one.symptom) === at);
}
