import { type SQL, sql } from "drizzle-orm";
import { ESTIMATE_LINK } from "~/domain/estimates/load.server";
import { INVOICE_LINK } from "~/domain/invoices/links.server";
import { threadOfWorkOrder } from "~/domain/messages/open.server";
import { audience, messageWrites, threadEvent } from "~/domain/messages/send.server";
import { businessHead, businessLogo } from "~/domain/people/business-head.server";
import {
  type DrivePlace,
  drivePlaces,
  minutesToWorkOrder,
} from "~/domain/scheduling/routing/drive-to-work-order.server";
import { type Ctx, withinOrganization } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { knownLink, type LinkKind, linkGone } from "~/domain/shared/secrets/signed-links.server";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { addDays, DAY_MS } from "~/domain/shared/time/dates";
import { todayOf, wallTimeOf, zoneTag } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { officeTodo } from "~/domain/todos/change.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { allowCrewOrOffice, allowOnWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { suggestedSlots } from "~/domain/work-orders/schedule/schedule.server";
import { type OpenedVisit, openVisit, recordVisitView, type VisitOfPage } from "./links.server";
import type { CustomerWords, Rating, RescheduleRequest } from "./schema";
import { isMovable, minutesLeft, RATES_FOR_DAYS, visitState } from "./visit";

interface Visit {
  number: number;
  title: string;
  status: WorkOrderStatus;
  technicianId: string | null;
  technician: string | null;
  customer: string | null;
  line1: string;
  city: string;
  zone: string | null;
  scheduledStart: string | null;
  windowStart: string | null;
  windowEnd: string | null;
  completedAt: string | null;
  setOutAt: string | null;
  stars: number | null;
  comment: string | null;
}

interface Business {
  name: string;
  phone: string | null;
  email: string | null;
  timeZone: string;
  key: number;
  logoKey: string | null;
}

const visitRow = ({ orgId, workOrderId }: VisitOfPage): SQL => sql`
  SELECT w.number, w.title, w.status, w.technician_id AS technicianId, t.first_name AS technician,
    coalesce(c.first_name, c.company_name) AS customer, a.line1, a.city, a.time_zone AS zone, w.scheduled_start AS scheduledStart,
    w.window_start AS windowStart, w.window_end AS windowEnd, w.completed_at AS completedAt, r.stars, r.comment,
    (SELECT max(h.occurred_at) FROM work_order_history h WHERE h.org_id = ${orgId} AND h.work_order_id = w.id AND h.to_status = 'en_route') AS setOutAt
  FROM work_orders w
  JOIN customers c ON c.org_id = ${orgId} AND c.id = w.customer_id
  JOIN addresses a ON a.org_id = ${orgId} AND a.id = w.site_address_id
  LEFT JOIN technicians t ON t.org_id = ${orgId} AND t.id = w.technician_id
  LEFT JOIN visit_ratings r ON r.org_id = ${orgId} AND r.work_order_id = w.id
  WHERE w.org_id = ${orgId} AND w.id = ${workOrderId}`;

async function businessOf(ctx: Ctx, { orgId }: VisitOfPage): Promise<Business> {
  const [row] = await ctx.db.all<Business>(
    sql`SELECT name, phone, email, time_zone AS timeZone, key, logo_key AS logoKey FROM organizations WHERE id = ${orgId}`,
  );
  if (!row) throw linkGone();
  return row;
}

/** The system's context within the link's business, to read its calendar. */
function asBusiness(ctx: Ctx, { orgId }: VisitOfPage, { key, timeZone }: Business): Ctx {
  return withinOrganization({ ...ctx, actor: { kind: "system", member: null } }, { orgId, orgKey: key, timeZone });
}

interface LinkColumns {
  linkId: string | null;
  tokenHash: string | null;
}

interface PageMessage {
  seq: number;
  authorKind: string;
  body: string;
  /** Of a photo sent with it, for `visitPhoto`; null if there is none. */
  photoId: string | null;
  createdAt: string;
  by: string | null;
}

/** The newest valid link to a record. */
function lastLink(ctx: Ctx, { orgId }: VisitOfPage, { table, record, index }: LinkKind, id: string): SQL {
  return sql`
    SELECT k.id FROM ${sql.identifier(table)} k INDEXED BY ${sql.identifier(index)}
    WHERE k.org_id = ${orgId} AND k.${sql.identifier(record)} = ${sql.raw(id)} AND k.revoked_at IS NULL AND k.expires_at > ${ctx.now.toISOString()}
    ORDER BY k.created_at DESC LIMIT 1`;
}

