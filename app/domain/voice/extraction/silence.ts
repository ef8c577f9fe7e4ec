import { fold } from "./speech";

/** What speech models output for silence: endings of videos they were trained on, and markers for sounds. */
const PHANTOMS = [
  /\b(?:thank you|thanks)(?: (?:so|very) much)? for watching\b(?: (?:this|the|my) video)?/g,
  /\b(?:please )?(?:like and )?(?:subscribe|suscribete|suscribanse)(?: (?:to|al?|a mi|my|our|the|this|mi|nuestro|canal|channel|video))*\b/g,
  /\bgracias por (?:ver|mirar)(?: (?:el|este|mi|los|nuestros))?(?: videos?)?\b/g,
  /\b(?:subtitulos|subtitles|captions|transcri(?:bed|ption)|subtitulado)(?: (?:realizados|creados|hechos|provided|made))?(?: (?:por|by))(?: [\w.]+)*/g,
  /\b(?:amara ?\.?org|see you (?:in the next|next) (?:video|time)|nos vemos en el proximo video|hasta la proxima)\b/g,
];
const SOUNDS = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪[^♪]*♪?/g;
const FILLERS =
  /^(?:you|bye|bye bye|thank you|thanks|gracias|okay|ok|so|the|uh|um|hmm|mm|eh|si|no|yeah|yes|adios|chau|amen|music|musica|silence|blank audio)$/;
/** A phrase repeated this often, and nothing else, means the model is looping. */
const LOOPS = 4;
const MAX_LOOP = 12;

/** Whether a text contains no speech: nothing, sound markers, phrases that models produce for silence, or one repeated phrase. */
export function isSilence(text: string): boolean {
  const left = plain(PHANTOMS.reduce((rest, phantom) => rest.replace(phantom, " "), fold(text).replace(SOUNDS, " ")));
  if (!/[a-z0-9]/.test(left) || FILLERS.test(left)) return true;
  return isLoop(left.split(" "));
}

const MIN_ECHOED = 3;

/** Whether a model only returned the names it was given, which happens when nobody speaks. */
export function isEcho(text: string, names: readonly string[]): boolean {
  const known = names.map((name) => plain(fold(name))).filter(Boolean);
  const spoken = ` ${plain(fold(text))} `;
  const echoed = known.filter((name) => spoken.includes(` ${name} `));
  const left = echoed.reduce((rest, name) => rest.replaceAll(` ${name} `, "  "), spoken);
  return echoed.length >= MIN_ECHOED && /^[ ]*(?:names?)?[ ]*$/.test(left);
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}']+/gu, " ").trim();
}

function isLoop(words: readonly string[]): boolean {
  for (let length = 1; length <= Math.min(MAX_LOOP, words.length / LOOPS); length += 1) {
    // Digits spoken one by one may repeat.
    if (words.every((word, at) => word === words[at % length] && !/^\d+$/.test(word))) return true;
  }
  return false;
}
