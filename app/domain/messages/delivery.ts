import { addDays, type CivilDate } from "~/domain/shared/time/dates";
import { instantOf, wallTimeOf } from "~/domain/shared/time/time-zones";

export interface QuietHours {
  /** Wall times, HH:MM; no quiet hours if both are equal. */
  from: string;
  to: string;
}

export const DEFAULT_QUIET: QuietHours = { from: "21:00", to: "08:00" };

/** When a message may be sent: null for now, or the end of quiet hours in the site's time zone, in epoch milliseconds. */
export function waitsUntil(now: number, { from, to }: QuietHours, zone: string): number | null {
  if (from === to) return null;
  const { date, time } = wallTimeOf(now, zone);
  const overnight = from > to;
  const isQuiet = overnight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return null;
  const day: CivilDate = overnight && time >= from ? addDays(date, 1) : date;
  return instantOf({ date: day, time: to }, zone).instant;
}

const STOP_WORDS = new Set(["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"]);
const START_WORDS = new Set(["start", "unstop"]);

/** Of two words as well as of one. */
const JOINED_WORDS = new Set(["optout", "stopall"]);

/**
 * The keyword of a one-word text, as carriers in the United States interpret it; null for any other text. `optOutType`: the
 * keyword that the text host has already recognized in it, if it handles them for the number.
 */
export function keywordOf(body: string, optOutType: string | null = null): "stop" | "start" | null {
  if (optOutType === "STOP") return "stop";
  if (optOutType === "START") return "start";
  const word = body
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  if (body.trim().split(/\s+/).length > 1 && !JOINED_WORDS.has(word)) return null;
  return STOP_WORDS.has(word) ? "stop" : START_WORDS.has(word) ? "start" : null;
}

/** A number that can receive texts: E.164 without an extension; null for any other. */
export const textNumber = (phone: string | null): string | null =>
  phone && /^\+[1-9]\d{7,14}$/.test(phone) ? phone : null;

/** Attempts to send a text whose outcome is unknown. */
export interface EarlierAttempts {
  /** An instant before the first of them. */
  since: string;
  /** Those of the host's ids that belong to other texts. */
  claimed: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Twilio's error codes in words for the office. */
const TEXT_ERRORS: Record<number, string> = {
  21211: "This is not a phone number",
  21214: "This number cannot be reached",
  21217: "This is not a phone number",
  21265: "This number can't receive texts",
  21408: "Texts to this country are not turned on",
  21606: "Your business's number cannot send texts",
  21608: "The trial account of the text service sends to verified numbers only",
  21610: "The customer has opted out of texts from your number",
  21612: "Texts from your number do not reach this carrier",
  21614: "This is a landline, which can't receive texts",
  21617: "The message is too long for a text",
  30003: "The phone is off or out of reach",
  30004: "The recipient blocks texts",
  30005: "The number is not in service",
  30006: "This is a landline, which can't receive texts",
  30007: "The carrier blocked it as spam",
  30008: "The carrier did not say why",
  30034: "Your number is not registered with the carriers",
};

/** Why a text was not delivered, in words. */
export function textErrorText(code: number | null): string {
  return (
    (code !== null && TEXT_ERRORS[code]) ||
    (code === null ? "The text service refused it" : `The text service refused it (${code})`)
  );
}

/** The delivery state for a status of Twilio's Messages API; null for a status that changes nothing. */
export function deliveryOf(status: string): "queued" | "sent" | "delivered" | "failed" | null {
  switch (status) {
    case "accepted":
    case "scheduled":
    case "queued":
    case "sending":
      return "queued";
    case "sent":
      return "sent";
    case "delivered":
    case "read":
      return "delivered";
    case "undelivered":
    case "failed":
    case "canceled":
      return "failed";
    default:
      return null;
  }
}
