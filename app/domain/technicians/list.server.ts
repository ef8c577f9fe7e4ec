import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { counters } from "#drizzle/schema/platform";
import { technicianCertifications, technicianSkills, technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { withErrorMessage } from "~/domain/shared/errors";
import { bidirectionalPage, keyset, type PageDirection, page, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { certificationsOf, personColumns, skillsOf } from "./crew.server";
import { certificationState } from "./qualification";
import type { SkillQuery, TechnicianFilter } from "./schema";
import { inTeam, teamsOf } from "./teams.server";
import { fullName, SKILL_LEVELS, skillKey, TECHNICIAN_STATUSES } from "./technician";

/** `before` is the first row of the current page, to go back one page. */
type TechnicianListFilter = TechnicianFilter & { before?: string };
export type TechnicianRow = Awaited<ReturnType<typeof listTechnicians>>["items"][number];

const sortName = sql<string>`lower(last_name || ' ' || first_name)`;

/**
 * Returns a page of technicians by last name in one round trip, with their skills, certifications and jobs today, and the teams to filter by. `total` is
 * null if no counter covers it (a search, a level, a skill, a team).
 */
export async function listTechnicians(ctx: Ctx, filter: TechnicianListFilter) {
  const me = allow(ctx, "technicians.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(filter, 2);
  const ids = idsOfPage(me, filter, direction);
  const [rows, skills, certifications, counts, teams] = await ctx.db.batch([
    pageRows(ctx, me, { filter, direction, today }),
    skillsOf(ctx, me, inArray(technicianSkills.technicianId, ids)),
    certificationsOf(ctx, me, inArray(technicianCertifications.technicianId, ids)),
    statusCounters(ctx, me),
    teamsOf(ctx, me),
  ]);
  const found = bidirectionalPage(rows, { limit: filter.limit, total: totalOf(counts, filter), direction }, (row) => [
    row.sortName,
    row.id,
  ]);
  const items = found.items.map(({ sortName: _, ...row }) => ({
    ...row,
    fullName: fullName(row),
    skills: skills.filter((one) => one.technicianId === row.id).map((one) => one.skill),
    certifications: certifications
      .filter((one) => one.technicianId === row.id)
      .map(({ name, expiresOn }) => ({ name, expiresOn, state: certificationState(expiresOn, today) })),
  }));
  return { ...found, items, teams };
}

/** Returns the number of technicians, and what the member may do with them. @throws DomainError forbidden */
export async function countTechnicians(ctx: Ctx) {
  const me = allow(ctx, "technicians.read");
  const counts = await statusCounters(ctx, me);
  const total = counts.reduce((sum, { value }) => sum + value, 0);
  return { total, may: { manage: can(me, "technicians.manage") } };
}

interface PageQuery {
  filter: TechnicianListFilter;
  direction: PageDirection;
  today: string;
}

function pageRows(ctx: Ctx, me: Member, { filter, direction, today }: PageQuery) {
  const day = dayBounds(today, me.timeZone);
  const jobsToday = sql<number>`(select count(*) FROM appointment_technicians c WHERE c.org_id = ${me.orgId} AND c.technician_id = ${technicians.id} AND c.blocks_calendar = 1 AND c.starts_at >= ${new Date(day.start).toISOString()} AND c.starts_at < ${new Date(day.end).toISOString()})`;
  const { beyond, order } = inOrder(direction);
  return ctx.db
    .select({
      ...personColumns,
      hourlyRateMinor: technicians.hourlyRateMinor,
      yearsExperience: technicians.yearsExperience,
      hasAccount: sql<number>`user_id IS NOT NULL`.mapWith(Boolean).as("has_account"),
      version: named(technicians.version, "technician_version"),
      jobsToday: jobsToday.as("jobs_today"),
      sortName: sortName.as("sort_name"),
    })
    .from(technicians)
    .where(and(...wanted(me, filter), beyond))
    .orderBy(...order)
    .limit(filter.limit + 1);
}

const inOrder = (direction: PageDirection) => keyset(direction, [sortName, technicians.id]);

/** The ids of the same page within another statement of the batch. */
function idsOfPage(me: Member, filter: TechnicianListFilter, direction: PageDirection): SQL {
  const { beyond, order } = inOrder(direction);
  const conditions = and(...wanted(me, filter), beyond);
  return sql`(SELECT id FROM technicians WHERE ${conditions} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${filter.limit})`;
}

function wanted(me: Member, { search, status, skillLevel, skill, team }: TechnicianListFilter): (SQL | undefined)[] {
  const words = (search ?? "").trim().replace(/\s+/g, " ");
  const text = sql`(first_name || ' ' || last_name || ' ' || ${technicians.email} || ' ' || coalesce(${technicians.phone}, ''))`;
  return [
    eq(technicians.orgId, me.orgId),
    words
      ? sql`(${containsText(text, words)} OR ${technicians.id} IN (SELECT s.technician_id FROM technician_skills s WHERE s.org_id = ${me.orgId} AND instr(s.skill_key, ${skillKey(words)}) > 0))`
      : undefined,
    status && eq(technicians.status, status),
    skillLevel && (skillLevel === "not_set" ? isNull(technicians.skillLevel) : eq(technicians.skillLevel, skillLevel)),
    skill
      ? sql`${technicians.id} IN (SELECT k.technician_id FROM technician_skills k WHERE k.org_id = ${me.orgId} AND k.skill_key = ${skillKey(skill)})`
      : undefined,
    team ? inTeam(team) : undefined,
  ];
}

const counterOf = (status: string) => `technicians.status=${status}`;

function statusCounters(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ name: counters.name, value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, me.orgId), inArray(counters.name, TECHNICIAN_STATUSES.map(counterOf))));
}

