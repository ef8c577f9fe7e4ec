import { z } from "zod";
import { typedPassword } from "~/domain/auth/schema";
import { line, optionalLine, paging, pagingView, RecordId, version } from "~/domain/shared/fields";
import { DELIVERY_STATUSES } from "./endpoint";
import { WEBHOOK_EVENTS } from "./event";

const url = line("Enter the address that events are sent to", 500);

const CHOOSE = "Choose at least one event";
const events = z
  .preprocess(
    (given) => (typeof given === "string" ? [given] : (given ?? [])),
    z.array(z.enum(WEBHOOK_EVENTS), CHOOSE).min(1, CHOOSE).max(WEBHOOK_EVENTS.length),
  )
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

export const EndpointInput = z.object({
  url,
  description: optionalLine(200),
  events,
  /** A hijacked session must not be able to add an endpoint that receives everything. */
  currentPassword: typedPassword,
});
export type EndpointInput = z.output<typeof EndpointInput>;

/** Omitted fields keep their values. A new URL requires the password, like a new endpoint. */
export const EndpointPatch = z.object({
  version,
  url: url.optional(),
  description: z
    .string()
    .trim()
    .max(200, "Please use at most 200 characters")
    .transform((text) => text || null)
    .nullable()
    .optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
  currentPassword: typedPassword.optional(),
});
export type EndpointPatch = z.output<typeof EndpointPatch>;

/** The endpoint form: all fields; the password is needed only for a new URL. */
export const EndpointForm = z.object({
  version,
  url,
  description: optionalLine(200),
  events,
  currentPassword: typedPassword.optional(),
});

export const ConfirmRotation = z.object({
  currentPassword: typedPassword,
  /** Replaces the new secret although the previous one still signs. */
  again: z.stringbool().or(z.boolean()).optional(),
});
export type ConfirmRotation = z.output<typeof ConfirmRotation>;

export const DeliveryRef = RecordId.extend({ deliveryId: z.string().min(1).max(64) });

export const DeliveryFilter = z.object({ status: z.enum(DELIVERY_STATUSES).optional(), ...paging });
/** Screens can also page back. */
export type DeliveryFilter = z.output<typeof DeliveryFilter> & { before?: string };

/** For the screen: invalid values are ignored. */
export const DeliveryScreenFilter = z.object({
  status: z.enum(DELIVERY_STATUSES).optional().catch(undefined),
  ...pagingView,
});
