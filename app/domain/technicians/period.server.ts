import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Interval } from "~/domain/shared/intervals";
import { type AskedPeriod, periodOf } from "./period";

/** @throws DomainError invalid for an end that is not after the start, and for too long a period */
export function periodAsked(ctx: Ctx, me: Member, asked: AskedPeriod): Interval {
  const period = periodOf(asked, ctx.now.getTime(), me.timeZone);
  if (typeof period !== "string") return period;
  throw new DomainError("invalid", period, { fields: { endDate: [period] } });
}
