import { and, asc, eq, like, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";

/** A business's technicians whose name or address holds the text: its part in the search. */
export function findTechnicians(ctx: Ctx, me: Member, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const words = sql`(first_name || ' ' || last_name || ' ' || ${technicians.email})`;
  return ctx.db
    .select({
      foundId: named(technicians.id, "foundId"),
      foundLabel: sql<string>`first_name || ' ' || last_name`.as("foundLabel"),
      foundDetail: named(technicians.phone, "foundDetail"),
    })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), sql`${like(words, pattern)} ESCAPE '\\'`))
    .orderBy(asc(sql`lower(last_name || ' ' || first_name)`))
    .limit(5);
}
