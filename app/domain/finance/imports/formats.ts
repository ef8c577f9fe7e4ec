import type { DecimalMark } from "./csv/amounts";
import type { DateOrder } from "./csv/dates";

/** What a column of a bank's file may mean. `account` tells rows of several accounts in one file apart. */
export const COLUMN_ROLES = [
  "date",
  "postedDate",
  "description",
  "payee",
  "memo",
  "amount",
  "debit",
  "credit",
  "direction",
  "type",
  "balance",
  "checkNumber",
  "bankId",
  "currency",
  "status",
  "fee",
  "account",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The column, from 0, of each role the file has. */
export type Columns = Partial<Record<ColumnRole, number>>;

/**
 * Column names in English, German, French, Spanish and Dutch as `columnName` writes them, the surest first. A fee is
 * not among them: whether it is inside the amount is known of a few banks only.
 */
const NAMES: Partial<Record<ColumnRole, readonly string[]>> = {
  date: [
    "transaction date|trans date|date of transaction|transaction datetime|started date|booking date|date processed",
    "buchungstag|buchungsdatum|date operation|date de l operation|date d operation|fecha operacion|fecha de operacion",
    "fecha movimiento|boekdatum|boekingsdatum|transactiedatum|date|datum|fecha|date time|datetime",
  ],
  postedDate: [
    "posted date|post date|posting date|clearing date|completed date|settlement date|value date|interest date",
    "valutadatum|wertstellung|wertstellungstag|date valeur|date de valeur|date de comptabilisation|fecha valor",
    "fecha de valor|rentedatum",
  ],
  description: [
    "description|transaction description|transaction details|narrative|particulars|verwendungszweck|libelle",
    "libelle operation|libelle de l operation|concepto|descripcion|omschrijving|intitule|buchungstext|details|detail",
    "detalle|movimiento|transaction|text|objet|original description",
  ],
  payee: [
    "payee|merchant|merchant name|name|naam omschrijving|name description|partner name|counterparty name",
    "beguenstigter zahlungspflichtiger|beguenstigter|zahlungsempfanger|empfanger|auftraggeber empfanger",
    "auftraggeber beguenstigter|name zahlungsbeteiligter|beneficiaire|tiers|beneficiario|naam|naam tegenpartij",
    "begunstigde",
  ],
  memo: [
    "memo|notes|notes and number tags|comments|comment|payment reference|mededelingen|notifications|extended details|note",
    "message|mitteilung|communication|communications|mensaje|mededeling|referenz|observaciones",
  ],
  amount: [
    "amount|transaction amount|net|betrag|umsatz|montant|importe|bedrag|montant operation|cantidad|monto|value|sum",
  ],
  debit: [
    "debit|debit amount|withdrawal|withdrawals|withdrawal amount|money out|paid out|outflow|soll|lastschrift|debet",
    "cargo|cargos|gasto|uitgaven|ausgang|retrait",
  ],
  credit: [
    "credit|credit amount|deposit|deposits|deposit amount|money in|paid in|inflow|haben|gutschrift|abono|abonos",
    "ingreso|inkomsten|eingang|versement",
  ],
  direction: [
    "debit credit|credit debit|debit or credit|credit or debit|cr dr|dr cr|d c|c d|direction|af bij|bij af|soll haben",
    "credit debit indicator|credit debit flag|debit credit flag|transaction direction|sens|balance impact",
  ],
  type: ["type|transaction type|mutatiesoort|umsatzart|art|tipo|type operation|type d operation|buchungsart"],
  balance: [
    "balance|running balance|running bal|runningbalance|current balance|account balance|resulting balance|saldo",
    "kontostand|solde|saldo na mutatie|saldo nach buchung|closing balance|balance after",
  ],
  checkNumber: ["check number|checknumber|check no|check or slip number|cheque number|cheque no|check|cheque|slip"],
  bankId: [
    "transaction id|fitid|unique id|transaction reference|reference number|transaction number|id|reference",
    "transaktions id|transaktionsnummer|referencia|referentie|reference bancaire|numero de referencia",
  ],
  currency: ["currency|currency code|waehrung|wahrung|devise|divisa|moneda|munt|muntsoort|valuta"],
  status: ["status|state|booking status|etat|estado|info"],
  account: ["account|account name|rekening|auftragskonto|compte|cuenta"],
};

const WORDS: ReadonlyMap<string, readonly [role: ColumnRole, rank: number]> = new Map(
  COLUMN_ROLES.flatMap((role) =>
    (NAMES[role] ?? [])
      .join("|")
      .split("|")
      .map((name, rank) => [name, [role, rank]] as const),
  ),
);

const CODES = "USD|EUR|GBP|CAD|AUD|CHF|SEK|NOK|DKK|PLN|CZK|JPY|NZD";
const IN_CURRENCY = new RegExp(`\\s*\\((${CODES})\\)$|\\s+(?:in )?(${CODES})$`, "i");

/** A header cell as the table above knows it: lower case, no accents or signs, no currency behind it. */
export function columnName(header: string): string {
  return header
    .trim()
    .replace(IN_CURRENCY, "")
    .replace(/#/g, " number ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The currency that a header names, as in 'Amount (EUR)', or null. */
export function headerCurrency(header: string): string | null {
  const match = IN_CURRENCY.exec(header.trim());
  return (match?.[1] ?? match?.[2])?.toUpperCase() ?? null;
}

/** The roles that a header row names; where two columns have the same role, the surer name has it, then the first. */
function rolesOf(header: readonly string[]): Columns {
  const columns: Columns = {};
  const ranks: Partial<Record<ColumnRole, number>> = {};
  header.forEach((cell, column) => {
    const [role, rank] = WORDS.get(columnName(cell)) ?? [];
    if (role === undefined || rank === undefined || rank >= (ranks[role] ?? Number.POSITIVE_INFINITY)) return;
    columns[role] = column;
    ranks[role] = rank;
  });
  return columns;
}

/** True when dates and money are both found: without them there is nothing to import. */
export function isComplete(columns: Columns): boolean {
  const hasDate = columns.date !== undefined || columns.postedDate !== undefined;
  return hasDate && (columns.amount !== undefined || columns.debit !== undefined || columns.credit !== undefined);
}

/**
 * A source known by its header. `needs` are column names as `columnName` writes them, or literally in lower case.
 * `columns` adds what the names alone do not give. `flip`: the file writes money out as
 * positive. Date order and mark are given only where the source has one and the header belongs to it alone.
 */
export type KnownFormat = {
  name: string;
  needs: readonly string[];
  columns?: Partial<Record<ColumnRole, string>>;
  flip?: boolean;
  dateOrder?: DateOrder;
  decimalMark?: DecimalMark;
  pendingWithoutBalance?: boolean;
  negativeCredits?: boolean;
};

const list = (names: string) => names.split(",");
const US = { dateOrder: "mdy", decimalMark: "." } as const;

const KNOWN_FORMATS: readonly KnownFormat[] = [
  {
    name: "Chase checking",
    needs: list("details,posting date,description,amount,type,balance"),
    pendingWithoutBalance: true,
    ...US,
  },
  { name: "Chase card", needs: list("transaction date,post date,description,category,type,amount"), ...US },
  { name: "Chase card (2013)", needs: list("type,trans date,post date,description,amount"), ...US },
  { name: "Bank of America checking", needs: list("date,description,amount,running bal."), ...US },
  { name: "Bank of America card", needs: list("posted date,reference number,payee,address,amount"), ...US },
  {
    name: "Capital One card",
    needs: list("transaction date,posted date,card no.,description,category,debit,credit"),
    ...US,
  },
  {
    name: "Capital One 360",
    needs: list("account number,transaction date,transaction amount,transaction type,transaction description"),
    columns: { account: "account number" },
    ...US,
  },
  { name: "American Express", needs: list("date,description,amount,appears on your statement as"), flip: true },
  { name: "American Express", needs: list("date,description,card member,account #,amount"), flip: true },
  { name: "Discover", needs: list("trans. date,post date,description,amount,category"), flip: true, ...US },
  {
    name: "Apple Card",
    needs: list("transaction date,clearing date,description,merchant,category,type,amount"),
    flip: true,
    ...US,
  },
  { name: "Citi", needs: list("status,date,description,debit,credit,member name"), negativeCredits: true, ...US },
  {
    name: "Schwab bank",
    needs: list("date,status,type,checknumber,description,withdrawal,deposit,runningbalance"),
    ...US,
  },
  { name: "Ally", needs: list("date,time,amount,type,description"), decimalMark: "." },
  { name: "Provident Credit Union", needs: list("date,description,comments,check number,amount,balance"), ...US },
  { name: "DCU", needs: list("date,transaction type,description,amount,id,memo,current balance"), ...US },
  {
    name: "Revolut",
    needs: list("type,product,started date,completed date,description,amount,fee,currency,state"),
    columns: { fee: "fee" },
    decimalMark: ".",
  },
  { name: "Revolut (old export)", needs: list("completed date,paid out,paid in,exchange out,exchange in") },
  { name: "ING", needs: list("datum,naam / omschrijving,rekening,tegenrekening,af bij,bedrag,mededelingen") },
  { name: "ING", needs: list("date,name / description,account,counterparty,debit/credit,amount,notifications") },
  {
    name: "Monzo",
    needs: list("transaction id,date,time,name,amount,currency,local amount,money out,money in"),
    dateOrder: "dmy",
    decimalMark: ".",
  },
  { name: "N26", needs: list("date,payee,account number,transaction type,payment reference,amount") },
  { name: "bunq", needs: list("date,interest date,amount,account,counterparty,name,description") },
  {
    name: "Mint",
    needs: list("date,description,original description,amount,transaction type,category,account name,labels,notes"),
    ...US,
  },
  { name: "YNAB", needs: list("account,flag,date,payee,category,memo,outflow,inflow,cleared") },
  {
    name: "Actual Budget",
    needs: list("account,date,payee,notes,category,amount,split_amount,cleared"),
    decimalMark: ".",
  },
  { name: "PayPal", needs: list("date,time,name,type,status,currency,gross,fee,net,transaction id") },
];

/** The one source without a header that its content gives away: five columns, the third always '*'. */
export const WELLS_FARGO: KnownFormat = { name: "Wells Fargo", needs: [], ...US };

/** The known format whose columns are all in the header, the one with the most columns first; or null. */
export function knownFormat(header: readonly string[]): KnownFormat | null {
  const names = new Set(header.flatMap((cell) => [cell.trim().toLowerCase(), columnName(cell)]));
  const fitting = KNOWN_FORMATS.filter((format) => format.needs.every((name) => names.has(name)));
  return fitting.toSorted((one, other) => other.needs.length - one.needs.length)[0] ?? null;
}

/** The header's roles with the format's additions; a file with one date column has it as `date`. */
export function columnsOf(header: readonly string[], format: KnownFormat | null): Columns {
  const columns = rolesOf(header);
  for (const role of COLUMN_ROLES) {
    const column = header.findIndex((cell) => columnName(cell) === format?.columns?.[role]);
    if (column !== -1) columns[role] = column;
  }
  if (columns.date !== undefined) return columns;
  const { postedDate, ...others } = columns;
  return { ...others, date: postedDate };
}
