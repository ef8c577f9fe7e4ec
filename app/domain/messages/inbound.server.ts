import { type SQL, sql } from "drizzle-orm";
import { threads } from "#drizzle/schema/messages";
import { tenantOrganizations } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { findOnShards } from "~/domain/shared/shards.server";
import { verifyTwilio } from "~/domain/shared/webhooks/hmac.server";
import { commit } from "~/domain/shared/write.server";
import { consentWrite, reportDelivery } from "./customer.server";
import { deliveryOf, keywordOf, textErrorText } from "./delivery";
import { queuePictures } from "./incoming-pictures.server";
import { MAX_MESSAGE, MAX_TEXT_PICTURES } from "./message";
import { audience, messageWrites, threadEvent } from "./send.server";

interface Signed {
  headers: Pick<Headers, "get">;
  form: URLSearchParams;
  /** The webhook's path, which is part of the signature. */
  path: string;
}

/** @throws DomainError forbidden without a valid signature of the text host */
async function verify(ctx: Ctx, { headers, form, path }: Signed): Promise<void> {
  const { secret } = ctx.providers.texts;
  const isValid =
    secret !== null && (await verifyTwilio({ headers, form, url: `${ctx.request.origin}${path}` }, secret));
  if (!isValid) throw new DomainError("forbidden", "The signature is not valid.");
}

/** Receives the text host's status report on a message. @throws DomainError forbidden without a valid signature */
export async function receiveTextStatus(ctx: Ctx, signed: Signed): Promise<void> {
  await verify(ctx, signed);
  const { form } = signed;
  const state = deliveryOf(form.get("MessageStatus") ?? "");
  const providerId = form.get("MessageSid");
  if (!state || !providerId) return;
  const code = Number(form.get("ErrorCode"));
  const error = state === "failed" ? textErrorText(Number.isInteger(code) && code > 0 ? code : null) : undefined;
  const report = { providerId, outcome: { state, error } };
  if (await reportDelivery(ctx, report)) return;
  // It may have come before the answer that gives the message its id.
  ctx.after(new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS)).then(() => reportDelivery(ctx, report)));
}

const LOOK_AGAIN_MS = 3000;

/**
 * Receives a text from a customer: it is added to the latest conversation with its number, else to one with the customer who has
 * this number, else to a new unassigned one. A duplicate is ignored. STOP and START are recorded.
 * @throws DomainError forbidden without a valid signature of the text host
 */
export async function receiveText(
  ctx: Ctx,
  signed: Signed,
): Promise<{ outcome: "received" | "repeated" | "unknown_number" }> {
  await verify(ctx, signed);
  const { form } = signed;
  const [from, to, providerId] = [form.get("From") ?? "", form.get("To") ?? "", form.get("MessageSid") ?? ""];
  const business = ctx.providers.texts.businessOf(to);
  if (!business || !/^\+?\d{3,16}$/.test(from) || providerId === "") return { outcome: "unknown_number" };
  const org = await findOnShards(ctx, ({ db }) =>
    db.all<{ orgId: string }>(
      "orgId" in business
        ? sql`SELECT id AS orgId FROM ${tenantOrganizations} WHERE id = ${business.orgId} AND deleting = 0`
        : sql`SELECT id AS orgId FROM ${tenantOrganizations} WHERE key = ${business.orgKey} AND deleting = 0`,
    ),
  );
  if (!org) return { outcome: "unknown_number" };
  const urls = mediaOf(form);
  const body = form.get("Body")?.trim().slice(0, MAX_MESSAGE) || placeholder(urls.length);
  const keyword = keywordOf(body, form.get("OptOutType"));
  return { outcome: await take(ctx, org.orgId, { from, providerId, body, keyword, urls }) };
}

/** The host's URLs of the attached media, in order. */
function mediaOf(form: URLSearchParams): string[] {
  const count = Math.min(Number(form.get("NumMedia")) || 0, MAX_TEXT_PICTURES);
  return Array.from({ length: Math.max(count, 0) }, (_, at) => form.get(`MediaUrl${at}`) ?? "").filter(Boolean);
}

