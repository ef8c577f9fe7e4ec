import { eq } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { formatPhone } from "~/domain/shared/text/phones";

/** The details of the business behind a customer's link, as a query for one row. */
export function businessRow(ctx: Ctx, { orgId }: { orgId: string }) {
  return ctx.db
    .select({
      name: organizations.name,
      phone: organizations.phone,
      email: organizations.email,
      timeZone: organizations.timeZone,
      logoKey: organizations.logoKey,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId));
}

/** The file of the logo of the business behind a customer's link. @throws DomainError not_found if there is none */
export async function businessLogo(ctx: Ctx, business: { orgId: string }) {
  const [row] = await businessRow(ctx, business);
  const file = row?.logoKey ? await ctx.providers.files.get(row.logoKey) : null;
  if (!file) throw notFound();
  return file;
}

type BusinessRow = Pick<Awaited<ReturnType<typeof businessRow>>[number], "name" | "phone" | "email" | "logoKey">;

/** A business as shown to its customers at the top of a page. */
export function businessHead({ name, phone, email, logoKey }: BusinessRow) {
  return {
    name,
    phone: phone && { href: `tel:${phone}`, text: formatPhone(phone) },
    email,
    /** Changes with every new logo. */
    logo: logoKey?.split("/").at(-1) ?? null,
  };
}
