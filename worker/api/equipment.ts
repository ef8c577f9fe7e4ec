import { z } from "zod";
import { customerRef } from "~/domain/customers/find.server";
import { bookMaintenance } from "~/domain/equipment/book-maintenance.server";
import { createEquipment, deleteEquipment, updateEquipment } from "~/domain/equipment/change.server";
import { CHARGE_BASES } from "~/domain/equipment/circuits";
import { addCircuit, addPlan, endPlan, listCircuits, listPlans } from "~/domain/equipment/circuits.server";
import { equipmentDetail, equipmentOfCustomer } from "~/domain/equipment/detail.server";
import { healthDashboard, listEquipment, maintenanceDue } from "~/domain/equipment/list.server";
import { PLAN_BASES, PLAN_UNITS } from "~/domain/equipment/maintenance-plans";
import { EQUIPMENT_STATUSES, EQUIPMENT_TYPES, HEALTH_COLOURS } from "~/domain/equipment/rules";
import {
  DueFilter,
  EquipmentChange,
  EquipmentFilter,
  NewEquipment,
  NewPlan,
  NewServiceGroup,
} from "~/domain/equipment/schema";
import type { Unit } from "~/domain/equipment/unit.server";
import { type Endpoint, endpoint } from "./endpoint";
import { whole } from "./service-type-shapes";

const tag = "Equipment";
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();

const UnitAnswer = z.object({
  id: z.string(),
  equipmentName: z.string(),
  equipmentType: z.enum(EQUIPMENT_TYPES),
  status: z.enum(EQUIPMENT_STATUSES),
  customerId: text,
  customerName: text,
  addressId: text,
  manufacturer: text,
  modelNumber: text,
  serialNumber: text,
  location: text,
  installDate: text,
  lifespanYears: count.nullable(),
  isUnderWarranty: z.boolean(),
  warrantyExpirationDate: text,
  warrantyDaysRemaining: count.nullable().describe("Null: no warranty is known of"),
  lastMaintenanceDate: text,
  nextMaintenanceDate: text,
  isMaintenanceOverdue: z.boolean(),
  daysUntilNextMaintenance: count.nullable().describe("Null: nothing is planned"),
  healthScore: count.nullable().describe("Null: unknown, healthUnknown says why"),
  healthColour: z.enum(HEALTH_COLOURS),
  healthFactors: z
    .array(z.object({ factor: z.string(), points: count, reason: z.string() }))
    .describe("Every point lost"),
  healthUnknown: text,
  criticalAlerts: z.array(z.string()),
  needsAttention: z.array(z.string()).describe("Why somebody should look at it"),
  notes: text,
  version: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});

const UnitList = z.object({ items: z.array(UnitAnswer), nextCursor: text, total: count.nullable() });

const Circuit = z.object({
  id: z.string(),
  equipmentId: z.string(),
  name: z.string(),
  refrigerant: z.string(),
  chargeLb: z.number().nullable(),
  chargeBasis: z.enum(CHARGE_BASES).nullable(),
});

const Plan = z.object({
  id: z.string(),
  equipmentId: z.string(),
  title: z.string(),
  serviceTypeId: text,
  startsOn: z.string(),
  every: count,
  unit: z.enum(PLAN_UNITS),
  basis: z.enum(PLAN_BASES),
  endsOn: text,
  leadDays: count,
  active: z.boolean(),
});

const withRelations = { circuits: z.array(Circuit), plans: z.array(Plan.extend({ nextDue: text })) };
const DetailAnswer = UnitAnswer.extend(withRelations);
const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: text, total: count });

type CircuitRow = Awaited<ReturnType<typeof listCircuits>>[number];

const circuitOf = ({ chargeMilliLb, ...row }: CircuitRow) => ({
  ...row,
  chargeLb: chargeMilliLb === null ? null : chargeMilliLb / 1000,
});

const listOf = (items: Unit[]) => ({ items, nextCursor: null, total: items.length });

type Asked = Parameters<typeof equipmentDetail>;

async function detailOf(ctx: Asked[0], id: string) {
  const found = await equipmentDetail(ctx, id);
  return { ...found, circuits: found.circuits.map(circuitOf) };
}

