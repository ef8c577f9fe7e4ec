import {
  type ColumnRole,
  type Columns,
  columnName,
  headerCurrency,
  likelyRole,
} from "~/domain/finance/imports/formats";
import { keysOf } from "~/domain/shared/objects";
import { isEmptyAmount, readAmount } from "./amounts";
import { CURRENCY_CODES } from "./currency-codes";
import { isDateShaped, withoutTime } from "./dates";
import { directionOf, wordOf } from "./directions";
import { createBalanceEvidence } from "./running-balance";

type Cells = readonly string[];

/** Statistics about one column in the first rows. Shares are relative to its filled cells. */
type Profile = {
  column: number;
  name: string;
  filled: number;
  dates: number;
  times: number;
  money: number;
  /** Some cell has a sign or a decimal mark, so it is money rather than a plain number. */
  hasMark: boolean;
  /** Cells with a number other than zero. */
  amounts: number;
  negative: number;
  codes: number;
  ids: number;
  words: number;
  letters: number;
  /** The distinct values of the first `DISTINCT_COUNTED` cells. */
  distinct: ReadonlySet<string>;
};

/** The meaning of a file's columns, by their names if known and by their content. */
type FoundColumns = {
  columns: Columns;
  /** Text columns, the likeliest description first; used for rows whose own description is empty. */
  textColumns: readonly number[];
  /** Columns without a name right after the description: the rest of its text. */
  moreDescription: readonly number[];
  /** Columns with only two different words, one of them in every row: possibly the direction of the money. */
  twoValued: readonly number[];
  /** False if the amount column was found by content and could be another one. */
  sure: boolean;
  /** False if money out and money in have separate columns and nothing shows which is which. */
  sidesKnown: boolean;
};

const DISTINCT = 12;
/** The number of cells whose distinct values are recorded. */
const DISTINCT_COUNTED = 400;
const MAJORITY = 0.8;
const DIRECTION_LENGTH = 24;

/**
 * Completes the roles found from the header by the content of the first rows; a name that contradicts its column's content is
 * ignored.
 */
export function findColumns(
  named: Columns,
  { header, rows, count }: { header: Cells; rows: readonly Cells[]; count: number },
): FoundColumns {
  const profiles = Array.from({ length: count }, (_, column) => profileOf(rows, column, header[column] ?? ""));
  const columns = credible(named, profiles);
  const isFree = ({ column }: Profile) => !Object.values(columns).includes(column);
  const free = () => profiles.filter(isFree);

  const dates = dateColumns(free(), rows);
  if (columns.date === undefined && columns.postedDate === undefined) columns.date = dates[0]?.column;
  if (columns.postedDate === undefined) columns.postedDate = dates.find(isFree)?.column;
  const money = moneyColumns(columns, free(), rows);
  Object.assign(columns, money.columns);
  // A currency in the amount column's own name takes precedence over a currency column, which may refer to another amount.
  if (headerCurrency(header[columns.amount ?? -1] ?? "") !== null) delete columns.currency;
  columns.currency ??= currencyColumn(columns, header, free());
  columns.checkNumber ??= free().find((one) => isCheckNumber(one, rows.length))?.column;

  const texts = free().filter(isText);
  const best = texts.toSorted((one, other) => textScore(other) - textScore(one))[0];
  const unused = profiles.find((one) => one.column === named.description && isFree(one))?.column;
  const isDescribed = columns.payee !== undefined || columns.memo !== undefined;
  if (columns.description === undefined && !isDescribed) columns.description = best?.column ?? unused;
  return {
    columns,
    textColumns: textColumns(columns, profiles),
    moreDescription: moreDescription(columns, profiles),
    twoValued: profiles.filter((one) => isTwoValued(one, columns, rows.length)).map(({ column }) => column),
    sure: money.sure,
    sidesKnown: money.sidesKnown,
  };
}

/** Columns whose dates vary and come in order first: a period or an export date is the same in all rows. */
function dateColumns(free: readonly Profile[], rows: readonly Cells[]): Profile[] {
  const likelihood = ({ column, name, times }: Profile) => {
    const days = rows.map((row) => withoutTime(row[column] ?? "")).filter((day) => day !== "");
    const changes = days.filter((day, at) => at > 0 && day !== days[at - 1]).length;
    const isOrderly = changes <= new Set(days).size;
    return (changes > 0 ? 4 : 0) + (isOrderly ? 2 : 0) + (likelyRole(name) === "date" ? 1 : 0) + (times > 0 ? 0 : 0.5);
  };
  return free
    .filter((one) => one.dates > MAJORITY && one.filled > rows.length / 2)
    .map((one) => ({ one, rank: likelihood(one) }))
    .toSorted((first, second) => second.rank - first.rank)
    .map(({ one }) => one);
}

