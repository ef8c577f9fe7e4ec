import { z } from "zod";
import { blankToNull, line, paging, pagingView, version } from "~/domain/shared/fields";
import {
  DUCT_MATERIALS,
  DUCT_SHAPES,
  flawOf,
  LINK_KINDS,
  MAX_DESIGN_TITLE,
  MAX_LINKS,
  MAX_PART_LABEL,
  MAX_PARTS,
  PART_KINDS,
} from "./layout";
import { TEMPLATES } from "./templates";

const id = z.string().regex(/^[\w-]{1,40}$/, "Unknown part");
const whole = (most: number, least = 0) =>
  z
    .number()
    .int("Enter a whole number")
    .min(least, `Enter ${least} or more`)
    .max(most, `Enter ${most} or less`)
    .nullable();
const measure = (most: number) => z.number().min(0, "Enter 0 or more").max(most, `Enter ${most} or less`).nullable();
const place = z.number().int().min(-100_000).max(100_000);

const part = z.object({
  id,
  kind: z.enum(PART_KINDS, { error: "Unknown kind of part" }),
  label: line("Name the part", MAX_PART_LABEL),
  x: place.describe("Twentieths of a foot from the left"),
  y: place.describe("Twentieths of a foot from the top"),
  airflow: whole(20_000).default(null).describe("CFM"),
  tons: whole(1000).default(null).describe("Cooling capacity in tenths of a ton"),
  ratedStatic: whole(500)
    .default(null)
    .describe("Rated external static pressure of a blower, in hundredths of an inch of water column"),
  componentDrop: whole(500)
    .default(null)
    .describe("Pressure drop of components outside of the rating, in hundredths of an inch of water column"),
  itemId: z.guid("Choose an item from the list").toLowerCase().nullable().default(null),
});

const link = z.object({
  id,
  kind: z.enum(LINK_KINDS, { error: "Unknown kind of connection" }),
  from: id,
  to: id,
  length: measure(1000).default(null).describe("Feet; null for the length as drawn"),
  shape: z.enum(DUCT_SHAPES).nullable().default(null),
  material: z.enum(DUCT_MATERIALS).nullable().default(null),
  diameter: measure(60).default(null).describe("Inches"),
  width: measure(96).default(null).describe("Inches"),
  height: measure(96).default(null).describe("Inches"),
  fittings: measure(1000).default(null).describe("Equivalent length of fittings in feet"),
  rise: whole(200, -200)
    .default(null)
    .describe("Feet the outdoor unit is below the indoor coil; negative if it is above"),
});

/** A drawing: parts and the connections between them. */
export const LayoutInput = z
  .object({
    parts: z.array(part).max(MAX_PARTS, `A layout has at most ${MAX_PARTS} parts`),
    links: z.array(link).max(MAX_LINKS, `A layout has at most ${MAX_LINKS} connections`),
  })
  .superRefine((layout, check) => {
    const flaw = flawOf(layout);
    if (flaw) check.addIssue({ code: "custom", message: flaw });
  });

/** The response schema: a stored layout is not validated again. */
export const LayoutAnswer = z.object({
  parts: z.array(part.extend({ label: z.string() })),
  links: z.array(link),
});

const title = line("Name the design", MAX_DESIGN_TITLE);
const siteAddressId = blankToNull(z.guid({ error: "Choose a property from the list" }).toLowerCase());

export const NewDesign = z.object({
  title,
  siteAddressId,
  template: z.enum(TEMPLATES, { error: "Choose a template" }).default("blank"),
});
export type NewDesign = z.output<typeof NewDesign>;

/** The whole design to save. */
export const DesignChange = z.object({ title, siteAddressId, layout: LayoutInput, version });
export type DesignChange = z.output<typeof DesignChange>;

const asJson = z
  .string()
  .max(600_000, "The layout is too large")
  .transform((text, check) => {
    try {
      const layout: unknown = JSON.parse(text);
      return layout;
    } catch {
      check.addIssue({ code: "custom", message: "The layout can't be read" });
      return z.NEVER;
    }
  });

/** The same from a form, with the layout as text. */
export const DesignForm = DesignChange.extend({ layout: asJson.pipe(LayoutInput) });

/** Changes made here while someone else saved; they become a separate design. */
export const DesignCopy = z.object({ title, siteAddressId, layout: asJson.pipe(LayoutInput) });

export const DesignRestore = z.object({ from: z.coerce.number<string | number>().int().min(1), version });
export type DesignRestore = z.output<typeof DesignRestore>;

export const DesignFilter = z.object({
  siteAddressId: z.guid({ error: "Unknown property" }).toLowerCase().optional(),
  ...paging,
});
export type DesignFilter = z.output<typeof DesignFilter>;

/** The list's URL in the browser. */
export const DesignView = z.object({
  ...pagingView,
});
