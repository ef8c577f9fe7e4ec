/** Single-byte encodings, which have no byte order mark: they are distinguished by their letters. */
export const SINGLE_BYTE = ["windows-1252", "windows-1250", "iso-8859-2", "windows-1251", "windows-1257"] as const;
export type SingleByte = (typeof SINGLE_BYTE)[number];

const CONTROLS = Array.from({ length: 32 }, (_, at) => String.fromCharCode(0x80 + at)).join("");
const LATIN_1 = Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join("");

/** The characters of bytes 0x80 to 0xFF. TextDecoder is not used because some runtimes read these labels as ISO-8859-1. */
const UPPER_HALF: Record<SingleByte, string> = {
  "windows-1252":
    "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
    "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178" +
    LATIN_1,
  "windows-1250":
    "€\x81‚\x83„…†‡\x88‰Š‹ŚŤŽŹ\x90‘’“”•–—\x98™š›śťžź" +
    "\xa0ˇ˘Ł¤Ą¦§¨©Ş«¬\xad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż" +
    "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß" +
    "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
  "iso-8859-2":
    CONTROLS +
    "\xa0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\xadŽŻ°ą˛ł´ľśˇ¸šşťź˝žż" +
    "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß" +
    "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
  "windows-1251":
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ" +
    "\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї" +
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" +
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
  "windows-1257":
    "€\x81‚\x83„…†‡\x88‰\x8a‹\x8c¨ˇ¸\x90‘’“”•–—\x98™\x9a›\x9c¯˛\x9f" +
    "\xa0¡¢£¤¥¦§Ø©Ŗ«¬\xad®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ" +
    "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß" +
    "ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙",
};

/** Decodes bytes in a single-byte encoding; no byte is lost, so `singleByteBytes` can restore them. */
export function singleByteText(bytes: Uint8Array, encoding: SingleByte): string {
  const upper = UPPER_HALF[encoding];
  return textOfCodes(Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : upper.charCodeAt(byte - 0x80))));
}

/** Restores the bytes that `singleByteText` decoded. */
export function singleByteBytes(text: string, encoding: SingleByte): Uint8Array {
  const codes = new Map(Array.from(UPPER_HALF[encoding], (character, at) => [character.charCodeAt(0), 0x80 + at]));
  return Uint8Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at);
    return code < 0x80 ? code : (codes.get(code) ?? 0x3f);
  });
}

export function textOfCodes(codes: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += 8_192) parts.push(String.fromCharCode(...codes.subarray(at, at + 8_192)));
  return parts.join("");
}

/** The non-ASCII letters of each language, most frequent first. */
const LETTERS: Record<SingleByte, readonly string[]> = {
  "windows-1252": [
    "äüöß",
    "éèàêçîôâûùëïœ",
    "óáíñéúü",
    "ãçáéíóõâêúà",
    "àèùòìé",
    "åäöé",
    "øåæéö",
    "õäöüšž",
    "ðíáóúýþöæé",
    "éëïóèüö",
  ],
  "windows-1250": ["łąęóżśćńź", "íáéěřčšýžůúťňóď", "áíéčšýžúľťôňäóďĺŕ", "áéőöüóíúű", "ăâîşţ", "čšžćđ"],
  "iso-8859-2": ["łąęóżśćńź", "íáéěřčšýžůúťňóď", "áíéčšýžúľťôňäóďĺŕ", "áéőöüóíúű", "ăâîşţ", "čšžćđ"],
  "windows-1251": ["оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "оаніитвресклумдзпьягчбйхшюєїжцщфґ"],
  "windows-1257": ["ėšųžąįūčę", "āīēšņūļģžķč", "äõüöšž"],
};

/** Symbols that appear in text of any language. */
const SIGNS = "€£„“”‘’–—…•§°«»·®©™ \u00a0\u00ad";

/** The penalties for a letter that the language does not use and a symbol that no text has. */
const FOREIGN_LETTER = -6;
const ODD_SIGN = -7;

/** A bonus for the most common encoding, so that a letter or two cannot outweigh it. */
const WESTERN_FIRST = 2.5;

/**
 * The most likely encoding of bytes that are not UTF-8: the one whose letters best fit some language, by their frequency. Near
 * ties go to windows-1252.
 */
export function likelyEncoding(bytes: Uint8Array): SingleByte {
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  let best: { encoding: SingleByte; score: number } = { encoding: "windows-1252", score: Number.NEGATIVE_INFINITY };
  for (const encoding of SINGLE_BYTE) {
    for (const letters of LETTERS[encoding]) {
      const prior = encoding === "windows-1252" ? WESTERN_FIRST : 0;
      const score = prior + fitOf(counts, UPPER_HALF[encoding], letters);
      if (score > best.score + 1e-9) best = { encoding, score };
    }
  }
  return best.encoding;
}

/** The log-likelihood of these characters in a language, with its letters weighted by Zipf's law. */
function fitOf(counts: readonly number[], upper: string, letters: string): number {
  const all = Array.from(letters).reduce((sum, _, at) => sum + 1 / (at + 1), 0);
  let score = 0;
  for (let byte = 0x80; byte < 0x100; byte += 1) {
    const count = counts[byte] ?? 0;
    if (count === 0) continue;
    const character = upper[byte - 0x80] ?? "";
    const place = letters.indexOf(character.toLowerCase());
    if (place !== -1) score += count * Math.log(1 / (place + 1) / all);
    else if (!SIGNS.includes(character)) score += count * (/\p{L}/u.test(character) ? FOREIGN_LETTER : ODD_SIGN);
  }
  return score;
}
