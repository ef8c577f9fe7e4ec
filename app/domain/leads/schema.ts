import { z } from "zod";
import { OptionalPlace } from "~/domain/addresses/schema";
import {
  blankToNull,
  id,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalText,
  paging,
  price,
  scheduleDate,
  several,
  version,
} from "~/domain/shared/fields";
import { LEAD_SOURCES, LEAD_STAGES, LOST_REASONS, OPEN_STAGES } from "./lead";

const needText = "Enter what they need";

const need = z
  .string({ error: needText })
  .trim()
  .min(1, needText)
  .max(500, "Please use at most 500 characters")
  .transform((text) => text.replace(/\r\n?/g, "\n"));

const Fields = z.object({
  name: line("Name is required", 200),
  companyName: optionalLine(200),
  phone: optionalPhone,
  email: optionalEmail,
  /** The place of the work; blank if not known yet. */
  place: OptionalPlace,
  need,
  notes: optionalText(4000),
  source: z.enum(LEAD_SOURCES, { error: "Choose where the lead came from" }).default("call"),
  sourceDetail: optionalLine(200),
  /** Estimated value; null if not set. */
  value: blankToNull(price),
  ownerId: blankToNull(id("Choose a person from the list")),
  /** The customer it belongs to. */
  customerId: blankToNull(id("Choose a customer from the list")),
});

const reachable = (given: { phone: string | null; email: string | null }, check: z.core.$RefinementCtx) => {
  if (given.phone !== null || given.email !== null) return;
  check.addIssue({ code: "custom", path: ["phone"], message: "Enter a phone number or an email address" });
};

/** Runs even if single fields are invalid, so that a form shows every problem at once. */
export const LeadInput = Fields.superRefine(reachable);
export type LeadInput = z.output<typeof LeadInput>;

/** The whole lead: omitted fields are cleared. */
export const LeadChange = Fields.extend({ version }).superRefine(reachable);
export type LeadChange = z.output<typeof LeadChange>;

export const MoveLead = z.object({
  stage: z.enum(OPEN_STAGES, { error: "Choose New, Contacted or Estimate sent" }),
  version,
});
export type MoveLead = z.output<typeof MoveLead>;

export const LoseLead = z.object({
  reason: z.enum(LOST_REASONS, { error: "Choose why it was lost" }),
  note: optionalLine(500),
  version,
});
export type LoseLead = z.output<typeof LoseLead>;

export const LeadNote = z.object({
  text: z
    .string({ error: "Enter a note" })
    .trim()
    .min(1, "Enter a note")
    .max(4000, "Please use at most 4000 characters")
    .transform((text) => text.replace(/\r\n?/g, "\n")),
});
export type LeadNote = z.output<typeof LeadNote>;

/** Searches for possible duplicates by everything given. */
export const SimilarQuery = z.object({
  name: optionalLine(200),
  phone: optionalPhone,
  email: optionalEmail,
  line1: optionalLine(200),
  postalCode: optionalLine(10),
});
export type SimilarQuery = z.output<typeof SimilarQuery>;

const { name, phone, email, line1, postalCode } = SimilarQuery.shape;

/** The same for what has been typed so far: invalid fields are ignored. */
export const EnteredLead = z.object({
  name: name.catch(null),
  phone: phone.catch(null),
  email: email.catch(null),
  line1: line1.catch(null),
  postalCode: postalCode.catch(null),
});
export type EnteredLead = z.output<typeof EnteredLead>;

export const LeadFilter = z.object({
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  stage: several(z.enum(LEAD_STAGES, { error: "Unknown stage" }), 5).optional(),
  source: z.enum(LEAD_SOURCES, { error: "Unknown source" }).optional(),
  /** A member's id, or `none`. */
  owner: z.union([z.literal("none"), id("Unknown owner")]).optional(),
  sort: z.enum(["newest", "oldest"], { error: "sort must be newest or oldest" }).default("newest"),
  ...paging,
  before: paging.cursor,
});
export type LeadFilter = z.output<typeof LeadFilter>;

/** Leads created between two dates, both included; the last twelve months without them. */
export const ReportPeriod = z.object({ from: scheduleDate.optional(), to: scheduleDate.optional() });
export type ReportPeriod = z.output<typeof ReportPeriod>;

export const ReportView = z.object({
  from: scheduleDate.optional().catch(undefined),
  to: scheduleDate.optional().catch(undefined),
});

/** A visitor's submission of the public form. `started` is issued with the page; `website` is a honeypot visible only to bots. */
export const WebLead = Fields.pick({ name: true, phone: true, email: true, place: true, need: true })
  .extend({ started: z.string().max(600).default(""), website: optionalLine(400) })
  .superRefine(reachable);
export type WebLead = z.output<typeof WebLead>;

/** The settings of the public form; `version` 0: never saved. */
export const LeadFormSettings = z.object({
  enabled: z.boolean().default(false),
  heading: line("Enter a heading", 120),
  thanks: line("Enter the message shown after sending", 500),
  /** Replaces the URL; the old one stops working. */
  newAddress: z.boolean().default(false),
  version: z.coerce.number<string | number>({ error: "Version is required" }).int().min(0),
});
export type LeadFormSettings = z.output<typeof LeadFormSettings>;
