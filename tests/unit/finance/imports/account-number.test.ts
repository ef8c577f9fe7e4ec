import { expect, test } from "vitest";
import { isSameAccount, shownNumber } from "~/domain/finance/imports/account-number";

test.each([
  ["4410028837", { accountNumber: "4410028837", mask: null }, true],
  ["000004410028837", { accountNumber: null, mask: "8837" }, true],
  ["XXXXXXXXXXXX8837", { accountNumber: "4410 0288 37", mask: null }, true],
  ["NL91 ABNA 0417 1643 00", { accountNumber: "0417164300", mask: null }, true],
  // A French IBAN ends with a check key after the number.
  ["FR7630006000011234567890189", { accountNumber: "12345678901", mask: null }, true],
  ["4410028837", { accountNumber: "****8837", mask: null }, true],
  ["4410028837", { accountNumber: null, mask: "4402" }, false],
  ["4410028837", { accountNumber: "9900112233", mask: "2233" }, false],
  // The typed number was wrong; the bank's own mask is right.
  ["4410028837", { accountNumber: "1", mask: "8837" }, true],
  ["4410028837", { accountNumber: null, mask: null }, null],
  ["4410028837", { accountNumber: "", mask: null }, null],
  ["1", { accountNumber: "4410028837", mask: null }, null],
])("a statement for %s matches an account with %j: %s", (inFile, known, same) => {
  expect(isSameAccount(inFile, known)).toBe(same);
});

test("a number is shown by its last digits", () => {
  expect(shownNumber("NL91 ABNA 0417 1643 00")).toBe("···4300");
});
