import { getZodConstraint } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { ReceiptForm, ReceiptFormFields } from "~/domain/receipts/schema";

const typed = { merchant: "Ferguson", boughtOn: "2026-11-03", total: "1,045.10", version: "1" };

test("the form gets its limits from the schema", () => {
  expect(getZodConstraint(ReceiptFormFields).merchant).toMatchObject({ required: true, maxLength: 120 });
});

test.each<[string, object, object]>([
  ["", {}, { subjectKind: null, subjectId: null, newExpense: null, taxMinor: null, totalMinor: 104_510 }],
  ["new", { category: "food", tax: "2.36" }, { subjectKind: null, newExpense: "food", taxMinor: 236 }],
  ["work_order:12", { tax: "" }, { subjectKind: "work_order", subjectId: "12", newExpense: null, taxMinor: null }],
])("subject '%s' in the form is parsed", (subject, more, expected) => {
  expect(ReceiptForm.parse({ ...typed, ...more, subject })).toMatchObject(expected);
});

test.each(["nothing:1", "work_order:", "item"])("'%s' is not a valid subject of a receipt", (subject) => {
  const { error } = ReceiptForm.safeParse({ ...typed, subject });
  expect(error?.issues.map(({ path }) => path.join())).toEqual(["subject"]);
});
