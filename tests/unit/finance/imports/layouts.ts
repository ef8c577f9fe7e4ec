import type { Question } from "~/domain/finance/imports/questions";
import { decimalText } from "~/domain/shared/money";

/** A statement with known contents, in a layout the reader was not written for. */
export type Made = {
  text: string;
  truth: { date: string; amountMinor: number; description: string }[];
  layout: Record<string, string | boolean | number>;
};

/** Deterministic numbers from 0 to 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const NAMES = {
  english: {
    date: ["Date", "Transaction Date", "Booking date", "Posted on"],
    description: ["Description", "Details", "Narrative", "Payment description"],
    amount: ["Amount", "Transaction amount", "Value", "Amount (total)"],
    debit: ["Debit", "Money out", "Withdrawals"],
    credit: ["Credit", "Money in", "Deposits"],
    direction: ["Debit/Credit", "D/C", "Direction", "Indicator"],
    balance: ["Balance", "Running balance", "Account balance"],
    currency: ["Currency", "CCY"],
  },
  german: {
    date: ["Buchungstag", "Datum", "Buchung", "Tag der Buchung"],
    description: ["Verwendungszweck", "Buchungstext", "Text"],
    amount: ["Betrag", "Umsatz"],
    debit: ["Soll", "Belastung", "Ausgang"],
    credit: ["Haben", "Gutschrift", "Eingang"],
    direction: ["Soll/Haben", "S/H", "Kennzeichen"],
    balance: ["Saldo", "Kontostand"],
    currency: ["Währung", "Whrg."],
  },
  dutch: {
    date: ["Datum", "Boekdatum"],
    description: ["Omschrijving", "Mededelingen", "Omschrijving-1"],
    amount: ["Bedrag"],
    debit: ["Uitgaven", "Af"],
    credit: ["Inkomsten", "Bij"],
    direction: ["Af Bij", "CreditDebet"],
    balance: ["Saldo", "Saldo na mutatie"],
    currency: ["Valutacode", "Munt"],
  },
  lithuanian: {
    date: ["Data", "Operacijos diena"],
    description: ["Paaiškinimai", "Mokėjimo paskirtis"],
    amount: ["Suma"],
    debit: ["Išlaidos"],
    credit: ["Pajamos"],
    direction: ["D/K", "Kryptis"],
    balance: ["Likutis"],
    currency: ["Valiuta"],
  },
  unheardOf: {
    date: ["Zagi", "Qrt"],
    description: ["Plonk", "Murr"],
    amount: ["Wosh", "Trill"],
    debit: ["Garm"],
    credit: ["Fleb"],
    direction: ["Xo", "Nim"],
    balance: ["Oontz"],
    currency: ["Krr"],
  },
} as const;

type Role = keyof (typeof NAMES)["english"];
type Column = { role: Role | "extra" | "out" | "into"; name: string; cells: string[] };

const WORDS = [
  ["D", "C"],
  ["D", "K"],
  ["DBIT", "CRDT"],
  ["Debit", "Credit"],
  ["Af", "Bij"],
  ["O", "I"],
  ["S", "H"],
  ["-", "+"],
  ["Soll", "Haben"],
  ["Brix", "Quam"],
  ["V", "Z"],
] as const;
const SHOPS = [
  "Bäckerei Nord",
  "ACME Store 42",
  "Rent March",
  "Corner Café, Main St",
  "Payroll ACME Inc",
  "Gas & Power",
  "Jane Doe",
  "City Parking",
];

/** A file of three to forty rows, entirely determined by the seed. */
export function makeFile(seed: number): Made {
  const random = numbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error("Nothing to pick from");
    return value;
  };

  const language = pick(["english", "english", "german", "dutch", "lithuanian", "unheardOf", "none"] as const);
  const names = NAMES[language === "none" ? "unheardOf" : language];
  const decimal = pick([".", ","] as const);
  const delimiter = pick(decimal === "," ? ([";", "\t", "|", ","] as const) : ([",", ";", "\t"] as const));
  const order = pick(["ymd", "dmy", "mdy"] as const);
  const separator = pick(["-", "/", "."] as const);
  const signs = pick([
    "signed",
    "signed",
    "owed",
    "split",
    "splitNegative",
    "direction",
    "direction",
    "trailing",
    "brackets",
  ] as const);
  const hasBalance = chance(0.5);
  const isNewestFirst = chance(0.5);
  const grouped = chance(0.3);
  const currency = chance(0.4) ? pick(["EUR", "USD", "PLN"] as const) : null;
  const isForeignAtTimes = currency !== null && chance(0.3);
  const words = pick(WORDS);
  const share = pick([0, 0.2, 0.5, 1] as const);
  const statesBalanceBefore = chance(0.15);
  const repeatsAmount = chance(0.15);
  const statesBothBalances = chance(0.1);
  const yearDigits = chance(0.15) ? 2 : 4;
  const hasTotals = chance(0.1);

  const count = 3 + below(pick([3, 38]));
  let day = Date.UTC(2024, below(12), 1 + below(28));
  let balance = signs === "owed" ? -5_000_000 - below(400_000) : 50_000 + below(400_000);
  const rows = Array.from({ length: count }, () => {
    day += below(3) * 86_400_000;
    const amountMinor = (chance(share) ? 1 : -1) * (1 + below(pick([900, 9_000, 400_000])));
    const before = balance;
    balance += amountMinor;
    const description = `${pick(SHOPS)} ${below(1000)}`;
    return {
      date: new Date(day).toISOString().slice(0, 10),
      amountMinor,
      description,
      before,
      balance,
      currency: currency ?? "",
    };
  });
  if (isNewestFirst) rows.reverse();
  if (isForeignAtTimes) for (const row of rows) if (chance(0.2)) row.currency = "CHF";

  const money = (minor: number) => {
    const [whole = "", cents = ""] = decimalText(Math.abs(minor)).split(".");
    const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === "." ? "," : ".") : whole;
    return `${shown}${decimal}${cents}`;
  };
  const signed = (minor: number) => {
    if (minor >= 0) return money(minor);
    if (signs === "trailing") return `${money(minor)}-`;
    return signs === "brackets" ? `(${money(minor)})` : `-${money(minor)}`;
  };
  const dateText = (date: string) => {
    const [fullYear = "", month = "", of = ""] = date.split("-");
    const year = fullYear.slice(-yearDigits);
    return { ymd: [year, month, of], dmy: [of, month, year], mdy: [month, of, year] }[order].join(separator);
  };
  const named = (role: Role) => pick(names[role]);
  const columns: Column[] = [
    { role: "date", name: named("date"), cells: rows.map(({ date }) => dateText(date)) },
    { role: "description", name: named("description"), cells: rows.map(({ description }) => description) },
  ];
  const isSplit = signs === "split" || signs === "splitNegative";
  if (isSplit) {
    const out = ({ amountMinor }: { amountMinor: number }) =>
      amountMinor < 0 ? `${signs === "splitNegative" ? "-" : ""}${money(amountMinor)}` : "";
    columns.push({ role: "debit", name: named("debit"), cells: rows.map(out) });
    const into = ({ amountMinor }: { amountMinor: number }) => (amountMinor > 0 ? money(amountMinor) : "");
    columns.push({ role: "credit", name: named("credit"), cells: rows.map(into) });
  } else {
    const cell = (minor: number) => (signs === "direction" ? money(minor) : signed(signs === "owed" ? -minor : minor));
    columns.push({ role: "amount", name: named("amount"), cells: rows.map(({ amountMinor }) => cell(amountMinor)) });
  }
  if (signs === "direction") {
    const word = ({ amountMinor }: { amountMinor: number }) => words[amountMinor < 0 ? 0 : 1];
    columns.push({ role: "direction", name: named("direction"), cells: rows.map(word) });
  }
  if (hasBalance) {
    const cell = (held: number) => signed(signs === "owed" ? -held : held);
    const stated = rows.map((row) => cell(statesBalanceBefore ? row.before : row.balance));
    columns.push({ role: "balance", name: named("balance"), cells: stated });
    if (statesBothBalances) {
      const other = rows.map((row) => cell(statesBalanceBefore ? row.balance : row.before));
      columns.push({ role: "extra", name: language === "unheardOf" ? "Vub" : "Other balance", cells: other });
    }
  }
  if (repeatsAmount && !isSplit && signs !== "direction") {
    const cells = columns.find(({ role }) => role === "amount")?.cells ?? [];
    const name = language === "unheardOf" ? "Wub" : pick(["Subtotal", "Amount in account currency", "Total"]);
    columns.push({
      role: "extra",
      name,
      cells: chance(0.5) ? cells : rows.map(({ amountMinor }) => money(amountMinor)),
    });
  }
  if (currency) columns.push({ role: "currency", name: named("currency"), cells: rows.map((row) => row.currency) });
  const extras: [string, () => string][] = [
    ["Reference", () => `${100000 + below(900000)}`],
    ["IBAN", () => "NL01TEST0123456789"],
    ["Product", () => "Everyday account"],
    ["Category", () => pick(["Food", "Home", "Other"])],
    ["Exported at", () => `2024-05-01T1${below(10)}:0${below(10)}:00Z`],
    ["Exchange rate", () => `1${decimal}0${below(10)}`],
    ["Kind", () => pick(["Card", "Transfer"])],
  ];
  for (const [name, cell] of extras) {
    if (chance(0.2))
      columns.push({
        role: "extra",
        name: language === "unheardOf" ? `${name.slice(0, 2)}u` : name,
        cells: rows.map(cell),
      });
  }
  for (let at = columns.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    const [one, two] = [columns[at], columns[other]];
    if (one && two) [columns[at], columns[other]] = [two, one];
  }

  const quoteAll = chance(0.3);
  const escapes = chance(0.1);
  const lose = chance(0.15) ? below(count) : -1;
  const quoted = (cell: string) =>
    quoteAll || cell.includes(delimiter) || cell.includes('"')
      ? `"${escapes ? cell.replaceAll('"', '\\"') : cell.replaceAll('"', '""')}"`
      : cell;
  const lines = rows.map((_, at) => {
    const cells = columns.map(({ cells }) => quoted(cells[at] ?? ""));
    if (at === lose) cells.splice(below(cells.length), 1);
    return cells.join(delimiter);
  });
  const header = language === "none" ? [] : [columns.map(({ name }) => quoted(name)).join(delimiter)];
  const preamble =
    language !== "none" && chance(0.2) ? ["Statement of account", `Customer${delimiter}Jane Roe`, ""] : [];
  const totals = hasTotals
    ? [
        columns.map(({ role, cells }, at) =>
          role === "balance" ? quoted(cells.at(-1) ?? "") : at === 0 ? "Total" : "",
        ),
      ]
    : [];
  const isOurs = (row: { currency: string }) => !isForeignAtTimes || row.currency === currency;
  return {
    text: `${[...preamble, ...header, ...lines, ...totals.map((cells) => cells.join(delimiter))].join("\n")}\n`,
    truth: rows.filter(isOurs).map(({ date, amountMinor, description }) => ({ date, amountMinor, description })),
    layout: {
      seed,
      language,
      delimiter,
      decimal,
      order,
      signs,
      hasBalance,
      isNewestFirst,
      words: words.join("/"),
      currency: currency ?? "",
      lose,
      share,
      count,
      extras: [
        hasBalance && statesBalanceBefore && "before",
        hasBalance && statesBothBalances && "both",
        repeatsAmount && "repeats",
        yearDigits === 2 && "yy",
        hasTotals && "totals",
      ]
        .filter(Boolean)
        .join("+"),
    },
  };
}

export function hasOpenQuestion(questions: readonly Question[]): boolean {
  return questions.some(({ needed }) => needed);
}