function profileOf(rows: readonly Cells[], column: number, header: string): Profile {
  const cells = rows.map((row) => row[column] ?? "").filter((cell) => !isEmptyAmount(cell));
  const share = (fits: (cell: string) => boolean) =>
    cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
  const values = cells.map(anyAmount);
  return {
    column,
    name: columnName(header),
    filled: cells.length,
    dates: share(isDateShaped),
    times: share((cell) => /\d{1,2}:\d{2}/.test(cell) && !/\p{L}{3}/u.test(cell)),
    money: share((cell) => anyAmount(cell) !== null),
    hasMark: cells.some((cell) => /[-.,()+\u2212]/.test(cell)),
    amounts: values.filter((value) => value !== null && value !== 0).length,
    negative: values.filter((value) => value !== null && value < 0).length,
    codes: share((cell) => CURRENCY_CODES.has(cell.toUpperCase()) || /^\p{Sc}$/u.test(cell)),
    ids: share(isId),
    words: share((cell) => /\p{L}/u.test(cell) && !isId(cell)),
    letters: cells.reduce((sum, cell) => sum + (cell.match(/\p{L}/gu)?.length ?? 0), 0),
    distinct: new Set(cells.slice(0, DISTINCT_COUNTED)),
  };
}

/** Minor units with whichever decimal mark makes the cell a number. */
export function anyAmount(cell: string): number | null {
  const point = readAmount(cell, ".");
  if (typeof point === "number") return point;
  const comma = readAmount(cell, ",");
  return typeof comma === "number" ? comma : null;
}

/** Account numbers, references, card numbers: mostly digits, without spaces. */
function isId(cell: string): boolean {
  if (!/\d/.test(cell) || /\p{L}{4}/u.test(cell.replace(/^[\da-f]{8}-[\da-f-]{27}$/i, "0"))) return false;
  const digits = cell.match(/\d/g)?.length ?? 0;
  const letters = cell.match(/\p{L}/gu)?.length ?? 0;
  return digits >= 4 && (digits > letters || /^\S{12,}$/.test(cell));
}

const isDateColumn = (one: Profile) => one.dates >= 0.5;
const isMoneyColumn = (one: Profile) => one.money >= 0.5;

/** The content a column must have for its name to be trusted; an empty column's name is accepted. */
const CREDIBLE: Partial<Record<ColumnRole, (profile: Profile) => boolean>> = {
  date: isDateColumn,
  postedDate: isDateColumn,
  amount: isMoneyColumn,
  debit: isMoneyColumn,
  credit: isMoneyColumn,
  balance: isMoneyColumn,
  fee: isMoneyColumn,
  currency: (one) => one.codes >= 0.5 || [...one.distinct].every((cell) => /^\p{Sc}$/u.test(cell)),
  description: (one) => one.times < 0.5 && one.dates < 0.5 && (one.money < 0.9 || !one.hasMark),
  payee: (one) => one.words >= 0.3,
};

function credible(named: Columns, profiles: readonly Profile[]): Columns {
  const columns: Columns = { ...named };
  for (const known of keysOf(CREDIBLE)) {
    const isCredible = (one: Profile) => CREDIBLE[known]?.(one) === true;
    const profile = profiles[columns[known] ?? -1];
    if (profile?.filled === 0)
      columns[known] = filledSibling(profile, profiles, { columns, known })?.column ?? profile.column;
    if (!profile || profile.filled === 0 || isCredible(profile)) continue;
    // If no other column could be meant, the name is trusted: rows that cannot be read are then reported.
    const isOnlyOne = !profiles.some((other) => other !== profile && isCredible(other));
    if (!(isOnlyOne && (known === "date" || known === "amount"))) delete columns[known];
  }
  const description = profiles[columns.description ?? -1];
  // The product's name, the same in all rows, if another column describes each row.
  const isConstant = description !== undefined && description.filled > 1 && description.distinct.size === 1;
  const isBetter = (one: Profile) => likelyRole(one.name) === "description" && isText(one) && one.distinct.size > 1;
  // An id, a type or a status differs from row to row as well, but does not describe the payment.
  const { payee, memo, description: _, ...others } = columns;
  const isOther = (one: Profile) => Object.values(others).includes(one.column);
  const isDescriptive = (one: Profile) =>
    isText(one) && !isOther(one) && one.filled > 2 && one.distinct.size > one.filled / 2;
  if (isConstant) {
    columns.description = (profiles.find(isBetter) ?? profiles.find(isDescriptive) ?? description).column;
  } else if (description) {
    columns.description = tellingSibling(description, profiles) ?? columns.description;
  }
  return columns;
}

