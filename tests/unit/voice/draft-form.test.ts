import { expect, test } from "vitest";
import { stretchesOf } from "~/components/voice/heard-words";
import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import type { SpokenCustomer } from "~/domain/work-orders/spoken-choices.server";
import {
  confirmedOf,
  errorsAt,
  formOf,
  missingIn,
  NEW_SITE,
  withCustomer,
} from "~/routes/work-orders/voice/draft-form";

const heard = <T>(value: T) => ({
  ...{
    value,
    label: String(value),
    confidence: 0.9,
    words: String(value),
    atMs: null,
    candidates: [],
    needsReview: false,
  },
});

const draft: SpokenDraft = {
  ...{ index: 1, words: "no heat at Ana Silva's", atMs: null, name: null, customer: null, phone: null, address: null },
  ...{ site: null, equipment: [], units: [], symptoms: [], summary: heard("No heat"), service: null, priority: null },
  ...{ date: null, clock: null, technician: null, parts: [], notes: [], effects: [] },
  suggested: {
    ...{ title: "No heat", description: null, customerId: null, siteAddressId: null, serviceTypeId: null },
    ...{ priority: null, equipmentIds: [], technicianId: null, startDate: "2026-11-24", startTime: "09:00" },
    ...{ windowFrom: null, windowTo: null },
  },
};

const site = (id: string, line1: string) => ({
  ...{ id, line1, customerId: "ana", label: null, line2: null, city: "Austin", state: "TX", postalCode: "78701" },
  timeZone: null,
});
const ana: SpokenCustomer = {
  ...{ id: "ana", name: "Ana Silva", number: 7, phone: null },
  sites: [site("home", "12 Oak Street"), site("shop", "9 Elm Ave.")],
  units: [],
};

test("a recognized customer fills in their first address, and fields not mentioned stay empty", () => {
  const form = formOf({ ...draft, suggested: { ...draft.suggested, customerId: "ana" } }, [ana]);
  expect(form).toMatchObject({ customerId: "ana", siteAddressId: "home", priority: "normal", technicianId: "" });
  expect(missingIn(form)).toEqual({});
  expect(confirmedOf(form)).toMatchObject({ index: 1, title: "No heat", siteAddressId: "home", startTime: "09:00" });
});

test("a spoken address is the customer's own or left for the user to choose, never another one", () => {
  const at = (line1: string) => withCustomer(formOf(draft, []), { ...draft, address: heard(line1) }, ana).siteAddressId;
  expect(at("9 elm ave")).toBe("shop");
  expect(at("400 Pine Road")).toBe("");
});

test("nothing is sent while a customer, an address, a summary or half of a time is missing", () => {
  const empty = { ...formOf(draft, []), title: " ", startTime: "" };
  expect(missingIn(empty)).toEqual({
    customerId: "Choose a customer",
    title: "Enter a job summary",
    startTime: "Enter the time, or clear the day",
  });
  expect(missingIn({ ...empty, customerId: "ana", startDate: "", startTime: "09:00" })).toMatchObject({
    siteAddressId: "Choose the job's address",
    startDate: "Choose the day, or clear the time",
  });
  expect(missingIn({ ...empty, isLeftOut: true })).toEqual({});
});

test("a skipped draft has no other fields, and a new address is sent with its job", () => {
  const form = formOf(draft, []);
  expect(confirmedOf({ ...form, isLeftOut: true })).toEqual({ index: 1, isLeftOut: true });
  const newSite = { line1: "400 Pine Road", city: "Austin", state: "TX", postalCode: "78701" };
  const confirmed = confirmedOf({ ...form, siteAddressId: NEW_SITE, newSite });
  expect(confirmed).toMatchObject({ newSite });
  expect(confirmed).not.toHaveProperty("siteAddressId");
});

test("the server's errors are assigned to their draft", () => {
  const fields = { "drafts.0.title": ["Enter a job summary"], "drafts.1.newSite.city": ["Enter", "a city"] };
  expect(errorsAt(fields, 0)).toEqual({ title: "Enter a job summary" });
  expect(errorsAt(fields, 1)).toEqual({ "newSite.city": "Enter a city" });
  expect(errorsAt(undefined, 0)).toEqual({});
});

test("possibly misheard words are marked in place", () => {
  const word = (text: string, isUnsure: boolean) => ({ text, isUnsure, startMs: 0, endMs: 0 });
  const words = [word("the", false), word("heat", false), word("at", false), word("the", true), word("Millers", true)];
  expect(stretchesOf({ text: "the heat at the Millers", words })).toEqual([
    { at: 0, text: "the heat at ", isUnsure: false },
    { at: 12, text: "the", isUnsure: true },
    { at: 15, text: " ", isUnsure: false },
    { at: 16, text: "Millers", isUnsure: true },
  ]);
  expect(stretchesOf({ text: "typed" })).toEqual([{ at: 0, text: "typed", isUnsure: false }]);
});
