import fc from "fast-check";
import type { DateOrder } from "~/domain/finance/imports/csv/dates";
import type { DecimalMark } from "~/domain/finance/imports/formats";

export type Written = { date: string; amountMinor: number; description: string };

/** The variations in how a bank may write its file. */
export type Dialect = {
  delimiter: "," | ";" | "\t" | "|";
  dateOrder: DateOrder;
  dateSeparator: "/" | "-" | ".";
  decimalMark: DecimalMark;
  thousands: "" | "'" | " " | "other mark";
  sign: "-" | "\u2212" | "trailing" | "parentheses" | "CR/DR" | "split" | "direction";
  currency: "" | "$" | "€";
  centsAlways: boolean;
  lineEnd: "\n" | "\r\n";
  quoteAll: boolean;
  encoding: "utf-8" | "utf-8 with mark" | "utf-16le" | "utf-16be";
};

export const dialects: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  dateOrder: fc.constantFrom("ymd", "mdy", "dmy"),
  dateSeparator: fc.constantFrom("/", "-", "."),
  decimalMark: fc.constantFrom(".", ","),
  thousands: fc.constantFrom("", "'", " ", "other mark"),
  sign: fc.constantFrom("-", "\u2212", "trailing", "parentheses", "CR/DR", "split", "direction"),
  currency: fc.constantFrom("", "$", "€"),
  centsAlways: fc.boolean(),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  quoteAll: fc.boolean(),
  encoding: fc.constantFrom("utf-8", "utf-8 with mark", "utf-16le", "utf-16be"),
});

export const transactions: fc.Arbitrary<Written[]> = fc.array(
  fc.record({
    date: fc
      .date({ min: new Date("1990-01-01"), max: new Date("2049-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    amountMinor: fc
      .oneof(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }))
      .filter((minor) => minor !== 0),
    description: fc.stringMatching(/^[A-Za-zäöüß€][A-Za-z0-9äöüß€ ,;|"'.]{0,20}[A-Za-z0-9]$/),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The file's bytes as a bank with this dialect would write them. */
export function writeFile(rows: readonly Written[], dialect: Dialect): Uint8Array {
  const header = {
    split: ["Date", "Description", "Debit", "Credit"],
    direction: ["Date", "Description", "Amount", "Debit/Credit"],
    other: ["Date", "Description", "Amount"],
  }[dialect.sign === "split" || dialect.sign === "direction" ? dialect.sign : "other"];
  const lines = [header, ...rows.map((row) => cellsOf(row, dialect))].map((cells) =>
    cells.map((cell) => quoted(cell, dialect)).join(dialect.delimiter),
  );
  return encoded(lines.join(dialect.lineEnd) + dialect.lineEnd, dialect.encoding);
}

function cellsOf({ date, amountMinor, description }: Written, dialect: Dialect): string[] {
  const [year = "", month = "", day = ""] = date.split("-");
  const parts = { ymd: [year, month, day], mdy: [month, day, year], dmy: [day, month, year] }[dialect.dateOrder];
  const amount = unsigned(amountMinor, dialect);
  const isOut = amountMinor < 0;
  const cells = {
    "-": [isOut ? `-${amount}` : amount],
    "\u2212": [isOut ? `\u2212${amount}` : amount],
    trailing: [isOut ? `${amount}-` : amount],
    parentheses: [isOut ? `(${amount})` : amount],
    "CR/DR": [`${amount} ${isOut ? "DR" : "CR"}`],
    split: isOut ? [amount, ""] : ["", amount],
    direction: [amount, isOut ? "Debit" : "Credit"],
  }[dialect.sign];
  return [parts.join(dialect.dateSeparator), description, ...cells];
}

function unsigned(amountMinor: number, { decimalMark, thousands, currency, centsAlways }: Dialect): string {
  const cents = Math.abs(amountMinor) % 100;
  const whole = String((Math.abs(amountMinor) - cents) / 100);
  const separator = thousands === "other mark" ? (decimalMark === "." ? "," : ".") : thousands;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  return `${currency}${grouped}${centsAlways || cents > 0 ? decimalMark + String(cents).padStart(2, "0") : ""}`;
}

function quoted(cell: string, { delimiter, quoteAll }: Dialect): string {
  return quoteAll || cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function encoded(text: string, encoding: Dialect["encoding"]): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8 with mark") return new TextEncoder().encode(`\ufeff${text}`);
  const codes = Array.from({ length: text.length + 1 }, (_, at) => (at === 0 ? 0xfeff : text.charCodeAt(at - 1)));
  return Uint8Array.from(
    codes.flatMap((code) => (encoding === "utf-16le" ? [code & 255, code >> 8] : [code >> 8, code & 255])),
  );
}
