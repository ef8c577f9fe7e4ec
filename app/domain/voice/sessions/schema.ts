import { z } from "zod";
import { METERING_DEVICES } from "~/domain/refrigerant/charge";
import { clockOffsetMs, deviceInstant, id, paging, pagingView } from "~/domain/shared/fields";
import { MEASURED } from "~/domain/voice/extraction/values/measurements";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { HOLD_REASONS } from "~/domain/work-order-basics/status";
import { TechnicianPart } from "~/domain/work-order-parts/schema";
import { ChangeStatus, CreateWorkOrder, NoteInput } from "~/domain/work-orders/schema";
import { LISTED_STATES, MAX_AUDIO_MS, MAX_CHUNKS, MAX_DRAFTS, MAX_TEXT, PROBLEMS, SESSION_TYPES } from "./session";

export const NewSession = z
  .object({
    sessionType: z.enum(SESSION_TYPES, { error: "Choose what the session is for" }).default("work_order_creation"),
    /** The job's id or number, for commands on it. */
    workOrderId: z.string().max(100).optional(),
    /** When it was recorded, for a memo made offline. */
    spokenAt: deviceInstant.optional(),
    clockOffsetMs: clockOffsetMs.optional(),
    /** The same key returns the same session. */
    idempotencyKey: z
      .string()
      .regex(/^[\x20-\x7e]{8,200}$/, "The key needs 8 to 200 letters, digits or other ASCII characters")
      .optional(),
  })
  .superRefine(({ sessionType, workOrderId }, check) => {
    if ((sessionType === "job_commands") !== (workOrderId !== undefined))
      check.addIssue({
        code: "custom",
        path: ["workOrderId"],
        message: "Name the job only for commands on it",
      });
  });
export type NewSession = z.output<typeof NewSession>;

export const RecordingChoice = z.object({ recordingId: z.string().max(100) });

export const SessionFilter = z.object({
  state: z.enum(LISTED_STATES, { error: "Unknown state" }).optional(),
  userId: z.string().max(64).optional().describe("Only the sessions of this member"),
  ...paging,
});
export type SessionFilter = z.output<typeof SessionFilter>;

/** The list's URL in the browser. */
export const SessionView = z.object({
  state: z.enum(LISTED_STATES).optional().catch(undefined),
  userId: z.string().max(64).optional().catch(undefined),
  ...pagingView,
});

const chunks = z.coerce
  .number<string | number>({ error: "Enter how many chunks there are" })
  .int("Enter how many chunks there are")
  .min(1, "Enter how many chunks there are")
  .max(MAX_CHUNKS, `Please use at most ${MAX_CHUNKS.toLocaleString("en-US")} chunks`);

/** Text, the chunks that were sent, or a file; chunks sent with text are stored as its recording. */
export const ProcessInput = z
  .object({
    text: z
      .string()
      .trim()
      .max(MAX_TEXT, `Please use at most ${MAX_TEXT.toLocaleString("en-US")} characters`)
      .optional(),
    source: z.enum(["typed", "browser"], { error: "Unknown source" }).default("typed"),
    chunks: chunks.optional(),
    audio: z.instanceof(File, { error: "Choose a recording" }).optional().meta({ type: "string", format: "binary" }),
    durationMs: z.coerce
      .number<string | number>({ error: "The length must be a number of milliseconds" })
      .int("The length must be a number of milliseconds")
      .min(0, "The length must be a number of milliseconds")
      .max(MAX_AUDIO_MS, PROBLEMS.audio_too_long)
      .optional(),
    language: z.enum(["en", "es"], { error: "Unknown language" }).optional(),
  })
  .superRefine(({ text, chunks: count, audio }, check) => {
    const isOne = audio ? text === undefined && count === undefined : text !== undefined || count !== undefined;
    if (!isOne)
      check.addIssue({
        code: "custom",
        path: ["text"],
        message: "Send text, the number of chunks, or a file",
      });
  });
export type ProcessInput = z.output<typeof ProcessInput>;

const MEASURED_TEXT = "Please enter a number that can be measured";

const place = {
  /** As numbered by preview-actions. */
  index: z.number().int().min(0).max(99),
};
const LeftOut = z.object({ ...place, isLeftOut: z.literal(true) });

const reviewed = z.number({ error: "Version is required" }).int().min(1);

const ConfirmedDraft = z.discriminatedUnion("isLeftOut", [
  CreateWorkOrder.extend({ ...place, isLeftOut: z.literal(false).optional() }),
  LeftOut,
]);

/** The version that was reviewed, and each draft as it is to be written, or left out. */
export const CreateFromVoice = z.object({
  version: reviewed,
  drafts: z
    .array(ConfirmedDraft)
    .min(1, "Confirm at least one draft")
    .max(MAX_DRAFTS, `Please confirm at most ${MAX_DRAFTS} drafts`)
    .refine((drafts) => new Set(drafts.map(({ index }) => index)).size === drafts.length, {
      error: "Each draft can be confirmed once",
    })
    .refine((drafts) => drafts.some(({ isLeftOut }) => !isLeftOut), { error: "Confirm at least one draft" }),
});
export type CreateFromVoice = z.output<typeof CreateFromVoice>;

