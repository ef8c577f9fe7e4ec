import { and, eq } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { customerProblems, displayName, sortName } from "./customer";
import { customerRow } from "./detail.server";
import { customerRef, isCustomer } from "./find.server";
import type { CustomerPatch, CustomerRow } from "./schema";

/**
 * Changes the given fields; `ref` is an id or a number.
 * @throws DomainError not_found; invalid with the fields; conflict with `{ current }` if the version is stale, with `{
 * openWorkOrders }` when archiving a customer with open work
 */
export function updateCustomer(ctx: Ctx, ref: string, input: CustomerPatch): Promise<{ id: string }> {
  const { version, ...change } = input;
  return changeCustomer(ctx, ref, { action: "customer.update", change, version });
}

/**
 * Archives a customer: hides it from lists and keeps all its data. Refused while work orders are open.
 * @throws DomainError not_found; conflict with `{ openWorkOrders }`
 */
export function archiveCustomer(ctx: Ctx, ref: string): Promise<{ id: string }> {
  return changeCustomer(ctx, ref, { action: "customer.archive", change: { archived: true } });
}

/** Restores an archived customer. @throws DomainError not_found */
export function restoreCustomer(ctx: Ctx, ref: string): Promise<{ id: string }> {
  return changeCustomer(ctx, ref, { action: "customer.restore", change: { archived: false } });
}

interface Change {
  action: string;
  change: Omit<CustomerPatch, "version">;
  /** The version the user saw; omitted if the change does not depend on it. */
  version?: number;
}

function changeCustomer(ctx: Ctx, ref: string, { action, change, version }: Change): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, action, { ref, change, version }, async (commit) => {
    const stored = await read(ctx, me, ref);
    if (version !== undefined && stored.version !== version) throw staleVersion("customer", stored);
    const { before, after } = differences(stored, change);
    if (Object.keys(after).length === 0) return { id: stored.id };
    const changed = { ...stored, ...change };
    refuseProblems(changed);
    if (changed.archived && stored.openWorkOrders > 0) throw hasOpenWork(stored);
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(customers)
            .set({
              ...change,
              name: displayName(changed),
              sortName: sortName(changed),
              version: stored.version + 1,
              updatedAt: ctx.now.toISOString(),
            })
            .where(and(isCustomer(me, customerRef(stored.id)), eq(customers.version, stored.version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action, entity: "customer", entityId: stored.id, before, after }],
        result: { id: stored.id },
      });
    } catch (error) {
      const current = await read(ctx, me, stored.id);
      if (changed.archived && current.openWorkOrders > 0) throw hasOpenWork(current);
      throw current.version === stored.version ? error : staleVersion("customer", current);
    }
  });
}

async function read(ctx: Ctx, me: Member, ref: string): Promise<CustomerRow> {
  const [row] = await customerRow(ctx, me, customerRef(ref));
  if (!row) throw notFound("Customer not found");
  return row;
}

function refuseProblems(changed: CustomerRow): void {
  const problems = Object.entries(customerProblems(changed));
  const [first] = problems;
  if (!first) return;
  const fields = Object.fromEntries(problems.map(([field, text]) => [field, [text]]));
  throw new DomainError("invalid", first[1], { fields });
}

function hasOpenWork({ openWorkOrders }: CustomerRow): DomainError {
  const text = openWorkOrders === 1 ? "1 work order is" : `${openWorkOrders} work orders are`;
  return new DomainError(
    "conflict",
    `${text} still open. Complete or cancel ${openWorkOrders === 1 ? "it" : "them"} first, then archive.`,
    {
      details: { openWorkOrders },
    },
  );
}
