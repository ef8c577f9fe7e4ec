import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import type { DraftEdit } from "~/domain/voice/sessions/schema";
import type { Priority } from "~/domain/work-order-basics/priority";
import type { SpokenCustomer } from "~/domain/work-orders/spoken-choices.server";
import { REQUIRED } from "~/domain/work-orders/work-order";

/** Value for a new address that is not among the customer's. */
export const NEW_SITE = "new";

export interface NewSite {
  line1: string;
  city: string;
  state: string;
  postalCode: string;
}

/** A draft's form state; a blank text is an empty field. */
export interface DraftForm {
  index: number;
  isLeftOut: boolean;
  customerId: string;
  /** An address id, or `NEW_SITE`. */
  siteAddressId: string;
  newSite: NewSite;
  title: string;
  description: string;
  serviceTypeId: string;
  priority: Priority;
  startDate: string;
  startTime: string;
  windowFrom: string;
  windowTo: string;
  technicianId: string;
  equipmentIds: readonly string[];
  overrideReason: string;
}

type DraftField = Exclude<keyof DraftForm, "index" | "isLeftOut" | "newSite"> | `newSite.${keyof NewSite}`;
export type DraftErrors = Partial<Record<DraftField, string>>;

/** A job added by hand, with everything still to be entered. */
export function blankDraft(index: number): SpokenDraft {
  return {
    ...{ index, words: "", atMs: null, name: null, customer: null, phone: null, address: null, site: null },
    ...{ equipment: [], units: [], symptoms: [], summary: null, service: null, priority: null, date: null },
    ...{ clock: null, technician: null, parts: [], notes: [], effects: [] },
    suggested: {
      ...{ title: null, description: null, customerId: null, siteAddressId: null, serviceTypeId: null },
      ...{ priority: null, equipmentIds: [], technicianId: null, startDate: null, startTime: null },
      ...{ windowFrom: null, windowTo: null },
    },
  };
}

/** The fields that have changed. */
export function changedFields(before: DraftForm, { index: _, ...after }: DraftForm): DraftEdit {
  const was = new Map(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => was.get(name) !== value));
}

/** A draft's form, filled in with what was recognized; fields in question stay empty. */
export function formOf(draft: SpokenDraft, customers: readonly SpokenCustomer[]): DraftForm {
  const { suggested, index } = draft;
  const customer = customers.find(({ id }) => id === suggested.customerId);
  const blank: DraftForm = {
    ...{ index, isLeftOut: false, customerId: "", siteAddressId: "", overrideReason: "" },
    newSite: { line1: draft.address?.value ?? "", city: "", state: "", postalCode: "" },
    title: suggested.title ?? "",
    description: suggested.description ?? "",
    serviceTypeId: suggested.serviceTypeId ?? "",
    priority: suggested.priority ?? "normal",
    startDate: suggested.startDate ?? "",
    startTime: suggested.startTime ?? "",
    windowFrom: suggested.windowFrom ?? "",
    windowTo: suggested.windowTo ?? "",
    technicianId: suggested.technicianId ?? "",
    equipmentIds: [],
  };
  if (!customer) return blank;
  const chosen = withCustomer(blank, draft, customer);
  return {
    ...chosen,
    siteAddressId: suggested.siteAddressId ?? chosen.siteAddressId,
    equipmentIds: suggested.equipmentIds,
  };
}

/**
 * Changes the customer: the site becomes the spoken address if it is one of theirs, their first one if no address was
 * spoken, and otherwise has to be chosen.
 */
export function withCustomer(form: DraftForm, { address }: SpokenDraft, customer: SpokenCustomer): DraftForm {
  const spoken = address?.value ?? null;
  const site = spoken === null ? customer.sites[0] : customer.sites.find(({ line1 }) => isSame(line1, spoken));
  return { ...form, customerId: customer.id, siteAddressId: site?.id ?? "", equipmentIds: [] };
}

const isSame = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Errors for required fields that are still empty. */
export function missingIn(form: DraftForm): DraftErrors {
  if (form.isLeftOut) return {};
  return {
    ...(form.customerId === "" && { customerId: REQUIRED.customerId }),
    ...(form.customerId !== "" && form.siteAddressId === "" && { siteAddressId: REQUIRED.siteAddressId }),
    ...(form.title.trim() === "" && { title: REQUIRED.title }),
    // A job needs both day and time or neither: one alone would be silently lost.
    ...(form.startDate === "" && form.startTime !== "" && { startDate: "Choose the day, or clear the time" }),
    ...(form.startDate !== "" && form.startTime === "" && { startTime: "Enter the time, or clear the day" }),
  };
}

/** The draft in the API's format. */
export function confirmedOf(form: DraftForm) {
  const { index, isLeftOut, newSite, siteAddressId, ...fields } = form;
  if (isLeftOut) return { index, isLeftOut };
  return { index, ...fields, ...(siteAddressId === NEW_SITE ? { newSite } : { siteAddressId }) };
}

/** The API's errors for a draft, by its index in the request: `drafts.1.title`. */
export function errorsAt(fields: unknown, place: number): DraftErrors {
  if (typeof fields !== "object" || fields === null) return {};
  const begin = `drafts.${place}.`;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, texts]) =>
      name.startsWith(begin) && Array.isArray(texts) ? [[name.slice(begin.length), texts.join(" ")]] : [],
    ),
  );
}
