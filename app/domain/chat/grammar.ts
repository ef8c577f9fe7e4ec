import { addDays, type CivilDate, monthIndex, monthKey, weekday } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { readQuickTodo } from "~/domain/todos/quick-add";
import type { CancelReason, HoldReason, WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { ChatSubject, ToolCall } from "./message";

interface Setting {
  about: ChatSubject;
  now: number;
  zone: string;
}

const REFERENCE = /\bwo[- ]?(\d{1,9})\b|\b(?:job|work order)\s*#?\s*(\d{1,9})\b/i;

/**
 * The tool that matches a question, without a language model: 'jobs tomorrow', 'what is late', 'stock of capacitors', 'unpaid
 * invoices of Ortega', 'cash in three months', 'mark WO-012 completed'. Null if it cannot be parsed.
 */
export function readQuestion(text: string, setting: Setting): ToolCall | null {
  const line = text.replace(/\s+/g, " ").trim();
  const plain = line.replace(/[?!.]+$/, "");
  if (setting.about === "household") return cashIn(plain, setting) ?? helpIn(plain);
  return (
    writeIn(line) ??
    lateIn(plain) ??
    helpIn(plain) ??
    invoicesIn(plain) ??
    stockIn(plain) ??
    todosIn(plain) ??
    jobsIn(plain, setting) ??
    customersIn(plain) ??
    cashIn(plain, setting)
  );
}

const referenceOf = (match: RegExpExecArray) => `WO-${(match[1] ?? match[2] ?? "").padStart(3, "0")}`;

function writeIn(line: string): ToolCall | null {
  const todo =
    /^(?:please )?(?:remind me (?:to )?|(?:add|create|new|make)(?: a| an| me a)? (?:to-?do|task|reminder)(?: to| for| that|:)? ?|to-?do: ?)(.+)/i.exec(
      line,
    );
  if (todo?.[1]) return { name: "add_todo", args: { text: todo[1].trim().slice(0, 200) } };
  const reference = REFERENCE.exec(line);
  if (!reference) return null;
  const note =
    /^(?:please )?(?:(?:add|write|make)(?: a)? )?note (?:to|on|for) (?:wo[- ]?|job #?|work order #?)\d+ ?[:,-]? ?(?:that )?(.+)/i.exec(
      line,
    );
  if (note?.[1]) return { name: "add_note", args: { reference: referenceOf(reference), text: note[1].trim() } };
  const to = statusWanted(line);
  if (!to) return null;
  return { name: "change_job_status", args: { reference: referenceOf(reference), ...to } };
}

const STATUS_WORDS: [RegExp, WorkOrderStatus][] = [
  [/\b(?:on hold|hold)\b/i, "on_hold"],
  [/\b(?:complete|completed|done|finish|finished)\b/i, "completed"],
  [/\b(?:cancel|canceled|cancelled)\b/i, "cancelled"],
  [/\b(?:close|closed)\b/i, "closed"],
  [/\b(?:dispatch|dispatched|send out)\b/i, "dispatched"],
  [/\b(?:en route|on the way)\b/i, "en_route"],
  [/\b(?:start|started|in progress|resume)\b/i, "in_progress"],
  [/\b(?:unschedule|unscheduled)\b/i, "unscheduled"],
];
const HOLDS: [RegExp, HoldReason][] = [
  [/\bparts?\b/i, "parts"],
  [/\b(?:absent|not (?:at )?home|nobody home|no answer)\b/i, "customer_absent"],
  [/\b(?:weather|rain|snow|storm)\b/i, "weather"],
  [/\bapproval\b/i, "approval"],
  [/\bunsafe\b/i, "unsafe"],
];
const CANCELS: [RegExp, CancelReason][] = [
  [/\bcustomer\b/i, "customer"],
  [/\b(?:us|company|we)\b/i, "company"],
  [/\bduplicate\b/i, "duplicate"],
];

const firstOf = <T>(words: readonly [RegExp, T][], text: string) => words.find(([pattern]) => pattern.test(text))?.[1];

/** Only for commands: 'is WO-012 done' is a question. */
function statusWanted(line: string) {
  if (
    !/^(?:please )?(?:mark|set|move|change|put|make|dispatch|complete|finish|close|cancel|start|resume|hold|unschedule|send out)\b/i.test(
      line,
    )
  )
    return null;
  const to = firstOf(STATUS_WORDS, line);
  if (!to) return null;
  if (to === "on_hold") return { to, holdReason: firstOf(HOLDS, line) };
  if (to === "cancelled") return { to, cancelReason: firstOf(CANCELS, line) };
  return { to };
}

function lateIn(text: string): ToolCall | null {
  if (/\b(?:invoices?|bills?|payments?|owe[sd]?)\b/i.test(text)) return null;
  const isLate = /\b(?:late|behind|overdue|delayed|should have (?:started|begun))\b/i.test(text);
  return isLate && !/\bto-?dos?\b/i.test(text) ? { name: "late_jobs", args: {} } : null;
}

function invoicesIn(text: string): ToolCall | null {
  if (!/\b(?:invoices?|unpaid|owe[sd]?|owing|outstanding|past due|receivables?|unsettled)\b/i.test(text)) return null;
  const overdueOnly = /\b(?:overdue|late|past due)\b/i.test(text);
  const customer =
    /\b(?:does|do|has|did)\s+(.+?)\s+(?:still )?(?:owe|owes|outstanding)\b/i.exec(text)?.[1] ?? nameAfter(text);
  return {
    name: "unpaid_invoices",
    args: { ...(overdueOnly && { overdueOnly }), ...(customer && { customer }) },
  };
}

/** 'of Ortega', 'from Lake Dental': the name at the end of a question. */
function nameAfter(text: string): string | null {
  const name = /\b(?:of|from|by|for)\s+(?:customer |client |the )?([\p{L}\d'&. -]{2,80})$/iu.exec(text)?.[1]?.trim();
  if (!name || /^(?:us|me|my|our|today|all|this|last|next|them|everyone|customers?|the)\b/i.test(name)) return null;
  return name;
}

function stockIn(text: string): ToolCall | null {
  if (/\b(?:low (?:on )?stock|low on|running (?:low|out)|run out|reorder|to order|need(?:s)? ordering)\b/i.test(text)) {
    return { name: "low_stock", args: {} };
  }
  const about =
    /\b(?:stock|inventory|supply)\s+(?:of|for)\s+(.+)/i.exec(text) ??
    /\bhow (?:many|much)\s+(.+?)\s+(?:do we|have we|are|is|on hand|in stock|left|there)\b/i.exec(text) ??
    /\b(?:do we have|have we got|is there|are there)\s+(?:any |some |a |an )?(.+?)(?:\s+(?:in stock|on hand|left))$/i.exec(
      text,
    ) ??
    /^(?:any |is |are )?(.+?)\s+(?:in stock|on hand|left)$/i.exec(text) ??
    /^(?:stock|inventory)\s+(.+)/i.exec(text);
  const query = about?.[1]?.replace(/^(?:the|any|our|of)\s+/i, "").trim();
  if (!query || /^(?:jobs?|work orders?|invoices?|customers?|to-?dos?|calls?)\b/i.test(query)) return null;
  return { name: "stock_of_item", args: { query: singular(query) } };
}

/** Items are searched by prefix: 'capacitors' would not match 'Capacitor'. */
const singular = (words: string) => words.replace(/\b(\p{L}{3,}[^s\W])s\b/gu, "$1");

function todosIn(text: string): ToolCall | null {
  return /\b(?:to-?dos?|my (?:tasks|reminders))\b/i.test(text) ? { name: "my_todos", args: {} } : null;
}

const JOB_STATES: [RegExp, WorkOrderStatus][] = [
  [/\bunscheduled\b/i, "unscheduled"],
  [/\bon hold\b/i, "on_hold"],
  [/\bin progress\b/i, "in_progress"],
  [/\b(?:en route|on the way)\b/i, "en_route"],
  [/\bdispatched\b/i, "dispatched"],
  [/\bcompleted\b/i, "completed"],
  [/\bcancell?ed\b/i, "cancelled"],
];

function jobsIn(text: string, setting: Setting): ToolCall | null {
  const reference = REFERENCE.exec(text);
  if (reference) return { name: "list_jobs", args: { reference: referenceOf(reference) } };
  const isAboutJobs =
    /\b(?:jobs?|work orders?|appointments?|schedule|scheduled|visits?|service calls?|calls|day|booked)\b/i.test(text);
  const status = firstOf(JOB_STATES, text);
  if (!isAboutJobs && !status) return null;
  const days = daysIn(text, setting);
  const isUnassigned = /\bunassigned\b|\bwithout a technician\b/i.test(text);
  const owner = /\b(?:what does|what is|what's|does)\s+([\p{L}'. -]{2,40}?)\s+(?:have|doing|got|on)\b/iu.exec(
    text,
  )?.[1];
  const possessive =
    /\b([\p{L}]{2,30}(?: [\p{L}]{2,30})?)['’]s\s+(?:jobs?|work orders?|appointments?|day|schedule|visits?)\b/iu.exec(
      text,
    )?.[1];
  const technician = isUnassigned ? "unassigned" : (possessive ?? owner);
  const customer =
    /\b(?:for|at)\s+([\p{Lu}][\p{L}\d'&. -]{1,80}?)(?:\s+(?:today|tomorrow|this|next|on|in)\b.*)?$/u.exec(text)?.[1];
  const named = customer && !isDayWord(customer) ? customer.trim() : null;
  return {
    name: "list_jobs",
    args: {
      ...(days ?? {}),
      ...(status && { status }),
      ...(technician &&
        !isDayWord(technician) &&
        !/^(?:everybody|everyone|the|my|our|we)\b/i.test(technician) && {
          technician: technician.replace(/^(?:what|show|list|are|is)\s+/i, ""),
        }),
      ...(named && { customer: named }),
    },
  };
}

const isDayWord = (word: string) =>
  /^(?:today|tomorrow|yesterday|this|next|last|mon|tues?|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
    word,
  );

/** The dates a question is about; null if it contains none. Weeks start on Sunday. */
export function daysIn(
  text: string,
  { now, zone }: Pick<Setting, "now" | "zone">,
): { from: CivilDate; to: CivilDate } | null {
  const today = wallTimeOf(now, zone).date;
  const sunday = addDays(today, -weekday(today));
  const week = (start: CivilDate) => ({ from: start, to: addDays(start, 6) });
  if (/\bthis week\b/i.test(text)) return week(sunday);
  if (/\bnext week\b/i.test(text)) return week(addDays(sunday, 7));
  if (/\blast week\b/i.test(text)) return week(addDays(sunday, -7));
  const ahead = /\bnext (\d{1,2}) days\b/i.exec(text)?.[1];
  if (ahead) return { from: today, to: addDays(today, Math.max(0, Number(ahead) - 1)) };
  if (/\b(?:today|tonight|now)\b/i.test(text)) return { from: today, to: today };
  if (/\btomorrow\b/i.test(text)) return { from: addDays(today, 1), to: addDays(today, 1) };
  if (/\byesterday\b/i.test(text)) return { from: addDays(today, -1), to: addDays(today, -1) };
  const day = readQuickTodo(text, { now, zone }).dueOn;
  return day ? { from: day, to: day } : null;
}

const FILLER =
  /\b(?:please|can you|could you|show me|show|find|search(?: for)?|look up|who is|who's|what is|what's|the|a|an|me|customers?|clients?|called|named|phone(?: number)?|number|e-?mail|address|contact|of|for|with|about|where does|where is|live|lives|give|get|list|all|our)\b/gi;

function customersIn(text: string): ToolCall | null {
  if (!/\b(?:customers?|clients?|find|search|look up|who is|who's|phone|e-?mail|address|contact)\b/i.test(text))
    return null;
  const query = text
    .replace(/['’]s\b/g, "")
    .replace(FILLER, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 120);
  return query.length >= 2 ? { name: "find_customers", args: { query } } : null;
}

const COUNTS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function cashIn(text: string, setting: Setting): ToolCall | null {
  const isAboutMoney =
    /\b(?:cash|balance|money|afford|savings?|net worth|assets|worth|accounts?|broke|projected|forecast)\b/i.test(text);
  const months = monthsAhead(text, setting);
  if (!isAboutMoney && months === null) return null;
  if (!isAboutMoney && !/\bhave\b/i.test(text)) return null;
  return { name: "projected_cash", args: { months: months ?? 3 } };
}

function monthsAhead(text: string, { now, zone }: Pick<Setting, "now" | "zone">): number | null {
  const this_ = monthIndex(monthKey(wallTimeOf(now, zone).date));
  const match = /\b(?:in|after|within)\s+(\d{1,2}|[a-z]+)\s+(month|year)s?\b/i.exec(text);
  if (match?.[1] && match[2]) {
    const word = match[1].toLowerCase();
    const count = /^\d+$/.test(word) ? Number(word) : word === "a" || word === "an" ? 1 : COUNTS.indexOf(word);
    if (count < 0) return null;
    return Math.min(24, match[2].toLowerCase() === "year" ? count * 12 : count);
  }
  if (/\bnext month\b/i.test(text)) return 1;
  if (/\bthis month\b|\bend of the month\b|\btoday\b|\bnow\b/i.test(text)) return 0;
  if (/\b(?:end of (?:the|this) year|year[- ]end)\b/i.test(text)) return 11 - (((this_ % 12) + 12) % 12);
  if (/\bnext year\b/i.test(text)) return 12;
  const named = MONTHS.findIndex((name) => new RegExp(`\\b(?:in|by|until|end of) ${name}\\b`, "i").test(text));
  return named < 0 ? null : (((named - this_) % 12) + 12) % 12;
}

function helpIn(text: string): ToolCall | null {
  const how =
    /^(?:how (?:do|can|to|does|should)|where (?:do|can) (?:i|we)|help(?: me)?(?: with| about| on)?|explain|what does .+ mean|can i|can we)\b[ :]*(.*)/i.exec(
      text,
    );
  if (!how) return null;
  const query = (how[1] || text)
    .replace(/^(?:i|we|you|one|to)\s+/i, "")
    .replace(/\b(?:work|mean)$/i, "")
    .trim()
    .slice(0, 120);
  return query ? { name: "search_help", args: { query } } : null;
}
