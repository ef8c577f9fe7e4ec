import { and, asc, eq, sql } from "drizzle-orm";
import { bankInstitutions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound, staleOwnVersion, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import type { Institution } from "./schema";

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

/** The query behind `listInstitutions`, for a screen that batches it with others. */
function institutionsQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select(shown)
    .from(bankInstitutions)
    .where(eq(bankInstitutions.userId, userId))
    .orderBy(asc(bankInstitutions.name), asc(bankInstitutions.id));
}

export type InstitutionView = Awaited<ReturnType<typeof institutionsQuery>>[number];

/** The household's institutions by name, including inactive ones. */
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
  if (!row) throw notFound("Institution not found");
  return row;
}

const notSaved = "Failed to save institution. Please try again.";
const MAX_ATTEMPTS = 3;

/**
 * Creates a financial institution for the household. Its number is the highest plus one; the primary key catches two created at
 * once.
 */
export async function createInstitution(ctx: Ctx, input: Institution): Promise<{ id: number }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(notSaved, () =>
    once(ctx, "createInstitution", input, async (commit) => {
      for (let left = MAX_ATTEMPTS; ; left -= 1) {
        const id = (await highestId(ctx, userId)) + 1;
        try {
          return await commit(null, {
            writes: [insertRow(ctx, { userId, id, input })],
            result: { id },
            refusals: { "bank_institutions.user_id, bank_institutions.id": numberTaken },
          });
        } catch (error) {
          if (left === 1 || !(error instanceof DomainError) || error.code !== "conflict") throw error;
        }
      }
    }),
  );
}

const numberTaken = () => new DomainError("conflict", "Another institution was added at the same time.");

async function highestId(ctx: Ctx, userId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ highest: sql<number | null>`max(${bankInstitutions.id})`.as("highest") })
    .from(bankInstitutions)
    .where(eq(bankInstitutions.userId, userId));
  return row?.highest ?? 0;
}

function insertRow(ctx: Ctx, { userId, id, input }: { userId: string; id: number; input: Institution }) {
  const { version: _, isActive = true, ...facts } = input;
  const now = ctx.now.toISOString();
  return ctx.db.insert(bankInstitutions).values({ userId, id, ...facts, isActive, createdAt: now, updatedAt: now });
}

/** @throws DomainError not_found; conflict when `version` is given and older than the row's */
export async function updateInstitution(ctx: Ctx, id: number, input: Institution): Promise<{ id: number }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(notSaved, () =>
    once(ctx, "updateInstitution", { id, ...input }, async (commit) => {
      const current = await institution(ctx, id);
      const { version, isActive = current.isActive, ...facts } = input;
      const write = ctx.db
        .update(bankInstitutions)
        .set({ ...facts, isActive, version: sql`${bankInstitutions.version} + 1`, updatedAt: ctx.now.toISOString() })
        .where(
          and(
            eq(bankInstitutions.userId, userId),
            eq(bankInstitutions.id, id),
            version === undefined ? undefined : eq(bankInstitutions.version, version),
          ),
        );
      return commit(null, {
        writes: [write, assertRowChanged(ctx, "stale")],
        result: { id },
        refusals: {
          stale: () => staleOwnVersion("institution", current),
        },
      });
    }),
  );
}
