import { z } from "zod";
import {
  blankToNull,
  civilDate,
  line,
  optionalId,
  optionalLine,
  optionalText,
  paging,
  pagingView,
  version,
} from "~/domain/shared/fields";
import {
  CHARGE_BASES,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPES,
  MAINTENANCE_LOOK_AHEAD_DAYS,
  REFRIGERANTS,
} from "./equipment";
import { PLAN_BASES, PLAN_UNITS } from "./maintenance-plans";

const optionalDate = blankToNull(civilDate);
const whole = (text: string, [least, most]: [number, number]) =>
  z.coerce.number<string | number>({ error: text }).int(text).min(least, text).max(most, text);

const isFilled = (one: unknown) => typeof one !== "string" || one.trim() !== "";

/** A list, or typed text with one entry per line. */
const alerts = z.preprocess(
  (given: string | readonly string[] | null | undefined) =>
    [given ?? []]
      .flat()
      .flatMap((one) => (typeof one === "string" ? one.split("\n") : [one]))
      .filter(isFilled),
  z.array(line("Enter the alert", 200)).max(20, "Please list at most 20 alerts"),
);

const fields = {
  equipmentName: line("Enter a name", 120),
  equipmentType: z.enum(EQUIPMENT_TYPES, { error: "Choose a type" }),
  status: z.enum(EQUIPMENT_STATUSES, { error: "Choose a status" }),
  customerId: optionalId("Choose a customer"),
  addressId: optionalId("Choose the property"),
  manufacturer: optionalLine(120),
  modelNumber: optionalLine(120),
  serialNumber: optionalLine(120),
  location: optionalLine(200),
  installDate: optionalDate,
  lifespanYears: blankToNull(whole("Expected life must be between 1 and 60 years", [1, 60])),
  warrantyExpirationDate: optionalDate,
  lastMaintenanceDate: optionalDate,
  nextMaintenanceDate: optionalDate,
  criticalAlerts: alerts,
  notes: optionalText(),
};

const chargeText = "The charge must be between 0.001 and 100,000 lb";
/** Pounds, to the thousandth. */
const chargeLb = blankToNull(
  z.coerce.number<string | number>({ error: chargeText }).min(0.001, chargeText).max(100_000, chargeText),
);

/** The first circuit of new equipment, according to its nameplate; none without a refrigerant. */
const firstCircuit = z
  .object({ refrigerant: blankToNull(z.enum(REFRIGERANTS, { error: "Choose a refrigerant" })), chargeLb })
  .partial()
  .refine((circuit) => circuit.refrigerant || !circuit.chargeLb, {
    path: ["refrigerant"],
    error: "Choose the refrigerant of this charge",
  });

export const NewEquipment = z.object(fields).partial().extend({
  equipmentName: fields.equipmentName,
  equipmentType: fields.equipmentType,
  circuit: firstCircuit.optional(),
});
export type NewEquipment = z.output<typeof NewEquipment>;

/** Omitted fields keep their values; null or an empty string clears them. */
export const EquipmentChange = z.object(fields).partial().extend({ version });
export type EquipmentChange = z.output<typeof EquipmentChange>;

/** The form shows every field except the owner. */
const { customerId: _, ...shown } = fields;
export const EquipmentForm = z.object({ ...shown, version });

const EQUIPMENT_SORTS = [
  "name",
  "manufacturer",
  "installDate",
  "warrantyExpirationDate",
  "nextMaintenanceDate",
  "createdAt",
  "healthScore",
] as const;
export type EquipmentSort = (typeof EQUIPMENT_SORTS)[number];

const filter = {
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  equipmentType: z.enum(EQUIPMENT_TYPES, { error: "Unknown type" }).optional(),
  status: z.enum(EQUIPMENT_STATUSES, { error: "Unknown status" }).optional(),
  isUnderWarranty: z.stringbool("isUnderWarranty must be true or false").optional(),
  sortBy: z.enum(EQUIPMENT_SORTS, { error: "Unknown sort order" }).default("name"),
  sortOrder: z.enum(["asc", "desc"], { error: "sortOrder must be asc or desc" }).default("asc"),
};

