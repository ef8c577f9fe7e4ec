import { DomainError } from "~/domain/shared/errors";
import type { CommitHook } from "~/domain/shared/write.server";

/** Work orders are added and reopened by many areas; the database refuses it for an archived customer. */
export const archivedCustomerHook: CommitHook = {
  refusals: () => ({
    archived_has_no_open_work: () =>
      new DomainError("conflict", "An archived customer has no open work orders. Restore the customer first."),
  }),
};
