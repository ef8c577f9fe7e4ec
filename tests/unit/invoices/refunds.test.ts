import { expect, test } from "vitest";
import {
  type PaymentUse,
  type RefundedPart,
  type RefundSource,
  refundableMinor,
  releasedBy,
} from "~/domain/invoices/payment";

/** $40 unapplied, then $100 applied to A and later $60 to B. */
const use: PaymentUse = {
  creditMinor: 40_00,
  applied: [
    { invoiceId: "A", amountMinor: 100_00 },
    { invoiceId: "B", amountMinor: 60_00 },
  ],
};

test.each<[string, RefundedPart, Record<string, number>]>([
  ["what is unapplied comes first", { amountMinor: 40_00, invoiceId: "A" }, {}],
  ["then the invoice it is made from", { amountMinor: 90_00, invoiceId: "A" }, { A: 50_00 }],
  ["the latest, from no invoice", { amountMinor: 90_00, invoiceId: null }, { B: 50_00 }],
  ["the others, once its own part is used up", { amountMinor: 150_00, invoiceId: "A" }, { A: 100_00, B: 10_00 }],
  ["the latest, from an invoice that it does not pay", { amountMinor: 50_00, invoiceId: "C" }, { B: 10_00 }],
])("a refund releases %s", (_what, refund, released) => {
  expect(Object.fromEntries(releasedBy(use, refund).map((each) => [each.invoiceId, each.amountMinor]))).toEqual(
    released,
  );
});

test.each<[RefundSource, RefundedPart[], number]>([
  [{ invoiceId: "A" }, [], 140_00],
  [{ invoiceId: "B" }, [], 100_00],
  [{ invoiceId: "C" }, [], 40_00],
  ["unapplied", [], 40_00],
  ["anywhere", [], 200_00],
  [{ invoiceId: "A" }, [{ amountMinor: 60_00, invoiceId: "B" }], 100_00],
  [{ invoiceId: "B" }, [{ amountMinor: 60_00, invoiceId: "B" }], 40_00],
  [{ invoiceId: "A" }, [{ amountMinor: 130_00, invoiceId: "A" }], 10_00],
  ["unapplied", [{ amountMinor: 130_00, invoiceId: "A" }], 0],
  ["anywhere", [{ amountMinor: 130_00, invoiceId: null }], 70_00],
])("from %j with %j on their way, the rest can be refunded", (source, pending, leftMinor) => {
  expect(refundableMinor(use, pending, source)).toBe(leftMinor);
});
