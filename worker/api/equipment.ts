import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { customerRef } from "~/domain/customers/find.server";
import { createEquipment, deleteEquipment, updateEquipment } from "~/domain/equipment/change.server";
import { CHARGE_TREND_STATES } from "~/domain/equipment/charge-trend";
import { addCircuit, addPlan, endPlan, listCircuits, listPlans } from "~/domain/equipment/circuits.server";
import { equipmentDetail, equipmentOfCustomer } from "~/domain/equipment/detail.server";
import {
  CHARGE_BASES,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPES,
  HEALTH_COLORS,
  REFRIGERANTS,
} from "~/domain/equipment/equipment";
import { healthDashboard, listEquipment, maintenanceDue } from "~/domain/equipment/list.server";
import { PLAN_BASES, PLAN_UNITS } from "~/domain/equipment/maintenance-plans";
import { readPlate } from "~/domain/equipment/nameplate/read.server";
import { MAX_NAMEPLATE_BYTES, NAMEPLATE_TOO_LARGE, NameplateInput } from "~/domain/equipment/nameplate/schema";
import {
  DueFilter,
  EquipmentChange,
  EquipmentFilter,
  NewEquipment,
  NewPlan,
  NewServiceGroup,
  OwnedFilter,
  ServiceGroupChange,
} from "~/domain/equipment/schema";
import { changeCircuit } from "~/domain/refrigerant/change-circuit.server";
import type { Ctx } from "~/domain/shared/context";
import { bookMaintenance } from "~/domain/work-orders/maintenance/book-maintenance.server";
import { formRequest, json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Equipment"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();

const UnitAnswer = z.object({
  id: z.string(),
  equipmentName: z.string(),
  equipmentType: z.enum(EQUIPMENT_TYPES),
  status: z.enum(EQUIPMENT_STATUSES),
  customerId: text,
  customerNumber: count.nullable(),
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
  warrantyDaysRemaining: count.nullable().describe("Null if the warranty is unknown"),
  lastMaintenanceDate: text,
  nextMaintenanceDate: text,
  isMaintenanceOverdue: z.boolean(),
  daysUntilNextMaintenance: count.nullable().describe("Null if no maintenance is planned"),
  healthScore: count.nullable().describe("0 to 100; null if unknown, with the reason in `healthUnknown`"),
  healthColor: z.enum(HEALTH_COLORS),
  healthFactors: z
    .array(z.object({ factor: z.string(), points: count, reason: z.string() }))
    .describe("Every deduction from 100"),
  healthUnknown: text,
  repairsLastYear: count,
  chargeTrends: z
    .array(
      z.object({
        state: z.enum(CHARGE_TREND_STATES),
        figure: z.enum(["superheat", "subcooling"]),
        direction: z.enum(["falling", "rising"]),
        fromF: z.number().describe("Distance from the middle of its range when the trend began, °F"),
        toF: z.number().describe("Distance from the middle of its range at the latest reading, °F"),
        since: z.string(),
        latest: z.string(),
        leavesOn: text.describe("Date it leaves its range at this rate"),
        verdict: text,
      }),
    )
    .describe("Refrigerant circuits whose charge is not steady and in range"),
  criticalAlerts: z.array(z.string()),
  needsAttention: z.array(z.string()).describe("Reasons it needs attention"),
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
  version: count,
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
  bookingProblem: text.describe("Why its last work order could not be created; null if nothing is wrong"),
});

const readValue = <T extends z.ZodType>(value: T) =>
  z.object({
    value: value.nullable().describe("Null if it has to be entered"),
    confidence: z.number().min(0).max(1),
    source: text.describe("The text it was read from"),
    note: text.describe("Why it has to be entered, or what to check"),
    others: z.array(value).describe("Other possible values"),
  });

const NameplateAnswer = z.object({
  text: z.string().describe("The text as it was sent, or as read from the photo"),
  manufacturer: readValue(z.string()),
  modelNumber: readValue(z.string()),
  serialNumber: readValue(z.string()),
  refrigerant: readValue(z.enum(REFRIGERANTS)),
  chargeLb: readValue(z.number()),
  built: readValue(z.string().describe("Year, month or week, such as 2014, 2014-03 or 2014-W10")),
});

const withRelations = { circuits: z.array(Circuit), plans: z.array(Plan.extend({ nextDue: text })) };
const DetailAnswer = UnitAnswer.extend(withRelations);
const list = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: text, total: count });

