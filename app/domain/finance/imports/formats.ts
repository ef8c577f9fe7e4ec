import type { DecimalMark } from "./amounts";
import type { DateOrder } from "./bank-dates";
import { COLUMN_ROLES, type ColumnRole, type Columns, columnName, rolesOf } from "./columns";

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

export const KNOWN_FORMATS: readonly KnownFormat[] = [
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
