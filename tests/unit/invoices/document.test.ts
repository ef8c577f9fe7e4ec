import { expect, test } from "vitest";
import { fontsOfPdf, textOfPdf } from "#tests/support/pdf-text";
import { pngOf } from "#tests/support/pictures";
import { totals } from "~/domain/billing/totals";
import { type IssuedInvoice, printedDocument } from "~/domain/invoices/document";
import { drawInvoice } from "~/domain/invoices/pdf.server";
import { formatMoney } from "~/domain/shared/money";

const rates = [
  { name: "State tax", ratePpm: 50_000 },
  { name: "County tax", ratePpm: 5_000 },
];

/** An issued invoice with `count` lines, every third about a furnace, and its totals. */
function sample(count: number, given: Partial<IssuedInvoice> = {}) {
  const typed = Array.from({ length: count }, (_, at) => ({
    description: `Part number ${at + 1}`,
    equipment: at % 3 === 0 ? "Furnace, basement" : null,
    quantityMilli: 1000 + (at % 7) * 250,
    unit: "EA",
    unitPriceMinor: 1099 + at * 37,
    discountPpm: at % 5 === 0 ? 100_000 : 0,
    discountAmountMinor: at % 4 === 1 ? 250 : 0,
    taxable: at % 2 === 0,
  }));
  const sums = totals(typed, { discount: null, rates });
  const lines = typed.map((line, at) => ({ ...line, amountMinor: sums.lines[at]?.amountMinor ?? 0 }));
  const invoice: IssuedInvoice = {
    ...{ kind: "invoice", status: "issued", number: 42, title: "Furnace repair", memo: "Thanks!", footer: "Net 30." },
    billTo: { name: "Ada Żółć", email: null, lines: ["12 Main St", "Milwaukee, WI 53202"] },
    site: { name: "Lake house", email: null, lines: ["1 Shore Rd"] },
    seller: { name: "Comfort Air", email: "office@air.example", phone: "(414) 555-1007", lines: ["5 Oak St"] },
    ...{ issuedOn: "2026-11-21", dueOn: "2026-12-21", termsDays: 30, taxState: "known", taxNote: null },
    ...{ taxes: sums.taxes, subtotalMinor: sums.subtotalMinor, discountMinor: sums.discountMinor },
    ...{ totalMinor: sums.totalMinor, paidMinor: 5000, creditedMinor: 0, balanceMinor: sums.totalMinor - 5000 },
    ...given,
  };
  const payments = [{ method: "check" as const, receivedOn: "2026-11-22", reference: "1042", appliedMinor: 5000 }];
  return { invoice, lines, sums, printed: printedDocument(invoice, lines, payments) };
}

const options = { createdAt: new Date("2026-11-21T15:00:00Z"), logo: null, payUrl: "https://plenum.example/s/token" };

test.each([30, 1000])("every number in an invoice with %d lines reads back from its PDF", async (count) => {
  const { lines, sums, printed, invoice } = sample(count);
  const text = (await textOfPdf(await drawInvoice(printed, options))).flat();
  const have = new Map<string, number>();
  for (const line of text) have.set(line, (have.get(line) ?? 0) + 1);
  for (const { description } of lines) expect([description, have.get(description)]).toEqual([description, 1]);
  const amounts = lines.map(({ amountMinor, taxable }) => `${formatMoney(amountMinor)}${taxable ? " T" : ""}`);
  for (const amount of amounts) expect([amount, text.includes(amount)]).toEqual([amount, true]);
  for (const { taxMinor } of sums.taxes) expect(text).toContain(formatMoney(taxMinor));
  for (const minor of [invoice.subtotalMinor, invoice.totalMinor, invoice.balanceMinor, -5000])
    expect(text).toContain(formatMoney(minor));
  const printedText = text.join("\n");
  for (const words of [
    "INV-0042",
    "Ada Żółć",
    "Lake house",
    "Comfort Air",
    "Net 30",
    "Furnace, basement",
    "Check 1042",
    "State tax 5%",
  ])
    expect(printedText).toContain(words);
});

test("an issued document is the same file every time", async () => {
  const { printed } = sample(3);
  const [first, second] = [await drawInvoice(printed, options), await drawInvoice(printed, options)];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});

