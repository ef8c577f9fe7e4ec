import { listVersions } from "~/domain/designs/load.server";
import { equipmentHistory } from "~/domain/equipment/detail.server";
import { findIndustry } from "~/domain/industries/industry";
import { listAnalyses } from "~/domain/industries/load.server";
import { formatQuantity } from "~/domain/inventory/quantity";
import { itemsOfSupplier } from "~/domain/purchasing/supplier-items.server";
import { VERDICT_LABELS } from "~/domain/refrigerant/charge";
import { CYLINDER_ENTRY_LABELS, CYLINDER_ISSUE_LABELS } from "~/domain/refrigerant/cylinders/cylinder";
import { cylinderLedger } from "~/domain/refrigerant/cylinders/list.server";
import { readingHistory } from "~/domain/refrigerant/list.server";
import type { HistoryFilter } from "~/domain/refrigerant/schema";
import { siteHistory } from "~/domain/sites/detail.server";
import { openSessions } from "~/domain/voice/sessions/find.server";
import { listSessions } from "~/domain/voice/sessions/list.server";
import type { SessionFilter } from "~/domain/voice/sessions/schema";
import { LISTED_STATE_LABELS } from "~/domain/voice/sessions/session";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { type Columns, listFile, type Narrowed } from "./list-file.server";

/** A list of one record; `id` is the record's. */
interface OfRecord {
  id: string;
}

const text = (number: number | null) => (number === null ? null : String(number));
const fixed = (number: number | null | undefined, digits: number) =>
  number === null || number === undefined ? null : number.toFixed(digits);
const pounds = (milliLb: number | null) => text(milliLb === null ? null : milliLb / 1000);
const workOrder = (number: number | null) => (number === null ? null : formatWorkOrderNumber(number));

export const siteHistoryFile = listFile({
  read: (ctx, { id }: OfRecord, page) => siteHistory(ctx, id, page),
  columns: [
    ["Work order", (row) => row.reference],
    ["Job", (row) => row.title],
    ["Status", (row) => STATUS_LABELS[row.status]],
    ["Scheduled", (row, clock) => clock(row.scheduledStart)],
    ["Completed", (row, clock) => clock(row.completedAt)],
    ["Technician", (row) => [row.technicianFirstName, row.technicianLastName].filter(Boolean).join(" ")],
  ],
});

export const equipmentHistoryFile = listFile({
  read: (ctx, { id }: OfRecord, page) => equipmentHistory(ctx, id, page),
  columns: [
    ["Work order", (row) => row.reference],
    ["Job", (row) => row.title],
    ["Status", (row) => STATUS_LABELS[row.status]],
    ["Scheduled", (row, clock) => clock(row.scheduledStart)],
    ["Completed", (row, clock) => clock(row.completedAt)],
  ],
});

type Readings = Awaited<ReturnType<typeof readingHistory>>["items"][number];

/** A piece of equipment's readings in psig, °F and pounds. */
export const readingFile = listFile({
  read: (ctx, { id, ...filter }: Narrowed<HistoryFilter> & OfRecord, page) =>
    readingHistory(ctx, id, { ...filter, ...page }),
  columns: [
    ["Taken", (row, clock) => clock(row.takenAt)],
    ["Work order", (row) => workOrder(row.workOrderNumber)],
    ["Circuit", (row) => row.circuitName],
    ["Refrigerant", (row) => row.refrigerant],
    ["Suction psig", (row) => text(row.suctionPsig)],
    ["Suction °F", (row) => text(row.suctionTempF)],
    ["Liquid psig", (row) => text(row.liquidPsig)],
    ["Liquid °F", (row) => text(row.liquidTempF)],
    ["Indoor wet bulb °F", (row) => text(row.indoorWetBulbF)],
    ["Outdoor dry bulb °F", (row) => text(row.outdoorDryBulbF)],
    ["Superheat °F", (row) => fixed(row.assessment.superheat?.value, 1)],
    ["Subcooling °F", (row) => fixed(row.assessment.subcooling?.value, 1)],
    ["Assessment", (row) => row.assessment.verdict && VERDICT_LABELS[row.assessment.verdict]],
    ["Added lb", (row) => text(row.addedLb)],
    ["Recovered lb", (row) => text(row.recoveredLb)],
    ["For disposal", (row) => (row.isDisposal ? "Yes" : "No")],
    ["Cylinder", (row) => row.cylinder],
    ["Taken by", (row) => row.takenBy],
    ["Certificate", (row) => row.certificate],
    ["Notes", (row) => row.notes],
    ["Deleted", (row, clock) => clock(row.removedAt)],
    ["Deleted by", (row) => row.removedBy],
    ["Reason", (row) => row.removalReason],
  ] satisfies Columns<Readings>,
});