/** With fewer rows, repetition of a text means little. */
const ROWS_FOR_VARIETY = 5;

/** 'Description 2', if 'Description 1' is the same in most rows and the second one differs. */
function tellingSibling(description: Profile, profiles: readonly Profile[]): number | undefined {
  const stem = description.name.replace(/ ?\d$/, "");
  const variety = ({ distinct, filled }: Profile) => distinct.size / Math.max(1, Math.min(filled, DISTINCT_COUNTED));
  if (stem === description.name || description.filled < ROWS_FOR_VARIETY || variety(description) > 0.5)
    return undefined;
  const siblings = profiles.filter(
    (one) => one !== description && one.name.replace(/ ?\d$/, "") === stem && isText(one),
  );
  return siblings.find((one) => one.filled > MAJORITY * description.filled && variety(one) > 1.5 * variety(description))
    ?.column;
}

/** For a named column that is empty in every row: another one with the same name or role that is not. */
function filledSibling(empty: Profile, profiles: readonly Profile[], { columns, known }: Named): Profile | undefined {
  const taken = new Set(Object.values(columns));
  return profiles.find(
    (one) =>
      one.filled > 0 &&
      !taken.has(one.column) &&
      (one.name === empty.name || likelyRole(one.name) === known) &&
      CREDIBLE[known]?.(one) === true,
  );
}

type Named = { columns: Columns; known: ColumnRole };

type Money = { columns: Columns; sure: boolean; sidesKnown: boolean };

/** Names of money columns that are not the amount moved on the account. */
const OTHER_MONEY =
  /\b(fees?|tax|vat|tip|rate|kurs|wechselkurs|exchange|foreign|original|orig|fremd|local|limit|budget|quantity|shares?|price|koers|taux|cambio|commission|kommission|kosten|gebuhr|provize|spesen)\b/;

function moneyColumns(columns: Columns, free: readonly Profile[], rows: readonly Cells[]): Money {
  const numbers = free.filter((one) => one.money > MAJORITY && one.dates < 0.5 && one.times < 0.5);
  const money = numbers.filter((one) => one.hasMark);
  const likely = money.filter((one) => !OTHER_MONEY.test(one.name));
  const { amount, debit, credit, balance } = columns;
  if (amount !== undefined || (debit !== undefined && credit !== undefined)) {
    const proven = balance ?? provenBalance({ amount, debit, credit }, likely, rows);
    return { columns: { balance: proven }, sure: true, sidesKnown: true };
  }
  const pool = likely.length > 0 ? likely : money;
  if (debit !== undefined || credit !== undefined) return otherSide(columns, pool, rows);
  return unnamedMoney(columns, { money: pool, whole: numbers.filter((one) => !one.hasMark) }, rows);
}

/** If only money out is named, or only money in: the column that is filled where the named one is not. */
function otherSide({ debit, credit, balance }: Columns, money: readonly Profile[], rows: readonly Cells[]): Money {
  const own = debit ?? credit ?? 0;
  const exclusive = money.find((one) => isExclusive(rows, own, one.column));
  const isEmpty = rows.every((row) => (anyAmount(row[own] ?? "") ?? 0) === 0);
  const other = (exclusive ?? (isEmpty && money.length === 1 ? money[0] : undefined))?.column;
  const sides = { debit: debit ?? other, credit: credit ?? other };
  return { columns: { ...sides, balance }, sure: true, sidesKnown: true };
}

/** `whole`: columns of plain numbers, which are money only next to a column with decimals that is filled when they are not. */
type Numbers = { money: readonly Profile[]; whole: readonly Profile[] };

