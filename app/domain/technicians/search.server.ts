import { and, asc, eq, inArray, like, ne, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { technicianCertifications, technicianSkills, technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { certificationsOf, personColumns, skillsOf } from "./crew.server";
import { fullName, searchBySkills, skillKey } from "./rules";

const most = 200;

/**
 * Technicians who hold every wanted skill, the most senior first. A certification that holds today counts as the skill it
 * certifies. Nobody who is inactive.
 */
export async function searchTechnicians(ctx: Ctx, wanted: readonly string[]) {
  const me = allow(ctx, "technicians.read");
  return withErrorMessage("Unable to search technicians", async () => {
    const today = wallTimeOf(ctx.now.getTime(), me.timeZone).date;
    const keys = [...new Set(wanted.flatMap((text) => text.split(",")).map(skillKey))].filter((key) => key !== "");
    const found = holders(me, keys, today);
    const [people, skills, certifications] = await ctx.db.batch([
      ctx.db
        .select(personColumns)
        .from(technicians)
        .where(and(eq(technicians.orgId, me.orgId), ne(technicians.status, "inactive"), inArray(technicians.id, found)))
        .orderBy(asc(technicians.lastName), asc(technicians.firstName))
        .limit(most),
      skillsOf(ctx, me, inArray(technicianSkills.technicianId, found)),
      certificationsOf(ctx, me, inArray(technicianCertifications.technicianId, found)),
    ]);
    const holding = people.map((person) => {
      const valid = certifications.filter((one) => one.technicianId === person.id && holds(one.expiresOn, today));
      const named = skills.filter((one) => one.technicianId === person.id).map((one) => one.skill);
      return { ...person, fullName: fullName(person), named, skills: [...named, ...valid.map((one) => one.name)] };
    });
    return searchBySkills(holding, keys).map(({ named, ...person }) => ({ ...person, skills: named }));
  });
}

const holds = (expiresOn: string | null, today: string) => expiresOn === null || today <= expiresOn;

/** Ids of those who hold each of the keys; everybody where nothing is wanted. */
function holders(me: Member, keys: readonly string[], today: string): SQL {
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

/** A business's technicians whose name or address holds the text: its part in the search. */
export function findTechnicians(ctx: Ctx, me: Member, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const words = sql`(first_name || ' ' || last_name || ' ' || ${technicians.email})`;
  return ctx.db
    .select({
      foundId: named(technicians.id, "foundId"),
      foundLabel: sql<string>`first_name || ' ' || last_name`.as("foundLabel"),
      foundDetail: named(technicians.phone, "foundDetail"),
    })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), sql`${like(words, pattern)} ESCAPE '\\'`))
    .orderBy(asc(sql`lower(last_name || ' ' || first_name)`))
    .limit(5);
}
