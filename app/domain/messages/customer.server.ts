import { sql } from "drizzle-orm";
import { acrossCopies, acrossTenants } from "#drizzle/d1/guard";
import { messageConsents, threads } from "#drizzle/schema/messages";
import type { TextMessages } from "~/domain/providers";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { findOnShards, isOnThisShard } from "~/domain/shared/shards.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, type Commit, commit, once } from "~/domain/shared/write.server";
import { allowCrewOrOffice, allowOnWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { paths } from "~/paths";
import { allowMessaging, allowOnThread } from "./access.server";
import { textNumber, waitsUntil } from "./delivery";
import { type Channel, MAX_TEXT_PICTURE_BYTES } from "./message";
import { threadOfWorkOrder } from "./open.server";
import { pictureUrl } from "./picture-links.server";
import type { CustomerMessage } from "./schema";
import { audience, checkedPicture, messageWrites, type Sent, threadEvent, withPicture, withPlace } from "./send.server";
import { quietHoursOf } from "./settings.server";

const TO_CUSTOMERS: Limit = {
  name: "customer_messages",
  what: "messages to customers",
  perPerson: 200,
  perBusiness: 2000,
  seconds: HOUR_SECONDS,
};

/** The conversation with a job's customer, created on first use. @throws DomainError not_found; forbidden */
export async function openCustomerThread(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const { id: workOrderId, crew } = await readCrew(ctx, me, ref);
  allowOnWorkOrder(ctx, { crew });
  return threadOfWorkOrder(ctx, me, { workOrderId, kind: "customer" });
}

/**
 * A statement of one row with a customer's current contact data for a conversation; without a customer, of whoever wrote.
 */
export function reachOf({ orgId }: Pick<Member, "orgId">, threadId: string) {
  return sql`SELECT phone, email, zone,
      coalesce((SELECT allowed FROM message_consents WHERE org_id = ${orgId} AND channel = 'text' AND address = phone), 1) AS texts,
      coalesce((SELECT allowed FROM message_consents WHERE org_id = ${orgId} AND channel = 'mail' AND address = email), 1) AS mails
    FROM (SELECT iif(c.id IS NULL, t.contact_phone, c.phone) AS phone, iif(c.id IS NULL, t.contact_email, c.email) AS email,
        a.time_zone AS zone
      FROM threads t LEFT JOIN work_orders w ON w.org_id = ${orgId} AND w.id = t.work_order_id
      LEFT JOIN customers c ON c.org_id = ${orgId} AND c.id = coalesce(t.customer_id, w.customer_id)
      LEFT JOIN addresses a ON a.org_id = ${orgId} AND a.id = w.site_address_id
      WHERE t.org_id = ${orgId} AND t.id = ${threadId})`;
}

/** A message of a conversation to a customer, by text or email as its row specifies. */
const customerMessage = (orgId: string, messageId: string): OutboxMessage => ({
  topic: "business_mail",
  owner: { orgId },
  payload: { message: { orgId, messageId } },
});

export interface ReachRow {
  phone: string | null;
  email: string | null;
  zone: string | null;
  texts: number;
  mails: number;
}

const OPTED_OUT = {
  text: "The customer has opted out of texts",
  mail: "The customer has opted out of emails",
};

/** How the composer describes the two ways to reach a customer. */
export function channelsOf(row: ReachRow | undefined, ownNumber: string | null) {
  const phone = textNumber(row?.phone ?? null);
  const email = row?.email ?? null;
  const text =
    phone === null
      ? "No cell phone number on file"
      : row?.texts === 0
        ? OPTED_OUT.text
        : ownNumber === null
          ? "Your business has no texting number"
          : null;
  const mail = email === null ? "No email address on file" : row?.mails === 0 ? OPTED_OUT.mail : null;
  return {
    text: { to: phone, problem: text },
    mail: { to: email, problem: mail },
    textsAllowed: row?.texts !== 0,
    mailsAllowed: row?.mails !== 0,
  };
}

/**
 * Writes to a customer by text or mail. During quiet hours at the site the message is held until they end, unless it is sent
 * right away.
 * @throws DomainError not_found; invalid with the field if the customer cannot be reached that way
 */
export async function sendToCustomer(ctx: Ctx, threadId: string, input: CustomerMessage): Promise<Sent> {
  const me = allowMessaging(ctx);
  await limitUse(ctx, TO_CUSTOMERS);
  const { body, channel, now } = input;
  const useCase = { useCase: "sendToCustomer", retention: "forever" } as const;
  const sent = await once(ctx, useCase, { threadId, body, channel }, async (write) => {
    const thread = await customerThread(ctx, threadId);
    const { userIds } = await audience(ctx, me, thread);
    if (channel === "page" && thread.workOrderId === null)
      throw invalidField("channel", "There is no visit page without a job");
    if (channel === "page") return postOnPage(ctx, me, { write, threadId, body, userIds });
    const delivery = await deliveryOf(ctx, me, { threadId, channel, now });
    const id = ctx.newId();
    await write(me, queuedMessage(ctx, me, { ...{ threadId, id, body, userIds, channel }, ...delivery }));
    return { id };
  });
  return withPlace(ctx, me, sent);
}

/** Picture types and size that carriers accept with a text. */
const TEXT_PICTURES = { types: ["image/jpeg", "image/png"], maxBytes: MAX_TEXT_PICTURE_BYTES };

/**
 * Sends a photo to a customer, as a picture message or by mail, without its location data.
 * @throws DomainError not_found; too_large; invalid with the field if it is not a picture or the customer cannot be reached that
 * way
 */
export async function sendPhotoToCustomer(
  ctx: Ctx,
  threadId: string,
  { photo, body, channel, now }: { photo: Blob; body: string; channel: "text" | "mail"; now: boolean },
): Promise<Sent> {
  const me = allowMessaging(ctx);
  const picture = await checkedPicture(photo);
  if (channel === "text" && !TEXT_PICTURES.types.includes(picture.type))
    throw invalidField("photo", "Texts can include JPEG and PNG pictures only. Send this one by email.");
  if (channel === "text" && picture.bytes.length > TEXT_PICTURES.maxBytes)
    throw invalidField("photo", "Texts can include pictures of up to 5 MB. Send this one by email.");
  await limitUse(ctx, TO_CUSTOMERS);
  const input = { threadId, body, channel, sha256: await sha256Of(picture.sent) };
  const sent = await once(ctx, { useCase: "sendPhotoToCustomer", retention: "forever" }, input, async (write) => {
    const thread = await customerThread(ctx, threadId);
    const [{ userIds }, delivery] = await Promise.all([
      audience(ctx, me, thread),
      deliveryOf(ctx, me, { threadId, channel, now }),
    ]);
    const id = ctx.newId();
    await withPicture(ctx, me, { threadId, id, picture }, (file) =>
      write(me, queuedMessage(ctx, me, { ...{ threadId, id, body, userIds, channel, photo: file }, ...delivery })),
    );
    return { id };
  });
  return withPlace(ctx, me, sent);
}

async function customerThread(ctx: Ctx, threadId: string) {
  const thread = await allowOnThread(ctx, threadId);
  if (thread.kind !== "customer") throw new DomainError("conflict", "This conversation is with the team.");
  return thread;
}

interface Delivery {
  to: string;
  /** When quiet hours at the site end; null: send now. */
  sendAt: string | null;
}

/** @throws DomainError invalid if the customer cannot be reached that way */
async function deliveryOf(
  ctx: Ctx,
  me: Member,
  { threadId, channel, now }: { threadId: string; channel: "text" | "mail"; now: boolean },
): Promise<Delivery> {
  const [[reach], quiet] = await Promise.all([ctx.db.all<ReachRow>(reachOf(me, threadId)), quietHoursOf(ctx, me)]);
  const chosen = channelsOf(reach, ctx.providers.texts.numberOf(me))[channel];
  if (chosen.problem !== null || chosen.to === null)
    throw invalidField("channel", chosen.problem ?? "Choose how to reach the customer");
  const until = now ? null : waitsUntil(ctx.now.getTime(), quiet, reach?.zone ?? me.timeZone);
  return { to: chosen.to, sendAt: until === null ? null : new Date(until).toISOString() };
}

interface QueuedMessage extends Delivery {
  threadId: string;
  id: string;
  body: string;
  userIds: readonly string[];
  channel: "text" | "mail";
  photo?: Parameters<typeof messageWrites>[2]["photo"];
}

/** The message with its delivery, for the use case's own batch. */
function queuedMessage(ctx: Ctx, me: Member, { to, sendAt, ...message }: QueuedMessage) {
  const { threadId, id, channel } = message;
  return {
    writes: [
      ctx.db.run(sql`UPDATE ${threads} SET contact_phone = coalesce(${channel === "text" ? to : null}, contact_phone),
          contact_email = coalesce(${channel === "mail" ? to : null}, contact_email) WHERE org_id = ${me.orgId} AND id = ${threadId}`),
      ...messageWrites(ctx, me, {
        ...{ ...message, mentions: [], authorKind: "member" },
        delivery: { state: sendAt === null ? "queued" : "held", sentTo: to, sendAt },
      }),
    ],
    publish: [threadEvent(me, threadId), ...(sendAt === null ? [customerMessage(me.orgId, id)] : [])],
    result: { id },
  };
}

interface OnPage {
  write: Commit;
  threadId: string;
  body: string;
  userIds: readonly string[];
}

/** Adds a message that only appears on the customer's page; nothing is sent. */
async function postOnPage(ctx: Ctx, me: Member, { write, threadId, body, userIds }: OnPage): Promise<{ id: string }> {
  const id = ctx.newId();
  await write(me, {
    writes: messageWrites(ctx, me, {
      threadId,
      id,
      body,
      mentions: [],
      userIds,
      authorKind: "member",
      channel: "page",
    }),
    publish: [threadEvent(me, threadId)],
    result: { id },
  });
  return { id };
}

/** Records whether a customer may be contacted on a channel, as they told the office. @throws DomainError not_found */
export async function setConsent(
  ctx: Ctx,
  threadId: string,
  { channel, allowed }: { channel: "text" | "mail"; allowed: boolean },
): Promise<{ id: string }> {
  const me = allowMessaging(ctx);
  return once(ctx, "setMessageConsent", { threadId, channel, allowed }, async (write) => {
    const thread = await allowOnThread(ctx, threadId);
    const [reach] = await ctx.db.all<ReachRow>(reachOf(me, threadId));
    const address = channel === "text" ? reach?.phone : reach?.email;
    if (thread.kind !== "customer" || !address)
      throw notFound("There is no phone number or email address to record this for.");
    const recorded = consentWrite(ctx, me, { channel, address, allowed, source: "office" });
    return write(me, {
      writes: allowed ? [recorded, assertRowChanged(ctx, "customer_stopped_texts")] : [recorded],
      audit: [{ action: "message_consent.update", entity: "thread", entityId: threadId, after: { channel, allowed } }],
      publish: [threadEvent(me, threadId)],
      result: { id: threadId },
      refusals: { customer_stopped_texts: stoppedByCustomer },
    });
  });
}

const stoppedByCustomer = () =>
  new DomainError("conflict", "The customer texted STOP. Only they can turn texts on again, by texting START.");

type Consent = Omit<typeof messageConsents.$inferInsert, "orgId" | "changedAt">;

/** Records a consent. From the office it changes nothing after a customer's STOP: carriers block texts until they text START. */
export function consentWrite(ctx: Ctx, { orgId }: Pick<Member, "orgId">, consent: Consent) {
  const changed = { allowed: consent.allowed, source: consent.source, changedAt: ctx.now.toISOString() };
  return ctx.db
    .insert(messageConsents)
    .values({ orgId, ...consent, ...changed })
    .onConflictDoUpdate({
      target: [messageConsents.orgId, messageConsents.channel, messageConsents.address],
      set: changed,
      ...(consent.source === "office" && {
        setWhere: sql`NOT (message_consents.channel = 'text' AND message_consents.source = 'customer' AND message_consents.allowed = 0)`,
      }),
    });
}

interface Queued {
  threadId: string;
  channel: Channel;
  body: string;
  sentTo: string;
  delivery: string;
  /** Set if it was held, or has waited. */
  sendAt: string | null;
  /** What the customer has said about this channel and address since the message was written. */
  allowed: number;
  /** Of the site; null if it has none. */
  zone: string | null;
  subject: string | null;
  photoKey: string | null;
  photoType: string | null;
}

/**
 * Sends one message through the text host or the mailer; one held or retried until after the customer opted out fails instead.
 * In quiet hours it waits until they end, whoever retries it, unless it was written in them to be sent right away. `isRetry`: an
 * earlier attempt failed or was cut off; `queuedAt`: when it was handed over, before its first attempt. Returns when to deliver it instead, or
 * null.
 * @throws errors that a retry may resolve
 */
export async function deliverMessage(
  ctx: Ctx,
  job: { orgId: string; messageId: string },
  { outboxId, isRetry, queuedAt }: { outboxId: string; isRetry: boolean; queuedAt: string },
): Promise<{ waitsUntil: string } | null> {
  const [row] = await ctx.db.all<Queued>(sql`
    SELECT m.thread_id AS threadId, m.channel, m.body, m.sent_to AS sentTo, m.delivery, m.send_at AS sendAt,
      coalesce((SELECT c.allowed FROM message_consents c WHERE c.org_id = ${job.orgId} AND c.channel = m.channel AND c.address = m.sent_to), 1) AS allowed,
      m.photo_key AS photoKey, m.photo_type AS photoType,
      (SELECT a.time_zone FROM threads t JOIN work_orders w ON w.org_id = ${job.orgId} AND w.id = t.work_order_id
        JOIN addresses a ON a.org_id = ${job.orgId} AND a.id = w.site_address_id WHERE t.org_id = ${job.orgId} AND t.id = m.thread_id) AS zone,
      (SELECT w.title FROM threads t JOIN work_orders w ON w.org_id = ${job.orgId} AND w.id = t.work_order_id WHERE t.org_id = ${job.orgId} AND t.id = m.thread_id) AS subject
    FROM messages m WHERE m.org_id = ${job.orgId} AND m.id = ${job.messageId} AND m.delivery = 'queued' AND m.provider_id IS NULL`);
  if (!row) return null;
  if (row.allowed === 0)
    return setDelivery(ctx, job, { state: "failed", error: OPTED_OUT[row.channel === "mail" ? "mail" : "text"] });
  const [[business], [organization], quiet] = await Promise.all([
    ctx.db.all<{ name: string; email: string | null; timeZone: string }>(
      sql`SELECT name, email, time_zone AS timeZone FROM organizations WHERE id = ${job.orgId}`,
    ),
    ctx.db.all<{ key: number }>(sql`SELECT key FROM tenant_organizations WHERE id = ${job.orgId}`),
    quietHoursOf(ctx, job),
  ]);
  const zone = row.zone ?? business?.timeZone ?? "UTC";
  const until = waitsUntil(ctx.now.getTime(), quiet, zone);
  // Handed over in these same quiet hours and never held: the sender chose so.
  const isSentRightAway = row.sendAt === null && until === waitsUntil(Date.parse(queuedAt), quiet, zone);
  if (until !== null && !isSentRightAway)
    return waitFor(ctx, job, { threadId: row.threadId, until: new Date(until).toISOString() });
  if (row.channel === "mail") {
    const subject = row.subject ? `${business?.name}: ${row.subject}` : `Message from ${business?.name}`;
    await ctx.providers.mailer.send(
      {
        to: row.sentTo,
        subject,
        text: row.body || "See the attached photo.",
        fromName: business?.name,
        ...(business?.email && { replyTo: business.email }),
        ...(row.photoKey !== null && {
          attachments: [
            {
              fileName: `photo.${row.photoType === "image/png" ? "png" : row.photoType === "image/webp" ? "webp" : "jpg"}`,
              ...{ contentType: row.photoType ?? "image/jpeg", key: row.photoKey },
            },
          ],
        }),
      },
      outboxId,
    );
    return setDelivery(ctx, job, { state: "sent" });
  }
  const from = ctx.providers.texts.numberOf({ orgId: job.orgId, orgKey: organization?.key ?? 0 });
  if (from === null) return setDelivery(ctx, job, { state: "failed", error: "Your business has no texting number" });
  const sent = await sendText(
    ctx,
    {
      ...{ from, to: row.sentTo, body: row.body, callback: `${ctx.request.origin}${paths.apiTextStatus()}` },
      mediaUrl:
        row.photoKey === null
          ? null
          : await pictureUrl(ctx, { orgKey: organization?.key ?? 0, messageId: job.messageId }),
    },
    { retryOf: isRetry ? { since: queuedAt, claimed: (ids) => claimedIds(ctx, job, ids) } : null },
  );
  return setDelivery(ctx, job, sent);
}

/** It stays queued, so that its next attempt knows of the earlier ones. */
async function waitFor(
  ctx: Ctx,
  job: { orgId: string; messageId: string },
  { threadId, until }: { threadId: string; until: string },
) {
  await commit(ctx, job, {
    writes: [
      ctx.db.run(sql`
        UPDATE messages SET send_at = ${until} WHERE org_id = ${job.orgId} AND thread_id = ${threadId} AND id = ${job.messageId} AND delivery = 'queued'`),
    ],
    publish: [threadEvent(job, threadId)],
    result: null,
  });
  return { waitsUntil: until };
}

type Outcome = { state: "queued" | "sent" | "delivered" | "failed"; error?: string; providerId?: string };

/** Those of the text host's ids that messages of the business have. */
async function claimedIds(
  ctx: Ctx,
  { orgId }: { orgId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.all<{ id: string }>(sql`
    SELECT provider_id AS id FROM messages WHERE org_id = ${orgId} AND provider_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Set(rows.map(({ id }) => id));
}

async function sendText(
  ctx: Ctx,
  text: Parameters<TextMessages["send"]>[0],
  retry: Parameters<TextMessages["send"]>[1],
): Promise<Outcome> {
  const answer = await ctx.providers.texts.send(text, retry);
  return answer.kind === "refused"
    ? { state: "failed", error: answer.text }
    : { state: answer.state, providerId: answer.id };
}

const ORDER = `CASE delivery WHEN 'held' THEN 0 WHEN 'queued' THEN 1 WHEN 'sent' THEN 2 ELSE 3 END`;
const RANK = { queued: 1, sent: 2, delivered: 3, failed: 3 } as const;

/** Records a message's delivery status; a late report never moves it back. */
async function setDelivery(
  ctx: Ctx,
  message: { orgId: string; messageId: string },
  { state, error, providerId }: Outcome,
): Promise<null> {
  const { orgId, messageId } = message;
  const [row] = await ctx.db.all<{ threadId: string }>(
    sql`SELECT thread_id AS threadId FROM messages WHERE org_id = ${orgId} AND id = ${messageId}`,
  );
  if (!row) return null;
  return commit(ctx, message, {
    writes: [
      ctx.db.run(sql`
        UPDATE messages SET provider_id = coalesce(provider_id, ${providerId ?? null}),
          delivery = CASE WHEN ${sql.raw(ORDER)} < ${RANK[state]} THEN ${state} ELSE delivery END,
          delivery_error = CASE WHEN ${sql.raw(ORDER)} < ${RANK[state]} THEN ${error ?? null} ELSE delivery_error END,
          delivered_at = CASE WHEN ${sql.raw(ORDER)} < ${RANK[state]} THEN ${ctx.now.toISOString()} ELSE delivered_at END
        WHERE org_id = ${orgId} AND thread_id = ${row.threadId} AND id = ${messageId}`),
    ],
    publish: [threadEvent({ orgId }, row.threadId)],
    result: null,
  });
}

/** Marks a message as failed after its last retry, so that the conversation shows it. */
export const giveUpMessage = (ctx: Ctx, job: { orgId: string; messageId: string }) =>
  setDelivery(ctx, job, { state: "failed", error: "The service could not be reached. Send it again, or call." });

/** Records the text host's report on a message it accepted; false if no message has its id. */
export async function reportDelivery(ctx: Ctx, report: { providerId: string; outcome: Outcome }): Promise<boolean> {
  const row = await findOnShards(ctx, ({ db }) =>
    db.all<{ orgId: string; messageId: string }>(sql`
      SELECT ${sql.raw(acrossCopies)} org_id AS orgId, id AS messageId FROM messages WHERE provider_id = ${report.providerId}`),
  );
  if (row) await setDelivery(ctx, row, report.outcome);
  return row !== undefined;
}

const MAX_RELEASED = 100;

/** Sends messages held during quiet hours that are over; those from a restored export wait for an Admin. */
export async function sweepHeldMessages(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const due = await ctx.db.all<{ orgId: string; id: string; threadId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} m.org_id AS orgId, m.id, m.thread_id AS threadId FROM messages m INDEXED BY messages_held
    WHERE m.delivery = 'held' AND m.send_at <= ${now} AND ${isOnThisShard(sql`m.org_id`)} AND NOT EXISTS (
      SELECT 1 FROM automatic_message_pauses a WHERE a.org_id = m.org_id AND m.created_at <= a.paused_at)
    ORDER BY m.send_at LIMIT ${MAX_RELEASED}`);
  for (const held of due) {
    const { orgId, id, threadId } = held;
    await attempt(ctx, "held messages", () =>
      commit(ctx, held, {
        writes: [
          ctx.db.run(
            sql`UPDATE messages SET delivery = 'queued' WHERE org_id = ${orgId} AND thread_id = ${threadId} AND id = ${id} AND delivery = 'held'`,
          ),
        ],
        publish: [customerMessage(orgId, id), threadEvent({ orgId }, threadId)],
        result: null,
      }),
    );
  }
  return due.length;
}
