import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLog } from "#drizzle/schema/platform";
import { teams, technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import {
  type AuditEntry,
  assertHolds,
  assertRowChanged,
  differences,
  once,
  type Write,
} from "~/domain/shared/write.server";
import type { NewTeam, TeamChange } from "./schema";
import { fullName, MAX_TEAMS, NO_TEAM, teamKey } from "./technician";

const teamNotFound = () => notFound("Team not found");

const nameTaken = () => {
  const text = "Another team has this name";
  return new DomainError("conflict", `${text}.`, { fields: { name: [text] } });
};

const tooMany = `A business can have at most ${MAX_TEAMS} teams. Delete one first.`;

const refusals: ConstraintErrors = {
  "teams.org_id, teams.name_key": nameTaken,
  too_many_teams: () => new DomainError("conflict", tooMany),
  technician_missing: () => invalidField("technicianIds", "One of the technicians does not exist"),
};

export type Team = Awaited<ReturnType<typeof listTeams>>[number];

/** Returns the business's teams by name, with the ids of their technicians, inactive ones included. */
export async function listTeams(ctx: Ctx) {
  const me = allow(ctx, "technicians.read");
  const [rows, people] = await ctx.db.batch([teamsOf(ctx, me), peopleInTeams(ctx, me)]);
  return rows.map((team) => ({
    ...team,
    technicianIds: people.filter(({ teamId }) => teamId === team.id).map(({ id }) => id),
  }));
}

/** A business's teams by name, for a batch; `MAX_TEAMS` bounds them. */
export function teamsOf(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ id: teams.id, name: teams.name, version: teams.version })
    .from(teams)
    .where(eq(teams.orgId, me.orgId))
    .orderBy(asc(teams.nameKey));
}

function peopleInTeams(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ id: technicians.id, teamId: technicians.teamId })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), sql`${technicians.teamId} IS NOT NULL`))
    .orderBy(asc(technicians.teamId), asc(technicians.id));
}

/** @throws DomainError not_found */
export async function findTeam(ctx: Ctx, id: string): Promise<Team> {
  const team = (await listTeams(ctx)).find((one) => one.id === id);
  if (!team) throw teamNotFound();
  return team;
}

/** Returns the data of a team's form: the team, null for a new one, and everyone who can be in it. @throws DomainError not_found */
export async function teamToEdit(ctx: Ctx, id: string | null) {
  const me = allow(ctx, "technicians.write");
  const [rows, people] = await ctx.db.batch([
    teamsOf(ctx, me),
    ctx.db
      .select({
        id: technicians.id,
        firstName: technicians.firstName,
        lastName: technicians.lastName,
        status: technicians.status,
        teamId: technicians.teamId,
      })
      .from(technicians)
      .where(eq(technicians.orgId, me.orgId)),
  ]);
  const team = rows.find((one) => one.id === id);
  if (id !== null && !team) throw teamNotFound();
  const members = people.filter(({ teamId }) => teamId !== null && teamId === id).map((one) => one.id);
  return {
    team: team ? { ...team, technicianIds: members } : null,
    people: people
      .toSorted((a, b) => listed(a).localeCompare(listed(b), "en-US"))
      .filter((one) => one.status !== "inactive" || one.teamId === id)
      .map((one) => ({
        id: one.id,
        name: fullName(one),
        otherTeam: one.teamId === id ? null : (rows.find((each) => each.id === one.teamId)?.name ?? null),
      })),
  };
}

const listed = ({ lastName, firstName }: { lastName: string; firstName: string }) => `${lastName} ${firstName}`;

/**
 * Adds a team; the given technicians leave their teams for it.
 * @throws DomainError conflict with the field for a name in use, in any spelling of upper and lower case, or for too many teams;
 *   invalid with the field for a technician who does not exist
 */
export async function createTeam(ctx: Ctx, input: NewTeam): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "createTeam", input, (commit) => {
    const id = ctx.newId();
    const { name, technicianIds = [] } = input;
    return commit(me, {
      writes: [newTeam(ctx, me, { id, name }), ...joining(ctx, me, id, technicianIds)],
      audit: [created(id, { name, technicianIds })],
      result: { id },
      refusals,
    });
  });
}

/**
 * Renames a team, or replaces its technicians by the given ones.
 * @throws DomainError not_found; conflict with `{ current }` for a stale version, and with the field for a name in use; invalid
 *   with the field for a technician who does not exist
 */
export async function updateTeam(ctx: Ctx, id: string, input: TeamChange): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "updateTeam", { id, input }, async (commit) => {
    const stored = await findTeam(ctx, id);
    if (stored.version !== input.version) throw staleVersion("team", stored);
    const { version, name = stored.name, technicianIds } = input;
    const after = { name, ...(technicianIds && { technicianIds: technicianIds.toSorted() }) };
    const values = { name, nameKey: teamKey(name), version: sql`${teams.version} + 1` };
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(teams)
            .set(values)
            .where(and(isTeam(me, id), eq(teams.version, version))),
          assertRowChanged(ctx, "stale"),
          ...(technicianIds ? [leaving(ctx, me, id, technicianIds), ...joining(ctx, me, id, technicianIds)] : []),
        ],
        audit: [{ action: "team.update", entity: "team", entityId: id, ...differences(stored, after) }],
        result: { id },
        refusals,
      });
    } catch (error) {
      const current = await findTeam(ctx, id);
      throw current.version === version ? error : staleVersion("team", current);
    }
  });
}