const units: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/equipment",
    tag,
    summary: "Equipment, filtered and in the asked order",
    query: EquipmentFilter,
    answer: UnitList,
    run: async ({ ctx, query }) => {
      const { items, nextCursor, total } = await listEquipment(ctx, query);
      return { items, nextCursor, total };
    },
  }),
  endpoint({
    method: "post",
    path: "/equipment",
    tag,
    summary: "Add equipment; without an address it stands at the customer's primary service address",
    body: NewEquipment,
    status: 201,
    answer: DetailAnswer,
    run: async ({ ctx, body }) => detailOf(ctx, (await createEquipment(ctx, body)).id),
  }),
  endpoint({
    method: "get",
    path: "/equipment/maintenance-due",
    tag,
    summary: "Equipment whose maintenance is overdue or falls due soon, the longest overdue first",
    query: DueFilter,
    answer: list(UnitAnswer),
    run: async ({ ctx, query }) => listOf(await maintenanceDue(ctx, query.daysAhead)),
  }),
  endpoint({
    method: "get",
    path: "/equipment/health-dashboard",
    tag,
    summary: "How the fleet is, and the units that need somebody, the worst first",
    answer: z.object({
      total: count,
      averageHealthScore: count.nullable().describe("Of those whose health is known"),
      byColour: z.array(z.object({ colour: z.enum(HEALTH_COLOURS), count })),
      overdue: count,
      warrantyExpiring: count,
      criticalAlerts: count,
      needsAttention: count,
      worst: z.array(UnitAnswer),
    }),
    run: ({ ctx }) => healthDashboard(ctx),
  }),
  endpoint({
    method: "get",
    path: "/equipment/customer/{id}",
    tag,
    summary: "A customer's equipment; `includeRelations=true` with circuits and plans",
    params,
    query: z.object({ includeRelations: z.stringbool("includeRelations is true or false").default(false) }),
    answer: list(UnitAnswer.extend({ circuits: z.array(Circuit).optional(), plans: z.array(Plan).optional() })),
    run: async ({ ctx, params, query }) => {
      const { items: found } = await equipmentOfCustomer(ctx, customerRef(params.id));
      if (!query.includeRelations) return whole(found.map(({ circuits: _, plans: __, ...unit }) => unit));
      return whole(found.map((unit) => ({ ...unit, circuits: unit.circuits.map(circuitOf) })));
    },
  }),
  endpoint({
    method: "get",
    path: "/equipment/{id}",
    tag,
    summary: "One unit with its circuits and maintenance plans",
    params,
    answer: DetailAnswer,
    run: ({ ctx, params }) => detailOf(ctx, params.id),
  }),
  endpoint({
    method: "patch",
    path: "/equipment/{id}",
    tag,
    summary: "Change what is given; null clears",
    params,
    body: EquipmentChange,
    answer: DetailAnswer,
    run: async ({ ctx, params, body }) => detailOf(ctx, (await updateEquipment(ctx, params.id, body)).id),
  }),
  endpoint({
    method: "delete",
    path: "/equipment/{id}",
    tag,
    summary: "Delete a unit that no work order names; retire it otherwise",
    params,
    status: 204,
    run: ({ ctx, params }) => deleteEquipment(ctx, params.id),
  }),
];

const below: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/equipment/{id}/service-groups",
    tag,
    summary: "Refrigerant circuits of a unit",
    params,
    answer: list(Circuit),
    run: async ({ ctx, params }) => whole((await listCircuits(ctx, params.id)).map(circuitOf)),
  }),
  endpoint({
    method: "post",
    path: "/equipment/{id}/service-groups",
    tag,
    summary: "Add a refrigerant circuit",
    params,
    body: NewServiceGroup,
    status: 201,
    answer: z.object({ id: z.string() }),
    run: ({ ctx, params, body }) => addCircuit(ctx, params.id, body),
  }),
  endpoint({
    method: "get",
    path: "/equipment/{id}/maintenance-plans",
    tag,
    summary: "Maintenance plans of a unit",
    params,
    answer: list(Plan),
    run: async ({ ctx, params }) => whole(await listPlans(ctx, params.id)),
  }),
  endpoint({
    method: "post",
    path: "/equipment/{id}/maintenance-plans",
    tag,
    summary: "Add a plan; its work orders are made as they come due, one an occurrence",
    params,
    body: NewPlan,
    status: 201,
    answer: z.object({ id: z.string() }),
    run: ({ ctx, params, body }) => addPlan(ctx, params.id, body),
  }),
  endpoint({
    method: "post",
    path: "/maintenance-plans/book",
    tag,
    summary: "Make the work orders that are due now; a date that has one gets no second",
    answer: z.object({ made: count }),
    run: ({ ctx }) => bookMaintenance(ctx),
  }),
  endpoint({
    method: "delete",
    path: "/maintenance-plans/{id}",
    tag,
    summary: "End a plan; the work orders that it made stay",
    params,
    status: 204,
    run: ({ ctx, params }) => endPlan(ctx, params.id),
  }),
];

export const equipment: Endpoint[] = [...units, ...below];