function unnamedMoney({ balance }: Columns, { money, whole }: Numbers, rows: readonly Cells[]): Money {
  const candidates = money.filter(({ column, name }) => column !== balance && likelyRole(name) !== "balance");
  const sides = exclusivePair(candidates, rows) ?? exclusivePair(candidates, rows, whole);
  if (sides) {
    const [one, other] = sides;
    const rest = candidates.filter(({ column }) => column !== one && column !== other);
    const proven = balance ?? provenBalance({ debit: one, credit: other }, rest, rows);
    const found = { debit: one, credit: other, balance: proven ?? rest.find(isFilled(rows))?.column };
    return { columns: found, sure: proven !== undefined || rest.length === 0, sidesKnown: false };
  }
  const named = candidates.filter(({ name }) => likelyRole(name) === "amount");
  const pool = signedOnes(named.length > 0 ? named : candidates, rows);
  for (const { column: amount } of pool) {
    const others = balance === undefined ? candidates : money.filter((one) => one.column === balance);
    const proven = provenBalance(
      { amount },
      others.filter(({ column }) => column !== amount),
      rows,
    );
    if (proven !== undefined) return { columns: { amount, balance: proven }, sure: true, sidesKnown: true };
  }
  const always = pool.filter(isFilled(rows));
  const [amount, ...more] = always.length > 0 ? always : pool;
  const repeats = more.filter((one) => isSameAmount(rows, amount?.column ?? 0, one.column));
  const [second] = more.filter((one) => !repeats.includes(one));
  const others = pool.length - repeats.length;
  const sure = others === 1 && (candidates.length - repeats.length === 1 || named.length > 0);
  const guess = candidates.find(({ column }) => column !== amount?.column && column === second?.column);
  return { columns: { amount: amount?.column, balance: balance ?? guess?.column }, sure, sidesKnown: true };
}

/** If an amount appears both with and without its sign, the signed column. */
function signedOnes(money: readonly Profile[], rows: readonly Cells[]): readonly Profile[] {
  return money.filter(
    (one) =>
      one.negative > 0 || !money.some((other) => other.negative > 0 && isSameAmount(rows, one.column, other.column)),
  );
}

/** Whether two columns hold the same amount, as paid and as charged or without its sign; neither is then a balance. */
function isSameAmount(rows: readonly Cells[], one: number, other: number): boolean {
  return rows.every((row) => {
    const [first, second] = [anyAmount(row[one] ?? ""), anyAmount(row[other] ?? "")];
    return first !== null && second !== null && Math.abs(first) === Math.abs(second);
  });
}

const isFilled = (rows: readonly Cells[]) => (one: Profile) => one.filled > 0.9 * rows.length;

/** Two columns of which every row fills exactly one: money out and money in, in either order. */
function exclusivePair(
  money: readonly Profile[],
  rows: readonly Cells[],
  others?: readonly Profile[],
): [number, number] | null {
  for (const [at, one] of money.entries()) {
    for (const other of others ?? money.slice(at + 1)) {
      if (!isExclusive(rows, one.column, other.column)) continue;
      return [Math.min(one.column, other.column), Math.max(one.column, other.column)];
    }
  }
  return null;
}

function isExclusive(rows: readonly Cells[], one: number, other: number): boolean {
  let [ones, others, wrong] = [0, 0, 0];
  for (const row of rows) {
    const [first, second] = [anyAmount(row[one] ?? "") ?? 0, anyAmount(row[other] ?? "") ?? 0];
    if (first !== 0 && second !== 0) wrong += 1;
    else if (first !== 0) ones += 1;
    else if (second !== 0) others += 1;
  }
  return ones > 0 && others > 0 && wrong === 0 && ones + others > 0.7 * rows.length;
}

const PROVEN_STEPS = 0.6;

/** The column among these that rises and falls by the amounts, or undefined. */
function provenBalance(
  { amount, debit, credit }: Columns,
  money: readonly Profile[],
  rows: readonly Cells[],
): number | undefined {
  const value = (row: Cells, column: number | undefined) => anyAmount(row[column ?? -1] ?? "");
  return money.find(({ column }) => {
    const evidence = createBalanceEvidence();
    for (const row of rows) {
      const moved =
        amount === undefined ? (value(row, credit) ?? 0) - Math.abs(value(row, debit) ?? 0) : value(row, amount);
      evidence.add(moved, value(row, column));
    }
    return evidence.explained() > 0 && evidence.explained() >= PROVEN_STEPS * evidence.steps();
  })?.column;
}

