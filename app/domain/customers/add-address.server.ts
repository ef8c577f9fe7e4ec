import { addressLine } from "~/domain/addresses/address";
import { addressAudit, insertAddress } from "~/domain/addresses/insert.server";
import type { NewAddress } from "~/domain/addresses/schema";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import type { CustomerRef } from "./customer";
import { findCustomerId } from "./find.server";

/**
 * Adds an address, to a customer or without one.
 * @throws DomainError not_found if the customer does not exist
 */
export function addAddress(ctx: Ctx, customer: CustomerRef | null, input: NewAddress): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "addAddress", { customer, input }, async (commit) => {
    const owner = customer && (await findCustomerId(ctx, me, customer));
    const id = ctx.newId();
    return commit(me, {
      writes: insertAddress(ctx, me, { id, customerId: owner, input }),
      audit: [
        addressAudit(
          "address.create",
          { id, customerId: owner },
          { after: { type: input.type, address: addressLine(input) } },
        ),
      ],
      result: { id },
    });
  });
}
