import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { type SignedRequest, verifyStripe } from "./hmac.server";
import { jsonOf } from "./json.server";

/** An id or a short text of an event. */
export const eventText = z.string().max(200);

/** The schema of an event about an object with at least these fields; all other fields are ignored. */
export function stripeEvent<S extends z.ZodRawShape>(object: S) {
  return z.object({ id: eventText.min(1), type: eventText.min(1), data: z.object({ object: z.object(object) }) });
}

/**
 * Reads an event and verifies it over the raw bytes.
 * @throws DomainError unauthenticated for anything not signed with the secret; invalid for a body that is not an event
 */
export async function readStripeEvent<S extends z.ZodType>(
  ctx: Ctx,
  schema: S,
  { secret, ...request }: Omit<SignedRequest, "now"> & { secret: string },
): Promise<z.output<S>> {
  if (!(await verifyStripe({ ...request, now: ctx.now }, secret)))
    throw new DomainError("unauthenticated", "This webhook is not signed by the card processor.");
  const parsed = schema.safeParse(jsonOf(request.body));
  if (!parsed.success) throw new DomainError("invalid", "This is not an event.");
  return parsed.data;
}
