import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Timing } from "./plan";
import { ENDS_BEFORE_START, endsBeforeStart } from "./stored";

export const refusals: ConstraintTexts = { no_such_item: () => notFound() };

/** An edit of an older version; `current` is the item as it is now, as the API answers it. */
export function stale(current: object): DomainError {
  return new DomainError("conflict", "This was changed in the meantime. Look at both versions and save again.", {
    details: { current },
  });
}

/** @throws DomainError invalid when the item would end before its first day */
export function checkEnd<Item extends Timing>(item: Item): Item {
  if (!endsBeforeStart(item)) return item;
  throw new DomainError("invalid", ENDS_BEFORE_START, { fields: { endDate: [ENDS_BEFORE_START] } });
}
