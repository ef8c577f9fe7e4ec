import { and, eq, sql } from "drizzle-orm";
import { businessDeletions, organizations } from "#drizzle/schema/identity";
import { countInNewZone } from "~/domain/business-days/count-again.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { hasTooManyPixels, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { logUnforeseen } from "~/domain/shared/log.server";
import { allow, allowMember } from "~/domain/shared/permissions";
import { assertRowChanged, commitIdentity, onceInIdentity } from "~/domain/shared/write.server";
import { copyMessage } from "./copy-to-tenants.server";
import { LOGO_TOO_LARGE, MAX_LOGO_BYTES } from "./organization";
import type { OrganizationSettings } from "./schema";

/** The settings shown and edited on /settings. */
export async function readSettings(ctx: Ctx) {
  const me = allow(ctx, "system.admin");
  return settingsOf(ctx, me.orgId);
}

export type Settings = Awaited<ReturnType<typeof settingsOf>>;

async function settingsOf(ctx: Ctx, orgId: string) {
  const [row] = await ctx.db
    .select({
      name: organizations.name,
      timeZone: organizations.timeZone,
      phone: organizations.phone,
      email: organizations.email,
      line1: organizations.line1,
      line2: organizations.line2,
      city: organizations.city,
      state: organizations.state,
      postalCode: organizations.postalCode,
      logoKey: organizations.logoKey,
      version: organizations.version,
      deletionDueAt: businessDeletions.dueAt,
    })
    .from(organizations)
    .leftJoin(businessDeletions, eq(businessDeletions.orgId, organizations.id))
    .where(eq(organizations.id, orgId));
  if (!row) throw notFound();
  const { logoKey, ...settings } = row;
  // The last part of the key changes with every logo, so that browsers fetch the new one.
  return { ...settings, orgId, logo: logoKey?.split("/").at(-1) ?? null };
}

/** The logo of the caller's business; null for any other business and if there is none. */
export async function readLogo(ctx: Ctx, orgId: string) {
  const me = allowMember(ctx);
  if (me.orgId !== orgId) return null;
  const [row] = await ctx.db
    .select({ logoKey: organizations.logoKey })
    .from(organizations)
    .where(eq(organizations.id, me.orgId));
  return row?.logoKey ? ctx.providers.files.get(row.logoKey) : null;
}

/** Saves a business's settings. @throws DomainError conflict with `{ current }` when they changed since `version` */
export async function saveSettings(ctx: Ctx, input: OrganizationSettings): Promise<void> {
  const me = allow(ctx, "system.admin");
  const { version, ...columns } = input;
  let movesClock = false;
  try {
    await onceInIdentity(ctx, "saveSettings", input, async (write) => {
      const before = await settingsOf(ctx, me.orgId);
      if (before.version !== version) throw stale(before);
      movesClock = input.timeZone !== before.timeZone;
      return write(me, {
        writes: [
          ctx.db
            .update(organizations)
            .set({ ...columns, version: sql`${organizations.version} + 1` })
            .where(and(eq(organizations.id, me.orgId), eq(organizations.version, version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "settings_saved", entity: "organization", entityId: me.orgId, before, after: input }],
        // Figures by the business's calendar days are recomputed.
        publish: movesClock ? [copyMessage({ kind: "clock", orgId: me.orgId })] : [],
        result: null,
      });
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    throw stale(await settingsOf(ctx, me.orgId));
  }
  if (!movesClock) return;
  try {
    await countInNewZone(ctx, { orgId: me.orgId, timeZone: input.timeZone });
  } catch (error) {
    // The queue recomputes them.
    logUnforeseen(ctx.request.id, "counting in the new time zone", error);
  }
}

function stale(current: Settings): DomainError {
  return new DomainError("conflict", "Someone else just changed the settings. Compare both versions and save again.", {
    details: { current },
  });
}

/** Stores a PNG, JPEG or WebP of at most 200 KB as the logo. @throws DomainError too_large, invalid */
export async function saveLogo(ctx: Ctx, file: Blob): Promise<void> {
  const me = allow(ctx, "system.admin");
  const refused = (text: string) => new DomainError("invalid", text, { fields: { logo: [text] } });
  if (file.size > MAX_LOGO_BYTES) {
    throw new DomainError("too_large", LOGO_TOO_LARGE, { fields: { logo: [LOGO_TOO_LARGE] } });
  }
  const picture = readPicture(new Uint8Array(await file.arrayBuffer()));
  if (!picture) throw refused("Please choose a PNG, JPEG or WebP picture");
  if (hasTooManyPixels(picture)) throw refused(TOO_MANY_PIXELS);
  const logoKey = `logos/${me.orgId}/${ctx.newId()}`;
  await ctx.providers.files.put(logoKey, picture.bytes.buffer, picture.type);
  await setLogo(ctx, logoKey);
}

export function removeLogo(ctx: Ctx): Promise<void> {
  return setLogo(ctx, null);
}

async function setLogo(ctx: Ctx, logoKey: string | null): Promise<void> {
  const me = allow(ctx, "system.admin");
  const [before] = await ctx.db
    .select({ logoKey: organizations.logoKey })
    .from(organizations)
    .where(eq(organizations.id, me.orgId));
  await commitIdentity(ctx, me, {
    writes: [ctx.db.update(organizations).set({ logoKey }).where(eq(organizations.id, me.orgId))],
    audit: [
      {
        action: logoKey ? "logo_changed" : "logo_removed",
        entity: "organization",
        entityId: me.orgId,
        before,
        after: { logoKey },
      },
    ],
    result: undefined,
  });
  if (before?.logoKey) ctx.after(ctx.providers.files.delete(before.logoKey));
}
