import { DurableObject } from "cloudflare:workers";
import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";

/** The leak deadlines of one business: an alarm runs when the office must be notified of one. */
export class LeakClock extends DurableObject<Env> {
  /** Keeps an alarm that is already set for an earlier time. */
  async schedule(orgId: string, at: number): Promise<void> {
    const { storage } = this.ctx;
    await storage.put("orgId", orgId);
    const alarm = await storage.getAlarm();
    if (alarm === null || at < alarm) await storage.setAlarm(at);
  }

  /** The platform retries an alarm that throws. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const orgId = await storage.get<string>("orgId");
    if (orgId === undefined) return;
    const { notifyLeakDeadlines } = await import("~/domain/refrigerant/leaks/notices.server");
    const next = await notifyLeakDeadlines(await systemCtx(this.env, (work) => this.ctx.waitUntil(work)), orgId);
    if (next === "gone") await storage.deleteAll();
    else if (next !== null) await this.schedule(orgId, next);
  }
}
