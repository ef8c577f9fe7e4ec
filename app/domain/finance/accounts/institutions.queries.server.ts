import { and, asc, eq } from "drizzle-orm";
import { bankInstitutions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";

const shown = {
  id: bankInstitutions.id,
  name: bankInstitutions.name,
  website: bankInstitutions.website,
  logoUrl: bankInstitutions.logoUrl,
  logo: bankInstitutions.logo,
  description: bankInstitutions.description,
  primaryColor: bankInstitutions.primaryColor,
  isActive: bankInstitutions.isActive,
  version: bankInstitutions.version,
};

/** The statement behind `listInstitutions`, for a screen that sends it along with others. */
export function institutionsQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select(shown)
    .from(bankInstitutions)
    .where(eq(bankInstitutions.userId, userId))
    .orderBy(asc(bankInstitutions.name), asc(bankInstitutions.id));
}

export type InstitutionView = Awaited<ReturnType<typeof institutionsQuery>>[number];

/** The household's institutions by name, inactive ones among them. */
export async function listInstitutions(ctx: Ctx): Promise<InstitutionView[]> {
  return institutionsQuery(ctx, allowPerson(ctx).userId);
}

/** @throws DomainError not_found */
export async function institution(ctx: Ctx, id: number): Promise<InstitutionView> {
  const { userId } = allowPerson(ctx);
  const [row] = await ctx.db
    .select(shown)
    .from(bankInstitutions)
    .where(and(eq(bankInstitutions.userId, userId), eq(bankInstitutions.id, id)));
  if (!row) throw notFound();
  return row;
}
