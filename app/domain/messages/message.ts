import { can, type Rights } from "~/domain/shared/permissions";
import { MINUTE_MS } from "~/domain/shared/time/dates";

export const THREAD_KINDS = ["direct", "group", "job", "customer"] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

export const AUTHOR_KINDS = ["member", "customer", "system"] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];

/** How a message is sent or received: in the product, as a text, as a mail, or on the customer's page. */
export const CHANNELS = ["app", "text", "mail", "page"] as const;
export type Channel = (typeof CHANNELS)[number];

/** `held`: waits for the end of the recipient's quiet hours. Null: nothing is sent to anyone outside. */
export const DELIVERY_STATES = ["held", "queued", "sent", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States of a text's picture: pending, stored, refused because it cannot be shown, or failed to fetch for now. */
export const PICTURE_STATES = ["waiting", "stored", "refused", "failed"] as const;
export type PictureState = (typeof PICTURE_STATES)[number];

/** Maximum pictures the text host allows per text. */
export const MAX_TEXT_PICTURES = 10;
export const MAX_TEXT_PICTURE_BYTES = 5_000_000;

export const THREAD_LISTS = ["mine", "unread", "assigned", "jobs", "customers", "closed"] as const;
export type ThreadList = (typeof THREAD_LISTS)[number];

export const MAX_MESSAGE = 4000;
/** Maximum participants of a group conversation. */
export const MAX_GROUP = 30;
/** Messages per page of a conversation. */
export const MESSAGES_PER_PAGE = 50;
/** Higher counts are shown as this number and a plus sign. */
export const MAX_UNREAD = 99;
/** Messages unread for this long are announced by mail. */
export const NOTIFY_AFTER_MS = 15 * MINUTE_MS;

/** The office takes part in every conversation about a job or with a customer. */
export function isOffice(member: Rights): boolean {
  return can(member, "work_orders.write");
}

/** The key that makes the direct conversation between two people unique. */
export function directKey(one: string, other: string): string {
  return [one, other].sort().join(":");
}

export interface Person {
  id: string;
  name: string;
}

/** Ids of the people mentioned in a text, such as '@Luis Ortega'. If one name starts with another, the longer one counts. */
export function mentionedIn(body: string, people: readonly Person[]): string[] {
  return [...new Set(mentionParts(body, people).flatMap(({ person }) => (person ? [person.id] : [])))];
}

interface TextPart {
  text: string;
  /** Set if this part mentions a person. */
  person: Person | null;
}

/** Splits a text at its mentions. */
export function mentionParts(body: string, people: readonly Person[]): TextPart[] {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  const parts: TextPart[] = [];
  let plain = "";
  for (let at = 0; at < body.length; ) {
    const person = body[at] === "@" ? byLength.find(({ name }) => isNamedAt(body, at + 1, name)) : undefined;
    if (!person) {
      plain += body[at];
      at += 1;
      continue;
    }
    if (plain) parts.push({ text: plain, person: null });
    plain = "";
    parts.push({ text: body.slice(at, at + 1 + person.name.length), person });
    at += 1 + person.name.length;
  }
  return plain ? [...parts, { text: plain, person: null }] : parts;
}

function isNamedAt(body: string, at: number, name: string): boolean {
  if (name === "" || body.slice(at, at + name.length).toLowerCase() !== name.toLowerCase()) return false;
  return !/[\p{L}\p{N}]/u.test(body[at + name.length] ?? "");
}

/** The name being typed at the end of a text, without its '@'; null if there is none. */
export function mentionTyped(beforeCaret: string): string | null {
  return /(?:^|\s)@([\p{L}\p{M}'. -]{0,40})$/u.exec(beforeCaret)?.[1] ?? null;
}

const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** Splits a text at its URLs. */
export function linkParts(text: string): { text: string; isLink: boolean }[] {
  const parts: { text: string; isLink: boolean }[] = [];
  let from = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (index > from) parts.push({ text: text.slice(from, index), isLink: false });
    parts.push({ text: link, isLink: true });
    from = index + link.length;
  }
  return from < text.length ? [...parts, { text: text.slice(from), isLink: false }] : parts;
}
