import type { AccountFloor } from "~/domain/finance/forecast/forecast";
import type { WhatIf } from "~/domain/finance/forecast/what-if";
import { FREQUENCIES, type Frequency } from "~/domain/finance/tracker/categories";
import { PLAN_KINDS, type PlanKind } from "~/domain/finance/tracker/plan";
import { type CivilDate, isMoneyDate } from "~/domain/shared/dates";
import { CURRENCIES, type Currency, parseAmount, toDecimal } from "~/domain/shared/money";
import { paths } from "~/paths";

/** An unplanned item of a what-if. */
interface Addition {
  kind: PlanKind;
  name: string;
  amountMinor: number;
  date: CivilDate;
  frequency: Frequency;
}

/** One switch as the address holds it. */
export type Switch =
  | { act: "off"; key: string }
  | { act: "delay"; key: string; months: number }
  | { act: "stop"; key: string; from: CivilDate }
  | { act: "amount"; key: string; amountMinor: number }
  | { act: "plus"; addition: Addition };

/** The runway query of the address; none of it is saved. */
export interface RunwayQuery {
  currency: Currency | null;
  /** Of all accounts together. */
  floorMinor: number;
  accountFloors: AccountFloor[];
  switches: Switch[];
}

const MAX_SWITCHES = 30;
export const MAX_DELAY_MONTHS = 24;
export const MAX_NAME_LENGTH = 60;

function readSwitch(text: string): Switch | null {
  const [act, first = "", second = "", ...rest] = text.split("~");
  switch (act) {
    case "off":
      return first ? { act, key: first } : null;
    case "delay": {
      const months = Number(second);
      return first && Number.isInteger(months) && months >= 1 && months <= MAX_DELAY_MONTHS
        ? { act, key: first, months }
        : null;
    }
    case "stop":
      return first && isMoneyDate(second) ? { act, key: first, from: second } : null;
    case "amount": {
      const amountMinor = parseAmount(second);
      return first && amountMinor !== null && amountMinor > 0 ? { act, key: first, amountMinor } : null;
    }
    case "plus":
      return readAddition(first, second, rest);
    default:
      return null;
  }
}

function readAddition(kindText: string, amount: string, [date = "", every = "", ...name]: string[]): Switch | null {
  const kind = PLAN_KINDS.find((each) => each === kindText);
  const frequency = FREQUENCIES.find((each) => each === every);
  const amountMinor = parseAmount(amount);
  if (!kind || !frequency || amountMinor === null || amountMinor <= 0 || !isMoneyDate(date)) return null;
  const shown = name.join("~").trim().slice(0, MAX_NAME_LENGTH) || (kind === "income" ? "New income" : "New expense");
  return { act: "plus", addition: { kind, name: shown, amountMinor, date, frequency } };
}

function writeSwitch(each: Switch): string {
  switch (each.act) {
    case "off":
      return `off~${each.key}`;
    case "delay":
      return `delay~${each.key}~${each.months}`;
    case "stop":
      return `stop~${each.key}~${each.from}`;
    case "amount":
      return `amount~${each.key}~${toDecimal(each.amountMinor)}`;
    case "plus": {
      const { kind, amountMinor, date, frequency, name } = each.addition;
      return `plus~${kind}~${toDecimal(amountMinor)}~${date}~${frequency}~${name}`;
    }
  }
}

/** A switch as a form of plain fields sends it: `act` with `item`, `months`, `from`, or with what is to be added. */
function sentSwitch(search: URLSearchParams): Switch | null {
  const field = (name: string) => (search.get(name) ?? "").replaceAll("~", " ").trim();
  const act = field("act");
  if (act === "plus") {
    return readAddition(field("kind"), field("amount"), [field("date"), field("frequency"), field("name")]);
  }
  return readSwitch([act, field("item"), act === "delay" ? field("months") : field("from")].join("~"));
}