/** Deletes a team; its technicians remain, without a team. @throws DomainError not_found */
export async function deleteTeam(ctx: Ctx, id: string): Promise<Team> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "deleteTeam", { id }, async (commit) => {
    const stored = await findTeam(ctx, id);
    const { name, technicianIds } = stored;
    return commit(me, {
      writes: [ctx.db.delete(teams).where(isTeam(me, id)), assertRowChanged(ctx, "team_missing")],
      audit: [{ action: "team.delete", entity: "team", entityId: id, before: { name, technicianIds } }],
      result: stored,
      refusals: { team_missing: teamNotFound },
    });
  });
}

/**
 * Brings a deleted team back with its id. Its former technicians return, except those who have joined another team since.
 * @throws DomainError not_found for a team that was not deleted; conflict for a name in use, or for too many teams
 */
export async function restoreTeam(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "restoreTeam", { id }, async (commit) => {
    const [entry] = await ctx.db
      .select({ before: auditLog.before })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.orgId, me.orgId),
          eq(auditLog.entity, "team"),
          eq(auditLog.entityId, id),
          eq(auditLog.action, "team.delete"),
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(1);
    const deleted = DeletedTeam.safeParse(JSON.parse(entry?.before ?? "null"));
    if (!deleted.success) throw teamNotFound();
    const { name, technicianIds } = deleted.data;
    return commit(me, {
      writes: [
        newTeam(ctx, me, { id, name }),
        ctx.db.run(sql`UPDATE technicians SET team_id = ${id}, version = version + 1
          WHERE org_id = ${me.orgId} AND id IN (SELECT value FROM json_each(${JSON.stringify(technicianIds)})) AND team_id IS NULL`),
      ],
      audit: [{ action: "team.restore", entity: "team", entityId: id, after: { name, technicianIds } }],
      result: { id, name },
      refusals: { ...refusals, "teams.org_id, teams.id": alreadyBack },
    });
  });
}

/** What the audit entry of a deletion keeps. */
const DeletedTeam = z.object({ name: z.string(), technicianIds: z.array(z.string()) });

const alreadyBack = () => new DomainError("conflict", "This team is back already.");

const isTeam = (me: Member, id: string) => and(eq(teams.orgId, me.orgId), eq(teams.id, id));

const newTeam = (ctx: Ctx, me: Member, { id, name }: { id: string; name: string }): Write =>
  ctx.db.insert(teams).values({ orgId: me.orgId, id, name, nameKey: teamKey(name), createdAt: ctx.now.toISOString() });

const created = (id: string, after: { name: string; technicianIds?: readonly string[] }): AuditEntry => ({
  action: "team.create",
  entity: "team",
  entityId: id,
  after,
});

function joining(ctx: Ctx, me: Member, id: string, technicianIds: readonly string[]): Write[] {
  if (technicianIds.length === 0) return [];
  const wanted = JSON.stringify(technicianIds);
  return [
    assertHolds(
      ctx,
      "technician_missing",
      sql`(SELECT count(*) FROM technicians one WHERE one.org_id = ${me.orgId} AND one.id IN (SELECT value FROM json_each(${wanted}))) = ${technicianIds.length}`,
    ),
    ctx.db.run(sql`UPDATE technicians SET team_id = ${id}, version = version + 1
      WHERE org_id = ${me.orgId} AND id IN (SELECT value FROM json_each(${wanted})) AND team_id IS NOT ${id}`),
  ];
}

function leaving(ctx: Ctx, me: Member, id: string, technicianIds: readonly string[]): Write {
  return ctx.db.run(sql`UPDATE technicians SET team_id = NULL, version = version + 1
    WHERE org_id = ${me.orgId} AND team_id = ${id} AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(technicianIds)}))`);
}

/** A team named on a technician: the writes that make it if it is new, and the id to store. */
interface NamedTeam {
  teamId: string | null;
  /** As stored. */
  name: string | null;
  writes: Write[];
  audit: AuditEntry[];
}

/** Finds a technician's team by its name, in any spelling of upper and lower case; a new name makes a new team. */
export async function namedTeam(ctx: Ctx, me: Member, name: string | null): Promise<NamedTeam> {
  if (name === null) return { teamId: null, name, writes: [], audit: [] };
  const [known] = await ctx.db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(and(eq(teams.orgId, me.orgId), eq(teams.nameKey, teamKey(name))));
  if (known) return { teamId: known.id, name: known.name, writes: [], audit: [] };
  const id = ctx.newId();
  return { teamId: id, name, writes: [newTeam(ctx, me, { id, name })], audit: [created(id, { name })] };
}

/** Messages for what the database refuses about the team of a technician. */
export const namedTeamRefusals: ConstraintErrors = {
  "teams.org_id, teams.name_key": () => refusedTeam("Someone else has just added this team. Save again."),
  team_gone: () => refusedTeam("Someone else has just deleted this team. Choose another one."),
  too_many_teams: () => refusedTeam(tooMany),
};

const refusedTeam = (text: string) => new DomainError("conflict", text, { fields: { team: [text] } });

/** The name of a technician's team, as a column of a query on technicians. */
export const teamName = sql<
  string | null
>`(select one.name FROM teams one WHERE one.org_id = technicians.org_id AND one.id = technicians.team_id)`.as("team");

/** The condition for technicians of a team; `NO_TEAM`: in none. */
export function inTeam(team: string): SQL {
  return team === NO_TEAM ? isNull(technicians.teamId) : eq(technicians.teamId, team);
}
