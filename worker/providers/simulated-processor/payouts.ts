import type { PaymentProcessor, ProcessorPayout } from "~/domain/providers";
import { DAY_MS } from "~/domain/shared/time/dates";
import { paidAmount, SIMULATED_AVAILABLE_MS, type SimulatedSession, simulatedFee } from "./state";

const MAX_READ = 1000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** One payout per business and day, of everything that became available that day, two days after it arrived. */
export function simulatedPayouts(db: D1Database): Pick<PaymentProcessor, "payouts" | "paymentsOf"> {
  async function paidOut(orgId: string): Promise<Map<string, SimulatedSession[]>> {
    const { results } = await db
      .prepare("SELECT state FROM simulated_processor WHERE json_extract(state, '$.metadata.org_id') = ? LIMIT ?")
      .bind(orgId, MAX_READ)
      .all<{ state: string }>();
    const sessions = results.map(({ state }): SimulatedSession => JSON.parse(state));
    const byDay = new Map<string, SimulatedSession[]>();
    for (const session of sessions) {
      const at = (session.paidAt ?? 0) + SIMULATED_AVAILABLE_MS;
      if (paidAmount(session) === 0 || at > Date.now()) continue;
      byDay.set(dayOf(at), [...(byDay.get(dayOf(at)) ?? []), session]);
    }
    return byDay;
  }
  const idOf = (orgId: string, day: string) => `po_sim_${day.replaceAll("-", "")}_${orgId}`;

  return {
    payouts: async (orgId) =>
      [...(await paidOut(orgId))].map(([day, sessions]): ProcessorPayout => {
        const arrives = Date.parse(day) + DAY_MS;
        return {
          id: idOf(orgId, day),
          amountMinor: sessions.reduce((sum, session) => sum + netOf(session), 0),
          arrivesOn: dayOf(arrives),
          status: arrives <= Date.now() ? "paid" : "in_transit",
        };
      }),
    paymentsOf: async (orgId, payoutId) =>
      [...(await paidOut(orgId))].flatMap(([day, sessions]) =>
        idOf(orgId, day) === payoutId ? sessions.map(({ x }) => `pi_sim_${x}`) : [],
      ),
  };
}

function netOf({ amount, refunds }: SimulatedSession): number {
  const refunded = refunds.reduce((sum, each) => sum + (each.status === "succeeded" ? each.amount : 0), 0);
  return amount - refunded - simulatedFee(amount);
}
