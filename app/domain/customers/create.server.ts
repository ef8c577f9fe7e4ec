import { sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { sequences } from "#drizzle/schema/platform";
import { insertAddress } from "~/domain/addresses/insert.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { once, type Write } from "~/domain/shared/write.server";
import { displayName, sortName } from "./customer";
import type { NewCustomer } from "./schema";

/** Creates a customer with the next number and its first addresses in one batch. */
export function createCustomer(ctx: Ctx, input: NewCustomer): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "createCustomer", input, (commit) => {
    const { addresses: places, ...facts } = input;
    const id = ctx.newId();
    // Ids follow the given order, even within the same millisecond. An address marked as primary is inserted first, which makes
    // it primary.
    const ids = places.map(() => ctx.newId()).sort();
    const rows = places.map((input, i) => ({ id: ids[i] ?? ctx.newId(), customerId: id, input }));
    rows.sort((a, b) => Number(b.input.isPrimary) - Number(a.input.isPrimary));
    return commit(me, {
      writes: [
        ...customerWrites(ctx, me, { id, facts }),
        ...rows.flatMap((row) => insertAddress(ctx, me, { ...row, input: { ...row.input, isPrimary: false } })),
      ],
      audit: [{ action: "customer.create", entity: "customer", entityId: id, after: facts }],
      result: { id },
    });
  });
}

/** The statements that add a customer with the next number, for the use case's own batch. */
export function customerWrites(ctx: Ctx, me: Member, row: NewRow): Write[] {
  return [nextNumber(ctx, me), insertCustomer(ctx, me, row)];
}

function nextNumber(ctx: Ctx, me: Member): Write {
  return ctx.db
    .insert(sequences)
    .values({ orgId: me.orgId, name: "customers", value: 1 })
    .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`${sequences.value} + 1` } });
}

interface NewRow {
  id: string;
  facts: Omit<NewCustomer, "addresses">;
}

function insertCustomer(ctx: Ctx, me: Member, { id, facts }: NewRow): Write {
  const at = ctx.now.toISOString();
  return ctx.db.insert(customers).values({
    ...facts,
    orgId: me.orgId,
    id,
    number: sql`(select s.value from sequences s where s.org_id = ${me.orgId} and s.name = 'customers')`,
    name: displayName(facts),
    sortName: sortName(facts),
    createdAt: at,
    updatedAt: at,
  });
}
