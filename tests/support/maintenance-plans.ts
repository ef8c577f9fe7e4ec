import { expect } from "vitest";
import { addEquipment, dayFromNow } from "./equipment";
import { addCustomer, type WorkOrderJson } from "./work-orders";
import type { Business, TestWorker } from "./worker";

interface Jobs {
  items: (WorkOrderJson & { serviceTypeId: string | null })[];
}

/** A new customer's furnace with a maintenance plan. */
export async function planned(worker: TestWorker, business: Business, plan: Record<string, unknown> = {}) {
  const site = await addCustomer(worker, business.orgId);
  const unit = await addEquipment(business.manager, { ...site, equipmentName: "Basement furnace" });
  const answer = await business.manager.post<{ id: string }>(`/api/equipment/${unit.id}/maintenance-plans`, {
    title: "Tune-up",
    startsOn: dayFromNow(5),
    every: 6,
    unit: "month",
    ...plan,
  });
  expect(answer.status).toBe(201);
  return { unit, planId: answer.json.id };
}

export const jobsOf = async ({ manager }: Business) =>
  (await manager.get<Jobs>("/api/work-orders?limit=100")).json.items;
export const book = async ({ manager }: Business) =>
  (await manager.post<{ made: number }>("/api/maintenance-plans/book")).json;
