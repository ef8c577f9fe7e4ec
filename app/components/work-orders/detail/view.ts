import type { EquipmentStatus, EquipmentType } from "~/domain/equipment/equipment";
import type { Measured } from "~/domain/equipment/job-units.server";
import type { UnitCondition } from "~/domain/equipment/unit";
import type { TaskResult } from "~/domain/service-types/results";
import type { TaskKind } from "~/domain/service-types/rules";
import type { CancelReason, HoldReason, Priority, WorkOrderStatus } from "~/domain/work-orders/work-order";

export interface TaskView {
  id: string;
  title: string;
  required: boolean;
  doneAt: string | null;
  sequence: number;
  kind: TaskKind;
  instructions: string | null;
  skills: readonly string[];
  unit: string | null;
  min: number | null;
  max: number | null;
  result: TaskResult | null;
  outcome: "pass" | "fail" | null;
  followUpId: string | null;
  /** The playbook's task that this is a copy of. */
  serviceTaskId: string | null;
}

export interface NoteView {
  id: string;
  body: string;
  customerVisible: boolean;
  userId: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
  authorFirstName: string | null;
  authorLastName: string | null;
}

interface SlotView {
  start: string | null;
  technicianIds: readonly string[];
}

export interface ChangeView {
  id: string;
  from: WorkOrderStatus | null;
  /** Null: the status stayed, the time or the people changed. */
  to: WorkOrderStatus | null;
  booking: { before: SlotView; after: SlotView } | null;
  /** Names of those who were sent then, the lead first. */
  people: readonly string[];
  reason: string | null;
  occurredAt: string;
  recordedAt: string;
  firstName: string | null;
  lastName: string | null;
}

export interface SignatureView {
  id: string;
  signerName: string;
  strokes: string | null;
  signedAt: string;
}

/** A unit the job is about, and what was measured on it the last time. */
export interface UnitView extends UnitCondition {
  id: string;
  equipmentName: string;
  equipmentType: EquipmentType;
  status: EquipmentStatus;
  manufacturer: string | null;
  modelNumber: string | null;
  location: string | null;
  criticalAlerts: readonly string[];
  measured: readonly Measured[];
}

/** A work order as its own screen shows it. */
export interface DetailView {
  id: string;
  number: number;
  reference: string;
  title: string;
  description: string | null;
  status: WorkOrderStatus;
  priority: Priority;
  version: number;
  scheduledStart: string | null;
  durationMinutes: number;
  arrivalWindowMinutes: number | null;
  holdReason: HoldReason | null;
  cancelReason: CancelReason | null;
  signatureRequired: boolean;
  noCharge: boolean;
  closeReason: string | null;
  completedAt: string | null;
  createdAt: string;
  customerId: string;
  siteAddressId: string;
  playbook: { name: string; version: number; serviceTypeId: string } | null;
  customerNumber: number;
  customerName: string;
  customerPhone: string | null;
  siteLabel: string | null;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  timeZone: string | null;
  accessNotes: string | null;
  technicianId: string | null;
  technicianFirstName: string | null;
  technicianLastName: string | null;
  helpers: readonly { id: string; name: string }[];
  overrideReason: string | null;
  equipment: readonly UnitView[];
  tasks: readonly TaskView[];
  signatures: readonly SignatureView[];
  notes: readonly NoteView[];
  hasMoreNotes: boolean;
  history: readonly ChangeView[];
  hasMoreHistory: boolean;
  technicianOnJob: string | null;
  allowed: readonly WorkOrderStatus[];
  /** Those of the allowed moves that open a dialog first: for a time, a reason, or what is missing to complete. */
  asking: readonly WorkOrderStatus[];
  technicians: readonly { value: string; label: string }[];
  rights: { office: boolean; onJob: boolean; userId: string | null };
}

/** The form that sends a move which needs nothing more. */
export const moveFormId = "move";

/** Work that is over: what was done stays as it is. */
export function isOver(status: WorkOrderStatus): boolean {
  return status === "completed" || status === "closed" || status === "cancelled";
}

export function technicianOf({ technicianFirstName, technicianLastName }: DetailView): string | null {
  return technicianFirstName === null ? null : `${technicianFirstName} ${technicianLastName}`;
}
