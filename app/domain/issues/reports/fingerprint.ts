import { withoutTokens } from "~/domain/shared/network/secret-path";
import { UUID_PATTERN } from "~/domain/shared/record-ref";

const ID = new RegExp(`\\b${UUID_PATTERN}\\b`, "gi");
const ID_IN_PATH = new RegExp(`\\/${UUID_PATTERN}`, "gi");

/** Identifies a server error: parts that vary between requests are removed, and with them anything a customer may have typed. */
export function errorSubject({ name, message }: { name: string; message: string }): string {
  const text = message
    .slice(0, 2000)
    .replace(/(["'`]).*?\1/gs, "…")
    .replace(/[\w.+-]+@[\w.-]+/g, "…")
    .replace(ID, "…")
    .replace(/\d+/g, "#")
    .replace(/\s+/g, " ")
    .trim();
  return `${name}: ${text}`.slice(0, 180);
}

const FRAME = /^\s*at (?:async )?([\w$.<> ]+?) \(?.*?([\w.-]+)\.(?:js|ts|tsx|mjs)[:\d]*\)?$/;
const MAX_FRAMES = 5;

/** Function and file names, innermost first; without line numbers, which change with each release. */
export function framesOf(stack: string | undefined): string[] {
  return (stack ?? "")
    .split("\n")
    .flatMap((line) => {
      const [, called, file] = FRAME.exec(line) ?? [];
      return called && file ? [`${called} (${file.replace(/-[\w-]{8}$/, "")})`] : [];
    })
    .slice(0, MAX_FRAMES);
}

/** The URL path without the record's id or a link's token. */
export function placeOf(path: string): string {
  return withoutTokens(path)
    .replace(ID_IN_PATH, "/:id")
    .replace(/\/(?:[A-Z]+-)?\d+(?=\/|$|\.)/g, "/:id")
    .slice(0, 200);
}