/** What lists show for a text without words. */
const placeholder = (pictures: number) =>
  pictures === 0 ? "(empty text)" : pictures === 1 ? "Sent a picture" : `Sent ${pictures} pictures`;

interface ReceivedText {
  from: string;
  providerId: string;
  body: string;
  keyword: "stop" | "start" | null;
  urls: readonly string[];
}

async function take(ctx: Ctx, orgId: string, { from, providerId, body, keyword, urls }: ReceivedText) {
  const me = { orgId, userId: null };
  const [known] = await ctx.db.all(sql`SELECT 1 FROM messages WHERE org_id = ${orgId} AND provider_id = ${providerId}`);
  if (known) return "repeated";
  const thread = (await threadOfNumber(ctx, orgId, from)) ?? (await newThread(ctx, me, from));
  const { userIds } = await audience(ctx, me, { ...thread, kind: "customer" });
  const id = ctx.newId();
  const pictures = queuePictures(ctx, orgId, { messageId: id, urls });
  try {
    await commit(ctx, me, {
      writes: [
        ...(keyword
          ? [
              consentWrite(ctx, me, {
                channel: "text",
                address: from,
                allowed: keyword === "start",
                source: "customer",
              }),
            ]
          : []),
        ...messageWrites(ctx, me, {
          ...{
            threadId: thread.id,
            id,
            body,
            mentions: [],
            userIds,
            authorKind: "customer",
            channel: "text",
            providerId,
          },
        }),
        ...pictures.writes,
      ],
      publish: [threadEvent(me, thread.id), ...pictures.publish],
      result: null,
      refusals: { "messages.provider_id": repeated },
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === "conflict") return "repeated";
    throw error;
  }
  return "received";
}

const repeated = () => new DomainError("conflict", "This text was already received.");

interface Found {
  id: string;
  workOrderId: string | null;
}

// A number that the office has corrected since is no longer the conversation's own, but was texted there.
const latestOf = (orgId: string, number: string): SQL => sql`
  SELECT id, workOrderId FROM (
    SELECT * FROM (
      SELECT id, work_order_id AS workOrderId, last_at AS at FROM threads INDEXED BY threads_phone
      WHERE org_id = ${orgId} AND contact_phone = ${number} ORDER BY last_at DESC LIMIT 1)
    UNION ALL
    SELECT * FROM (
      SELECT t.id, t.work_order_id, m.created_at FROM messages m INDEXED BY messages_texted
      CROSS JOIN threads t ON t.org_id = ${orgId} AND t.id = m.thread_id
      WHERE m.org_id = ${orgId} AND m.channel = 'text' AND m.sent_to = ${number} ORDER BY m.created_at DESC LIMIT 1))
  ORDER BY at DESC LIMIT 1`;

/** The latest conversation with a number. */
async function threadOfNumber(ctx: Ctx, orgId: string, number: string): Promise<Found | null> {
  const [row] = await ctx.db.all<Found>(latestOf(orgId, number));
  return row ?? null;
}

/** A new conversation with the customer who has this number; if nobody has, one for the office to assign. */
async function newThread(ctx: Ctx, me: Pick<Member, "orgId">, number: string): Promise<Found> {
  const { orgId } = me;
  const id = ctx.newId();
  const at = ctx.now.toISOString();
  await commit(ctx, me, {
    writes: [
      ctx.db.run(sql`
        INSERT INTO ${threads} (org_id, id, kind, customer_id, contact_phone, created_by, created_at)
        SELECT ${orgId}, ${id}, 'customer',
          (SELECT c.id FROM customers c INDEXED BY customers_phone WHERE c.org_id = ${orgId} AND c.phone = ${number} ORDER BY c.archived, c.number DESC LIMIT 1),
          ${number}, 'system', ${at}
        WHERE NOT EXISTS (SELECT 1 FROM threads known INDEXED BY threads_phone WHERE known.org_id = ${orgId} AND known.contact_phone = ${number})`),
    ],
    result: null,
  });
  // Another text may have created it at the same moment.
  return (await threadOfNumber(ctx, orgId, number)) ?? { id, workOrderId: null };
}
