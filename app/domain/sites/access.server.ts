import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { named } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { addresses } from "#drizzle/schema/customers";
import { sites } from "#drizzle/schema/sites";
import type { Ctx, Member } from "~/domain/shared/context";
import { staleVersion } from "~/domain/shared/errors";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets } from "~/domain/shared/secrets/renew-secrets.server";
import { derivedToken } from "~/domain/shared/secrets/tokens.server";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import {
  allowOnSite,
  allowTechnicianOrOffice,
  isSite,
  seesEveryAccess,
  siteIdOf,
  siteNotFound,
  worksThere,
} from "./find.server";
import type { AccessChange } from "./schema";
import { noAccess, type SiteAccess } from "./site";

/** As stored: encrypted, or plain text from before encryption was added. */
interface StoredAccess {
  id: string;
  accessSecret: string | null;
  accessNotes: string | null;
}

const Decrypted = z.object({
  gateCode: z.string().nullable(),
  keyLocation: z.string().nullable(),
  alarm: z.string().nullable(),
  animals: z.string().nullable(),
  parking: z.string().nullable(),
  notes: z.string().nullable(),
});

const boundTo = (orgId: string, addressId: string) => `site-access ${orgId} ${addressId}`;

/** The access notes, decrypted. The caller must have checked permission. @throws if the key is no longer set */
export async function decryptAccess(
  ctx: Ctx,
  orgId: string,
  { id, accessSecret, accessNotes }: StoredAccess,
): Promise<SiteAccess> {
  if (accessSecret === null) return { ...noAccess, notes: accessNotes };
  return Decrypted.parse(JSON.parse(await decryptSecret(ctx, boundTo(orgId, id), accessSecret)));
}

const encryptAccess = (ctx: Ctx, orgId: string, addressId: string, access: SiteAccess) =>
  encryptSecret(ctx, boundTo(orgId, addressId), JSON.stringify(access));

/**
 * How to get into a site, for members who plan its work and for technicians with a job there around that day. Each view is
 * audited, once per person and day.
 * @throws DomainError not_found; forbidden
 */
export async function readSiteAccess(ctx: Ctx, ref: string) {
  const me = allowTechnicianOrOffice(ctx);
  const here = sql`SELECT x.address_id AS id, 1 AS place FROM sites x JOIN addresses xa ON xa.org_id = ${me.orgId} AND xa.id = x.address_id
    WHERE x.org_id = ${me.orgId} AND x.address_id = ${siteIdOf(me, ref)} AND (x.access_secret IS NOT NULL OR xa.access_notes IS NOT NULL)
      AND (${seesEveryAccess(me) ? sql`1` : worksThere(me, ctx.now, sql`x.address_id`)})`;
  const [rows] = await ctx.db.batch([accessRows(ctx, me, ref), recordSeen(ctx, me, here)]);
  const { version, ...stored } = allowedAccess(ctx, rows);
  return { ...(await decryptAccess(ctx, me.orgId, stored)), version };
}

/**
 * Saves how to get in; blank fields are cleared.
 * @throws DomainError not_found; forbidden; conflict with `{ current }` if it was changed in the meantime
 */
export async function changeSiteAccess(
  ctx: Ctx,
  ref: string,
  { version, ...access }: AccessChange,
): Promise<{ id: string }> {
  const me = allowTechnicianOrOffice(ctx);
  // A plain hash of a four-digit code is as good as the code, so the stored idempotency input has one that needs our secret.
  const text = await derivedToken(`site_access:${JSON.stringify(access)}`, ctx.providers.secrets.signing);
  return once(ctx, "changeSiteAccess", { ref, version, text }, async (commit) => {
    const stored = allowedAccess(ctx, await accessRows(ctx, me, ref));
    const { id } = stored;
    const before = await decryptAccess(ctx, me.orgId, stored);
    if (stored.version !== version) throw staleVersion("access notes", { ...before, version: stored.version });
    const changed = Object.keys(differences(before, access).after);
    if (changed.length === 0) return { id };
    return commit(me, {
      writes: [
        ctx.db
          .update(sites)
          .set({
            accessSecret: await encryptAccess(ctx, me.orgId, id, access),
            accessChangedAt: ctx.now.toISOString(),
            version: version + 1,
          })
          .where(and(eq(sites.orgId, me.orgId), eq(sites.addressId, id), eq(sites.version, version))),
        assertRowChanged(ctx, "stale"),
        ctx.db
          .update(addresses)
          .set({ accessNotes: null })
          .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, id))),
      ],
      // Names of the changed fields only, never their values.
      audit: [
        {
          action: "site_access.update",
          entity: "site",
          entityId: id,
          after: Object.fromEntries(changed.map((field) => [field, "changed"])),
        },
      ],
      result: { id },
      refusals: { stale: () => staleVersion("access notes", { version: version + 1 }) },
    });
  });
}

function accessRows(ctx: Ctx, me: Member, ref: string) {
  return ctx.db
    .select({
      id: named(sites.addressId, "site_id"),
      version: named(sites.version, "site_version"),
      accessSecret: sites.accessSecret,
      accessNotes: addresses.accessNotes,
      isWorker: sql<boolean>`${worksThere(me, ctx.now, sql`sites.address_id`)}`.mapWith(Boolean).as("is_worker"),
    })
    .from(sites)
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, sites.addressId)))
    .where(isSite(me, ref));
}

