import { CYLINDER_KIND_LABELS, CYLINDER_STATUS_LABELS } from "~/domain/refrigerant/cylinders/cylinder";
import { listCylinders } from "~/domain/refrigerant/cylinders/list.server";
import type { CylinderFilter } from "~/domain/refrigerant/cylinders/schema";
import { CLOCK_STEP_LABELS, EPISODE_KIND_LABELS, needsCounsel } from "~/domain/refrigerant/leaks/compliance";
import { leakDeadlines } from "~/domain/refrigerant/leaks/episodes.server";
import type { AttentionFilter } from "~/domain/refrigerant/schema";
import { listFile, type Narrowed } from "./list-file.server";

const pounds = (milliLb: number) => String(milliLb / 1000);

export const cylinderFile = listFile({
  read: (ctx, filter: Narrowed<CylinderFilter>, page) => listCylinders(ctx, { ...filter, ...page }),
  columns: [
    ["Cylinder", (row) => row.number],
    ["Refrigerant", (row) => row.refrigerant],
    ["Kind", (row) => CYLINDER_KIND_LABELS[row.kind]],
    ["State", (row) => CYLINDER_STATUS_LABELS[row.status]],
    ["Assigned to", (row) => row.holderName ?? "Shop"],
    ["Holds lb", (row) => pounds(row.netMilliLb)],
    ["On the scale lb", (row) => pounds(row.grossMilliLb)],
    ["Tare lb", (row) => pounds(row.tareMilliLb)],
    ["Capacity lb", (row) => pounds(row.capacityMilliLb)],
    ["Needs weighing", (row) => (row.needsWeighing ? "Yes" : "No")],
    ["Test due", (row) => row.testDueOn],
    ["Returned", (row, clock) => clock(row.returnedAt)],
  ],
});

export const leakDeadlineFile = listFile({
  read: (ctx, filter: Narrowed<AttentionFilter>, page) => leakDeadlines(ctx, { ...filter, ...page }),
  columns: [
    ["Equipment", (row) => row.equipmentName],
    ["Circuit", (row) => row.circuitName],
    ["Refrigerant", (row) => row.refrigerant],
    ["Customer", (row) => row.customerName],
    ["Why", (row) => EPISODE_KIND_LABELS[row.kind]],
    ["Leak rate percent", (row) => (row.rateCentiPercent / 100).toFixed(2)],
    ["Next", (row) => row.nextStep && CLOCK_STEP_LABELS[row.nextStep]],
    ["Due", (row) => row.nextDueOn],
    ["Confirm with your attorney", (row) => row.nextStep && (needsCounsel(row.nextStep) ? "Yes" : "No")],
  ],
});
