import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { equipment } from "#drizzle/schema/equipment";
import { tenantMembers } from "#drizzle/schema/platform";
import { sitePeople, sitePhotos, sites } from "#drizzle/schema/sites";
import { technicians } from "#drizzle/schema/technicians";
import { workOrderPhotos } from "#drizzle/schema/work-order-photos";
import { workOrders } from "#drizzle/schema/work-orders";
import { units, withCondition } from "~/domain/equipment/find.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { pointFrom } from "~/domain/shared/point";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { isSite, placeColumns, seesEveryAccess, siteIdOf, siteNotFound, worksThere } from "./find.server";
import { MAX_SITE_PHOTOS } from "./site";

export type SiteHeader = Awaited<ReturnType<typeof siteHeader>>;

/**
 * The header of a site's screens, and the actions allowed. `ref` is a number or an address's id.
 * @throws DomainError not_found
 */
export async function siteHeader(ctx: Ctx, ref: string) {
  const me = allow(ctx, "customers.read");
  const [row] = await siteRow(ctx, me, ref);
  if (!row) throw siteNotFound();
  const { latitude, longitude, hasAccess, isWorker, ...site } = row;
  const seesAccess = seesEveryAccess(me) || isWorker;
  return {
    ...site,
    timeZone: site.timeZone ?? me.timeZone,
    point: pointFrom({ latitude, longitude }),
    /** Null if this person may not know. */
    hasAccess: seesAccess ? hasAccess : null,
    may: {
      write: can(me, "customers.write"),
      seeAccess: seesAccess,
      seeEquipment: can(me, "equipment.read"),
      equip: can(me, "equipment.write"),
      seeJobs: can(me, "work_orders.read"),
      book: can(me, "work_orders.write"),
      addPhotos: can(me, "customers.write") || isWorker,
    },
  };
}

function siteRow(ctx: Ctx, me: Member, ref: string) {
  return ctx.db
    .select({
      id: named(sites.addressId, "site_id"),
      number: named(sites.number, "site_number"),
      occupancy: sites.occupancy,
      version: named(sites.version, "site_version"),
      ...namedEach(placeColumns),
      latitude: addresses.latitude,
      longitude: addresses.longitude,
      timeZone: named(addresses.timeZone, "site_zone"),
      customerId: namedOrNull(customers.id, "the_customer_id"),
      customerNumber: namedOrNull(customers.number, "customer_number"),
      customerName: namedOrNull(customers.name, "customer_name"),
      customerPhone: namedOrNull(customers.phone, "customer_phone"),
      customerEmail: namedOrNull(customers.email, "customer_email"),
      hasAccess: sql<boolean>`(sites.access_secret IS NOT NULL OR addresses.access_notes IS NOT NULL)`
        .mapWith(Boolean)
        .as("has_access"),
      isWorker: sql<boolean>`${worksThere(me, ctx.now, sql`sites.address_id`)}`.mapWith(Boolean).as("is_worker"),
    })
    .from(sites)
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, sites.addressId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, addresses.customerId)))
    .where(isSite(me, ref));
}

const PEOPLE_ORDER = sql`CASE role WHEN 'contact' THEN 0 WHEN 'tenant' THEN 1 WHEN 'landlord' THEN 2 ELSE 3 END, site_people.id`;

/** The site's people, the contact first. */
function peopleOf(ctx: Ctx, me: Member, addressId: SQL) {
  return ctx.db
    .select({
      id: named(sitePeople.id, "person_id"),
      role: sitePeople.role,
      name: named(sitePeople.name, "person_name"),
      phone: named(sitePeople.phone, "person_phone"),
      email: named(sitePeople.email, "person_email"),
      part: sitePeople.part,
      notes: named(sitePeople.notes, "person_notes"),
      version: named(sitePeople.version, "person_version"),
    })
    .from(sitePeople)
    .where(and(eq(sitePeople.orgId, me.orgId), eq(sitePeople.addressId, addressId)))
    .orderBy(PEOPLE_ORDER);
}