function totalOf(counts: { name: string; value: number }[], filter: TechnicianListFilter): number | null {
  if (filter.search || filter.skillLevel || filter.skill || filter.team) return null;
  const matching = counts.filter(({ name }) => !filter.status || name === counterOf(filter.status));
  return matching.reduce((sum, { value }) => sum + value, 0);
}

/** The most senior first, those without a level last. */
const seniority = sql<number>`CASE skill_level ${sql.raw(
  SKILL_LEVELS.map((level, rank) => `WHEN '${level}' THEN ${rank}`).join(" "),
)} ELSE ${sql.raw(String(SKILL_LEVELS.length))} END`;
const searchName = sql<string>`lower(first_name || ' ' || last_name)`;

/**
 * Returns a page of the active technicians who have every wanted skill, most senior first, then by name; all of them if no skill
 * is wanted. A certification valid today counts as the skill of the same name.
 * @throws DomainError invalid for a cursor of another list
 */
export async function searchTechnicians(ctx: Ctx, { skills: wanted, limit, cursor }: SkillQuery) {
  const me = allow(ctx, "technicians.read");
  return withErrorMessage("Unable to search technicians", async () => {
    const keys = [...new Set(wanted.flatMap((text) => text.split(",")).map(skillKey))].filter((key) => key !== "");
    const { beyond, order } = keyset(parseCursor({ cursor }, 3), [seniority, searchName, technicians.id]);
    const conditions = and(
      eq(technicians.orgId, me.orgId),
      ne(technicians.status, "inactive"),
      inArray(technicians.id, idsOfHolders(me, keys, todayOf(ctx, me))),
      beyond,
    );
    const ids = sql`(SELECT id FROM technicians WHERE ${conditions} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit})`;
    const [people, skills] = await ctx.db.batch([
      ctx.db
        .select({ ...personColumns, seniority: seniority.as("seniority"), searchName: searchName.as("search_name") })
        .from(technicians)
        .where(conditions)
        .orderBy(...order)
        .limit(limit + 1),
      skillsOf(ctx, me, inArray(technicianSkills.technicianId, ids)),
    ]);
    const found = page(people, limit, null, (one) => [one.seniority, one.searchName, one.id]);
    const items = found.items.map(({ seniority: _, searchName: __, ...person }) => ({
      ...person,
      fullName: fullName(person),
      skills: skills.filter((one) => one.technicianId === person.id).map((one) => one.skill),
    }));
    return { ...found, items };
  });
}

/** Ids of technicians who have all of the keys; everyone if there are none. */
function idsOfHolders(me: Member, keys: readonly string[], today: string): SQL {
  if (keys.length === 0) return sql`(SELECT id FROM technicians WHERE org_id = ${me.orgId})`;
  const wanted = JSON.stringify(keys);
  return sql`(SELECT technician_id FROM (
      SELECT technician_id, skill_key AS key FROM technician_skills
      WHERE org_id = ${me.orgId} AND skill_key IN (SELECT value FROM json_each(${wanted}))
      UNION SELECT technician_id, name_key FROM technician_certifications
      WHERE org_id = ${me.orgId} AND name_key IN (SELECT value FROM json_each(${wanted}))
        AND (expires_on IS NULL OR expires_on >= ${today})
    ) GROUP BY technician_id HAVING count(*) = ${keys.length})`;
}

/** Technicians whose name or email contains the text: their part of the global search. */
export function findTechnicians(ctx: Ctx, me: Member, text: string) {
  const words = sql`(first_name || ' ' || last_name || ' ' || ${technicians.email})`;
  return ctx.db
    .select({
      foundId: named(technicians.id, "foundId"),
      foundLabel: sql<string>`first_name || ' ' || last_name`.as("foundLabel"),
      foundDetail: named(technicians.phone, "foundDetail"),
    })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), containsText(words, text)))
    .orderBy(asc(sql`lower(last_name || ' ' || first_name)`))
    .limit(5);
}
