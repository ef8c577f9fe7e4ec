import { z } from "zod";
import { blankToNull, deviceInstant, line, paging, wallTime } from "~/domain/shared/fields";
import { MAX_GROUP, MAX_MESSAGE, MESSAGES_PER_PAGE, THREAD_LISTS } from "./message";
import { MAX_TEMPLATE, TEMPLATE_KEYS, type TemplateKey, unknownBlanks } from "./templates";

const body = z
  .string({ error: "Enter a message" })
  .trim()
  .max(MAX_MESSAGE, `Please use at most ${MAX_MESSAGE.toLocaleString("en-US")} characters`);

/** The time on the device's clock, if it was written offline. */
const writtenAt = blankToNull(deviceInstant).default(null);

export const MessageInput = z.object({ body: body.min(1, "Enter a message"), writtenAt });
export type MessageInput = z.output<typeof MessageInput>;

export const PhotoMessage = z.object({
  photo: z.instanceof(File, { error: "Please choose a picture" }).meta({ type: "string", format: "binary" }),
  body: body.default(""),
  writtenAt,
});
export type PhotoMessage = z.output<typeof PhotoMessage>;

/** Sends it now, even during quiet hours. */
const now = z
  .preprocess((value) => value === true || value === "on" || value === "true", z.boolean())
  .default(false)
  .describe("Send it now, even during quiet hours");

/** A photo to the team, or with `channel` to the customer. */
export const PhotoToSomebody = PhotoMessage.extend({
  channel: blankToNull(z.enum(["text", "mail"], { error: "Send the photo by text or email" })),
  now,
});

/** Participants: one person makes it direct, several a group. */
export const ConversationInput = z.object({
  people: z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value]),
    z
      .array(z.guid({ error: "Choose people from the list" }).toLowerCase())
      .min(1, "Choose at least one person")
      .max(MAX_GROUP, `A conversation has at most ${MAX_GROUP} people`),
  ),
  title: blankToNull(line("Enter a name", 80)),
});
export type ConversationInput = z.output<typeof ConversationInput>;

const list = z.enum(THREAD_LISTS, { error: "Unknown list" });

export const ThreadFilter = z.object({ list: list.default("mine"), ...paging });
export type ThreadFilter = z.output<typeof ThreadFilter>;

/** From a screen's query; invalid values are ignored. */
export const ThreadView = z.object({
  list: list.catch("mine"),
  q: z.string().trim().max(100).catch(""),
  cursor: paging.cursor.catch(undefined),
});

export const MessageSearch = z.object({ q: z.string().trim().min(1, "Enter a word to find").max(100), ...paging });

const place = z.coerce.number<string | number>().int().min(1).max(2_000_000_000).optional();

/** A page of a conversation: the newest messages, or those before or after a position. */
export const MessagePage = z.object({
  before: place,
  after: place,
  limit: z.coerce.number().int().min(1).max(100).default(MESSAGES_PER_PAGE),
});
export type MessagePage = z.output<typeof MessagePage>;

/** From a URL; an invalid position is ignored. */
export const MessagePageView = z.object({
  before: place.catch(undefined),
  after: place.catch(undefined),
  limit: MessagePage.shape.limit.catch(MESSAGES_PER_PAGE),
});

/** The position of a search result. */
export const FoundView = z.object({ at: place.catch(undefined) });

/** Who is responsible for answering; null: unassigned. */
export const ThreadAssignee = z.object({
  assigneeId: blankToNull(z.guid({ error: "Choose a person from the list" }).toLowerCase()),
});
export type ThreadAssignee = z.output<typeof ThreadAssignee>;

export const ReadUpTo = z.object({
  seq: z.coerce
    .number<string | number>({ error: "Enter a position in the conversation" })
    .int()
    .min(0)
    .max(2_000_000_000),
});

/** To a customer: by text, by mail, or only on the customer's page. */
export const CustomerMessage = z.object({
  body: body.min(1, "Enter a message"),
  channel: z.enum(["text", "mail", "page"], { error: "Choose how to reach the customer" }),
  now,
});
export type CustomerMessage = z.output<typeof CustomerMessage>;

export const ConsentInput = z.object({
  channel: z.enum(["text", "mail"], { error: "Choose text or email" }),
  allowed: z.preprocess((value) => value === true || value === "true", z.boolean({ error: "Choose yes or no" })),
});

const template = z
  .string({ error: "Enter the words of this message" })
  .trim()
  .min(1, "Enter the words of this message")
  .max(MAX_TEMPLATE, `Please use at most ${MAX_TEMPLATE} characters`)
  .refine((text) => unknownBlanks(text).length === 0, {
    error: ({ input }) => `Unknown blank: {${unknownBlanks(String(input))[0] ?? ""}}`,
  });

// Guarantee: one per key.
const templates = Object.fromEntries(TEMPLATE_KEYS.map((key) => [key, template])) as Record<
  TemplateKey,
  typeof template
>;

export const MessageSettingsInput = z.object({
  version: z.coerce.number<string | number>({ error: "Version is required" }).int().min(0),
  quietFrom: wallTime,
  quietTo: wallTime,
  templates: z.object(templates),
});
export type MessageSettingsInput = z.output<typeof MessageSettingsInput>;