/** @throws DomainError not_found; forbidden */
function allowedAccess(ctx: Ctx, [row]: Awaited<ReturnType<typeof accessRows>>) {
  if (!row) throw siteNotFound();
  const { isWorker, ...stored } = row;
  allowOnSite(ctx, { isWorker }, { message: ACCESS_DENIED, recordAs: "site access" });
  return stored;
}

const ACCESS_DENIED =
  "Access notes are visible to the office, and to technicians from the day before a job there to the day after.";

const MAX_SEEN = 60;

/**
 * One audit row for each site the person has not viewed today yet, in the batch that reads them. `seen` is a statement of their
 * ids (`id`), numbered (`place`).
 */
function recordSeen(ctx: Ctx, me: Member, seen: SQL) {
  const date = todayOf(ctx, me);
  const since = new Date(startOfDay(date, me.timeZone)).toISOString();
  const ids = JSON.stringify(Array.from({ length: MAX_SEEN }, () => ctx.newId()));
  return ctx.db.run(sql`INSERT INTO audit_log (org_id, id, user_id, action, entity, entity_id, request_id, at)
    SELECT ${me.orgId}, (SELECT value FROM json_each(${ids}) WHERE key = seen.place - 1), ${me.userId}, 'site_access.view', 'site_access', seen.id,
      ${ctx.request.id}, ${ctx.now.toISOString()}
    FROM (${seen}) AS seen WHERE seen.place <= ${MAX_SEEN} AND NOT EXISTS (SELECT 1 FROM audit_log a INDEXED BY audit_log_entity
      WHERE a.org_id = ${me.orgId} AND a.entity = 'site_access' AND a.entity_id = seen.id AND a.user_id = ${me.userId} AND a.at >= ${since})`);
}

/**
 * Statements for a batch: how to get into the sites of a technician's jobs, and the audit rows. `mine` is a statement of the
 * jobs' ids; `other` is one more job, whose notes are read only if the person may see them.
 */
export function accessOfJobs(ctx: Ctx, me: Member, { mine, other }: { mine: SQL; other: SQL }) {
  const allowed = sql`SELECT w.site_address_id AS id FROM (${mine}) AS jobs CROSS JOIN work_orders w WHERE w.org_id = ${me.orgId} AND w.id = jobs.id
    UNION SELECT w.site_address_id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${other}
      AND (${seesEveryAccess(me) ? sql`1` : worksThere(me, ctx.now, sql`w.site_address_id`)})`;
  const noted = sql`SELECT s.address_id AS id, s.access_secret AS secret, a.access_notes AS notes FROM (${allowed}) AS here
    CROSS JOIN sites s CROSS JOIN addresses a
    WHERE s.org_id = ${me.orgId} AND s.address_id = here.id AND a.org_id = ${me.orgId} AND a.id = here.id
      AND (s.access_secret IS NOT NULL OR a.access_notes IS NOT NULL)`;
  return [
    ctx.db
      .select({
        id: sql<string>`noted.id`.as("noted_id"),
        accessSecret: sql<string | null>`noted.secret`.as("noted_secret"),
        accessNotes: sql<string | null>`noted.notes`.as("noted_text"),
      })
      .from(sql`(${noted}) AS noted`),
    recordSeen(ctx, me, sql`SELECT id, row_number() OVER (ORDER BY id) AS place FROM (${noted})`),
  ] as const;
}

/** Encrypts notes stored in plain text or with another key. Returns how many it changed. */
export async function encryptSiteAccess(ctx: Ctx, options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  return renewSecrets<StoredAccess & { orgId: string; isDone: number }>(
    ctx,
    {
      ...{ name: "sites", key: ["s.org_id", "s.address_id"], keyOf: ({ orgId, id }) => [orgId, id] },
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} s.org_id AS orgId, s.address_id AS id, s.access_secret AS accessSecret, a.access_notes AS accessNotes,
            iif(s.access_secret IS NULL, a.access_notes IS NULL, substr(s.access_secret, 1, ${prefix.length}) = ${prefix}) AS isDone
          FROM sites s CROSS JOIN addresses a ON a.org_id = s.org_id AND a.id = s.address_id
          WHERE ${after} AND ${isOnThisShard(sql`s.org_id`)} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ orgId, isDone, ...stored }) => {
        const access = isDone === 1 ? null : await decryptAccess(ctx, orgId, stored).catch(() => null);
        if (access === null) return null;
        const anew = await encryptAccess(ctx, orgId, stored.id, access);
        return [
          ctx.db.run(sql`UPDATE sites SET access_secret = ${anew}
            WHERE org_id = ${orgId} AND address_id = ${stored.id} AND access_secret IS ${stored.accessSecret}`),
          ctx.db.run(sql`UPDATE addresses SET access_notes = NULL
            WHERE org_id = ${orgId} AND id = ${stored.id} AND access_notes IS ${stored.accessNotes}`),
        ];
      },
    },
    options,
  );
}