export const cylinderEntryFile = listFile({
  read: (ctx, { id }: OfRecord, page) => cylinderLedger(ctx, id, page),
  columns: [
    ["Time", (row, clock) => clock(row.occurredAt)],
    ["Entry", (row) => CYLINDER_ENTRY_LABELS[row.kind]],
    ["Reverses another", (row) => (row.reversesId === null ? "No" : "Yes")],
    ["Reversed", (row) => (row.reversedById === null ? "No" : "Yes")],
    ["Before lb", (row) => pounds(row.beforeMilliLb)],
    ["After lb", (row) => pounds(row.afterMilliLb)],
    ["Technician", (row) => row.technicianName],
    ["Handed to", (row) => (row.kind === "handed_over" ? (row.toTechnicianName ?? "Shop") : null)],
    ["Certificate", (row) => row.certificate],
    ["Work order", (row) => workOrder(row.workOrderNumber)],
    ["Problem", (row) => row.issue && CYLINDER_ISSUE_LABELS[row.issue]],
    ["By the reading lb", (row) => pounds(row.recordedMilliLb)],
    ["Note", (row) => row.note],
    ["Recorded by", (row) => row.recordedBy],
  ],
});

export const supplierItemFile = listFile({
  read: (ctx, { id }: OfRecord, page) => itemsOfSupplier(ctx, id, page),
  columns: [
    ["SKU", (row) => row.sku],
    ["Item", (row) => row.itemName],
    ["Part number", (row) => row.partNumber],
    ["Preferred", (row) => (row.preferred ? "Yes" : "No")],
    ["Pack size", (row) => formatQuantity(row.packSizeMilli)],
    ["Unit", (row) => row.baseUnit],
    ["Unit price", (row) => row.priceMinor],
    ["Pack price", (row) => row.packPriceMinor],
    ["Since", (row) => row.priceFrom],
  ],
});

export const designVersionFile = listFile({
  read: (ctx, { id }: OfRecord, page) => listVersions(ctx, id, page),
  columns: [
    ["Version", (row) => String(row.version)],
    ["Design", (row) => row.title],
    ["Parts", (row) => String(row.parts)],
    ["Saved", (row, clock) => clock(row.savedAt)],
    ["Saved by", (row) => row.savedByName],
    ["Restored from version", (row) => text(row.restoredFrom)],
  ],
});

export const analysisFile = listFile({
  read: (ctx, _all: object, page) => listAnalyses(ctx, page),
  columns: [
    ["Analysis", (row) => row.title],
    ["Industries", (row) => row.industries.map((code) => findIndustry(code)?.label ?? code).join(", ")],
    ["Figures of", (row) => row.dataSetDate],
    ["Model with remarks", (row) => row.model],
    ["Saved", (row, clock) => clock(row.savedAt)],
    ["Saved by", (row) => row.savedByName],
  ],
});

/** What was spoken, and what became of it. */
export const spokenFile = listFile({
  read: (ctx, filter: Narrowed<SessionFilter>, page) => listSessions(ctx, { ...filter, ...page }),
  columns: [
    ["Spoken", (row, clock) => clock(row.spokenAt)],
    ["By", (row) => row.by],
    ["For", (row) => workOrder(row.workOrderNumber) ?? "New work orders"],
    ["Transcript", (row) => row.transcript],
    ["State", (row) => LISTED_STATE_LABELS[row.isToReview ? "to_review" : row.state]],
    ["Work orders created", (row) => row.made.map((number) => formatWorkOrderNumber(number)).join(", ")],
    ["Changes saved", (row) => row.actions],
    ["Problem", (row) => row.problem],
  ],
});

/** The caller's own sessions that wait to be confirmed or discarded. */
export const voiceSessionFile = listFile({
  read: async (ctx, _all: object) => ({ items: await openSessions(ctx), nextCursor: null }),
  columns: [
    ["Session", (row) => row.id],
    ["For", (row) => (row.workOrderId === null ? "New work orders" : "A work order")],
    ["Spoken", (row, clock) => clock(row.spokenAt)],
    ["Started", (row, clock) => clock(row.createdAt)],
    ["Expires", (row, clock) => clock(row.expiresAt)],
  ],
});
