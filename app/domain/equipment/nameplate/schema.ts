import { z } from "zod";
import { MAX_TEXT } from "./reading";

export const MAX_NAMEPLATE_BYTES = 8_000_000;

export const NAMEPLATE_TOO_LARGE = "The picture is larger than 8 MB";

/** The text of a plate, or a photo of it. */
export const NameplateInput = z
  .object({
    text: z
      .string()
      .trim()
      .max(MAX_TEXT, `Please use at most ${MAX_TEXT.toLocaleString("en-US")} characters`)
      .optional()
      .transform((text) => text || undefined),
    photo: z.instanceof(File, { error: "Choose a picture" }).optional().meta({ type: "string", format: "binary" }),
  })
  .refine(({ text, photo }) => (text === undefined) !== (photo === undefined), {
    path: ["text"],
    error: "Enter what the plate says, or choose a photo of it",
  });
export type NameplateInput = z.output<typeof NameplateInput>;
