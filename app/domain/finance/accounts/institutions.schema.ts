import { z } from "zod";
import { blankToNull, line, optionalText, version } from "~/domain/shared/fields";

const urlText = "Please enter a valid URL";
const colorText = "Please enter a color such as #1a73e8";

/** A web address; one without http(s) in front is taken for https. */
const optionalUrl = blankToNull(
  z
    .string()
    .trim()
    .max(480, urlText)
    .transform((text, check) => {
      const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
      if (isWebAddress(address)) return address;
      check.addIssue({ code: "custom", message: urlText });
      return z.NEVER;
    }),
);

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s@]+$/i.test(text) || !URL.canParse(text)) return false;
  return /^[^.]+(\.[^.]+)+$/.test(new URL(text).hostname);
}

export const Institution = z.object({
  name: line("Institution name is required", 120),
  website: optionalUrl,
  logoUrl: optionalUrl,
  description: optionalText(1000),
  primaryColor: blankToNull(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#([\da-f]{3}|[\da-f]{6})$/, colorText)
      .transform((color) => (color.length === 4 ? color.replace(/[\da-f]/g, "$&$&") : color)),
  ),
  isActive: z.boolean().optional(),
  version: version.optional(),
});
export type Institution = z.output<typeof Institution>;
