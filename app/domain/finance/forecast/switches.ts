import { FREQUENCIES, type Frequency } from "~/domain/finance/tracker/categories";
import { PLAN_KINDS, type PlanKind } from "~/domain/finance/tracker/plan";
import { type Currency, parseAmount, toDecimal } from "~/domain/shared/money";
import { type CivilDate, isMoneyDate } from "~/domain/shared/time/dates";
import type { WhatIf } from "./what-if";

/** An unplanned item of a what-if. */
interface Addition {
  kind: PlanKind;
  name: string;
  amountMinor: number;
  date: CivilDate;
  frequency: Frequency;
}

/** One switch, as stored in a URL and in a saved scenario. */
export type Switch =
  | { act: "off"; key: string }
  | { act: "delay"; key: string; months: number }
  | { act: "stop"; key: string; from: CivilDate }
  | { act: "amount"; key: string; amountMinor: number }
  | { act: "plus"; addition: Addition };

export const MAX_SWITCHES = 30;
export const MAX_DELAY_MONTHS = 24;
export const MAX_NAME_LENGTH = 60;

/** Null for text that is not a valid switch. */
export function readSwitch(text: string): Switch | null {
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

export function readAddition(
  kindText: string,
  amount: string,
  [date = "", every = "", ...name]: string[],
): Switch | null {
  const kind = PLAN_KINDS.find((each) => each === kindText);
  const frequency = FREQUENCIES.find((each) => each === every);
  const amountMinor = parseAmount(amount);
  if (!kind || !frequency || amountMinor === null || amountMinor <= 0 || !isMoneyDate(date)) return null;
  const shown = name.join("~").trim().slice(0, MAX_NAME_LENGTH) || (kind === "income" ? "New income" : "New expense");
  return { act: "plus", addition: { kind, name: shown, amountMinor, date, frequency } };
}

export function writeSwitch(each: Switch): string {
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

/** Converts switches to the form the forecast uses. */
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