export const EquipmentFilter = z.object({ ...filter, customerId: z.string().max(64).optional(), ...paging });
export type EquipmentFilter = z.output<typeof EquipmentFilter> & { before?: string };

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const EquipmentView = z.object({
  search: filter.search.catch(undefined),
  equipmentType: filter.equipmentType.catch(undefined),
  status: filter.status.catch(undefined),
  isUnderWarranty: filter.isUnderWarranty.catch(undefined),
  sortBy: filter.sortBy.catch("name"),
  sortOrder: filter.sortOrder.catch("asc"),
  ...pagingView,
});
export type EquipmentView = z.output<typeof EquipmentView>;

const aheadText = "daysAhead must be between 0 and 365";
const MAX_DUE_AT_ONCE = 500;
export const DueFilter = z.object({
  daysAhead: whole(aheadText, [0, 365]).default(MAINTENANCE_LOOK_AHEAD_DAYS),
  limit: z.coerce.number().int().min(1).max(MAX_DUE_AT_ONCE).default(MAX_DUE_AT_ONCE),
  cursor: paging.cursor,
});
export type DueFilter = z.output<typeof DueFilter> & { before?: string };

const DUE_PER_PAGE = 100;
const LOOK_AHEAD_DAYS = ["7", "30", "60", "90"] as const;
/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const DueView = z.object({
  daysAhead: z.enum(LOOK_AHEAD_DAYS).transform(Number).catch(MAINTENANCE_LOOK_AHEAD_DAYS),
  ...pagingView,
  limit: paging.limit.default(DUE_PER_PAGE).catch(DUE_PER_PAGE),
});

/** A customer's equipment, all at once unless there is very much of it. */
export const OwnedFilter = DueFilter.pick({ limit: true, cursor: true });
export type OwnedFilter = z.output<typeof OwnedFilter> & { before?: string };

/** The page of a list of equipment in the browser's URL. */
export const UnitsView = DueView.pick({ limit: true, cursor: true, before: true });

const basisText = "Choose how the charge is known";
const serviceGroup = {
  name: line("Enter a name", 120),
  refrigerant: z.enum(REFRIGERANTS, { error: "Choose a refrigerant" }),
  chargeLb,
  chargeBasis: blankToNull(z.enum(CHARGE_BASES, { error: basisText })),
};

const basisMissing = { path: ["chargeBasis"], error: basisText };
const hasBasis = (circuit: { chargeLb: number | null; chargeBasis: string | null }) =>
  (circuit.chargeLb === null) === (circuit.chargeBasis === null);

export const NewServiceGroup = z.object(serviceGroup).refine(hasBasis, basisMissing);
export type NewServiceGroup = z.output<typeof NewServiceGroup>;

/** A form contains every field: a blank one clears it. */
export const ServiceGroupForm = z.object({ ...serviceGroup, version }).refine(hasBasis, basisMissing);

/** Omitted fields stay unchanged; a charge comes with how it is known, and null clears both. */
export const ServiceGroupChange = z
  .object(serviceGroup)
  .partial()
  .extend({ version })
  .refine(
    ({ chargeLb: charge, chargeBasis: basis }) =>
      (charge === undefined) === (basis === undefined) && (charge === null) === (basis === null),
    basisMissing,
  );
export type ServiceGroupChange = z.output<typeof ServiceGroupChange>;

const everyText = "Must be between 1 and 120";
export const NewPlan = z
  .object({
    title: line("Enter a plan name", 200),
    serviceTypeId: optionalId("Choose a service type from the list"),
    startsOn: civilDate,
    every: whole(everyText, [1, 120]),
    unit: z.enum(PLAN_UNITS, { error: "Choose weeks, months or years" }),
    basis: z.enum(PLAN_BASES, { error: "Choose what the next date counts from" }).default("due_date"),
    endsOn: optionalDate,
    leadDays: whole("Must be between 0 and 120 days", [0, 120]).default(30),
  })
  .refine((plan) => plan.endsOn === null || plan.endsOn >= plan.startsOn, {
    path: ["endsOn"],
    error: "The end is before the start",
  });
export type NewPlan = z.output<typeof NewPlan>;