type CircuitRow = Awaited<ReturnType<typeof listCircuits>>[number];
type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

const circuitOf = ({ id, equipmentId, name, refrigerant, chargeMilliLb, chargeBasis, version }: CircuitRow) => ({
  ...{ id, equipmentId, name, refrigerant, chargeBasis, version },
  chargeLb: chargeMilliLb === null ? null : chargeMilliLb / 1000,
});

const planOf = ({ id, equipmentId, title, serviceTypeId, startsOn, ...plan }: PlanRow) => ({
  ...{ id, equipmentId, title, serviceTypeId, startsOn },
  ...{ every: plan.every, unit: plan.unit, basis: plan.basis },
  ...{ endsOn: plan.endsOn, leadDays: plan.leadDays, active: plan.active },
  bookingProblem: plan.bookingProblem,
});

async function detailOf(ctx: Ctx, id: string) {
  const { circuits, plans, ...unit } = await equipmentDetail(ctx, id);
  return {
    ...unit,
    circuits: circuits.map(circuitOf),
    plans: plans.map((plan) => ({ ...planOf(plan), nextDue: plan.nextDue })),
  };
}

export const equipment = new OpenAPIHono<HonoEnv>();

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment",
    tags,
    summary: "List equipment",
    description:
      "Can be filtered and sorted. A search covers the newest 200 matches: if there are that many, `total` is null.",
    request: { query: EquipmentFilter },
    responses: { 200: json(UnitList) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listEquipment(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
  },
);

equipment.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/equipment",
    tags,
    summary: "Create equipment",
    description: "The default address is the customer's primary service address.",
    request: { body: jsonRequest(NewEquipment) },
    responses: { 201: json(DetailAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(await detailOf(ctx, (await createEquipment(ctx, c.req.valid("json"))).id), 201);
  },
);

equipment.openapi(
  operation(
    "equipment.write",
    {
      method: "post",
      path: "/equipment/nameplate",
      tags,
      summary: "Read a nameplate",
      description: "Takes its text, or a JPEG, PNG or WebP photo of at most 8 MB. Nothing is saved.",
      request: { body: formRequest(NameplateInput) },
      responses: { 200: json(NameplateAnswer) },
    },
    { maxBytes: MAX_NAMEPLATE_BYTES, tooLarge: NAMEPLATE_TOO_LARGE },
  ),
  async (c) => c.json(await readPlate(c.var.ctx, c.req.valid("form")), 200),
);

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/maintenance-due",
    tags,
    summary: "List equipment due for maintenance",
    description:
      "Equipment with maintenance overdue or due soon, longest overdue first. Leaves out retired equipment and that of archived customers.",
    request: { query: DueFilter },
    responses: {
      200: json(list(UnitAnswer).extend({ total: count.nullable().describe("Null if there are more pages") })),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await maintenanceDue(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
  },
);

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/health-dashboard",
    tags,
    summary: "Get the health of all equipment",
    description:
      "Lists the equipment that needs attention, worst first. Leaves out retired equipment and that of archived customers.",
    responses: {
      200: json(
        z.object({
          total: count,
          averageHealthScore: count.nullable().describe("Average of the equipment whose health is known"),
          byColor: z.array(z.object({ color: z.enum(HEALTH_COLORS), count })),
          overdue: count,
          warrantyExpiring: count,
          criticalAlerts: count,
          needsAttention: count,
          worst: z.array(UnitAnswer).describe("At most 50 of those that need attention"),
          isPartial: z
            .boolean()
            .describe("True if there is more equipment than the 5,000 added last, which are counted"),
        }),
      ),
    },
  }),
  async (c) => c.json(await healthDashboard(c.var.ctx), 200),
);

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/customer/{id}",
    tags,
    summary: "List a customer's equipment",
    description: "By name. `includeRelations=true` adds circuits and maintenance plans.",
    request: {
      params,
      query: OwnedFilter.extend({
        includeRelations: z.stringbool("includeRelations must be true or false").default(false),
      }),
    },
    responses: {
      200: json(
        list(UnitAnswer.extend({ circuits: z.array(Circuit).optional(), plans: z.array(Plan).optional() })).extend({
          total: count.nullable().describe("Null if there are more pages"),
        }),
      ),
    },
  }),
  async (c) => {
    const { includeRelations, ...at } = c.req.valid("query");
    const found = await equipmentOfCustomer(c.var.ctx, customerRef(c.req.valid("param").id), at);
    const items = found.items.map(({ circuits, plans, ...unit }) => ({
      ...unit,
      ...(includeRelations ? { circuits: circuits.map(circuitOf), plans: plans.map(planOf) } : {}),
    }));
    return c.json({ items, nextCursor: found.nextCursor, total: found.total }, 200);
  },
);

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}",
    tags,
    summary: "Get equipment",
    description: "Includes its circuits and maintenance plans.",
    request: { params },
    responses: { 200: json(DetailAnswer) },
  }),
  async (c) => c.json(await detailOf(c.var.ctx, c.req.valid("param").id), 200),
);