async function tokenOf(ctx: Ctx, kind: LinkKind, { linkId, tokenHash }: LinkColumns): Promise<string | null> {
  if (linkId === null || tokenHash === null) return null;
  return (await knownLink(ctx, kind, { id: linkId, tokenHash }))?.token ?? null;
}

/**
 * A visit as the customer sees it: who comes and when, its progress, notes and photos for the customer, messages, and what is to
 * be approved and paid. No technician's location, no costs, no other jobs.
 * @throws DomainError not_found for a link that is unknown, revoked or expired; too_many_requests
 */
export async function customerVisit(ctx: Ctx, token: string) {
  const link = await openVisit(ctx, token);
  ctx.after(recordVisitView(ctx, link));
  return readVisit(ctx, link);
}

/** What the page of a job shows its customer, for the office and its crew. @throws DomainError not_found; forbidden */
export async function visitPreview(ctx: Ctx, ref: string) {
  const me = allowCrewOrOffice(ctx);
  const { id, crew } = await readCrew(ctx, me, ref);
  allowOnWorkOrder(ctx, { crew });
  return readVisit(ctx, { orgId: me.orgId, workOrderId: id });
}

/** Notes and photos chosen for the customer; more than any job has, so that none is missing. */
const MAX_SHOWN = 200;

async function readVisit(ctx: Ctx, link: VisitOfPage) {
  const { orgId, workOrderId } = link;
  const [[[visit], notes, photos, messages, [invoice], offers, places], business] = await Promise.all([
    ctx.db.batch([
      ctx.db.all<Visit>(visitRow(link)),
      ctx.db.all<{ id: string; body: string; createdAt: string }>(sql`
        SELECT id, body, created_at AS createdAt FROM work_order_notes
        WHERE org_id = ${orgId} AND work_order_id = ${workOrderId} AND customer_visible = 1 ORDER BY id DESC LIMIT ${MAX_SHOWN}`),
      ctx.db.all<{ id: string }>(sql`
        SELECT photo_id AS id FROM visit_photos WHERE org_id = ${orgId} AND work_order_id = ${workOrderId} ORDER BY photo_id LIMIT ${MAX_SHOWN}`),
      ctx.db.all<PageMessage>(sql`
        SELECT m.seq, m.author_kind AS authorKind, m.body, iif(m.photo_key IS NULL, NULL, m.id) AS photoId, m.created_at AS createdAt,
          (SELECT p.first_name FROM tenant_members p WHERE p.org_id = ${orgId} AND p.user_id = m.author_id) AS "by"
        FROM threads t JOIN messages m ON m.org_id = ${orgId} AND m.thread_id = t.id
        WHERE t.org_id = ${orgId} AND t.work_order_id = ${workOrderId} AND t.kind = 'customer' AND m.author_kind <> 'system'
        ORDER BY m.seq DESC LIMIT 50`),
      ctx.db.all<{ number: number; paidMinor: number; balanceMinor: number } & LinkColumns>(sql`
        SELECT i.number, i.paid_minor AS paidMinor, i.total_minor - i.paid_minor - i.credited_minor AS balanceMinor, l.id AS linkId, l.token_hash AS tokenHash
        FROM invoices i INDEXED BY invoices_one_of_job
        LEFT JOIN invoice_links l ON l.org_id = ${orgId} AND l.id = (${lastLink(ctx, link, INVOICE_LINK, "i.id")})
        WHERE i.org_id = ${orgId} AND i.work_order_id = ${workOrderId} AND i.kind = 'invoice' AND i.status <> 'void' AND i.status = 'issued'`),
      ctx.db.all<{ title: string; totalMinor: number; validUntil: string } & LinkColumns>(sql`
        SELECT e.title, e.total_minor AS totalMinor, e.valid_until AS validUntil, l.id AS linkId, l.token_hash AS tokenHash
        FROM estimates e INDEXED BY estimates_work_order
        LEFT JOIN estimate_links l ON l.org_id = ${orgId} AND l.id = (${lastLink(ctx, link, ESTIMATE_LINK, "e.id")})
        WHERE e.org_id = ${orgId} AND e.work_order_id = ${workOrderId} AND e.status = 'sent' ORDER BY e.created_at DESC LIMIT 5`),
      ctx.db.all<DrivePlace>(drivePlaces(ctx, orgId, workOrderId)),
    ]),
    businessOf(ctx, link),
  ]);
  if (!visit) throw linkGone();
  const zone = visit.zone ?? business.timeZone;
  const state = visitState(visit.status);
  const now = ctx.now.getTime();
  const today = todayOf(ctx, business);
  const open = await Promise.all(
    offers
      .filter(({ validUntil }) => validUntil >= today)
      .map(async ({ linkId, tokenHash, ...offer }) => ({
        ...offer,
        token: await tokenOf(ctx, ESTIMATE_LINK, { linkId, tokenHash }),
      })),
  );
  return {
    business: businessHead(business),
    ...{ reference: formatWorkOrderNumber(visit.number), title: visit.title, customer: visit.customer, state, zone },
    address: `${visit.line1}, ${visit.city}`,
    technician: state === "unscheduled" || state === "cancelled" ? null : visit.technician,
    window: visit.windowStart && visit.windowEnd ? { start: visit.windowStart, end: visit.windowEnd } : null,
    scheduledStart: visit.scheduledStart,
    completedAt: visit.completedAt,
    minutes: state === "on_the_way" ? await minutesOf(ctx, places, visit) : null,
    notes,
    photos: photos.map(({ id }) => id),
    messages: messages
      .reverse()
      .map(({ authorKind, by, ...each }) => ({ ...each, isCustomer: authorKind === "customer", by })),
    invoice: invoice
      ? {
          ...{ number: invoice.number, paidMinor: invoice.paidMinor, balanceMinor: invoice.balanceMinor },
          token: await tokenOf(ctx, INVOICE_LINK, invoice),
        }
      : null,
    /** Estimates that can still be approved, except those with revoked links. */
    estimates: open.flatMap(({ token, ...offer }) => (token === null ? [] : [{ ...offer, token }])),
    rating: visit.stars === null ? null : { stars: visit.stars, comment: visit.comment },
    canRate:
      state === "done" && visit.completedAt !== null && now - Date.parse(visit.completedAt) < RATES_FOR_DAYS * DAY_MS,
    canMove: isMovable(state),
    now,
  };
}

