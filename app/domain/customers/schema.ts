import { z } from "zod";
import { Address, bare, NewAddress, OptionalPlace } from "~/domain/addresses/schema";
import { optionalEmail, optionalLine, optionalPhone, optionalText, paging, version } from "~/domain/shared/fields";
import { CUSTOMER_SORTS, CUSTOMER_STATUSES, CUSTOMER_TYPES, customerProblems, MAX_NAME } from "./customer";

const customerType = z.enum(CUSTOMER_TYPES, { error: "Please choose a customer type" });
const status = z.enum(CUSTOMER_STATUSES, { error: "Please choose a status" });

const contactFields = {
  firstName: optionalLine(MAX_NAME),
  lastName: optionalLine(MAX_NAME),
  companyName: optionalLine(200),
  email: optionalEmail,
  phone: optionalPhone,
  emergencyContactName: optionalLine(120),
  emergencyContactPhone: optionalPhone,
  notes: optionalText(4000),
};

const newFields = {
  customerType: customerType.default("residential"),
  status: status.default("active"),
  ...contactFields,
};

type Checked = Parameters<typeof customerProblems>[0];

function checkAcross(customer: Checked, check: z.RefinementCtx): void {
  const refused = new Set(check.issues.map((issue) => issue.path?.[0]));
  for (const [field, message] of Object.entries(customerProblems(customer))) {
    if (!refused.has(field)) check.addIssue({ code: "custom", path: [field], message });
  }
}

/** Runs even if single fields are invalid, so that a form shows every problem at once. */
const acrossFields = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null && !Array.isArray(value),
};

const addresses = z
  .array(NewAddress)
  .max(20, "Please add at most 20 addresses at once")
  .refine(
    (all) => ["service", "billing"].every((type) => all.filter((a) => a.type === type && a.isPrimary).length < 2),
    "Only one address of each type can be primary",
  )
  .default([]);

export const NewCustomer = z.object({ ...newFields, addresses }).superRefine(checkAcross, acrossFields);
export type NewCustomer = z.output<typeof NewCustomer>;

/** The same from a form: a service address, and a billing address unless it is the same. */
export const NewCustomerForm = z
  .object({
    ...newFields,
    service: OptionalPlace,
    billing: OptionalPlace,
    billingIsService: z.boolean().default(false),
  })
  .superRefine(checkAcross, acrossFields);

/** Converts the form's two addresses to the list of a new customer. */
export function newCustomerOf({
  service,
  billing,
  billingIsService,
  ...customer
}: z.output<typeof NewCustomerForm>): NewCustomer {
  const rest = { ...bare, isPrimary: true };
  const bill = billingIsService ? service : billing;
  return {
    ...customer,
    addresses: [
      ...(service ? [{ ...rest, ...service, type: "service" as const }] : []),
      ...(bill ? [{ ...rest, ...bill, type: "billing" as const }] : []),
    ],
  };
}

/** The edit form contains every field: blank fields are cleared. */
export const CustomerForm = z
  .object({ customerType, status, ...contactFields, version })
  .superRefine(checkAcross, acrossFields);
export type CustomerForm = z.output<typeof CustomerForm>;

/** Omitted fields keep their values. Rules across fields also consider the stored values. */
export const CustomerPatch = z
  .object({ customerType, status, ...contactFields, archived: z.boolean() })
  .partial()
  .extend({ version });
export type CustomerPatch = z.output<typeof CustomerPatch>;

export const NotesForm = z.object({ notes: contactFields.notes, version });

/** What has been typed so far, to find duplicates: invalid fields are ignored. */
export const EnteredCustomer = z.object({
  name: optionalLine(202).catch(null),
  phone: optionalPhone.catch(null),
  email: optionalEmail.catch(null),
  postalCode: optionalLine(10).catch(null),
});

export const CustomerFilter = z.object({
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  customerType: customerType.optional(),
  status: status.optional(),
  archived: z.stringbool("archived must be true or false").default(false),
  sort: z.enum(CUSTOMER_SORTS).default("name"),
  ...paging,
});
export type CustomerFilter = z.output<typeof CustomerFilter>;

/** The query of the list's URL: invalid values are ignored rather than rejected. */
export const CustomerListView = z.object({
  search: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 100))
    .catch("")
    .default(""),
  customerType: customerType.optional().catch(undefined),
  status: status.optional().catch(undefined),
  archived: z.stringbool().catch(false).default(false),
  sort: z.enum(CUSTOMER_SORTS).catch("name").default("name"),
  cursor: paging.cursor.catch(undefined),
  before: paging.cursor.catch(undefined),
});
export type CustomerListView = z.output<typeof CustomerListView>;

const nullable = z.string().nullable();

const summary = {
  id: z.string(),
  number: z.number(),
  name: z.string(),
  customerType,
  status,
  archived: z.boolean(),
  email: nullable,
  phone: nullable,
  openWorkOrders: z.number(),
};

/** A row of the list, with city and state of the primary service address. */
export const CustomerSummary = z.object({ ...summary, city: nullable, state: nullable });
export type CustomerSummary = z.output<typeof CustomerSummary>;

/** A customer in the API's format. `addresses` has the first 100; /addresses?customerId= pages through all. */
export const Customer = z.object({
  ...summary,
  firstName: nullable,
  lastName: nullable,
  companyName: nullable,
  emergencyContactName: nullable,
  emergencyContactPhone: nullable,
  notes: nullable,
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  addresses: z.array(Address),
});
export type Customer = z.output<typeof Customer>;

/** A customer's own row, without addresses. */
export type CustomerRow = Omit<Customer, "addresses">;

const count = z.number().int();

/** `total` excludes archived customers. */
export const CustomerStats = z.object({
  total: count,
  archived: count,
  byStatus: z.record(z.enum(CUSTOMER_STATUSES), count),
  byType: z.record(z.enum(CUSTOMER_TYPES), count),
});
export type CustomerStats = z.output<typeof CustomerStats>;