equipment.openapi(
  operation("equipment.write", {
    method: "patch",
    path: "/equipment/{id}",
    tags,
    summary: "Update equipment",
    description:
      "Omitted fields stay unchanged; null clears a field. While a maintenance plan runs, its next due date replaces `nextMaintenanceDate` within the hour.",
    request: { params, body: jsonRequest(EquipmentChange) },
    responses: { 200: json(DetailAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(
      await detailOf(ctx, (await updateEquipment(ctx, c.req.valid("param").id, c.req.valid("json"))).id),
      200,
    );
  },
);

equipment.openapi(
  operation("equipment.write", {
    method: "delete",
    path: "/equipment/{id}",
    tags,
    summary: "Delete equipment",
    description: "Equipment that is on a work order is set to retired instead.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteEquipment(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}/service-groups",
    tags,
    summary: "List the refrigerant circuits of equipment",
    request: { params },
    responses: { 200: json(list(Circuit)) },
  }),
  async (c) => c.json(whole((await listCircuits(c.var.ctx, c.req.valid("param").id)).map(circuitOf)), 200),
);

equipment.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/equipment/{id}/service-groups",
    tags,
    summary: "Create a refrigerant circuit",
    request: { params, body: jsonRequest(NewServiceGroup) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await addCircuit(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

equipment.openapi(
  operation("equipment.write", {
    method: "patch",
    path: "/equipment/{id}/service-groups/{circuitId}",
    tags,
    summary: "Update a refrigerant circuit",
    description:
      "Omitted fields stay unchanged. The refrigerant can be corrected until the first reading. With another charge, the leak rate is judged again.",
    request: {
      params: params.extend({ circuitId: z.string().max(64) }),
      body: jsonRequest(ServiceGroupChange),
    },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => {
    const { id: equipmentId, circuitId } = c.req.valid("param");
    return c.json(await changeCircuit(c.var.ctx, { equipmentId, circuitId }, c.req.valid("json")), 200);
  },
);

equipment.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}/maintenance-plans",
    tags,
    summary: "List the maintenance plans of equipment",
    request: { params },
    responses: { 200: json(list(Plan)) },
  }),
  async (c) => c.json(whole((await listPlans(c.var.ctx, c.req.valid("param").id)).map(planOf)), 200),
);

equipment.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/equipment/{id}/maintenance-plans",
    tags,
    summary: "Create a maintenance plan",
    description: "One work order is created for each due date.",
    request: { params, body: jsonRequest(NewPlan) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await addPlan(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

equipment.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/maintenance-plans/book",
    tags,
    summary: "Create the work orders that maintenance plans are due for",
    description: `Up to 20 per request, the longest due first. Skips due dates that already have a work order, archived customers and equipment without a customer. A plan whose work order cannot be created shows why in \`bookingProblem\`.`,
    responses: { 200: json(z.object({ made: count })) },
  }),
  async (c) => c.json(await bookMaintenance(c.var.ctx), 200),
);

equipment.openapi(
  operation("equipment.write", {
    method: "delete",
    path: "/maintenance-plans/{id}",
    tags,
    summary: "End a maintenance plan",
    description:
      "The work orders it created stay. Its due date gives way to that of the equipment's other plans; a date entered by hand stays.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await endPlan(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
