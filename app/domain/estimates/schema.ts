import { z } from "zod";
import { percentPpm } from "~/domain/billing/schema";
import { TAX_STATES } from "~/domain/invoices/invoice";
import { draftLine, SendInvoice, sum, taxRate } from "~/domain/invoices/schema";
import {
  blankToNull,
  civilDate,
  email,
  id,
  line,
  optionalLine,
  optionalText,
  paging,
  pagingView,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { ESTIMATE_STATES, MAX_LINES, MAX_OPTIONS } from "./estimate";

/** The recipient of an estimate: a lead, a customer, or an open job it adds to. */
export const NewEstimate = z
  .object({
    leadId: blankToNull(id("Choose a lead from the list")),
    customerId: blankToNull(id("Choose a customer from the list")),
    workOrderId: blankToNull(id("Choose a work order from the list")),
    /** The customer's property for the work; the primary one if omitted. */
    siteAddressId: blankToNull(id("Choose a property from the list")),
  })
  .refine(({ leadId, customerId, workOrderId }) => [leadId, customerId, workOrderId].filter(Boolean).length === 1, {
    path: ["customerId"],
    error: "Choose a lead, a customer or a work order",
  })
  .refine(({ customerId, siteAddressId }) => !siteAddressId || customerId, {
    path: ["siteAddressId"],
    error: "A property can be set only with a customer",
  });
export type NewEstimate = z.output<typeof NewEstimate>;

const estimateLine = draftLine.omit({ cost: true, equipment: true, discountAmount: true, position: true }).extend({
  /** Offered in addition to what the option includes. */
  optional: z.boolean().default(false),
  /** The inventory item it was copied from. */
  itemId: blankToNull(id("Choose an item from the list")),
});

const option = z.object({
  name: line("Name the option", 60),
  description: optionalText(1000),
  recommended: z.boolean().default(false),
  /** The service type of the job it becomes. */
  serviceTypeId: blankToNull(id("Choose a service type from the list")),
  lines: z.array(estimateLine).max(MAX_LINES, `Please use at most ${MAX_LINES} lines`).default([]),
});

/** The whole draft, with its options in order. */
export const EstimateChange = z
  .object({
    title: line("Title is required", 200),
    memo: optionalText(2000),
    terms: optionalText(4000),
    validUntil: scheduleDate,
    discountPercent: blankToNull(percentPpm(100)),
    discountAmount: blankToNull(sum),
    taxState: z.enum(TAX_STATES, { error: "Choose how it is taxed" }),
    taxNote: optionalLine(200),
    taxes: z.array(taxRate).max(10, "Please use at most 10 tax rates").default([]),
    options: z
      .array(option)
      .min(1, "Add at least one option")
      .max(MAX_OPTIONS, `Please use at most ${MAX_OPTIONS} options`),
    version,
  })
  .superRefine((given, check) => {
    const issue = (path: string, message: string) => check.addIssue({ code: "custom", path: [path], message });
    if (given.discountPercent !== null && given.discountAmount !== null)
      issue("discountAmount", "Use a percentage or an amount, not both");
    if (given.taxState === "exempt" && given.taxNote === null) issue("taxNote", "Enter why no tax is charged");
    if (given.taxState === "known" && given.taxes.length === 0)
      issue("taxState", "Add a tax rate, or say why no tax is charged");
    if (given.options.filter(({ recommended }) => recommended).length > 1)
      issue("options", "Recommend one option at most");
  });
export type EstimateChange = z.output<typeof EstimateChange>;

/** Mails the estimate; without an address it only gets its number and link. */
export const SendEstimate = z.object({
  to: blankToNull(email),
  subject: SendInvoice.shape.subject,
  message: SendInvoice.shape.message,
  version,
});
export type SendEstimate = z.output<typeof SendEstimate>;

export const DeleteEstimate = z.object({ version: version.optional() });

export const ApproveEstimate = z.object({
  option: z.coerce
    .number<string | number>({ error: "Choose an option" })
    .int("Choose an option")
    .min(1, "Choose an option"),
  /** Positions of the selected optional lines. */
  chosen: z
    .union([
      z.array(z.coerce.number<string | number>().int().min(1)),
      z.coerce
        .number<string>()
        .int()
        .min(1)
        .transform((one) => [one]),
    ])
    .default([]),
  signerName: line("Type your full name to sign", 120),
  /** The drawn signature as SVG path data. */
  strokes: blankToNull(
    z
      .string()
      .max(60_000, "The signature is too long. Clear it and sign again.")
      .regex(/^(?:[ML]-?\d{1,5} -?\d{1,5})+$/, "The signature can't be read. Clear it and sign again."),
  ),
  /** The checkbox of the signer. */
  agreed: z.literal(true, { error: "Tick the box to approve" }),
  /** Hash of the document that was shown. */
  documentHash: z.string().regex(/^[0-9a-f]{64}$/, "Reload the page and try again"),
});
export type ApproveEstimate = z.output<typeof ApproveEstimate>;

export const DeclineEstimate = z.object({ reason: line("Tell us why", 500) });
export type DeclineEstimate = z.output<typeof DeclineEstimate>;

export const EstimateFilter = z.object({
  state: z.enum(ESTIMATE_STATES, { error: "Unknown state" }).optional(),
  leadId: id("Unknown lead").optional(),
  customerId: id("Unknown customer").optional(),
  workOrderId: id("Unknown work order").optional(),
  sentFrom: civilDate.optional().describe("Sent on this day or later; only with a state"),
  sentTo: civilDate.optional(),
  ...paging,
});
export type EstimateFilter = z.output<typeof EstimateFilter>;

export const EstimateView = z.object({
  state: z.enum(ESTIMATE_STATES).optional().catch(undefined),
  sentFrom: civilDate.optional().catch(undefined),
  sentTo: civilDate.optional().catch(undefined),
  ...pagingView,
});

/** The customer of a lead's job: an existing one, null for a new one, or the lead's own if omitted. */
export const ConvertLead = z.object({
  customerId: id("Choose a customer from the list").nullish(),
  title: optionalLine(200),
});
export type ConvertLead = z.output<typeof ConvertLead>;

/** The choice of a form for a new customer. */
export const NEW_CUSTOMER = "new";

/** The same from a form. */
export const ConvertForm = ConvertLead.extend({
  customerId: z
    .union([z.literal(NEW_CUSTOMER), id("Choose a customer from the list")])
    .optional()
    .transform((chosen) => (chosen === NEW_CUSTOMER ? null : chosen)),
});

const positions = z.preprocess(
  (given: unknown) => (given === undefined ? [] : Array.isArray(given) ? given : [given]),
  z.array(z.coerce.number<string>().int().min(1)),
);

/** The same from the customer's page, where each option has its own checkboxes. */
export const ApproveForm = ApproveEstimate.omit({ chosen: true })
  .extend({ chosen1: positions, chosen2: positions, chosen3: positions })
  .transform(({ chosen1, chosen2, chosen3, ...given }): ApproveEstimate => {
    return { ...given, chosen: [chosen1, chosen2, chosen3][given.option - 1] ?? [] };
  });
