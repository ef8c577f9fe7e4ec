import { eq } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import type { Ctx } from "./context";
import { formatPhone } from "./phones";

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
