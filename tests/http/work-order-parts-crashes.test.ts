import fc from "fast-check";
import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { addCustomer, addWorkOrder, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import {
  addPart,
  addTechnicianPart,
  changePart,
  removePart,
  restorePart,
} from "~/domain/work-order-parts/change.server";
import { NewPart, TechnicianPart } from "~/domain/work-order-parts/schema";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { ChangeStatus } from "~/domain/work-orders/schema";

const worker = await testWorker();
const { manager: office, technicianId, orgId, orgKey } = await worker.business();
const site = await addCustomer(worker, orgId);
const truck = await addLocation(office, { name: "Truck 1", type: "truck", technicianId });
const shelf = await addLocation(office);

class PowerCut extends Error {}

function officeCtx(key: string, cutAt: number | null): Ctx {
  const beforeCall = (call: number) => {
    if (call === cutAt) throw new PowerCut();
  };
  const ctx = householdCtx(worker.db, office.userId ?? "", { key, ...(cutAt === null ? {} : { beforeCall }) });
  if (ctx.actor.kind !== "person") throw new Error("a person acts");
  const member = {
    ...{ orgId, orgKey, orgName: "North Wind", timeZone: "America/Chicago", userId: office.userId ?? "" },
    ...{ name: "Test Person", roles: ["Admin" as const], permissions: null, isPro: false, technicianId },
  };
  return { ...ctx, now: new Date(), actor: { ...ctx.actor, person: { ...ctx.actor.person, member } } };
}

interface State {
  part: string[];
  workOrderId: string;
  itemId: string;
}

type Step = {
  kind: "add" | "found" | "remove" | "restore" | "change" | "move";
  quantity: number;
  which: number;
  cut: number | null;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("add", "add", "found", "remove", "restore", "change", "move"),
  quantity: fc.integer({ min: 1, max: 4000 }),
  which: fc.nat({ max: 5 }),
  cut: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
});

const MOVES = [
  { to: "in_progress" },
  { to: "completed" },
  { to: "in_progress", reason: "Once more" },
  { to: "cancelled", cancelReason: "customer", partsOutcome: "returned" },
  { to: "unscheduled", reason: "After all" },
  { to: "scheduled", scheduledStart: start, overrideReason: "Beside another" },
] as const;

async function perform(ctx: Ctx, state: State, { kind, quantity, which }: Step): Promise<void> {
  const ref = state.workOrderId;
  const partId = state.part[which % Math.max(1, state.part.length)] ?? "";
  if (kind === "add") {
    const input = { inventoryItemId: state.itemId, quantity: quantity / 1000, locationId: which % 2 ? truck : shelf };
    await addPart(ctx, ref, NewPart.parse(input));
  } else if (kind === "found") {
    await addTechnicianPart(
      ctx,
      ref,
      TechnicianPart.parse({ part: "in hand", itemId: state.itemId, quantity: quantity / 1000 }),
    );
  } else if (kind === "remove") await removePart(ctx, { ref, partId });
  else if (kind === "restore") await restorePart(ctx, { ref, partId });
  else if (kind === "change") await changePart(ctx, { ref, partId }, { quantity });
  else await changeWorkOrderStatus(ctx, ref, ChangeStatus.parse(MOVES[which]));
}

const number = async (statement: string, ...values: unknown[]) =>
  (await worker.db
    .prepare(statement)
    .bind(orgId, ...values)
    .first<number>("n")) ?? 0;

async function adds(itemId: string): Promise<void> {
  const onHand = await number(
    "SELECT sum(on_hand_milli) AS n FROM stock_balances WHERE org_id = ? AND item_id = ?",
    itemId,
  );
  const used = await number(
    "SELECT sum(quantity_milli) AS n FROM work_order_parts WHERE org_id = ? AND item_id = ? AND removed_at IS NULL",
    itemId,
  );
  const received = await number(
    "SELECT sum(quantity_milli) AS n FROM stock_movements WHERE org_id = ? AND item_id = ? AND kind IN ('receipt', 'adjustment')",
    itemId,
  );
  const consumed = await number(
    "SELECT -sum(quantity_milli) AS n FROM stock_movements WHERE org_id = ? AND item_id = ? AND kind = 'consumption'",
    itemId,
  );
  const value = await number("SELECT value_minor AS n FROM stock_values WHERE org_id = ? AND item_id = ?", itemId);
  const costs = await number(
    "SELECT sum(total_cost_minor) AS n FROM stock_movements WHERE org_id = ? AND item_id = ?",
    itemId,
  );
  expect([onHand + used, consumed, value]).toEqual([received, used, costs]);
}

test("after any changes and interruptions, stock on hand plus stock used equals stock received", async () => {
  let runs = 0;
  let used = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      runs += 1;
      const item = await addItem(office, { listPrice: 40 });
      const lines = [truck, shelf].map((locationId) => ({ itemId: item.id, locationId, quantity: 3, unitCost: 7 }));
      await post(office, "receipt", lines);
      const workOrder = await addWorkOrder(office, site, { technicianId });
      const state: State = { part: [], workOrderId: workOrder.id, itemId: item.id };
      for (const [at, one] of steps.entries()) {
        const key = `crash-${runs}-${at}`.padEnd(12, "x");
        // Aborted somewhere, then sent twice more with the same key: one effect.
        for (const cut of one.cut === null ? [null, null] : [one.cut, null, null]) {
          try {
            await perform(officeCtx(key, cut), state, one);
          } catch (error) {
            const isExpected = error instanceof DomainError || error instanceof PowerCut || cut !== null;
            if (!isExpected) throw error;
          }
        }
        await adds(item.id);
        const { results } = await worker.db
          .prepare("SELECT id FROM work_order_parts WHERE org_id = ? AND work_order_id = ? ORDER BY id")
          .bind(orgId, workOrder.id)
          .all<{ id: string }>();
        state.part = results.map(({ id }) => id);
        used += results.length;
        const done = steps.slice(0, at + 1).filter(({ kind }) => kind === "add" || kind === "found").length;
        expect(state.part.length).toBeLessThanOrEqual(done);
      }
    }),
    { numRuns: 12, seed: 48 },
  );
  expect(used).toBeGreaterThan(50);
});
