import { listDesigns } from "~/domain/designs/load.server";
import type { DesignFilter } from "~/domain/designs/schema";
import { EQUIPMENT_STATUS_LABELS, EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import type { Unit } from "~/domain/equipment/find.server";
import { listEquipment, maintenanceDue } from "~/domain/equipment/list.server";
import type { DueFilter, EquipmentFilter } from "~/domain/equipment/schema";
import { type Columns, listFile, type Narrowed } from "./list-file.server";

const count = (number: number | null) => (number === null ? null : String(number));

const unitColumns: Columns<Unit> = [
  ["Name", (row) => row.equipmentName],
  ["Type", (row) => EQUIPMENT_TYPE_LABELS[row.equipmentType]],
  ["Status", (row) => EQUIPMENT_STATUS_LABELS[row.status]],
  ["Customer number", (row) => count(row.customerNumber)],
  ["Customer", (row) => row.customerName],
  ["Location", (row) => row.location],
  ["Manufacturer", (row) => row.manufacturer],
  ["Model", (row) => row.modelNumber],
  ["Serial", (row) => row.serialNumber],
  ["Installed", (row) => row.installDate],
  ["Warranty until", (row) => row.warrantyExpirationDate],
  ["Last maintenance", (row) => row.lastMaintenanceDate],
  ["Next maintenance", (row) => row.nextMaintenanceDate],
  ["Health", (row) => count(row.healthScore)],
  ["Notes", (row) => row.notes],
];

export const equipmentFile = listFile({
  read: (ctx, filter: Narrowed<EquipmentFilter>, page) => listEquipment(ctx, { ...filter, ...page }),
  columns: unitColumns,
});

/** The maintenance list: equipment in service that is due, longest overdue first. */
export const maintenanceDueFile = listFile({
  read: (ctx, filter: Narrowed<DueFilter>, page) => maintenanceDue(ctx, { ...filter, ...page }),
  columns: [...unitColumns, ["Overdue", (row) => (row.isMaintenanceOverdue ? "Yes" : "No")]] satisfies Columns<Unit>,
});

export const designFile = listFile({
  read: (ctx, filter: Narrowed<DesignFilter>, page) => listDesigns(ctx, { ...filter, ...page }),
  columns: [
    ["Design", (row) => row.title],
    ["Street", (row) => row.line1],
    ["City", (row) => row.city],
    ["Customer number", (row) => count(row.customerNumber)],
    ["Customer", (row) => row.customerName],
    ["Parts", (row) => String(row.parts)],
    ["Version", (row) => String(row.version)],
    ["Saved", (row, clock) => clock(row.updatedAt)],
    ["Saved by", (row) => row.updatedByName],
  ],
});
