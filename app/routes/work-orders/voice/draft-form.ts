import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import type { DraftEdit } from "~/domain/voice/sessions/schema";
import type { SpokenCustomer } from "~/domain/work-orders/spoken-choices.server";
import { type Priority, REQUIRED } from "~/domain/work-orders/work-order";

/** Where the job goes, when it is none of the customer's addresses so far. */
export const NEW_SITE = "new";

export interface NewSite {
  line1: string;
  city: string;
  state: string;
  postalCode: string;
}

/** A draft as it is on the screen; a blank text is a field that stays empty. */
export interface DraftForm {
  index: number;
  isLeftOut: boolean;
  customerId: string;
  /** An address's id, or `NEW_SITE`. */
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

export type DraftField = Exclude<keyof DraftForm, "index" | "isLeftOut" | "newSite"> | `newSite.${keyof NewSite}`;
export type DraftErrors = Partial<Record<DraftField, string>>;

/** One that nobody spoke of: all of it is entered. */
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

/** The fields that are others than before. */
export function changedFields(before: DraftForm, { index: _, ...after }: DraftForm): DraftEdit {
  const was = new Map(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => was.get(name) !== value));
}

/** What was heard, filled in; what is asked stays empty. */
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
 * For another customer: the job goes to the address that was said where it is one of theirs, to their first one where none was
 * said, and is asked about otherwise.
 */
export function withCustomer(form: DraftForm, { address }: SpokenDraft, customer: SpokenCustomer): DraftForm {
  const said = address?.value ?? null;
  const site = said === null ? customer.sites[0] : customer.sites.find(({ line1 }) => isSame(line1, said));
  return { ...form, customerId: customer.id, siteAddressId: site?.id ?? "", equipmentIds: [] };
}

const isSame = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** What has to be there before anything is sent. */
export function missingIn(form: DraftForm): DraftErrors {
  if (form.isLeftOut) return {};
  return {
    ...(form.customerId === "" && { customerId: REQUIRED.customerId }),
    ...(form.customerId !== "" && form.siteAddressId === "" && { siteAddressId: REQUIRED.siteAddressId }),
    ...(form.title.trim() === "" && { title: REQUIRED.title }),
    // A job begins with both or neither: half of it would be lost without a word.
    ...(form.startDate === "" && form.startTime !== "" && { startDate: "Choose the day, or clear the time" }),
    ...(form.startDate !== "" && form.startTime === "" && { startTime: "Enter the time, or clear the day" }),
  };
}

/** As the API takes it. */
export function confirmedOf(form: DraftForm) {
  const { index, isLeftOut, newSite, siteAddressId, ...fields } = form;
  if (isLeftOut) return { index, isLeftOut };
  return { index, ...fields, ...(siteAddressId === NEW_SITE ? { newSite } : { siteAddressId }) };
}

/** The API's errors of each draft, by its place in what was sent: `drafts.1.title`. */
export function errorsAt(fields: unknown, place: number): DraftErrors {
  if (typeof fields !== "object" || fields === null) return {};
  const begin = `drafts.${place}.`;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, texts]) =>
      name.startsWith(begin) && Array.isArray(texts) ? [[name.slice(begin.length), texts.join(" ")]] : [],
    ),
  );
}
