import { DurableObject } from "cloudflare:workers";
import { attempt, noTries, succeeded, type Tries } from "~/domain/auth/lockout";
import type { Env } from "../env";

const day = 24 * 60 * 60 * 1000;

/** Failed sign-ins of one account, counted in one place in the world. */
export class Lockout extends DurableObject<Env> {
  /** Seconds to wait, or 0 when this attempt may be evaluated. */
  async begin(device: string | null): Promise<number> {
    const { wait, tries } = attempt(await this.read(), Date.now(), device);
    if (wait > 0) return wait;
    await this.ctx.storage.put("tries", tries);
    await this.ctx.storage.setAlarm(Date.now() + day);
    return 0;
  }

  async succeeded(device: string | null): Promise<void> {
    await this.ctx.storage.put("tries", succeeded(await this.read(), device));
  }

  /** A day after the last attempt all is forgotten but the browsers that are known. */
  override async alarm(): Promise<void> {
    const { known } = await this.read();
    await this.ctx.storage.put("tries", { ...noTries, known });
  }

  private async read(): Promise<Tries> {
    return (await this.ctx.storage.get<Tries>("tries")) ?? noTries;
  }
}
