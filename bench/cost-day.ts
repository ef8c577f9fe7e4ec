import type { Usage } from "./cost-model";

/** Assumptions: how often each action measured in cost.bench.ts happens on a typical day. */
export interface Plan {
  actions: Record<string, number>;
  /** Changes sent to open boards and schedulers. */
  changesSeen: number;
  /** Number of live events, given the events per job. */
  events: (ofAWorkOrder: number) => number;
  /** Requests that write, each with background work after the response. */
  writes: number;
  /** Usage not covered by any of its requests. */
  own: Usage;
  /** Jobs, or the equivalent in database size. */
  records: number;
  fileBytes: number;
}

/** Per month. */
export const WORKING_DAYS = 22;
export const HOUSEHOLD_DAYS = 30;
/** Storage is counted as it is after a year. */
export const MONTHS_RETAINED = 12;

/**
 * Per archived work order, as measured by `npm run bench archive`: bytes of its rows before and after, bytes of its file, and
 * rows read and written.
 */
export const ARCHIVED = { bytesBefore: 7373, bytesAfter: 2661, fileBytes: 1846, rowsRead: 126, rowsWritten: 17 };
/** Archived work orders opened per month. */
export const ARCHIVED_OPENED = 440;

const JOBS = 60;
const TECHNICIANS = 12;
const OFFICE = 3;
const PHOTOS = 2 * JOBS;
/** The size sent by the product's own screens. */
const PHOTO_BYTES = 300_000;
/** A job's changes: created, booked and each of its five statuses. */
const CHANGES = 7 * JOBS;

/**
 * A heating and cooling business with 12 technicians, 3 people in the office and 60 jobs; a board and a scheduler are open for
 * ten hours.
 */
export const businessDay: Plan = {
  actions: {
    "sign in": TECHNICIANS + OFFICE,
    "create a job": JOBS,
    "schedule a job": JOBS,
    "change a job's status": 4 * JOBS,
    "complete a job": JOBS,
    "check off a task": 5 * JOBS,
    "write a note": JOBS,
    "add a part": JOBS,
    "take a photo": PHOTOS,
    "create an invoice": 45,
    "edit an invoice": 45,
    "issue an invoice": 45,
    "record a payment": 30,
    "open /dashboard": 10 * OFFICE,
    "open /workorders": 15 * OFFICE,
    "open /workorders/40": 30 * OFFICE,
    "open /customers": 10 * OFFICE,
    "open /customers/3": 15 * OFFICE,
    "open /invoices-v2": 10 * OFFICE,
    "open /messages": 10 * OFFICE,
    "open /workorders/board": 5 * OFFICE,
    "open /workorders/scheduler": 5 * OFFICE,
    "open /inventory/stock": 3 * OFFICE,
    // Ten times per technician's job.
    "open /technician/jobs/today": 10 * JOBS,
  },
  changesSeen: CHANGES,
  events: (ofAWorkOrder) => ofAWorkOrder * JOBS,
  writes: 16 * JOBS,
  own: { cpuMs: 0 },
  records: JOBS,
  fileBytes: PHOTOS * PHOTO_BYTES,
};

/** One person with two linked accounts reviews their finances for a few minutes. */
export const householdDay: Plan = {
  actions: {
    "sign in": 1,
    "open /finances": 3,
    "open /finances/dashboard": 1,
    "open /finances/calendar": 1,
    "open /finances/accounts": 2,
    "open /finances/transactions": 1,
    "add an expense": 1,
    "add a transaction": 3,
  },
  changesSeen: 0,
  events: () => 0,
  writes: 5,
  // Four syncs for each of two banks: one message and about ten rows each.
  own: { queueOperations: 8 * 3, rowsWritten: 8 * 10, rowsRead: 8 * 100, cpuMs: 8 * 20 },
  records: 0.2,
  fileBytes: 0,
};
