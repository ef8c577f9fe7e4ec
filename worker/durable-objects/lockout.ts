import { DurableObject } from "cloudflare:workers";
import type { Env } from "#worker/env";
import { type Attempt, attempt, noTries, succeeded, type Tries, takenBack, withoutWaits } from "~/domain/auth/lockout";
import { DAY_MS } from "~/domain/shared/time/dates";

/** Failed sign-ins of one account, counted in a single place worldwide. */
export class Lockout extends DurableObject<Env> {
  /** `wait` in seconds is 0 when this attempt may be evaluated. */
  async begin(device: string | null): Promise<Omit<Attempt, "tries">> {
    const { tries, ...outcome } = attempt(await this.read(), Date.now(), device);
    if (outcome.wait > 0) return outcome;
    await this.ctx.storage.put("tries", tries);
    await this.ctx.storage.setAlarm(Date.now() + DAY_MS);
    return outcome;
  }

  async takeBack(device: string | null, closedUntil: number): Promise<void> {
    await this.ctx.storage.put("tries", takenBack(await this.read(), Date.now(), { device, closedUntil }));
  }

  async succeeded(device: string | null): Promise<void> {
    await this.ctx.storage.put("tries", succeeded(await this.read(), device));
  }

  async lift(): Promise<void> {
    await this.ctx.storage.put("tries", withoutWaits(await this.read()));
  }

  /** A day after the last attempt, everything but the known browsers is deleted. */
  override async alarm(): Promise<void> {
    await this.lift();
  }

  private async read(): Promise<Tries> {
    return (await this.ctx.storage.get<Tries>("tries")) ?? noTries;
  }
}
