import { and, eq, type SQL } from "drizzle-orm";
import { sitePeople, sites } from "#drizzle/schema/sites";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { isSite, siteIdOf, siteNotFound } from "./find.server";
import type { NewSitePerson, SiteChange, SitePersonChange } from "./schema";
import { MAX_SITE_PEOPLE } from "./site";

const full = {
  site_people_full: () =>
    new DomainError("conflict", `A property has at most ${MAX_SITE_PEOPLE} people. Remove one first.`),
};

/** @throws DomainError not_found */
async function siteToChange(ctx: Ctx, me: Member, ref: string) {
  const [row] = await ctx.db
    .select({ id: sites.addressId, occupancy: sites.occupancy, version: sites.version })
    .from(sites)
    .where(isSite(me, ref));
  if (!row) throw siteNotFound();
  return row;
}

/** Saves who lives or works there. @throws DomainError not_found; conflict with `{ current }` for a stale version */
export async function updateSite(ctx: Ctx, ref: string, { version, occupancy }: SiteChange): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "updateSite", { ref, version, occupancy }, async (commit) => {
    const stored = await siteToChange(ctx, me, ref);
    const { id } = stored;
    if (stored.version !== version) throw staleVersion("property", stored);
    const { before, after } = differences(stored, { occupancy });
    if (Object.keys(after).length === 0) return { id };
    return commit(me, {
      writes: [
        ctx.db
          .update(sites)
          .set({ occupancy, version: version + 1 })
          .where(and(eq(sites.orgId, me.orgId), eq(sites.addressId, id), eq(sites.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "site.update", entity: "site", entityId: id, before, after }],
      result: { id },
      refusals: { stale: () => staleVersion("property", stored) },
    });
  });
}

/** Adds a contact, tenant, landlord or property manager. @throws DomainError not_found; conflict if there are forty already */
export async function addSitePerson(ctx: Ctx, ref: string, input: NewSitePerson): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "addSitePerson", { ref, input }, async (commit) => {
    const { id: addressId } = await siteToChange(ctx, me, ref);
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db.insert(sitePeople).values({ ...input, orgId: me.orgId, addressId, id, createdAt: at, updatedAt: at }),
      ],
      audit: [
        {
          action: "site_person.add",
          entity: "site",
          entityId: addressId,
          after: { role: input.role, name: input.name },
        },
      ],
      result: { id },
      refusals: full,
    });
  });
}

const isPerson = (me: Member, addressId: SQL | string, id: string) =>
  and(eq(sitePeople.orgId, me.orgId), eq(sitePeople.addressId, addressId), eq(sitePeople.id, id));

/** @throws DomainError not_found */
export async function findSitePerson(ctx: Ctx, ref: string, personId: string) {
  const me = allow(ctx, "customers.read");
  return readPerson(ctx, me, siteIdOf(me, ref), personId);
}

async function readPerson(ctx: Ctx, me: Member, addressId: SQL | string, id: string) {
  const { role, name, phone, email, part, notes, version } = sitePeople;
  const [row] = await ctx.db
    .select({ id: sitePeople.id, role, name, phone, email, part, notes, version })
    .from(sitePeople)
    .where(isPerson(me, addressId, id));
  if (!row) throw notFound("Person not found");
  return row;
}

/** @throws DomainError not_found; conflict with `{ current }` for a stale version */
export async function updateSitePerson(
  ctx: Ctx,
  { ref, personId }: { ref: string; personId: string },
  { version, ...input }: SitePersonChange,
): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "updateSitePerson", { ref, personId, version, input }, async (commit) => {
    const { id: addressId } = await siteToChange(ctx, me, ref);
    const stored = await readPerson(ctx, me, addressId, personId);
    if (stored.version !== version) throw staleVersion("person", stored);
    const { before, after } = differences(stored, input);
    if (Object.keys(after).length === 0) return { id: personId };
    return commit(me, {
      writes: [
        ctx.db
          .update(sitePeople)
          .set({ ...after, version: version + 1, updatedAt: ctx.now.toISOString() })
          .where(and(isPerson(me, addressId, personId), eq(sitePeople.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "site_person.update", entity: "site", entityId: addressId, before, after }],
      result: { id: personId },
      refusals: { stale: () => staleVersion("person", stored) },
    });
  });
}

/** @throws DomainError not_found */
export async function removeSitePerson(ctx: Ctx, ref: string, personId: string): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "removeSitePerson", { ref, personId }, async (commit) => {
    const { id: addressId } = await siteToChange(ctx, me, ref);
    const { role, name } = await readPerson(ctx, me, addressId, personId);
    return commit(me, {
      writes: [
        ctx.db.delete(sitePeople).where(isPerson(me, addressId, personId)),
        assertRowChanged(ctx, "person_gone"),
      ],
      audit: [{ action: "site_person.remove", entity: "site", entityId: addressId, before: { role, name } }],
      result: { id: personId },
      refusals: { person_gone: () => notFound("Person not found") },
    });
  });
}
