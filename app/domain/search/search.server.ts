import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { findCustomers } from "~/domain/customers/choices.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { can, type Permission } from "~/domain/shared/permissions";
import { findTechnicians } from "~/domain/technicians/find.server";
import { findWorkOrders } from "~/domain/work-orders/find.server";

/** One record found: what it is called, a fact that tells it from others of its name, and where it is. */
export interface Found {
  label: string;
  detail: string | null;
  to: string;
}

/** A row of a finder's statement. The columns carry these very names (`named(customers.id, "foundId")`). */
export interface FoundRow {
  foundId: string;
  foundLabel: string;
  foundDetail: string | null;
}

/** An area's part in the search: who may use it, its one statement of a few rows by an index, and the address of a hit. */
export interface Finder {
  permission: Permission;
  statement: (ctx: Ctx, me: Member, text: string) => RunnableQuery<FoundRow[], "sqlite">;
  to: (id: string) => string;
}

/** Each area adds its finder here, in the order in which the hits are shown. */
const finders: readonly Finder[] = [
  { permission: "work_orders.read", statement: findWorkOrders, to: (number) => `/workorders/${number}` },
  { permission: "customers.read", statement: findCustomers, to: (number) => `/customers/${number}` },
  { permission: "technicians.read", statement: findTechnicians, to: (id) => `/technicians/${id}` },
];

const shortest = 2;
const longest = 100;

/** What the member may see and the text names, in one round trip. Nothing for a household or for less than two letters. */
export async function globalSearch(ctx: Ctx, text: string): Promise<Found[]> {
  const me = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  const asked = text.trim().slice(0, longest);
  if (!me || asked.length < shortest) return [];
  const allowed = finders.filter((finder) => can(me, finder.permission));
  const [first, ...others] = allowed.map((finder) => finder.statement(ctx, me, asked));
  if (!first) return [];
  const rows = await ctx.db.batch([first, ...others]);
  return allowed.flatMap((finder, index) =>
    (rows[index] ?? []).map((row) => ({ label: row.foundLabel, detail: row.foundDetail, to: finder.to(row.foundId) })),
  );
}
