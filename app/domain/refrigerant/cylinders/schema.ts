import { z } from "zod";
import { REFRIGERANTS } from "~/domain/equipment/equipment";
import { blankToNull, civilDate, line, optionalLine, paging, pagingView, version } from "~/domain/shared/fields";
import { CYLINDER_KINDS } from "./cylinder";

const weightText = "Please enter a weight from 0.001 to 10,000 lb";

/** Pounds, from JSON or typed text. */
const weight = z.coerce.number<string | number>({ error: weightText }).min(0.001, weightText).max(10_000, weightText);

const technicianId = blankToNull(z.guid({ error: "Choose a technician from the list" }).toLowerCase());

const facts = {
  number: line("Enter the number on the cylinder", 64),
  refrigerant: z.enum(REFRIGERANTS, { error: "Choose a refrigerant" }),
  tareLb: weight,
  capacityLb: weight,
  testDueOn: blankToNull(civilDate),
};

/** A new cylinder. */
export const NewCylinder = z.object({
  ...facts,
  kind: z.enum(CYLINDER_KINDS, { error: "Choose a kind" }),
  /** The scale reading; blank: it is empty. */
  grossLb: blankToNull(weight),
  holderId: technicianId,
});
export type NewCylinder = z.output<typeof NewCylinder>;

/** Omitted fields keep their values; weight and holder change only through the ledger. */
export const CylinderChange = z.object(facts).partial().extend({ version });
export type CylinderChange = z.output<typeof CylinderChange>;

const note = optionalLine(300);

export const NewCylinderEntry = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("weighed"), grossLb: weight, note }),
    /** Without a technician it goes to the shop. */
    z.object({ kind: z.literal("handed_over"), toTechnicianId: technicianId, note }),
    z.object({ kind: z.literal("returned"), note: line("Enter who received it", 300) }),
    /** Returned earlier and now back. */
    z.object({ kind: z.literal("received"), grossLb: weight, note }),
  ],
  { error: "Choose what was done" },
);
export type NewCylinderEntry = z.output<typeof NewCylinderEntry>;

/** A dialog's fields; each kind uses some of them. */
export const EntryForm = z.object({
  kind: z.enum(["weighed", "handed_over", "returned", "received"]),
  grossLb: weight,
  toTechnicianId: technicianId,
  note,
});

export const EntryReversal = z.object({ reason: line("Enter a reason", 300) });
export type EntryReversal = z.output<typeof EntryReversal>;

const CYLINDER_LISTS = ["here", "to_weigh", "returned"] as const;

const search = z.string().trim().max(64);
const monthText = "month must be a month as 2026-11";
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, monthText);

export const CylinderFilter = z.object({
  /** Prefix of the number. */
  q: search.optional(),
  list: z.enum(CYLINDER_LISTS, { error: "list must be here, to_weigh or returned" }).default("here"),
  ...paging,
});
export type CylinderFilter = z.output<typeof CylinderFilter>;

export const CylinderView = z.object({
  q: search.optional().catch(undefined),
  list: z.enum(CYLINDER_LISTS).catch("here").default("here"),
  ...pagingView,
});

export const EntryFilter = z.object(paging);
export type EntryFilter = z.output<typeof EntryFilter>;

export const EntryView = z.object({
  ...pagingView,
});

/** Omitted: the current month in the business's zone. */
export const VarianceFilter = z.object({ month: month.optional() });
export type VarianceFilter = z.output<typeof VarianceFilter>;
export const VarianceView = z.object({ month: month.optional().catch(undefined) });
