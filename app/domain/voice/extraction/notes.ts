import { overlaps, type Span, scan } from "./speech";

const CLAUSE = "[^,.;!?]+";
const NOTES = [
  /\b(?:(?:make a )?note(?: that|:)|notes?:|nota(?: que|:)|anota(?: que|:)?) ([^.;!?]+)/,
  new RegExp(`\\b(?:the )?(?:gate|door|lock ?box|alarm|entry|garage) code${CLAUSE}`),
  new RegExp(
    `\\b(?:(?:el|la) )?(?:codigo|clave) (?:de|del) (?:la |el )?(?:puerta|porton|reja|entrada|alarma|garaje|caja)${CLAUSE}`,
  ),
  new RegExp(`\\b(?:beware of|watch (?:out )?for|careful with|cuidado con)${CLAUSE}`),
  /\b(?:there's|there is|there are|has|have|hay) (?:an? |un |una |\d+ )?(?:\w+ )?(?:dogs?|perros?)\b[^,.;!?]*/,
  new RegExp(
    `\\b(?:call|text)(?: (?:the office|the customer|me|him|her|them|us))?(?: first)? (?:when|before|ahead|on (?:your|the) way)${CLAUSE}`,
  ),
  /\b(?:call|text) (?:ahead|first)\b/,
  new RegExp(
    `\\b(?:llam(?:ar|e|en)|avis(?:ar|e|en)|marcar)(?: a \\w+| al cliente| a la oficina)? (?:antes|cuando|al llegar|primero|en camino)${CLAUSE}`,
  ),
  /\b(?:llam(?:ar|e|en)|avis(?:ar|e|en)) (?:antes|primero)\b/,
  new RegExp(`\\b(?:the )?keys? (?:is|are)${CLAUSE}|\\b(?:la )?llave (?:esta|queda)${CLAUSE}`),
  new RegExp(`\\b(?:park (?:in|on|behind)|use the (?:back|side|front|rear))${CLAUSE}`),
  new RegExp(`\\b(?:estacion(?:ar|arse|ese)|entrar? por)${CLAUSE}`),
];

/** Finds what the technician has to know on site, as spoken: codes, dogs, whom to call first. */
export function notesIn(normalized: string, within: Span): Span[] {
  const found: Span[] = [];
  for (const pattern of NOTES) {
    for (const { match, from, to } of scan(normalized, within, pattern)) {
      const text = match[1] === undefined ? from : to - match[1].length;
      if (!found.some((other) => overlaps(other, { from, to }))) found.push({ from: text, to: to });
    }
  }
  return found.sort((one, other) => one.from - other.from);
}
