import { expect, test } from "vitest";
import { rowName } from "~/domain/finance/accounts/row-name";

test.each([
  ["ATM WATER STREET", "ATM Water Street"],
  ["ACH DEPOSIT NORTHLAKE HOSPITAL", "ACH Deposit Northlake Hospital"],
  ["USPS PO 5678", "USPS Po 5678"],
  ["CVS PHARMACY", "CVS Pharmacy"],
  ["BANK OF THE WEST", "Bank of the West"],
  ["SQ *Riverwest Cafe", "SQ *Riverwest Cafe"],
])("a transaction the bank names %s is shown as %s", (description, shown) => {
  expect(rowName({ merchantName: null, description })).toBe(shown);
});

test("a merchant's name takes precedence over the bank's text", () => {
  expect(rowName({ merchantName: "Kwik Trip", description: "POS 0418 KWIK TRIP" })).toBe("Kwik Trip");
});
