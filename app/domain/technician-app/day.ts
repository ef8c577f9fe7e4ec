import type { EquipmentType } from "~/domain/equipment/equipment";
import type { BaseUnit } from "~/domain/inventory/items/item";
import type { MeteringDevice } from "~/domain/refrigerant/charge";
import type { CylinderKind } from "~/domain/refrigerant/cylinders/cylinder";
import type { ReadingNumbers } from "~/domain/refrigerant/reading-fields";
import type { TaskResult } from "~/domain/service-types/results";
import type { TaskKind } from "~/domain/service-types/service-type";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import type { SiteAccess, SiteRole } from "~/domain/sites/site";
import { parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { type HoldReason, isOver, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { ActorRole } from "~/domain/work-orders/transitions";

export interface DayTask {
  id: string;
  title: string;
  kind: TaskKind;
  instructions: string | null;
  required: boolean;
  unit: string | null;
  min: number | null;
  max: number | null;
  doneAt: string | null;
  result: TaskResult | null;
  outcome: "pass" | "fail" | null;
  /** Increases with every result. */
  version: number;
}

/** A contact, tenant, landlord or property manager of a job's site. */
export interface DayPerson {
  id: string;
  role: SiteRole;
  name: string;
  phone: string | null;
  part: string | null;
}

interface DayNote {
  id: string;
  body: string;
  customerVisible: boolean;
  author: string | null;
  createdAt: string;
}

export interface DayPhoto {
  id: string;
  taskId: string | null;
  takenAt: string;
}

/** A recording made for the job. */
interface DayRecording {
  id: string;
  transcript: string;
  language: "en" | "es";
  durationMs: number | null;
  hasAudio: boolean;
  spokenAt: string;
  by: string | null;
  /** Absent in a day that an older release stored on the device. */
  heard?: readonly { field: string; words: string; atMs: number | null }[];
}

/** A part used on the job; local until the server has it. */
export interface DayPart {
  id: string;
  description: string;
  /** `2 EA`, or the typed text. */
  amount: string;
  /** Set if it is an item on the truck. */
  itemId: string | null;
  /** Thousandths used on the device that the server's figure does not include yet. */
  pendingMilli: number;
  at: string;
}

/** An item on the technician's own truck. */
export interface TruckItem {
  id: string;
  sku: string;
  name: string;
  barcode: string | null;
  unit: BaseUnit;
  /** Available quantity there, in thousandths of the unit. */
  freeMilli: number;
  /** The expired quantity there. Absent in a day stored by an earlier version. */
  expiredMilli?: number;
}

/** A refrigerant circuit of the equipment. */
export interface DayCircuit {
  id: string;
  name: string;
  refrigerant: string;
  /** The settings of its last reading. */
  last: { metering: MeteringDevice; altitudeFeet: number; targetSubcoolingF: number | null } | null;
}

/** A refrigerant cylinder held by the technician. */
interface DayCylinder {
  id: string;
  number: string;
  refrigerant: string;
  kind: CylinderKind;
}

/** A reading taken on a circuit during the job; local until the server has it. */
export interface DayReading extends ReadingNumbers {
  id: string;
  serviceGroupId: string;
  refrigerant: string;
  metering: MeteringDevice;
  altitudeFeet: number;
  takenAt: string;
}

/** A team message about the job; local until the server has it. */
interface DayMessage {
  id: string;
  body: string;
  hasPhoto: boolean;
  /** Null for the user's own unsent message. */
  author: string | null;
  at: string;
}

/** A piece of equipment at the site; dates as YYYY-MM-DD. */
export interface DayUnit {
  id: string;
  name: string;
  type: EquipmentType;
  manufacturer: string | null;
  modelNumber: string | null;
  serialNumber: string | null;
  location: string | null;
  installDate: string | null;
  warrantyExpiresOn: string | null;
  alerts: readonly string[];
  notes: string | null;
  refrigerants: readonly string[];
  /** Absent in a day that a device stored before circuits existed. */
  circuits?: readonly DayCircuit[];
  /** True if the job is about it; false if it is only at the same address. */
  isLinked: boolean;
}

/** An earlier visit at the site. */
interface DayVisit {
  id: string;
  number: number;
  title: string;
  completedAt: string;
  by: string | null;
  /** Its last note. */
  note: string | null;
}

/** A work order as the device stores it; instants as ISO text. */
export interface DayWorkOrder {
  id: string;
  number: number;
  reference: string;
  title: string;
  description: string | null;
  status: WorkOrderStatus;
  holdReason: HoldReason | null;
  scheduledStart: string | null;
  durationMinutes: number;
  /** The promised window; null if none. */
  windowStart: string | null;
  windowEnd: string | null;
  signatureRequired: boolean;
  customerName: string;
  customerPhone: string | null;
  address: string;
  /** Access notes, for people who work there. Absent in a day that a device stored in an older format. */
  access?: SiteAccess | null;
  /** People on site besides the customer. Absent as above. */
  sitePeople?: readonly DayPerson[];
  siteAddressId?: string;
  /** The business's notes about the customer. */
  customerNotes: string | null;
  timeZone: string;
  units: readonly DayUnit[];
  /** Newest first. */
  visits: readonly DayVisit[];
  /** Parts to bring according to its playbook. */
  parts: readonly { name: string; quantity: number }[];
  /** Reserved for it and not on its truck yet: `2 EA Run capacitor from Main warehouse`. Absent as below. */
  toLoad?: readonly { id: string; text: string }[];
  /** In order of use. Absent in a day that a device stored before parts existed. */
  usedParts?: readonly DayPart[];
  /** In the order taken. Absent as above. */
  readings?: readonly DayReading[];
  /** From an earlier reading of any equipment at the site; null if there is none. Absent as above. */
  siteAltitudeFeet?: number | null;
  /** The person's roles on this work order; empty for read-only access. */
  roles: readonly ActorRole[];
  /** Scheduled for this person today. */
  mine: boolean;
  tasks: readonly DayTask[];
  notes: readonly DayNote[];
  photos: readonly DayPhoto[];
  /** The newest thirty, oldest first. Absent as above. */
  messages?: readonly DayMessage[];
  /** Newest first. Absent as above. */
  recordings?: readonly DayRecording[];
  signedBy: string | null;
  /** Statuses in the order they were entered; a corrected one has the server's time in place of the device's. */
  history: readonly { status: WorkOrderStatus; at: string; isCorrected?: boolean }[];
}

/** One of tomorrow's jobs, in short form. */
interface TomorrowWorkOrder
  extends Pick<
    DayWorkOrder,
    "id" | "number" | "title" | "scheduledStart" | "windowStart" | "windowEnd" | "customerName"
  > {
  address: string;
  timeZone: string;
}

/** Today's work orders in the order of the day, and one more if its URL was opened. */
export interface TechnicianDay {
  /** Data stored on a device is shown only to this person. */
  userId: string;
  /** False for office staff, who have no work orders of their own. */
  isTechnician: boolean;
  date: string;
  zone: string;
  /** When the server read it. */
  asOf: string;
  workOrders: readonly DayWorkOrder[];
  /** Whether the person agreed to share their location with the office. Absent as above. */
  sharesPlace?: boolean;
  /** The units in which this person enters and sees readings. Absent as above. */
  gaugeUnits?: GaugeUnits;
  /** Items on the person's own truck, by name; null without a truck, absent as above. */
  truck?: { id?: string; name: string; items: readonly TruckItem[] } | null;
  /** Cylinders held by this person, by number. Absent as above. */
  cylinders?: readonly DayCylinder[];
  /** In order; by number, so that they open once there is a connection. */
  tomorrow: readonly TomorrowWorkOrder[];
}

/** Finds a work order by number, id or WO-012. */
export function findWorkOrder(workOrders: readonly DayWorkOrder[], ref: string): DayWorkOrder | null {
  const named = parseWorkOrderRef(ref);
  if (!named) return null;
  return workOrders.find(({ id, number }) => (named.by === "id" ? id === named.id : number === named.number)) ?? null;
}

/** Whether refrigerant readings have been or can be taken. */
export function hasReadings({ readings = [], units }: DayWorkOrder): boolean {
  return readings.length > 0 || units.some(({ isLinked, circuits = [] }) => isLinked && circuits.length > 0);
}

export function isUnderWay({ status }: DayWorkOrder): boolean {
  return status === "en_route" || status === "in_progress";
}

/** The work order in progress, else the next open one in the order of the day; null when the day is done. */
export function currentWorkOrder(workOrders: readonly DayWorkOrder[]): DayWorkOrder | null {
  const mine = workOrders.filter((workOrder) => workOrder.mine);
  return mine.find(isUnderWay) ?? mine.find(({ status }) => !isOver(status) && status !== "on_hold") ?? null;
}

export function workOrderAfter(
  workOrders: readonly DayWorkOrder[],
  { id, scheduledStart }: DayWorkOrder,
): DayWorkOrder | null {
  const open = workOrders.filter((other) => other.mine && other.id !== id && !isOver(other.status));
  return open.find((other) => (other.scheduledStart ?? "") >= (scheduledStart ?? "")) ?? open[0] ?? null;
}

/** Opens the device's own map app with directions. */
export function mapUrl(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}
