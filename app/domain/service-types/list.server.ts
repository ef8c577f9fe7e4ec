import { and, asc, desc, eq, inArray, like, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { counters } from "#drizzle/schema/platform";
import { serviceTasks, serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { everyWord } from "~/domain/shared/text/search";
import type { ServiceTypeFilter } from "./schema";

/** `before` is the first row of the current page, to go back one page. */
type ServiceTypeListFilter = ServiceTypeFilter & { before?: string };

export type ServiceTypeRow = Awaited<ReturnType<typeof listServiceTypes>>["items"][number];

const sortName = sql<string>`lower(name)`;

/** Returns a page of service types by name in one round trip. `total` is null if no counter covers it (a search, a category). */
export async function listServiceTypes(ctx: Ctx, filter: ServiceTypeListFilter) {
  const me = allow(ctx, "service_types.read");
  const direction = parseCursor(filter, 2);
  const { beyond, order } = keyset(direction, [sortName, serviceTypes.id]);
  const [rows, counts] = await ctx.db.batch([
    summaries(ctx, me)
      .where(and(...wanted(me, filter), beyond))
      .orderBy(...order)
      .limit(filter.limit + 1),
    activeCounters(ctx, me),
  ]);
  const page = bidirectionalPage(rows, { limit: filter.limit, total: totalOf(counts, filter), direction }, (row) => [
    row.sortName,
    row.id,
  ]);
  const items = page.items.map(({ sortName: _, ...item }) => item);
  return { ...page, items, rights: { write: can(me, "service_types.write") } };
}

const HITS_SHOWN = 5;

/** For the global search: finds service types by name or category. */
export function findServiceTypes(ctx: Ctx, me: Member, text: string) {
  const expression = everyWord(text);
  return ctx.db
    .select({
      foundId: named(serviceTypes.id, "foundId"),
      foundLabel: named(serviceTypes.name, "foundLabel"),
      foundDetail: sql<string | null>`iif(${serviceTypes.active} = 1, 'Service type', 'Archived service type')`.as(
        "foundDetail",
      ),
    })
    .from(byIndex(serviceTypes, "service_types_ordinal"))
    .where(
      and(
        eq(serviceTypes.orgId, me.orgId),
        sql`${serviceTypes.ordinal} in ${foundIn(me, { table: "service_type_search", expression }, { limit: HITS_SHOWN })}`,
      ),
    )
    .orderBy(desc(sql`+service_types.ordinal`));
}

/** Returns active service types, by name. */
export async function activeServiceTypes(ctx: Ctx) {
  const me = allow(ctx, "service_types.read");
  const rows = await activeRows(ctx, me);
  return rows.map(({ sortName: _, ...item }) => item);
}

/** The statement for it, for screens that read more in the same round trip. */
function activeRows(ctx: Ctx, me: Member) {
  return summaries(ctx, me)
    .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true)))
    .orderBy(asc(sortName), asc(serviceTypes.id));
}

function summaries(ctx: Ctx, me: Member) {
  const tasks = sql<number>`(select count(*) from service_tasks t indexed by service_tasks_sequence where t.org_id = ${me.orgId} and t.service_type_id = service_types.id and t.active = 1)`;
  const jobs = sql<number>`coalesce((select c.value from counters c where c.org_id = ${me.orgId} and c.name = 'service_types.jobs=' || service_types.id), 0)`;
  return ctx.db
    .select({
      id: serviceTypes.id,
      name: serviceTypes.name,
      description: serviceTypes.description,
      category: serviceTypes.category,
      durationMinutes: serviceTypes.durationMinutes,
      priceMinor: serviceTypes.priceMinor,
      skills: serviceTypes.skills,
      active: serviceTypes.active,
      playbookVersion: serviceTypes.playbookVersion,
      version: serviceTypes.version,
      taskCount: tasks.as("task_count"),
      jobs: jobs.as("job_count"),
      sortName: sortName.as("sort_name"),
    })
    .from(serviceTypes);
}

function wanted(me: Member, { search, category, active }: ServiceTypeListFilter): (SQL | undefined)[] {
  return [
    eq(serviceTypes.orgId, me.orgId),
    search ? containsText(serviceTypes.name, search) : undefined,
    category && eq(serviceTypes.category, category),
    active === undefined ? undefined : eq(serviceTypes.active, active),
  ];
}

const counterOf = (active: boolean) => `service_types.active=${active ? 1 : 0}`;

function activeCounters(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ name: counters.name, value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, me.orgId), inArray(counters.name, [counterOf(true), counterOf(false)])));
}

function totalOf(counts: { name: string; value: number }[], filter: ServiceTypeListFilter): number | null {
  if (filter.search || filter.category) return null;
  const { active } = filter;
  const matching = counts.filter(({ name }) => active === undefined || name === counterOf(active));
  return matching.reduce((sum, { value }) => sum + value, 0);
}

/** The number of active or archived service types, from the rows of `activeCounters`. */
function countOf(counts: { name: string; value: number }[], active: boolean): number {
  return counts.find(({ name }) => name === counterOf(active))?.value ?? 0;
}

/** Returns statistics of the catalog: the number of active types, durations and prices, and the most booked types. */
export async function serviceTypeStatistics(ctx: Ctx) {
  const me = allow(ctx, "service_types.read");
  const [counts, [means], byCategory, [tasks], mostUsed] = await ctx.db.batch([
    activeCounters(ctx, me),
    ctx.db
      .select({
        minutes: sql<number | null>`avg(duration_minutes)`.as("mean_minutes"),
        priceMinor: sql<number | null>`avg(price_minor)`.as("mean_price"),
      })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true))),
    ctx.db
      .select({ category: serviceTypes.category, count: sql<number>`count(*)`.as("in_category") })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true)))
      .groupBy(serviceTypes.category),
    ctx.db
      .select({ count: sql<number>`count(*)`.as("tasks") })
      .from(serviceTasks)
      .where(and(eq(serviceTasks.orgId, me.orgId), eq(serviceTasks.active, true))),
    ctx.db
      .select({ id: serviceTypes.id, name: named(serviceTypes.name, "service_type_name"), jobs: counters.value })
      .from(serviceTypes)
      .innerJoin(
        counters,
        and(eq(counters.orgId, me.orgId), eq(counters.name, sql`'service_types.jobs=' || ${serviceTypes.id}`)),
      )
      .where(and(eq(serviceTypes.orgId, me.orgId), like(counters.name, "service_types.jobs=%")))
      .orderBy(desc(counters.value))
      .limit(5),
  ]);
  const [active, inactive] = [countOf(counts, true), countOf(counts, false)];
  return {
    total: active + inactive,
    active,
    inactive,
    activeTasks: tasks?.count ?? 0,
    averageDurationMinutes: means?.minutes == null ? null : Math.round(means.minutes),
    averagePriceMinor: means?.priceMinor == null ? null : Math.round(means.priceMinor),
    byCategory,
    mostUsed: mostUsed.filter((one) => one.jobs > 0),
  };
}
