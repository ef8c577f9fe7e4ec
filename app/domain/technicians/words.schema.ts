import { z } from "zod";
import { skillKey, splitSkills } from "./rules";

/** Skills or certifications, typed with commas or given as a list; each once however it is written. Blank is none. */
export function wordList(what: string) {
  const long = `Please use at most 60 characters for a ${what}`;
  return z.preprocess(
    (given) => (typeof given === "string" ? [given] : (given ?? [])),
    z
      .array(z.string())
      .transform((all) => all.flatMap(splitSkills))
      .transform((all) => [...new Map(all.map((word) => [skillKey(word), word])).values()])
      .pipe(z.array(z.string().max(60, long)).max(40, `Please name at most 40 ${what}s`)),
  );
}
