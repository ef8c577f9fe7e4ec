import { z } from "zod";
import { paging } from "~/domain/shared/fields";
import { parseKey, RECORD_KINDS, RELATION_NAMES } from "./record";

const several = (schema: z.ZodType<string>) => z.union([schema.transform((one) => [one]), z.array(schema)]).optional();

/** From the screen's URL; invalid values are ignored. */
export const GraphQuery = z.object({
  from: z.string().optional().describe("`kind:id`, such as `customer:0192…`"),
  open: several(z.string().max(60)).describe("Records to expand, `kind:id` or `kind:id.steps`"),
  hide: several(z.enum(RECORD_KINDS, { error: "Unknown kind of record" })).describe("Kinds to leave out"),
  since: z.iso.date({ error: "Please enter a valid date" }).optional(),
  until: z.iso.date({ error: "Please enter a valid date" }).optional(),
});

const key = z.string().transform((text, check) => {
  const ref = parseKey(text);
  if (ref) return ref;
  check.addIssue({ code: "custom", message: "Choose a record" });
  return z.NEVER;
});

export const PathQuery = z.object({
  from: key,
  to: key,
  hide: several(z.enum(RECORD_KINDS, { error: "Unknown kind of record" })),
});
export type PathQuery = z.output<typeof PathQuery>;

export const NeighborQuery = z.object({
  relation: z.enum(RELATION_NAMES, { error: "Unknown relation" }),
  ...paging,
});
export type NeighborQuery = z.output<typeof NeighborQuery>;