test.each([
  // As it is drawn: from right to left, which is turned round again here.
  ["Arabic", "شركة التبريد", (text: string) => [...text].toReversed().join("").normalize("NFKC")],
  [
    "Arabic with lam and alef and a number",
    "سلام 24",
    (text: string) => [...text].toReversed().join("").normalize("NFKC").replace("42", "24"),
  ],
  ["Hebrew", "קירור בע״מ", (text: string) => [...text].toReversed().join("")],
  ["Vietnamese", "Nguyễn Thị Hường", (text: string) => text],
  ["Cyrillic", "Олена Шевченко", (text: string) => text],
  ["Greek", "Γιώργος Παπαδόπουλος", (text: string) => text],
])("a name in %s reads back from the document", async (_, name, read) => {
  const { printed } = sample(1, { billTo: { name, email: null, lines: ["12 Main St"] } });
  const texts = (await textOfPdf(await drawInvoice(printed, options))).flat();
  expect(texts.map(read)).toContain(name);
  // What is in Latin stays in its own font.
  expect(texts).toContain("12 Main St");
});

test("a document in Latin script embeds only its own fonts", async () => {
  const own = await drawInvoice(sample(1).printed, options);
  const other = await drawInvoice(sample(1, { billTo: { name: "Олена", email: null, lines: [] } }).printed, options);
  const fonts = async (file: ArrayBuffer) => (await fontsOfPdf(file)).map((name) => name.replace(/-\d+$/, "")).sort();
  expect(await fonts(own)).toEqual(["Inter-Regular", "Inter-SemiBold"]);
  expect(await fonts(other)).toEqual(expect.arrayContaining(["DejaVuSans", "Inter-Regular", "Inter-SemiBold"]));
});

test.each([
  ["in Arabic", "شركة التبريد"],
  ["with an emoji", "Ada 🔥 Lovelace"],
  ["in Chinese", "空调公司"],
  ["of one long word", "W".repeat(200)],
])("a name %s does not break the document", async (_, name) => {
  const { printed } = sample(1, { billTo: { name, email: null, lines: [name] } });
  expect((await textOfPdf(await drawInvoice(printed, options))).flat().join("\n")).toContain("INV-0042");
});

test("a logo that cannot be decoded is left out", async () => {
  const { printed } = sample(1);
  const file = await drawInvoice(printed, { ...options, logo: pngOf(40, 40).buffer });
  expect((await textOfPdf(file)).flat().join("\n")).toContain("Comfort Air");
});

test.each<[string, Partial<IssuedInvoice>, string[], string[]]>([
  ["of a credit note", { kind: "credit_note", paidMinor: 0 }, ["Subtotal", "Credited"], ["Issued November 21, 2026"]],
  ["of a void invoice", { status: "void", balanceMinor: 0, paidMinor: 0 }, ["Subtotal", "Total"], []],
  ["of an exempt invoice", { taxState: "exempt", taxNote: "Resale" }, ["Tax exempt: Resale", "Balance due"], []],
  ["with a discount", { discountMinor: 500 }, ["Discount", "Paid"], []],
])("totals %s", (_, given, labels, details) => {
  const { printed } = sample(1, { taxes: [], ...given });
  const printedLabels = printed.totals.map(({ label }) => label);
  expect(printedLabels).toEqual(expect.arrayContaining(labels));
  if (given.kind === "credit_note" || given.status === "void") expect(printedLabels).not.toContain("Balance due");
  if (details.length > 0) expect(printed.blocks.at(-1)?.lines).toEqual(details);
});

test("a discount on a line is printed below it", () => {
  const [line] = sample(1).lines;
  if (!line) throw new Error("no line");
  const discounts = [
    { discountPpm: 0, discountAmountMinor: 0 },
    { discountPpm: 100_000, discountAmountMinor: 0 },
    { discountPpm: 0, discountAmountMinor: 50_000 },
    { discountPpm: 125_000, discountAmountMinor: 1 },
  ];
  const { groups } = printedDocument(
    sample(1).invoice,
    discounts.map((discount) => ({ ...line, ...discount })),
    [],
  );
  expect(groups[0]?.rows.map(({ detail }) => detail)).toEqual([
    null,
    "10% off",
    "$500.00 off",
    "12.5% off · $0.01 off",
  ]);
});

test("lines without equipment come first, then the lines of each", () => {
  const { printed } = sample(4);
  expect(printed.groups.map(({ equipment, rows }) => [equipment, rows.length])).toEqual([
    [null, 2],
    ["Furnace, basement", 2],
  ]);
});
