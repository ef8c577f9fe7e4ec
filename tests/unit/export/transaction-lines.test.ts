import fc from "fast-check";
import { expect, test } from "vitest";
import { EXPORT_HEADER, exportLines } from "~/domain/export/transaction-lines";
import { parseAmount } from "~/domain/shared/money";

const row = {
  ...{ date: "2026-11-03", accountName: "Everyday", description: "Market", merchantName: null, category: "groceries" },
  ...{ type: "withdrawal", amountMinor: -1205, currency: "USD" as const, notes: null, pending: false, excluded: false },
};

test("a row has a cell for each column, exact cents and a CRLF", () => {
  expect(exportLines([row])).toBe("2026-11-03,Everyday,Market,,groceries,withdrawal,-12.05,USD,,,\r\n");
  expect(EXPORT_HEADER.split(",")).toHaveLength(exportLines([row]).split(",").length);
});

test.each(['=HYPERLINK("http://x")', "+1", "-2+3", "@SUM(A1)", " =1+1", "\t=1", "\r=1"])(
  "%j is never run as a formula",
  (text) => {
    const line = exportLines([{ ...row, description: text, notes: text }]);
    expect(line).not.toMatch(/(^|,)"?\s*[=+@]/);
    expect(line).toContain("'");
  },
);

test("quotes, commas and line breaks stay within their cell", () => {
  expect(exportLines([{ ...row, description: 'Joe "Two", Inc\nrear' }])).toContain('"Joe ""Two"", Inc\nrear"');
});

test("every amount round-trips to the cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: -900_000_000_000_000, max: 900_000_000_000_000 }), (amountMinor) => {
      const [, , , , , , amount = ""] = exportLines([{ ...row, amountMinor }]).split(",");
      expect(parseAmount(amount)).toBe(amountMinor === 0 ? 0 : amountMinor);
    }),
  );
});
