import { DomainError } from "~/domain/shared/errors";

export const nameTaken = (what: string) => () =>
  new DomainError("conflict", `Another ${what} has this name.`, {
    fields: { name: [`Another ${what} has this name`] },
  });
