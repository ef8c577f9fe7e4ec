import fc from "fast-check";
import { expect, test } from "vitest";
import { readReceiptText } from "~/domain/receipts/read-text";

const TODAY = "2026-11-24";
const read = (text: string) => {
  const { merchant, boughtOn, totalMinor, taxMinor } = readReceiptText(text, TODAY);
  return [merchant?.value, boughtOn?.value, totalMinor?.value, taxMinor?.value];
};

test.each<[string, string, (string | number | undefined)[]]>([
  [
    "a hardware store",
    "How doers get more done.\nTHE HOME DEPOT\n1200 W MAIN ST\nMILWAUKEE, WI 53212 (414)555-0199\n4921 00052 11/03/26 10:14 AM\nCAP RUN 45/5 24.98\nCONTACTOR 17.76\nSUBTOTAL 42.74\nSALES TAX 2.36\nTOTAL $45.10\nXXXX1234 VISA\nUSD$ 45.10",
    ["The Home Depot", "2026-11-03", 4510, 236],
  ],
  [
    "a supply house with thousands",
    "JOHNSTONE SUPPLY\nInvoice Date: 10/28/2026\nCondensing unit 1 1,482.00\nSubtotal 1,482.00\nTax 5.5% 81.51\nInvoice Total 1,563.51",
    ["Johnstone Supply", "2026-10-28", 156351, 8151],
  ],
  [
    "state and county tax",
    "Bob's Diner\nNov 2, 2026 12:31 PM\nLunch 20.00\nSub Total 20.00\nState Tax 1.00\nCounty Tax 0.10\nTotal 21.10",
    ["Bob's Diner", "2026-11-02", 2110, 110],
  ],
  [
    "a total on the next line, and cash with change",
    "KWIK TRIP #312\n2026-11-20 07:02\nUNLEADED 38.44\nTOTAL\n38.44\nCASH 40.00\nCHANGE 1.56",
    ["Kwik Trip", "2026-11-20", 3844, undefined],
  ],
  ["digits read as letters", "ACE HARDWARE\n11/01/2026\nTOTAL 4O.1O", ["Ace Hardware", "2026-11-01", 4010, undefined]],
  [
    "a return policy and an expiring card",
    "Rural Heating Parts\nReturns until 02/01/2027\nExp 04/25/2026\nDate 11/05/2026\nTotal 12.00",
    ["Rural Heating Parts", "2026-11-05", 1200, undefined],
  ],
  ["savings are not the total", "Target\nTotal savings 99.00\nTotal 12.50", ["Target", undefined, 1250, undefined]],
  [
    "the day first if it cannot be a month",
    "Shop Corner\n24.11.2026\nTotal 3,50",
    ["Shop Corner", "2026-11-24", 350, undefined],
  ],
  [
    "a tax ID is not a tax amount",
    "Corner Shop\nTax ID 12-3456789 10.00\nTotal 12.00",
    ["Corner Shop", undefined, 1200, undefined],
  ],
  [
    "tomorrow and last century are not purchase dates",
    "Corner Shop\n11/30/2026\n01/01/1999\nTotal 1.00",
    ["Corner Shop", undefined, 100, undefined],
  ],
  [
    "the amount paid if there is no total",
    "Corner Shop\nItem 3.00\nVISA 3.17",
    ["Corner Shop", undefined, 317, undefined],
  ],
  ["nothing", "", [undefined, undefined, undefined, undefined]],
  ["text that is not a receipt", "lorem ipsum dolor", ["lorem ipsum dolor", undefined, undefined, undefined]],
  ["a tax above the total", "Shop Corner\nTax 90.00\nTotal 9.00", ["Shop Corner", undefined, 900, undefined]],
])("%s", (_name, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test("a total that is only the largest amount is unsure, one that adds up is sure", () => {
  expect(readReceiptText("Corner Shop\nThing 3.00", TODAY).totalMinor?.isSure).toBe(false);
  expect(readReceiptText("Shop\nSubtotal 3.00\nTax 0.15\nVisa 3.15", TODAY).totalMinor?.isSure).toBe(true);
});

test("for any receipt, the total is exact to the cent and the tax stays below it", () => {
  const cents = fc.integer({ min: 1, max: 9_999_999 });
  const dollars = (minor: number) => (minor / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 20 }), (net, percent) => {
      const tax = Math.round((net * percent) / 100);
      const text = `Shop\nSubtotal ${dollars(net)}\nTax ${dollars(tax)}\nTotal $${dollars(net + tax)}`;
      const result = readReceiptText(text, TODAY);
      expect(result.totalMinor?.value).toBe(net + tax);
      expect(result.taxMinor?.value).toBe(tax);
    }),
  );
});

test("any text is read without an error and in time", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3000 }), (text) => {
      const { totalMinor, boughtOn } = readReceiptText(text, TODAY);
      if (totalMinor) expect(Number.isSafeInteger(totalMinor.value)).toBe(true);
      if (boughtOn) expect(boughtOn.value <= "2026-11-25").toBe(true);
    }),
  );
});
