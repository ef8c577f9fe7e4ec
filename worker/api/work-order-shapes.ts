import { z } from "zod";
import { CHECK_ANSWERS } from "~/domain/service-types/results";
import { TASK_KINDS } from "~/domain/service-types/rules";
import type { BoardColumn } from "~/domain/work-orders/board.server";
import type { WorkOrderDetail } from "~/domain/work-orders/detail.server";
import type { WorkOrderRow } from "~/domain/work-orders/list.server";
import type { Note } from "~/domain/work-orders/notes.server";
import {
  CANCEL_REASONS,
  formatWorkOrderNumber,
  HOLD_REASONS,
  PRIORITIES,
  WORK_ORDER_STATUSES,
} from "~/domain/work-orders/work-order";

const Status = z.enum(WORK_ORDER_STATUSES);
const Named = z.object({ id: z.string(), name: z.string() });

const Summary = z.object({
  id: z.string(),
  number: z.number().int(),
  reference: z.string().describe("As people call it: WO-012"),
  title: z.string(),
  status: Status,
  priority: z.enum(PRIORITIES),
  customerId: z.string(),
  customer: Named,
  siteAddressId: z.string(),
  technicianId: z.string().nullable(),
  technician: Named.nullable(),
  scheduledStart: z.string().nullable(),
  scheduledEnd: z.string().nullable(),
  durationMinutes: z.number().int(),
  holdReason: z.enum(HOLD_REASONS).nullable(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const WorkOrderList = z.object({
  items: z.array(Summary),
  nextCursor: z.string().nullable(),
  total: z.number().int().nullable(),
});

const Card = Summary.pick({
  id: true,
  number: true,
  reference: true,
  title: true,
  status: true,
  priority: true,
  technician: true,
  scheduledStart: true,
  durationMinutes: true,
  holdReason: true,
  version: true,
  customerId: true,
}).extend({ customerName: z.string(), city: z.string(), cancelReason: z.enum(CANCEL_REASONS).nullable() });

export const WorkOrderColumn = z.object({
  status: Status,
  items: z.array(Card),
  nextCursor: z.string().nullable(),
  total: z.number().int(),
});

export const NoteAnswer = z.object({
  id: z.string(),
  body: z.string(),
  customerVisible: z.boolean(),
  author: z.string().nullable(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const TaskResult = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("check"), answer: z.enum(CHECK_ANSWERS), remark: z.string().nullable() }),
    z.object({ kind: z.literal("measurement"), value: z.number() }),
    z.object({ kind: z.literal("photo"), photoIds: z.array(z.string()).readonly() }),
    z.object({ kind: z.literal("signature"), signatureId: z.string() }),
    z.object({ kind: z.literal("reading"), readingId: z.string(), withinLimits: z.boolean().nullable() }),
    z.object({ kind: z.literal("note"), text: z.string() }),
  ])
  .describe("What the technician recorded");

export const WorkOrderAnswer = Summary.extend({
  description: z.string().nullable(),
  site: z.object({
    id: z.string(),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    timeZone: z.string().nullable(),
  }),
  helpers: z.array(Named),
  arrivalWindowMinutes: z.number().int().nullable(),
  cancelReason: z.enum(CANCEL_REASONS).nullable(),
  signatureRequired: z.boolean(),
  noCharge: z.boolean(),
  completedAt: z.string().nullable(),
  equipment: z.array(Named).describe("The units it is about"),
  allowed: z.array(Status).describe("States the caller may move it to"),
  serviceTypeId: z.string().nullable(),
  playbookVersion: z.number().int().nullable().describe("Of the service type when the job was booked"),
  tasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(TASK_KINDS),
      required: z.boolean(),
      unit: z.string().nullable(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      sequence: z.number().int(),
      instructions: z.string().nullable(),
      skills: z.array(z.string()),
      serviceTaskId: z.string().nullable().describe("The service type's task that it was copied from"),
      result: TaskResult.nullable(),
      doneAt: z.string().nullable(),
      outcome: z.enum(["pass", "fail"]).nullable(),
      followUpId: z.string().nullable().describe("The work order that was opened for what failed"),
    }),
  ),
  notes: z.array(NoteAnswer).describe("The newest eight"),
});

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

export function summaryOf(row: WorkOrderRow): z.output<typeof Summary> {
  const { customerName, city: _, timeZone: __, technicianName, ...facts } = row;
  return {
    ...facts,
    reference: formatWorkOrderNumber(row.number),
    customer: { id: row.customerId, name: customerName },
    technician: named(row.technicianId, technicianName),
  };
}

export function columnOf({ status, items, nextCursor, total }: BoardColumn): z.output<typeof WorkOrderColumn> {
  const cards = items.map(({ rank: _, timeZone: __, technicianId, technicianName, ...card }) => ({
    ...card,
    reference: formatWorkOrderNumber(card.number),
    technician: named(technicianId, technicianName),
  }));
  return { status, items: cards, nextCursor, total };
}

export function noteOf(note: Note): z.output<typeof NoteAnswer> {
  const { authorFirstName, authorLastName, userId: _, ...facts } = note;
  return { ...facts, author: authorFirstName === null ? null : `${authorFirstName} ${authorLastName}` };
}

export function workOrderOf(found: WorkOrderDetail): z.output<typeof WorkOrderAnswer> {
  const { line1, line2, city, state, postalCode, timeZone } = found;
  const technicianName = `${found.technicianFirstName} ${found.technicianLastName}`;
  return {
    id: found.id,
    number: found.number,
    reference: found.reference,
    title: found.title,
    description: found.description,
    status: found.status,
    priority: found.priority,
    customerId: found.customerId,
    customer: { id: found.customerId, name: found.customerName },
    siteAddressId: found.siteAddressId,
    site: { id: found.siteAddressId, line1, line2, city, state, postalCode, timeZone },
    technicianId: found.technicianId,
    technician: named(found.technicianId, technicianName),
    helpers: found.helpers,
    scheduledStart: found.scheduledStart,
    scheduledEnd: found.scheduledEnd,
    durationMinutes: found.durationMinutes,
    arrivalWindowMinutes: found.arrivalWindowMinutes,
    holdReason: found.holdReason,
    cancelReason: found.cancelReason,
    signatureRequired: found.signatureRequired,
    noCharge: found.noCharge,
    version: found.version,
    createdAt: found.createdAt,
    updatedAt: found.updatedAt,
    completedAt: found.completedAt,
    equipment: found.equipment.map(({ id, equipmentName: name }) => ({ id, name })),
    allowed: found.allowed,
    serviceTypeId: found.serviceTypeId,
    playbookVersion: found.playbook?.version ?? null,
    tasks: found.tasks,
    notes: found.notes.map(noteOf),
  };
}
