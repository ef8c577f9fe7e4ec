import { expect, test } from "vitest";
import { depositMail, lateDepositMail } from "~/domain/invoices/deposits/mail-content";
import { NewDepositRequest } from "~/domain/invoices/deposits/schema";

const request = {
  ...{ amountMinor: 15_000, note: null, customerName: "Grace Hopper" },
  ...{ workOrderNumber: 12, workOrderTitle: "Replace compressor" },
};
const to = { business: "Cedar Air", url: "https://plenum.example/s/deposit/t" };

test("a request states the amount, the reason and where to pay", () => {
  const { subject, text } = depositMail({ ...request, note: "Ordered for Monday." }, to);
  expect(subject).toBe("Deposit of $150.00 for WO-012 from Cedar Air");
  for (const part of ["Grace Hopper", "$150.00", "Replace compressor", "Ordered for Monday.", to.url, "Cedar Air"])
    expect(text).toContain(part);
  expect(depositMail(request, to).text).not.toContain("null");
});

test("the office is notified why a payment became credit", () => {
  expect(lateDepositMail({ ...request, state: "withdrawn" }).text).toContain("the request had been withdrawn");
  expect(lateDepositMail({ ...request, state: "paid" }).text).toContain("the request had been paid already");
});

test("a request is for either an amount or a percentage", () => {
  const of = (given: object) => NewDepositRequest.safeParse(given);
  expect(of({ amount: "1,250.50" }).data).toEqual({ amount: 125_050, percent: null, note: null, to: null });
  expect(of({ percent: "33.5", to: " Grace@Example.com " }).data).toMatchObject({
    percent: 335_000,
    to: "grace@example.com",
  });
  expect(of({}).error?.issues.map(({ path }) => path)).toEqual([["amount"]]);
  expect(of({ amount: 1, percent: 1 }).error?.issues.map(({ path }) => path)).toEqual([["percent"]]);
});
