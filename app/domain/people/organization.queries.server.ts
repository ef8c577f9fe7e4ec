import { eq } from "drizzle-orm";
import { organizations } from "#drizzle/schema/people";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow, allowMember } from "~/domain/shared/permissions";
import { taxRateText } from "./rules";

/** What /settings shows and edits. */
export async function readSettings(ctx: Ctx) {
  const me = allow(ctx, "system.admin");
  return settingsOf(ctx, me.orgId);
}

export type Settings = Awaited<ReturnType<typeof settingsOf>>;

export async function settingsOf(ctx: Ctx, orgId: string) {
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
      taxRateMilli: organizations.taxRateMilli,
      logoKey: organizations.logoKey,
      version: organizations.version,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!row) throw notFound();
  const { taxRateMilli, logoKey, ...settings } = row;
  // The last part of the key changes with every picture, so that browsers ask for the new one.
  return { ...settings, orgId, taxRate: taxRateText(taxRateMilli), logo: logoKey?.split("/").at(-1) ?? null };
}

/** The logo of one's own business; null for any other business and where there is none. */
export async function readLogo(ctx: Ctx, orgId: string) {
  const me = allowMember(ctx);
  if (me.orgId !== orgId) return null;
  const [row] = await ctx.db
    .select({ logoKey: organizations.logoKey })
    .from(organizations)
    .where(eq(organizations.id, me.orgId));
  return row?.logoKey ? ctx.providers.files.get(row.logoKey) : null;
}