/** Like `peopleOf`, for the sites of several jobs; `ids` is a statement of their ids. */
export function peopleOfJobs(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      workOrderId: named(workOrders.id, "person_job"),
      id: named(sitePeople.id, "person_id"),
      role: sitePeople.role,
      name: named(sitePeople.name, "person_name"),
      phone: named(sitePeople.phone, "person_phone"),
      part: sitePeople.part,
    })
    .from(workOrders)
    .innerJoin(sitePeople, and(eq(sitePeople.orgId, me.orgId), eq(sitePeople.addressId, workOrders.siteAddressId)))
    .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN ${ids}`))
    .orderBy(PEOPLE_ORDER)
    .limit(300);
}

const NEXT_SHOWN = 4;

/** The site's people and next bookings, in one round trip. Empty for an unknown site. */
export async function siteOverview(ctx: Ctx, ref: string) {
  const me = allow(ctx, "customers.read");
  const id = siteIdOf(me, ref);
  const [people, next] = await ctx.db.batch([peopleOf(ctx, me, id), nextVisits(ctx, me, id, NEXT_SHOWN)]);
  return { people, nextVisits: can(me, "work_orders.read") ? next.map(withReference) : null };
}

const MAX_VISITS = 100;

/** The bookings at the site from today on, and jobs under way, soonest first. @throws DomainError forbidden */
export async function siteVisits(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const [[site], visits] = await ctx.db.batch([
    siteExists(ctx, me, ref),
    nextVisits(ctx, me, siteIdOf(me, ref), MAX_VISITS + 1),
  ]);
  if (!site) throw siteNotFound();
  return { items: visits.slice(0, MAX_VISITS).map(withReference), isPartial: visits.length > MAX_VISITS };
}

const siteExists = (ctx: Ctx, me: Member, ref: string) =>
  ctx.db
    .select({ id: named(sites.addressId, "the_site") })
    .from(sites)
    .where(isSite(me, ref));

const withReference = <T extends { number: number }>(workOrder: T) => ({
  ...workOrder,
  reference: formatWorkOrderNumber(workOrder.number),
});

const workOrderColumns = {
  id: named(workOrders.id, "job_id"),
  number: named(workOrders.number, "job_number"),
  title: named(workOrders.title, "job_title"),
  status: named(workOrders.status, "job_status"),
  priority: named(workOrders.priority, "job_priority"),
  scheduledStart: named(workOrders.scheduledStart, "job_start"),
  completedAt: named(workOrders.completedAt, "job_completed_at"),
  technicianFirstName: namedOrNull(technicians.firstName, "lead_first_name"),
  technicianLastName: namedOrNull(technicians.lastName, "lead_last_name"),
};

function nextVisits(ctx: Ctx, me: Member, addressId: SQL, limit: number) {
  // Covers today in any zone, and the latest jobs that should have started.
  const from = new Date(ctx.now.getTime() - DAY_MS - HOUR_MS).toISOString();
  return ctx.db
    .select(workOrderColumns)
    .from(sql`work_orders INDEXED BY work_orders_site_next`)
    .leftJoin(technicians, and(eq(technicians.orgId, me.orgId), eq(technicians.id, workOrders.technicianId)))
    .where(
      and(
        eq(workOrders.orgId, me.orgId),
        eq(workOrders.siteAddressId, addressId),
        sql`work_orders.status IN ('scheduled', 'dispatched', 'en_route', 'in_progress')`,
        // A job of several days may be under way since before.
        sql`(work_orders.scheduled_start >= ${from} OR work_orders.status IN ('en_route', 'in_progress'))`,
      ),
    )
    .orderBy(asc(workOrders.scheduledStart), asc(workOrders.id))
    .limit(limit);
}

/** A page of all jobs at the site, newest first. @throws DomainError forbidden; invalid for a cursor of another list */
export async function siteHistory(
  ctx: Ctx,
  ref: string,
  { limit, ...at }: { limit: number; cursor?: string } & BackCursor,
) {
  const me = allow(ctx, "work_orders.read");
  const direction = parseCursor(at, 1);
  const { beyond, order } = keyset(direction, [workOrders.id], "desc");
  const jobs = ctx.db
    .select(workOrderColumns)
    .from(sql`work_orders INDEXED BY work_orders_site`)
    .leftJoin(technicians, and(eq(technicians.orgId, me.orgId), eq(technicians.id, workOrders.technicianId)))
    .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.siteAddressId, siteIdOf(me, ref)), beyond))
    .orderBy(...order)
    .limit(limit + 1);
  const [[site], rows] = await ctx.db.batch([siteExists(ctx, me, ref), jobs]);
  if (!site) throw siteNotFound();
  return bidirectionalPage(rows.map(withReference), { limit, total: null, direction }, (row) => [row.id]);
}

/** A page of the equipment at the site by name, with its condition. @throws DomainError forbidden; invalid cursor */
export async function siteEquipment(
  ctx: Ctx,
  ref: string,
  { limit, ...at }: { limit: number; cursor?: string } & BackCursor,
) {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [sql`lower(here.name)`, sql`here.id`]);
  // The index is named because SQLite would rather read all equipment of the business.
  const here = sql`(SELECT here.id FROM equipment here INDEXED BY equipment_address WHERE here.org_id = ${me.orgId}
      AND here.address_id = ${siteIdOf(me, ref)} AND here.address_id IS NOT NULL AND ${beyond ?? sql`1`}
      ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit + 1})`;
  const [[site], rows] = await ctx.db.batch([
    siteExists(ctx, me, ref),
    units(ctx, me)
      .where(and(eq(equipment.orgId, me.orgId), sql`equipment.id IN ${here}`))
      // The unary plus keeps SQLite from scanning all equipment of the business in this order.
      .orderBy(...keyset(direction, [sql`+lower(equipment.name)`, sql`equipment.id`]).order)
      .limit(limit + 1),
  ]);
  if (!site) throw siteNotFound();
  const found = rows.map((row) => withCondition(row, today));
  const cut = { limit, total: null, direction };
  return {
    ...bidirectionalPage(found, cut, (unit) => [asciiLowerCase(unit.equipmentName), unit.id]),
    mayWrite: can(me, "equipment.write"),
  };
}

/** Maximum jobs whose photos a page reads. */
const PHOTO_JOBS = 40;
const JOB_PHOTOS_SHOWN = 60;

/**
 * Photos of the site, and the latest of its latest jobs, in one round trip; `isPartial` if there are more jobs or photos.
 * @throws DomainError forbidden
 */
export async function sitePictures(ctx: Ctx, ref: string) {
  const me = allow(ctx, "customers.read");
  const id = siteIdOf(me, ref);
  const jobs = sql`(SELECT j.id FROM work_orders j INDEXED BY work_orders_site WHERE j.org_id = ${me.orgId}
      AND j.site_address_id = ${id} ORDER BY j.id DESC LIMIT ${PHOTO_JOBS})`;
  const [[site], own, ofJobs, [read]] = await ctx.db.batch([
    siteExists(ctx, me, ref),
    ctx.db
      .select({
        id: named(sitePhotos.id, "photo_id"),
        caption: sitePhotos.caption,
        createdAt: named(sitePhotos.createdAt, "photo_at"),
        firstName: namedOrNull(tenantMembers.firstName, "by_first_name"),
        lastName: namedOrNull(tenantMembers.lastName, "by_last_name"),
      })
      .from(sitePhotos)
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, sitePhotos.userId)))
      .where(and(eq(sitePhotos.orgId, me.orgId), eq(sitePhotos.addressId, id)))
      .orderBy(desc(sitePhotos.id))
      .limit(MAX_SITE_PHOTOS),
    ctx.db
      .select({
        id: named(workOrderPhotos.id, "photo_id"),
        workOrderId: named(workOrderPhotos.workOrderId, "photo_job"),
        number: named(workOrders.number, "job_number"),
        title: named(workOrders.title, "job_title"),
        takenAt: workOrderPhotos.takenAt,
      })
      .from(workOrderPhotos)
      .innerJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, workOrderPhotos.workOrderId)))
      .where(
        and(
          eq(workOrderPhotos.orgId, me.orgId),
          sql`${workOrderPhotos.workOrderId} IN ${jobs}`,
          isNotNull(workOrders.id),
        ),
      )
      .orderBy(desc(workOrderPhotos.workOrderId), desc(workOrderPhotos.id))
      .limit(JOB_PHOTOS_SHOWN + 1),
    ctx.db.all<{
      jobs: number;
    }>(sql`SELECT count(*) AS jobs FROM (SELECT 1 FROM work_orders j INDEXED BY work_orders_site
      WHERE j.org_id = ${me.orgId} AND j.site_address_id = ${id} LIMIT ${PHOTO_JOBS + 1})`),
  ]);
  if (!site) throw siteNotFound();
  return {
    own,
    ofJobs: can(me, "work_orders.read") ? ofJobs.slice(0, JOB_PHOTOS_SHOWN).map(withReference) : [],
    isPartial: ofJobs.length > JOB_PHOTOS_SHOWN || (read?.jobs ?? 0) > PHOTO_JOBS,
  };
}