/** Why a form's switch was not taken; null where none was sent or it was. */
export function whatIfProblem(search: URLSearchParams): string | null {
  const act = search.get("act");
  if (act === null || sentSwitch(search)) return null;
  const field = (name: string) => (search.get(name) ?? "").trim();
  if (act === "plus") {
    const amount = parseAmount(field("amount"));
    if (field("amount") === "") return "Amount is required";
    if (amount === null) return `'${field("amount").slice(0, 40)}' is not an amount. Use digits, such as 1,200.50.`;
    if (amount <= 0) return "Amount must be greater than 0";
    return "Please choose a kind, a frequency and a date";
  }
  if (field("item") === "") return "Please choose a planned item";
  if (act === "delay") return `Please enter 1 to ${MAX_DELAY_MONTHS} months`;
  return act === "stop" ? "Please enter the day from which it stops" : "This change is not recognized";
}

function readFloor(text: string | null): number {
  const floor = parseAmount(text ?? "");
  return floor !== null && floor > 0 ? floor : 0;
}

// `of` and `level` are what the form sends: the account or all, and its floor.
function readAccountFloors(search: URLSearchParams): AccountFloor[] {
  const floors = new Map(
    search.getAll("keep").map((text) => {
      const [accountId = "", amount = ""] = text.split("~");
      return [accountId, readFloor(amount)];
    }),
  );
  const of = search.get("of") ?? "all";
  if (of !== "all") floors.set(of, readFloor(search.get("level")));
  return [...floors]
    .filter(([accountId, floorMinor]) => accountId && floorMinor > 0)
    .slice(0, MAX_SWITCHES)
    .map(([accountId, floorMinor]) => ({ accountId, floorMinor }));
}

export function readRunwayQuery(search: URLSearchParams): RunwayQuery {
  const current = search.getAll("if").map(readSwitch);
  const switches = [...current, sentSwitch(search)].filter((each) => each !== null);
  return {
    currency: CURRENCIES.find((currency) => currency === search.get("currency")) ?? null,
    floorMinor: readFloor(search.get("of") === "all" ? search.get("level") : search.get("floor")),
    accountFloors: readAccountFloors(search),
    switches: switches.slice(0, MAX_SWITCHES),
  };
}

/** Name and value of every field that a form has to send along so that the address keeps what it says. */
export function runwayFields({ currency, floorMinor, accountFloors, switches }: RunwayQuery): [string, string][] {
  const fields: [string, string][] = switches.map((each) => ["if", writeSwitch(each)]);
  for (const floor of accountFloors) fields.push(["keep", `${floor.accountId}~${toDecimal(floor.floorMinor)}`]);
  if (floorMinor > 0) fields.unshift(["floor", String(toDecimal(floorMinor))]);
  if (currency) fields.unshift(["currency", currency]);
  return fields;
}

export function runwayHref(query: RunwayQuery): string {
  const search = new URLSearchParams(runwayFields(query)).toString();
  return search ? `${paths.financeDashboard()}?${search}` : paths.financeDashboard();
}

/** The switches as the forecast takes them. */
export function whatIfOf(switches: readonly Switch[], currency: Currency): WhatIf[] {
  return switches.map((each, at) => asWhatIf(each, { id: `plus-${at}`, currency }));
}

function asWhatIf(each: Switch, added: { id: string; currency: Currency }): WhatIf {
  switch (each.act) {
    case "off":
      return { kind: "disable", key: each.key };
    case "delay":
      return { kind: "delay", key: each.key, months: each.months };
    case "stop":
      return { kind: "stop", key: each.key, from: each.from };
    case "amount":
      return { kind: "amount", key: each.key, amountMinor: each.amountMinor };
    case "plus": {
      const { kind, ...rest } = each.addition;
      const planned = { ...rest, ...added, accountId: null, endDate: null, category: "other" } as const;
      return { kind: "add", item: kind === "income" ? { ...planned, kind } : { ...planned, kind } };
    }
  }
}
