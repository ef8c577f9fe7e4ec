import { CURRENCY_CODES } from "./csv/currency-codes";
import type { DateOrder } from "./csv/dates";

export const DECIMAL_MARKS = [".", ","] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** The possible meanings of a column in a bank's file. `account` distinguishes rows of several accounts in one file. */
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

/** The column, counted from 0, of each role in the file. */
export type Columns = Partial<Record<ColumnRole, number>>;

/**
 * Column names from many countries as `columnName` returns them, the most reliable first. Fees are not included: only for a few
 * banks is it known whether the amount includes them.
 */
const NAMES: Partial<Record<ColumnRole, readonly string[]>> = {
  date: [
    "transaction date|trans date|date of transaction|transaction datetime|started date|booking date|date processed",
    "buchungstag|buchungsdatum|buchung|date operation|date de l operation|date d operation|fecha operacion",
    "fecha de operacion|fecha movimiento|boekdatum|boekingsdatum|transactiedatum|bokforingsdag|bokforingsdatum",
    "transaktionsdatum|transaktionsdag|data operazione|data contabile|data operacji|data transakcji|datum zauctovani",
    "datum transakce|datum provedeni|datum transakcie|konyveles datuma|tranzakcio datuma|data lancamento|data mov",
    "data movimento|data tranzactiei|date|datum|fecha|data|dato|dag|tag|datums|kuupaev|paivamaara|paivays|pvm|kirjauspaiva",
    "date time|datetime|created|created at|timestamp|time|uitvoeringsdatum|дата операции|дата транзакции|дата|датум",
  ],
  postedDate: [
    "posted date|post date|posting date|clearing date|completed date|settlement date|value date|interest date|posted",
    "valutadatum|wertstellung|wertstellungstag|date valeur|date de valeur|date de comptabilisation|fecha valor",
    "fecha de valor|rentedatum|data valuta|data waluty|data ksiegowania|valutadag|rantedag|arvopaiva|data valor",
    "datum valuty|data da valor|date comptable|fecha contable|finished|completed at|дата платежа|дата обработки|дата проводки",
  ],
  description: [
    "description|transaction description|transaction details|narrative|narration|particulars|verwendungszweck|vwz|vwz 1|vwz1",
    "libelle|detail de l ecriture",
    "libelle operation|libelle de l operation|concepto|descripcion|omschrijving|intitule|buchungstext|beschreibung|details",
    "detail|detalle|movimiento|descrizione|causale|descrizione operazione|descricao|historico|opis operacji|opis transakcji",
    "tytul|tytul operacji|opis|popis|popis transakce|kozlemeny|paaiskinimai|paaiskinimas|mokejimo paskirtis|selgitus",
    "apraksts|maksajuma merkis|tekst|beskrivning|beskrivelse|forklaring|selite|selitys|transaction|text|objet|remarque",
    "remarks|remark|desc|original description|naziv|opis placanja|detalii|назначение платежа|описание операции|описание|опис",
  ],
  payee: [
    "payee|merchant|merchant name|name|naam omschrijving|name description|partner name|counterparty name|counterparty",
    "beguenstigter zahlungspflichtiger|beguenstigter|zahlungsempfanger|empfanger|auftraggeber empfanger|auftraggeber",
    "auftraggeber beguenstigter|name zahlungsbeteiligter|beneficiaire|tiers|beneficiario|naam|naam tegenpartij",
    "tegenpartij|tegenrekeninghouder|begunstigde|nazwa kontrahenta|kontrahent|odbiorca|nadawca odbiorca|nazev protiuctu",
    "nazev protistrany|gavejas|saaja|saaja maksja|sanemejs|mottagare|mottaker|saaja maksaja|saajan nimi|recipient|from to",
    "saaja nimi|partner|partner neve|primatelj|handelaar|commerciant|esercente|empfaenger|empfaenger 1|zahlungsempfaenger",
    "counteraccount name|контрагент|получатель",
  ],
  memo: [
    "memo|notes|notes and number tags|comments|comment|payment reference|mededelingen|notifications|extended details|note",
    "message|mitteilung|communication|communications|mensaje|mededeling|referenz|observaciones|zprava pro prijemce|poznamka",
    "viesti|melding|meddelande|uwagi|notatka|note to payee|message for payee|комментарии|примечание",
  ],
  amount: [
    "amount|transaction amount|net|betrag|umsatz|montant|importe|bedrag|montant operation|cantidad|monto|value|sum",
    "importo|kwota|kwota operacji|kwota transakcji|castka|objem|suma|summa|belopp|belob|belop|iznos|osszeg|valor|montante",
    "maara|summa eur|transaction value|amount total|total amount|betrag in kontowahrung|montant de l operation",
    "buchungsbetrag|сумма пересчитанная в валюту счета|сумма в валюте счета|сумма платежа|сумма операции|сумма|износ",
  ],
  debit: [
    "debit|debit amount|withdrawal|withdrawals|withdrawal amount|money out|paid out|outflow|soll|lastschrift|debet|debits",
    "cargo|cargos|gasto|gastos|uitgaven|ausgang|ausgaben|retrait|belastung|uscite|dare|addebiti|obciazenia|wyplaty|vydaje",
    "debito|debitos|af|ut af konto|ut|ut fra konto|terheles|debit money out|spent|depense|depenses|isplate|uttak|uttag",
    "withdrawn|расход|списание|дебет|исплата",
  ],
  credit: [
    "credit|credit amount|deposit|deposits|deposit amount|money in|paid in|inflow|haben|gutschrift|abono|abonos|credits",
    "ingreso|ingresos|inkomsten|eingang|einnahmen|versement|entrate|avere|accrediti|uznania|wplaty|prijmy|credito|creditos",
    "inn pa konto|inn|bij|jovairas|credit money in|received|recette|recettes|uplate|innskudd|insattning|lodged",
    "приход|зачисление|поступление|кредит|уплата",
  ],
  direction: [
    "debit credit|credit debit|debit or credit|credit or debit|cr dr|dr cr|d c|c d|direction|af bij|bij af|soll haben",
    "credit debit indicator|credit debit flag|debit credit flag|transaction direction|sens|balance impact|creditdebet",
    "debet credit|credit debet|d k|k d|debet kredit|deebet kreedit|s h|soll haben kennzeichen|money direction|in out|dc",
    "debit credit indicator|debit credit code|credit debit code|debitcredit|creditdebit|af of bij|kreditas debetas",
  ],
  type: [
    "type|transaction type|mutatiesoort|umsatzart|art|tipo|type operation|type d operation|buchungsart|rodzaj operacji|typ",
  ],
  balance: [
    "balance|running balance|running bal|runningbalance|current balance|account balance|resulting balance|saldo|saldo eur",
    "kontostand|solde|saldo na mutatie|saldo nach buchung|closing balance|balance after|ending balance|saldo po operacji",
    "zustatek|zostatok|egyenleg|likutis|jaak|atlikums|stanje|saldo contabile|saldo disponible|saldo na trn|sold|available balance",
    "остаток|остаток на счете|баланс|стање",
  ],
  checkNumber: ["check number|checknumber|check no|check or slip number|cheque number|cheque no|check|cheque|slip"],
  bankId: [
    "transaction id|fitid|unique id|transaction reference|reference number|transaction number|id|reference",
    "transaktions id|transaktionsnummer|referencia|referentie|reference bancaire|numero de referencia",
  ],
  currency: [
    "currency|currency code|waehrung|wahrung|devise|divisa|moneda|munt|muntsoort|valuta|valutacode|valiuta|valuuta",
    "waluta|mena|penznem|ccy|whrg|valutakod|moeda|transaction currency|muntcode",
  ],
  status: ["status|state|booking status|etat|estado|info"],
  account: ["account|account name|rekening|auftragskonto|compte|cuenta"],
};

