import { addDays, DAY_MS, MINUTE_MS, weekday } from "~/domain/shared/time/dates";
import { instantOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { Place } from "./customers";
import { insertRows } from "./insert";
import { jobs, noteTexts } from "./names";
import type { Randomizer } from "./random";
import type { SeededPlaybook } from "./service-types";
import { isOffInDemo, isTrainedInDemo } from "./technicians";

type Row = Record<string, string | number | null>;

export interface SeedBusiness {
  orgId: string;
  timeZone: string;
  now: Date;
  random: Randomizer;
  technicianIds: [string, ...string[]];
  officeUserId: string;
}

interface SeedJobs {
  places: [Place, ...Place[]];
  /** Playbooks by the name of their service type. */
  playbooks: ReadonlyMap<string, SeededPlaybook>;
  /** Number of earlier jobs; 0 by default. */
  numbered?: number;
}

interface Slot {
  start: number;
  minutes: number;
  technicianId: string;
}

/** Three jobs per weekday and technician, from two weeks ago to a week ahead, plus unscheduled jobs. */
export async function seedJobs(
  db: D1Database,
  seed: SeedBusiness,
  { places, playbooks, numbered = 0 }: SeedJobs,
): Promise<number> {
  const { random, now, timeZone, technicianIds } = seed;
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const book: Booked[] = [];
  for (let day = -14; day <= 7; day++) {
    const date = addDays(today, day);
    const weekend = [0, 6].includes(weekday(date));
    for (const [index, technicianId] of technicianIds.entries()) {
      // Weekends are for service calls only, but the demo shows jobs today, whichever day it is.
      if (weekend && day !== 0) continue;
      if (isOffInDemo(date, index, today)) continue;
      for (const time of ["08:00", "10:30", "13:30"]) {
        const at = instantOf({ date, time }, timeZone);
        if (at.kind !== "exact") continue;
        const slot = { start: at.instant, minutes: 0, technicianId };
        book.push(
          planned(seed, places, {
            slot,
            fitting: jobs.filter((workOrder) => isTrainedInDemo(index, workOrder.serviceType)),
          }),
        );
      }
    }
  }
  const tray = Array.from({ length: 9 }, () => planned(seed, places, { slot: null, fitting: jobs }));
  const all = [...book.sort((a, b) => (a.slot?.start ?? 0) - (b.slot?.start ?? 0)), ...tray];
  await writeJobs(db, seed, { all, numbered });
  return all.length;

  function planned(
    s: SeedBusiness,
    where: [Place, ...Place[]],
    { slot, fitting }: { slot: Slot | null; fitting: readonly WorkOrder[] },
  ): Booked {
    const workOrder = fitting[random.below(fitting.length)] ?? jobs[0];
    const playbook = playbooks.get(workOrder.serviceType ?? "") ?? null;
    const sized = slot && { ...slot, minutes: workOrder.minutes };
    return {
      workOrder,
      playbook,
      place: random.pick(where),
      slot: sized,
      status: statusAt(sized, s.now.getTime(), random),
    };
  }
}

type WorkOrder = (typeof jobs)[number];

interface Booked {
  workOrder: WorkOrder;
  playbook: SeededPlaybook | null;
  place: Place;
  slot: Slot | null;
  status: WorkOrderStatus;
}

function statusAt(slot: Slot | null, now: number, random: Randomizer): WorkOrderStatus {
  if (!slot) return "unscheduled";
  const end = slot.start + slot.minutes * MINUTE_MS;
  if (end < now) {
    if (now - end > 5 * DAY_MS) return random.below(20) === 0 ? "cancelled" : "closed";
    return random.below(12) === 0 ? "on_hold" : "completed";
  }
  if (slot.start <= now) return "in_progress";
  if (slot.start - now < 45 * MINUTE_MS) return "en_route";
  return slot.start - now < 12 * 3600_000 ? "dispatched" : "scheduled";
}

/** The statuses a job went through to reach each status, as in its history. */
const stepsTo: Record<WorkOrderStatus, WorkOrderStatus[]> = {
  unscheduled: ["unscheduled"],
  scheduled: ["unscheduled", "scheduled"],
  dispatched: ["unscheduled", "scheduled", "dispatched"],
  en_route: ["unscheduled", "scheduled", "dispatched", "en_route"],
  in_progress: ["unscheduled", "scheduled", "dispatched", "en_route", "in_progress"],
  on_hold: ["unscheduled", "scheduled", "dispatched", "en_route", "in_progress", "on_hold"],
  completed: ["unscheduled", "scheduled", "dispatched", "en_route", "in_progress", "completed"],
  closed: ["unscheduled", "scheduled", "dispatched", "en_route", "in_progress", "completed", "closed"],
  cancelled: ["unscheduled", "scheduled", "cancelled"],
};

const visitState = (status: WorkOrderStatus) =>
  status === "completed" || status === "closed"
    ? "done"
    : status === "cancelled" || status === "on_hold"
      ? "released"
      : "booked";

/** A two-hour window around the start, on the half hour; most customers were notified by phone. */
function promisedWindow(
  start: number | null,
  { created, by, isNotified }: { created: number; by: string; isNotified: boolean },
) {
  const from = start === null ? null : Math.floor((start - 30 * MINUTE_MS) / (30 * MINUTE_MS)) * 30 * MINUTE_MS;
  const notified = start !== null && isNotified;
  return {
    arrival_window_minutes: from && 120,
    window_start: from && new Date(from).toISOString(),
    window_end: from && new Date(from + 120 * MINUTE_MS).toISOString(),
    window_notified_at: notified ? new Date(created).toISOString() : null,
    window_notified_how: notified ? "phone" : null,
    window_notified_by: notified ? by : null,
  };
}

type Numbered = { all: Booked[]; numbered: number };

async function writeJobs(db: D1Database, seed: SeedBusiness, { all, numbered }: Numbered): Promise<void> {
  const { orgId, now, random } = seed;
  const rows: Record<"orders" | "appointments" | "crew" | "history" | "notes" | "tasks", Row[]> = {
    orders: [],
    appointments: [],
    crew: [],
    history: [],
    notes: [],
    tasks: [],
  };
  const busy = new Set<string>();
  for (const [index, booked] of all.entries()) {
    const { workOrder, playbook, place, slot } = booked;
    let { status } = booked;
    // A technician works on one job at a time: a second one stays dispatched.
    if (slot && (status === "en_route" || status === "in_progress")) {
      if (busy.has(slot.technicianId)) status = "dispatched";
      busy.add(slot.technicianId);
    }
    const created = Math.min(slot?.start ?? now.getTime(), now.getTime()) - (2 + random.below(60)) * 3600_000;
    const id = random.id(created);
    const end = slot && slot.start + slot.minutes * MINUTE_MS;
    rows.orders.push({
      org_id: orgId,
      id,
      number: numbered + index + 1,
      title: workOrder.title,
      description: random.below(3) === 0 ? "Call 20 minutes ahead." : null,
      status,
      priority: workOrder.priority,
      customer_id: place.customerId,
      site_address_id: place.addressId,
      service_type_id: playbook?.serviceTypeId ?? null,
      playbook: playbook?.playbook ?? null,
      technician_id: slot?.technicianId ?? null,
      scheduled_start: slot && new Date(slot.start).toISOString(),
      scheduled_end: end && new Date(end).toISOString(),
      duration_minutes: workOrder.minutes,
      ...promisedWindow(slot?.start ?? null, { created, by: seed.officeUserId, isNotified: index % 5 > 0 }),
      hold_reason: status === "on_hold" ? random.pick(["parts", "customer_absent", "approval"]) : null,
      cancel_reason: status === "cancelled" ? "customer" : null,
      signature_required: index % 3 === 0 ? 1 : 0,
      created_by: seed.officeUserId,
      created_at: new Date(created).toISOString(),
      updated_at: new Date(created).toISOString(),
      completed_at: end && (status === "completed" || status === "closed") ? new Date(end).toISOString() : null,
    });
    if (slot && end) {
      const appointmentId = random.id(created + 1);
      const span = { starts_at: new Date(slot.start).toISOString(), ends_at: new Date(end).toISOString() };
      const state = visitState(status);
      rows.appointments.push({
        org_id: orgId,
        id: appointmentId,
        work_order_id: id,
        ...span,
        state,
        created_at: new Date(created).toISOString(),
      });
      rows.crew.push({
        org_id: orgId,
        appointment_id: appointmentId,
        technician_id: slot.technicianId,
        role: "lead",
        ...span,
        blocks_calendar: state === "released" ? 0 : 1,
      });
    }
    rows.history.push(...historyRows(seed, id, created, { ...booked, status }));
    rows.tasks.push(...taskRows(seed, { workOrderId: id, created, status, tasks: playbook?.tasks ?? odds }));
    if (random.below(4) === 0) {
      rows.notes.push({
        org_id: orgId,
        work_order_id: id,
        id: random.id(created + 5),
        body: random.pick(noteTexts),
        customer_visible: random.below(2),
        user_id: seed.officeUserId,
        created_at: new Date(created).toISOString(),
        updated_at: new Date(created).toISOString(),
      });
    }
  }
  await insertRows(db, "work_orders", rows.orders);
  await insertRows(db, "appointments", rows.appointments);
  await insertRows(db, "appointment_technicians", rows.crew);
  await insertRows(db, "work_order_history", rows.history);
  await insertRows(db, "work_order_notes", rows.notes);
  await insertRows(db, "work_order_tasks", rows.tasks);
  await db
    .prepare(
      "INSERT INTO sequences (org_id, name, value) VALUES (?, 'work_orders', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    )
    .bind(orgId, numbered + all.length)
    .run();
}

function historyRows(seed: SeedBusiness, workOrderId: string, created: number, { slot, status }: Booked): Row[] {
  const steps = stepsTo[status];
  const moments: Partial<Record<WorkOrderStatus, number>> = slot
    ? {
        scheduled: created + 4 * MINUTE_MS,
        dispatched: Math.max(created + 5 * MINUTE_MS, slot.start - 90 * MINUTE_MS),
        en_route: slot.start - 20 * MINUTE_MS,
        in_progress: slot.start + 3 * MINUTE_MS,
        on_hold: slot.start + 40 * MINUTE_MS,
        completed: slot.start + slot.minutes * MINUTE_MS,
        closed: slot.start + 26 * 3600_000,
        cancelled: created + 30 * MINUTE_MS,
      }
    : {};
  return steps.map((to, i) => {
    const at = Math.min(moments[to] ?? created, seed.now.getTime());
    return {
      org_id: seed.orgId,
      work_order_id: workOrderId,
      id: seed.random.id(at + i),
      from_status: steps[i - 1] ?? null,
      to_status: to,
      reason: to === "cancelled" ? "customer" : null,
      user_id: seed.officeUserId,
      occurred_at: new Date(at).toISOString(),
      recorded_at: new Date(at).toISOString(),
    };
  });
}

/** The tasks of a job booked without a service type. */
const odds: Row[] = ["Diagnose and repair", "Clean up the work area"].map((title, index) => ({
  service_task_id: null,
  position: index + 1,
  title,
  instructions: null,
  kind: "check",
  required: 1 - index,
  skills: "[]",
  unit: null,
  min_value: null,
  max_value: null,
}));

type TasksOf = { workOrderId: string; created: number; status: WorkOrderStatus; tasks: Row[] };

function taskRows(seed: SeedBusiness, { workOrderId, created, status, tasks }: TasksOf): Row[] {
  const done = status === "completed" || status === "closed";
  const doneOf = (index: number) => done || (status === "in_progress" && index < 2);
  return tasks.map((task, index) => ({
    org_id: seed.orgId,
    work_order_id: workOrderId,
    id: seed.random.id(created + 10 + index),
    ...task,
    done_at: doneOf(index) ? new Date(created).toISOString() : null,
    done_by: doneOf(index) ? seed.officeUserId : null,
    outcome: doneOf(index) ? "pass" : null,
    result: doneOf(index) && task.kind === "measurement" ? JSON.stringify(figureFor(seed, task)) : null,
  }));
}

/** A value within the limits of its task. */
function figureFor({ random }: SeedBusiness, { min_value: min, max_value: max }: Row) {
  const [least, most] = [Number(min ?? max ?? 4), Number(max ?? Number(min ?? 4) * 1.5)];
  return { kind: "measurement", value: Math.round((least + ((most - least) * (2 + random.below(7))) / 10) * 10) / 10 };
}