export type CustomerVisit = Awaited<ReturnType<typeof customerVisit>>;

async function minutesOf(ctx: Ctx, places: readonly DrivePlace[], { setOutAt }: Visit): Promise<number | null> {
  if (setOutAt === null) return null;
  return minutesLeft(Date.parse(setOutAt), await minutesToWorkOrder(ctx, places), ctx.now.getTime());
}

/** The business's logo. @throws DomainError not_found; too_many_requests */
export async function visitLogo(ctx: Ctx, token: string) {
  return businessLogo(ctx, await openVisit(ctx, token));
}

/**
 * A photo visible to the customer: one of the visit's, or one sent with a message to them.
 * @throws DomainError not_found; too_many_requests
 */
export async function visitPhoto(ctx: Ctx, token: string, photoId: string) {
  const { orgId, workOrderId } = await openVisit(ctx, token);
  const [row] = await ctx.db.all<{ fileKey: string }>(sql`
    SELECT p.file_key AS fileKey FROM visit_photos v
    JOIN work_order_photos p ON p.org_id = ${orgId} AND p.work_order_id = v.work_order_id AND p.id = v.photo_id
    WHERE v.org_id = ${orgId} AND v.work_order_id = ${workOrderId} AND v.photo_id = ${photoId}
    UNION ALL SELECT m.photo_key FROM threads t JOIN messages m ON m.org_id = ${orgId} AND m.thread_id = t.id
    WHERE t.org_id = ${orgId} AND t.work_order_id = ${workOrderId} AND t.kind = 'customer' AND m.author_kind <> 'system'
      AND m.id = ${photoId} AND m.photo_key IS NOT NULL`);
  const file = row && (await ctx.providers.files.get(row.fileKey));
  if (!file) throw notFound();
  return file;
}

const MOVE_DAYS = 10;
const MOVES_SHOWN = 6;

/** Times a visit could be moved to, as two-hour windows in the site's time zone. Empty if it can no longer be moved. */
export async function otherTimes(ctx: Ctx, token: string): Promise<{ start: string; label: string }[]> {
  const link = await openVisit(ctx, token);
  const [[visit], business] = await Promise.all([ctx.db.all<Visit>(visitRow(link)), businessOf(ctx, link)]);
  if (!visit || !isMovable(visitState(visit.status))) return [];
  const today = todayOf(ctx, business);
  const promised = visit.windowStart ? wallTimeOf(Date.parse(visit.windowStart), business.timeZone).date : today;
  // From tomorrow on, and after the promised day.
  const from = addDays(promised > today ? promised : today, 1);
  const { items, zone } = await suggestedSlots(asBusiness(ctx, link, business), link.workOrderId, {
    from,
    days: MOVE_DAYS,
    limit: 20,
  });
  const starts = [...new Set(items.map(({ start }) => start))].sort((a, b) => a - b).slice(0, MOVES_SHOWN);
  return starts.map((start) => ({ start: new Date(start).toISOString(), label: formatDateTime(start, { zone }) }));
}