/** The column of currency codes nearest to the amount, unless the amount column's name already names its currency. */
function currencyColumn(columns: Columns, header: Cells, free: readonly Profile[]): number | undefined {
  const amount = columns.amount ?? columns.debit ?? columns.credit ?? 0;
  if (
    /\b[A-Z]{3}\b/.test(header[amount] ?? "") &&
    CURRENCY_CODES.has(/\b[A-Z]{3}\b/.exec(header[amount] ?? "")?.[0] ?? "")
  )
    return undefined;
  const codes = free.filter((one) => one.codes > 0.9 && !OTHER_MONEY.test(one.name));
  const far = ({ column }: Profile) => Math.abs(column - amount - 0.1);
  return codes.toSorted((one, other) => other.filled - one.filled || far(one) - far(other))[0]?.column;
}

function isCheckNumber({ filled, distinct, ids, name }: Profile, rows: number): boolean {
  if (filled === 0 || filled >= rows || ids < 0 || name !== "") return false;
  return [...distinct].every((cell) => /^\d{1,8}$/.test(cell));
}

function isText(one: Profile): boolean {
  return one.words > 0.3 && one.dates < 0.5 && one.times < 0.5 && one.codes < 0.5 && one.money < 0.5;
}

/**
 * Long texts that differ in every row score highest: text that is the same in all rows is the account's name, not the payment's.
 */
function textScore({ letters, distinct, filled }: Profile): number {
  const variety = filled > 2 && distinct.size === 1 ? 0.02 : Math.min(1, 0.2 + distinct.size / Math.max(1, filled));
  return letters * variety;
}

/** Names of columns whose text does not describe the payment. */
const NO_DESCRIPTION =
  /\b(iban|bic|account|konto|rekening|compte|cuenta|conto|saskait|kategorie|category|status|state)\b/;

/** After description, payee and memo: columns that differ from row to row, then the type, then the rest. */
function textColumns(columns: Columns, profiles: readonly Profile[]): number[] {
  const { description, payee, memo, currency, direction, status, type } = columns;
  const own = new Set([description, payee, memo, currency, direction, status]);
  return profiles
    .filter((one) => isText(one) && !own.has(one.column))
    .filter((one) => one.distinct.size > 1 || one.filled <= 2 || likelyRole(one.name) === "description")
    .toSorted((one, other) => rankOf(other, type) - rankOf(one, type))
    .map(({ column }) => column);
}

function moreDescription({ description }: Columns, profiles: readonly Profile[]): number[] {
  if (description === undefined || profiles[description]?.name === "") return [];
  const end = profiles.findIndex((one) => one.column > description && one.name !== "");
  return profiles
    .slice(description + 1, end === -1 ? undefined : end)
    .filter(isText)
    .map(({ column }) => column);
}

const VARIED = 0.3;

function rankOf(one: Profile, type: number | undefined): number {
  const score = 1 - 1 / (1 + textScore(one));
  if (one.column === type) return 2;
  if (likelyRole(one.name) === "description") return 4 + score;
  if (NO_DESCRIPTION.test(one.name)) return score;
  return one.distinct.size > VARIED * one.filled ? 3 + score : 1 + score;
}

const CARD = /\b(card|funding|karte|kaart|carte|tarjeta|carta)\b/;

function isTwoValued(one: Profile, columns: Columns, rows: number): boolean {
  const { amount, debit, credit, balance, date, postedDate, currency } = columns;
  if ([amount, debit, credit, balance, date, postedDate, currency].includes(one.column)) return false;
  // Whether the card is a debit or a credit card says nothing about the payment.
  if (CARD.test(one.name) && likelyRole(one.name) !== "direction") return false;
  const words = [...one.distinct];
  const known = words.filter((word) => directionOf(word) !== null).length;
  if (words.length === 0 || words.length > DISTINCT || one.filled < MAJORITY * rows) return false;
  // An exchange rate is a number with a decimal mark, not text.
  if (
    one.codes > 0.5 ||
    one.dates > 0.5 ||
    words.some((word) => /\d[.,]\d/.test(word)) ||
    words.some((word) => word.length > DIRECTION_LENGTH)
  )
    return false;
  return (
    words.length <= 2 ||
    known >= 2 ||
    (likelyRole(one.name) === "direction" && words.every((word) => wordOf(word) !== ""))
  );
}
