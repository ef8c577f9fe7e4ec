import type { Ctx, Member } from "~/domain/shared/context";
import { type Clock, nextNoticeAt, noticeStage } from "./compliance";

/** Asks the business's clock to wake for what is due next. A call that is lost is made good by the sweep. */
export function wakeFor(ctx: Ctx, me: Member, next: Pick<Clock, "dueOn"> | null): void {
  if (next === null) return;
  const now = ctx.now.getTime();
  const at = noticeStage(next.dueOn, me.timeZone, now) ? now : nextNoticeAt(next.dueOn, me.timeZone, now);
  if (at !== null) ctx.after(ctx.providers.leakClock.wakeAt(me.orgId, at));
}
