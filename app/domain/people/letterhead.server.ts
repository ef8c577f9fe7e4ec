import { eq } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import { addressLines } from "~/domain/addresses/address";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { formatPhone } from "~/domain/shared/text/phones";

/** A business's details at the top of the documents it sends. */
export interface Letterhead {
  name: string;
  email: string | null;
  phone: string | null;
  /** The address, one line each; empty unless it is complete. */
  lines: readonly string[];
}

/** Reads the letterhead of a business. @throws DomainError not_found */
export async function readLetterhead(ctx: Ctx, { orgId }: Pick<Member, "orgId">): Promise<Letterhead> {
  const [row] = await ctx.db
    .select({
      name: organizations.name,
      phone: organizations.phone,
      email: organizations.email,
      line1: organizations.line1,
      line2: organizations.line2,
      city: organizations.city,
      state: organizations.state,
      postalCode: organizations.postalCode,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!row) throw notFound();
  const { name, phone, email, line1, line2, city, state, postalCode } = row;
  const lines = line1 && city && state && postalCode ? addressLines({ line1, line2, city, state, postalCode }) : [];
  return { name, email, phone: phone && formatPhone(phone), lines };
}
