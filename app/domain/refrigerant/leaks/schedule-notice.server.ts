import type { Ctx, Member } from "~/domain/shared/context";
import { type Clock, nextNoticeAt, noticeStage } from "./compliance";

/** Sets the business's alarm for the next deadline. If a call is lost, the sweep makes up for it. */
export function scheduleNotice(ctx: Ctx, me: Member, next: Pick<Clock, "dueOn"> | null): void {
  if (next === null) return;
  const now = ctx.now.getTime();
  const at = noticeStage(next.dueOn, me.timeZone, now) ? now : nextNoticeAt(next.dueOn, me.timeZone, now);
  if (at !== null) ctx.after(ctx.providers.leakClock.schedule(me.orgId, at));
}
