import { z } from "zod";
import { optionalEmail, optionalLine, paging, pagingView } from "~/domain/shared/fields";
import { MAX_SENDER_NAME, MAX_SUPPORT_MESSAGE, SUPPORT_STATES } from "./support";

const body = z
  .string({ error: "Write a message" })
  .trim()
  .min(1, "Write a message")
  .max(MAX_SUPPORT_MESSAGE, `Please use at most ${MAX_SUPPORT_MESSAGE} characters`);

/** A message from 'Chat with us'. Name and email are for visitors only: signed-in users write under their own account. */
export const SupportMessage = z.object({
  body,
  name: optionalLine(MAX_SENDER_NAME),
  email: optionalEmail,
  /** The path of the page it is about. */
  page: optionalLine(300),
  question: optionalLine(500),
  /** Issued with the form. */
  started: z.string().max(600).default(""),
  /** A honeypot visible only to bots. */
  website: optionalLine(400),
});
export type SupportMessage = z.output<typeof SupportMessage>;

export const SupportReply = z.object({ body, close: z.boolean().default(false) });
export type SupportReply = z.output<typeof SupportReply>;

export const SupportStateChange = z.object({ state: z.enum(["open", "closed"], { error: "Unknown state" }) });
export type SupportStateChange = z.output<typeof SupportStateChange>;

const state = z.enum(SUPPORT_STATES, { error: "Unknown state" });
export const SupportFilter = z.object({ state: state.default("open"), ...paging });
export type SupportFilter = z.output<typeof SupportFilter>;

export const SupportView = z.object({
  state: state.catch("open"),
  ...pagingView,
  limit: paging.limit.catch(30).default(30),
});