/** Adds a customer's message from the page to the conversation about the job. Submitting the same form twice adds it once. */
export async function customerSays(ctx: Ctx, token: string, { key, body }: CustomerWords): Promise<void> {
  const link = await openVisit(ctx, token);
  await say(ctx, link, { key, body, writes: [], publish: [] });
}

interface CustomerMessage {
  key: string;
  body: string;
  writes: Write[];
  publish: OutboxMessage[];
}

async function say(
  ctx: Ctx,
  { orgId, workOrderId }: OpenedVisit,
  { key, body, writes, publish }: CustomerMessage,
): Promise<void> {
  const me = { orgId, userId: null };
  const thread = await threadOfWorkOrder(ctx, me, { workOrderId, kind: "customer" });
  const { userIds } = await audience(ctx, me, { ...thread, kind: "customer", workOrderId });
  const alreadySent = new DomainError("conflict", "This was already sent.");
  try {
    await commit(ctx, me, {
      writes: [
        ...messageWrites(ctx, me, {
          ...{
            threadId: thread.id,
            id: ctx.newId(),
            body,
            mentions: [],
            userIds,
            authorKind: "customer",
            channel: "page",
          },
          providerId: `page:${workOrderId}:${key}`,
        }),
        ...writes,
      ],
      publish: [threadEvent(me, thread.id), ...publish],
      result: null,
      refusals: { "messages.provider_id": () => alreadySent },
    });
  } catch (error) {
    if (error === alreadySent) return;
    throw error;
  }
}

/**
 * A customer requests a different time: the office gets a to-do and a message. Nothing is rescheduled automatically.
 * @throws DomainError conflict once a technician is on the way
 */
export async function requestReschedule(
  ctx: Ctx,
  token: string,
  { key, start, note }: RescheduleRequest,
): Promise<void> {
  const link = await openVisit(ctx, token);
  const [[visit], business] = await Promise.all([ctx.db.all<Visit>(visitRow(link)), businessOf(ctx, link)]);
  if (!visit) throw linkGone();
  if (!isMovable(visitState(visit.status)))
    throw new DomainError("conflict", "The visit has begun, so it can't be moved here. Please call.");
  const zone = visit.zone ?? business.timeZone;
  const tag = start !== "other" && zoneTag(Date.parse(start), zone) !== zoneTag(Date.parse(start), business.timeZone);
  const wanted = start === "other" ? "a different time" : formatDateTime(start, { zone, tag });
  const body = [`Please move the visit to ${wanted}.`, note].filter(Boolean).join("\n");
  const { orgId, workOrderId } = link;
  const todo = officeTodo(ctx, {
    ...{ orgId, workOrderId, notes: note, dueOn: todayOf(ctx, business) },
    title: `Reschedule ${formatWorkOrderNumber(visit.number)}: ${visit.customer ?? "the customer"} asks for ${wanted}`,
  });
  await say(ctx, link, { key, body, writes: [todo.write], publish: [todo.publish] });
}

/**
 * Saves the customer's rating of a visit, replacing an earlier one.
 * @throws DomainError conflict if the visit is not done, or was long ago
 */
export async function rateVisit(ctx: Ctx, token: string, { stars, comment }: Rating): Promise<void> {
  const link = await openVisit(ctx, token);
  const { orgId, workOrderId } = link;
  const since = new Date(ctx.now.getTime() - RATES_FOR_DAYS * DAY_MS).toISOString();
  await commit(ctx, link, {
    writes: [
      ctx.db.run(sql`
        INSERT INTO visit_ratings (org_id, work_order_id, technician_id, stars, comment, rated_at)
        SELECT w.org_id, w.id, w.technician_id, ${stars}, ${comment}, ${ctx.now.toISOString()} FROM work_orders w
        WHERE w.org_id = ${orgId} AND w.id = ${workOrderId} AND w.status IN ('completed', 'closed') AND w.completed_at > ${since}
        ON CONFLICT (org_id, work_order_id) DO UPDATE SET stars = excluded.stars, comment = excluded.comment, rated_at = excluded.rated_at`),
      assertRowChanged(ctx, "not_rated"),
    ],
    result: null,
    refusals: { not_rated: () => new DomainError("conflict", "This visit can't be rated now.") },
  });
}
