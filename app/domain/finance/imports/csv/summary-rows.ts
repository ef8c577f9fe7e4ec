/** Text without case and accents, as the patterns below expect it, and without trailing dates and amounts. */
function plain(text: string): string {
  return closed(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ł/g, "l")
    .toLowerCase()
    .replace(/[^\p{L}/]+/gu, " ")
    .trim();
}

/** 'S A L D O' is 'SALDO'. */
function closed(text: string): string {
  return /^\s*(?:\p{L} ){2,}\p{L}\s*$/u.test(text) ? text.replaceAll(" ", "") : text;
}

const AT =
  "(?: (?:on|at|as of|as at|per|am|vom|zum|op|au|al|a|del|dia|den|na|do|uz|seisuga|do dnia|na dzien|ke dni|eur|usd|gbp|chf|pln|czk|ltl))*";

/** Names of the opening or closing balance of a statement; whole cells only. */
const BALANCE = new RegExp(
  `^(?:${[
    "(?:opening|starting|beginning|initial|previous|prior|closing|ending|final) (?:ledger |book |account )?balance",
    "balance (?:brought|carried) ?(?:forward|down|over)|(?:brought|carried) forward|balance (?:b|c)/?f|balance forward|balance from (?:last|previous) statement",
    "(?:anfangs|end|start|schluss|abschluss)(?:saldo|bestand|kontostand)|(?:alter|neuer|letzter|aktueller) (?:saldo|kontostand)|saldovortrag|saldo(?:vortrag|ubertrag)",
    "(?:begin|start|eind|slot)saldo|(?:vorig|oud|nieuw)e? saldo|saldo (?:vorig|nieuw)",
    "(?:ancien|nouveau) solde|solde (?:initial|final|precedent|debut|fin|crediteur|debiteur|d ouverture|de cloture|de depart|anterieur)",
    "saldo (?:inicial|final|anterior|iniziale|finale|precedente|contabile|disponibile|poczatkowe|koncowe|pradzioje|do dia)",
    "(?:ingaende|utgaende|inledande|inngaende|ingaende bokfort) saldo|(?:primo|ultimo)saldo|saldo (?:primo|ultimo)|(?:alku|loppu)saldo",
    "(?:pocatecni|konecny|pociatocny|konecny) (?:zustatek|zostatok)|(?:nyito|zaro) ?egyenleg|(?:pocetno|zavrsno|krajnje) stanje|sold (?:initial|final|precedent)",
    "likutis(?: pradziai| pabaigai| laikotarpio (?:pradziai|pabaigai))?|(?:pradinis|galutinis|pradzios|pabaigos) likutis|(?:alg|lopp)(?:saldo|jaak)",
    "(?:konta )?(?:sakuma|beigu) (?:atlikums|bilance)|atlikums(?: perioda)?(?: sakuma| beigas)?(?: sakuma| beigas)?",
    "saldo contabilistico|saldo (?:disponivel|disponible|contable)|(?:neuer |alter )?online saldo",
    "saldo|solde|kontostand|balance",
  ].join("|")})${AT}$`,
);

/** Totals over other rows. 'Total' alone may be a store, so a row with a date and an amount needs a more specific text. */
const TURNOVER = new RegExp(
  `^(?:${[
    "turnover|(?:debit|credit|total) turnover|total (?:debits?|credits?|amount|deposits|withdrawals|paid in|paid out|money in|money out)",
    "umsatzsumme|gesamtumsatz|suma operacji|suma obrotow|obroty|obrat|forgalom|apyvarta|kaive|apgrozijums",
  ].join("|")})${AT}$`,
);
const TOTAL = new RegExp(
  `^(?:${[
    "totals?|sub ?totals?|grand total|summe|gesamt(?:summe|betrag)?|zwischensumme|totaal|totaux|totale|total general|suma|ukupno",
    "omsattning|summa|yhteensa|promet",
  ].join("|")})${AT}$`,
);

/** A cheap pre-check for all patterns, so that the texts of 200,000 rows are not normalized. */
const HINT =
  /balanc|forward|sald|sold|bestand|kontostand|liku|j[aä][aä]k|atlik|z[uů]stat|zostat|egyenleg|stanje|turnov|tota|sum|obro|obra|forgal|apyva|k[aä]ive|apgro|ukupn|oms[aä]tt|yhte|prome|gesamt/i;

const MAX_LENGTH = 60;

/** Whether a cell names a balance at a point in time, in many languages: 'Opening balance', 'Likutis pradžiai'. */
export function isBalanceText(text: string): boolean {
  return text.length < MAX_LENGTH && HINT.test(closed(text)) && BALANCE.test(plain(text));
}

/** Whether a cell names a total of other rows and not a store: 'Turnover', 'Total debits', 'Apyvarta'. */
export function isTurnoverText(text: string): boolean {
  return text.length < MAX_LENGTH && HINT.test(closed(text)) && TURNOVER.test(plain(text));
}

/** Whether a cell names any total of other rows, including 'Total'. */
export function isTotalText(text: string): boolean {
  return isTurnoverText(text) || (text.length < MAX_LENGTH && HINT.test(closed(text)) && TOTAL.test(plain(text)));
}

/** The positions of unnamed summary rows: the rows between the first and the last lead from one to the other. */
export function summaryPlaces(amounts: readonly number[]): number[] {
  for (const isNewestFirst of [false, true]) {
    const ordered = isNewestFirst ? amounts.toReversed() : amounts;
    for (let turnovers = 0; turnovers <= 2; turnovers += 1) {
      if (!leadsToClosing(ordered, turnovers)) continue;
      const last = ordered.length - 1;
      const places = [0, ...Array.from({ length: turnovers + 1 }, (_, back) => last - back)];
      return places.map((place) => (isNewestFirst ? last - place : place)).toSorted((one, other) => one - other);
    }
  }
  return [];
}

const MIN_BETWEEN = 3;

type Step = { amountMinor: number; balanceMinor: number | undefined };

/**
 * Whether the first row states the opening balance as its amount and the closing one as its balance: the other rows lead from one
 * to the other.
 */
export function opensWithBalances([first, ...rows]: readonly Step[]): boolean {
  if (first === undefined || rows.length < MIN_BETWEEN) return false;
  return [rows, rows.toReversed()].some((ordered) => {
    const [oldest, newest] = [ordered[0], ordered.at(-1)];
    if (oldest?.balanceMinor === undefined || newest?.balanceMinor === undefined) return false;
    const opening = oldest.balanceMinor - oldest.amountMinor;
    const sum = rows.reduce((all, { amountMinor }) => all + amountMinor, 0);
    const isChain = opening + sum === newest.balanceMinor;
    return isChain && first.amountMinor === opening && first.balanceMinor === newest.balanceMinor;
  });
}

function leadsToClosing(amounts: readonly number[], turnovers: number): boolean {
  const between = amounts.slice(1, amounts.length - 1 - turnovers);
  if (between.length < MIN_BETWEEN) return false;
  const sum = (sign: number) => between.reduce((all, one) => all + (Math.sign(one) === sign ? one : 0), 0);
  const [into, out] = [sum(1), sum(-1)];
  const sums = amounts.slice(amounts.length - 1 - turnovers, -1).map(Math.abs);
  const isTurnover = sums.every((one) => one === into || one === -out);
  return isTurnover && (amounts[0] ?? 0) + into + out === amounts.at(-1);
}