const confirmed = z.discriminatedUnion("kind", [
  z.object({ ...place, kind: z.literal("note"), note: NoteInput.shape.body }),
  z.object({
    ...place,
    kind: z.literal("status"),
    to: z.enum(["en_route", "in_progress", "on_hold", "completed"], { error: "Unknown status" }),
    holdReason: ChangeStatus.shape.holdReason,
    reason: ChangeStatus.shape.reason,
  }),
  z.object({
    ...place,
    kind: z.literal("measured"),
    measured: z.enum(MEASURED, { error: "Unknown measurement" }),
    value: z.number({ error: "Enter what was measured" }).min(-1000, MEASURED_TEXT).max(100_000, MEASURED_TEXT),
  }),
  z.object({
    ...place,
    kind: z.literal("used"),
    part: TechnicianPart.shape.part,
    quantity: TechnicianPart.shape.quantity,
    itemId: TechnicianPart.shape.itemId,
  }),
  z.object({ ...place, kind: z.literal("left_out") }),
]);

/** `isLeftOut` leaves out a command of any kind, regardless of its other fields. */
const ConfirmedCommand = z.preprocess(
  (given: z.input<typeof confirmed> | { index: number; isLeftOut: true }) =>
    typeof given === "object" && given !== null && "isLeftOut" in given && given.isLeftOut === true
      ? { index: given.index, kind: "left_out" }
      : given,
  confirmed,
);
export type ConfirmedCommand = z.output<typeof ConfirmedCommand>;

const entered = (max: number) => z.string().max(max, `Please use at most ${max.toLocaleString("en-US")} characters`);

/** A draft's fields as shown on the screen, valid or not: they are validated on confirmation. A blank text is an empty field. */
export const DraftEdit = z
  .strictObject({
    isLeftOut: z.boolean(),
    customerId: entered(40),
    siteAddressId: entered(40),
    newSite: z.strictObject({ line1: entered(200), city: entered(100), state: entered(50), postalCode: entered(20) }),
    title: entered(200),
    description: entered(10_000),
    serviceTypeId: entered(40),
    priority: z.enum(PRIORITIES, { error: "Unknown priority" }),
    startDate: entered(10),
    startTime: entered(10),
    windowFrom: entered(10),
    windowTo: entered(10),
    technicianId: entered(40),
    equipmentIds: z.array(entered(40)).max(100, "Please choose at most 100 pieces of equipment"),
    overrideReason: entered(500),
  })
  .partial();
export type DraftEdit = z.output<typeof DraftEdit>;

/** The same for a command on a job. */
export const CommandEdit = z
  .strictObject({
    isLeftOut: z.boolean(),
    text: entered(10_000),
    quantity: entered(40),
    itemId: entered(40).nullable(),
    to: entered(40),
    holdReason: z.enum([...HOLD_REASONS, ""], { error: "Unknown reason" }),
    /** For a measurement: the measured circuit, and its metering device. */
    serviceGroupId: entered(40),
    metering: z.enum(METERING_DEVICES, { error: "Choose the metering device" }),
  })
  .partial();
export type CommandEdit = z.output<typeof CommandEdit>;

export const EditDraft = z.object({ ...place, version: reviewed, fields: DraftEdit });
export const EditCommand = z.object({ ...place, version: reviewed, fields: CommandEdit });
export const AddDraft = z.object({ version: reviewed });

/** The version that was reviewed, and each command as it is to be written, or left out. */
export const ApplyCommands = z.object({
  version: reviewed,
  commands: z
    .array(ConfirmedCommand)
    .min(1, "Confirm at least one command")
    .max(50, "Please confirm at most 50 commands")
    .refine((commands) => new Set(commands.map(({ index }) => index)).size === commands.length, {
      error: "Each command can be confirmed once",
    })
    .refine((commands) => commands.some(({ kind }) => kind !== "left_out"), { error: "Confirm at least one command" }),
  /** Where gauges and probes were read; optional on a job with one circuit. */
  reading: z
    .object({
      equipmentId: id("Choose the equipment").optional(),
      serviceGroupId: id("Choose the circuit").optional(),
      metering: z.enum(METERING_DEVICES, { error: "Choose the metering device" }).optional(),
      altitudeFeet: z.number().optional(),
      /** Confirms implausible values. */
      isConfirmed: z.boolean().optional(),
    })
    .optional(),
});
export type ApplyCommands = z.output<typeof ApplyCommands>;

export const ChunkIndex = z.coerce
  .number<string>()
  .int()
  .min(0)
  .max(MAX_CHUNKS - 1);

export const DraftIndex = z.coerce.number<string>().int().min(0).max(99);