const WORDS: ReadonlyMap<string, readonly [role: ColumnRole, rank: number]> = new Map(
  COLUMN_ROLES.flatMap((role) =>
    (NAMES[role] ?? [])
      .join("|")
      .split("|")
      .filter((name) => name !== "")
      .map((name, rank) => [name, [role, rank]] as const),
  ),
);

const CODES = [...CURRENCY_CODES].join("|");
const IN_BRACKETS = new RegExp(`\\s*[([](${CODES})[)\\]]$`, "i");
const AT_THE_END = new RegExp(`\\s+(?:in )?(${CODES})$`);
/** A currency sign or name after the column's name: 'Débito (R$)', 'Débit euros', 'Addebiti (euro)'. */
const SIGN_AT_THE_END =
  /\s*[([]\p{L}{0,2}\p{Sc}[)\]]$|\s*[([](?:euros?|dollars?|pounds?|francs?)[)\]]$|\s+(?:in )?(?:euros?|dollars?|pounds?|francs?|kronor|kroner)$/iu;

/** Longer text is not a column name: with an unclosed quote, a cell may hold a whole file. */
const MAX_NAME_LENGTH = 200;

/** Normalizes a header cell for the table above: lower case, without accents, symbols or a trailing currency. */
export function columnName(header: string): string {
  return header
    .slice(0, MAX_NAME_LENGTH)
    .trim()
    .replace(IN_BRACKETS, "")
    .replace(AT_THE_END, "")
    .replace(SIGN_AT_THE_END, "")
    .replace(/#/g, " number ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The currency named in a header, as in 'Amount (EUR)', or null. */
export function headerCurrency(header: string): string | null {
  const match = IN_BRACKETS.exec(header.trim()) ?? AT_THE_END.exec(header.trim());
  return match?.[1]?.toUpperCase() ?? null;
}

/** Words that indicate the role of a longer name if the whole name is unknown; the first match wins. */
const LIKELY: readonly (readonly [role: ColumnRole, words: RegExp])[] = [
  [
    "direction",
    /\b(debit|debet|debito|deebet|soll|af|dr|d) (or |and |of )?(credit|kredit|credito|kreedit|haben|bij|cr|c|k)\b/,
  ],
  [
    "direction",
    /\b(credit|kredit|credito|haben|bij|cr|c) (or |and |of )?(debit|debet|debito|soll|af|dr|d)\b|\bdirection\b/,
  ],
  ["balance", /\b(balance|\w*saldo|kontostand|solde|zustatek|egyenleg|likutis|jaak|atlikums)\b/],
  ["date", /\b(date|datum|fecha|dato|datetime|timestamp|kuupaev)\b/],
  ["currency", /\b(currency|wahrung|waehrung|devise|divisa|moneda|valutacode|waluta)\b/],
  [
    "amount",
    /\b(amount|betrag|montant|importe|importo|bedrag|kwota|castka|belopp|belob|belop|iznos|osszeg|suma|summa)\b/,
  ],
  [
    "description",
    /\b(description|details?|narrative|particulars|\w*zweck|\w*beschreibung|buchungsdetails|text|tekst|omschrijving|libelle|concepto|descripcion|descrizione|causale|descricao|historico|opis|popis|zprava|communications?|remarks?|paaiskinimas|selgitus|purpose)\b/,
  ],
  [
    "payee",
    /\b(payee|merchant|counterparty|beneficiary|recipient|empf(?:a|ae)nger|auftraggeber|tegenpartij|beneficiaire|beneficiario)\b/,
  ],
];

/** Names with the words of a role that they do not have: another currency, part of the amount, an account. */
const UNLIKELY =
  /\b(foreign|original|orig|fremd|local|fees?|tax|vat|tip|rate|exchange|opening|beginning|available|number|code|iban|bic|account|konto)\b/;

/** What brackets after a name say if it is not the amount moved, or not in the account's currency. */
const PART = /\b(fees?|tax|vat|tips?|foreign|original|local|debits?|credits?|in|out)\b/;

/** The role of a column name as returned by `columnName`, by the whole name or by a word in it; or null. */
export function likelyRole(name: string): ColumnRole | null {
  const known = WORDS.get(name)?.[0];
  if (known) return known;
  const role = LIKELY.find(([, words]) => words.test(name))?.[0] ?? null;
  return role !== "direction" && UNLIKELY.test(name) ? null : role;
}

/** Names recognized by a word rank after all names recognized as a whole, and those without their brackets in between. */
const LIKELY_RANK = 1000;
const BARE_RANK = 500;
const BRACKETS = /\(([^)]*)\)/g;

/** The known role of a name without its brackets, as in 'Amount (account currency)'; null if they name a fee or the like. */
function bareRole(header: string): ColumnRole | null {
  const inBrackets = [...header.slice(0, MAX_NAME_LENGTH).matchAll(BRACKETS)].map(([, text = ""]) => columnName(text));
  if (inBrackets.length === 0 || inBrackets.some((text) => PART.test(text))) return null;
  return WORDS.get(columnName(header.replace(BRACKETS, " ")))?.[0] ?? null;
}

/**
 * The roles named in a header row; if two columns have the same role, the more reliable name wins, then the one that names its
 * currency, then the first.
 */
function rolesOf(header: readonly string[], alsoLikely: boolean): Columns {
  const columns: Columns = {};
  const ranks: Partial<Record<ColumnRole, number>> = {};
  header.forEach((cell, column) => {
    const name = columnName(cell);
    const bare = alsoLikely && !WORDS.has(name) ? bareRole(cell) : null;
    const [role = bare ?? (alsoLikely ? likelyRole(name) : null), rank = bare ? BARE_RANK : LIKELY_RANK] =
      WORDS.get(name) ?? [];
    if (role === null) return;
    const surer = rank + (headerCurrency(cell) === null ? 0.5 : 0);
    if (surer >= (ranks[role] ?? Number.POSITIVE_INFINITY)) return;
    columns[role] = column;
    ranks[role] = surer;
  });
  return columns;
}

/** True if both dates and money are found: without them there is nothing to import. */
export function isComplete(columns: Columns): boolean {
  const hasDate = columns.date !== undefined || columns.postedDate !== undefined;
  return hasDate && (columns.amount !== undefined || columns.debit !== undefined || columns.credit !== undefined);
}

/**
 * A source recognized by its header. `needs` lists column names as `columnName` returns them, or literal lower-case names.
 * `columns` adds roles that the names alone do not give. `flip`: the file writes money out as positive. Date order and decimal
 * mark are set only if the source has a fixed one and no other source has the same header.
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
  { name: "OFX", needs: list("date,amount,transaction id,ofx statement"), decimalMark: "." },
  { name: "QIF", needs: list("date,amount,transaction id,qif statement") },
  { name: "CAMT", needs: list("date,amount,transaction id,camt statement"), decimalMark: "." },
  { name: "PayPal", needs: list("date,time,name,type,status,currency,gross,fee,net,transaction id") },
];

/** The only source without a header that can be recognized by its content: five columns, the third always '*'. */
export const WELLS_FARGO: KnownFormat = { name: "Wells Fargo", needs: [], ...US };

/** The known format whose columns are all in the header, preferring the one with the most columns; or null. */
export function knownFormat(header: readonly string[]): KnownFormat | null {
  const names = new Set(header.flatMap((cell) => [cell.trim().toLowerCase(), columnName(cell)]));
  const fitting = KNOWN_FORMATS.filter((format) => format.needs.every((name) => names.has(name)));
  return fitting.toSorted((one, other) => other.needs.length - one.needs.length)[0] ?? null;
}

/**
 * The header's roles with the format's additions; if there is only one date column, it becomes `date`. `alsoLikely` also accepts
 * names recognized only by a word in them.
 */
export function columnsOf(header: readonly string[], format: KnownFormat | null, alsoLikely = false): Columns {
  const columns = rolesOf(header, alsoLikely);
  for (const role of COLUMN_ROLES) {
    const column = header.findIndex((cell) => columnName(cell) === format?.columns?.[role]);
    if (column !== -1) columns[role] = column;
  }
  if (columns.date !== undefined) return columns;
  const { postedDate, ...others } = columns;
  return { ...others, date: postedDate };
}
