import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env";

interface Tries {
  failures: number;
  /** Attempts are not evaluated before this instant (ms). */
  closedUntil: number;
  /** Start (ms) and size of the hour in which at most `hourly` attempts are evaluated. */
  hourFrom: number;
  hourCount: number;
  knownDevices: string[];
}

const freeTries = 5;
const longestWait = 15 * 60 * 1000;
const hourly = 100;
const hour = 60 * 60 * 1000;

/** Failed sign-ins of one account: five free tries, then 2^k seconds each, at most 100 evaluated an hour. */
export class Lockout extends DurableObject<Env> {
  /** Seconds to wait, or 0 when this attempt may be evaluated. A device that signed in before skips the delay. */
  async begin(device: string | null): Promise<number> {
    const now = Date.now();
    const tries = await this.read(now);
    const known = device !== null && tries.knownDevices.includes(device);
    if (tries.hourCount >= hourly && !known) return Math.ceil((tries.hourFrom + hour - now) / 1000);
    if (tries.closedUntil > now && !known) return Math.ceil((tries.closedUntil - now) / 1000);
    tries.hourCount += 1;
    // Counted as failed from its beginning: a thousand parallel guesses cannot all be evaluated before the first answer.
    tries.failures += 1;
    if (tries.failures > freeTries) {
      tries.closedUntil = now + Math.min(1000 * 2 ** (tries.failures - freeTries), longestWait);
    }
    await this.ctx.storage.put("tries", tries);
    await this.ctx.storage.setAlarm(now + 24 * hour);
    return 0;
  }

  async succeeded(device: string | null): Promise<void> {
    const tries = await this.read(Date.now());
    const devices = device ? [device, ...tries.knownDevices.filter((d) => d !== device)] : tries.knownDevices;
    await this.ctx.storage.put("tries", { ...tries, failures: 0, closedUntil: 0, knownDevices: devices.slice(0, 10) });
  }

  override async alarm(): Promise<void> {
    const tries = await this.read(Date.now());
    await this.ctx.storage.put("tries", { ...tries, failures: 0, closedUntil: 0, hourCount: 0 });
  }

  private async read(now: number): Promise<Tries> {
    const stored = await this.ctx.storage.get<Tries>("tries");
    const tries = stored ?? { failures: 0, closedUntil: 0, hourFrom: now, hourCount: 0, knownDevices: [] };
    return now - tries.hourFrom < hour ? tries : { ...tries, hourFrom: now, hourCount: 0 };
  }
}
