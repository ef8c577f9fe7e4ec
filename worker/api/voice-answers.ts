import { z } from "zod";
import { EQUIPMENT_TYPES } from "~/domain/equipment/equipment";
import { METERING_DEVICES } from "~/domain/refrigerant/charge";
import { MEASURED } from "~/domain/voice/extraction/measurements";
import { SYMPTOMS } from "~/domain/voice/extraction/symptoms";
import { CommandEdit, DraftEdit } from "~/domain/voice/sessions/schema";
import { AUDIO_TYPES, SESSION_STATES, SESSION_TYPES, TRANSCRIPT_SOURCES } from "~/domain/voice/sessions/session";
import { PRIORITIES } from "~/domain/work-orders/work-order";

const text = z.string().nullable();
const count = z.number().int();

const Made = z.object({ id: z.string(), number: count, reference: z.string() });

export const MadeAnswer = z.object({ workOrders: z.array(Made) });

export const AppliedAnswer = z.object({
  workOrderId: z.string(),
  actions: count.describe("How many things were written"),
});

export const OpenSessionAnswer = z.object({
  id: z.string(),
  sessionType: z.enum(SESSION_TYPES),
  workOrderId: text.describe("The job, of commands on it"),
  spokenAt: z.string().describe("When it was said: days are meant from then"),
  createdAt: z.string(),
  expiresAt: z.string(),
});

export const SessionAnswer = OpenSessionAnswer.extend({
  state: z.enum(SESSION_STATES),
  revision: count.describe("Counts up with every change while the session is open"),
  pieces: z.object({
    received: count,
    bytes: count,
    missing: z.array(count).describe("Indexes below the highest one that have not arrived"),
  }),
  transcript: z
    .object({
      text: z.string(),
      language: z.enum(["en", "es"]),
      source: z.enum(TRANSCRIPT_SOURCES),
      words: z
        .array(z.object({ text: z.string(), startMs: z.number(), endMs: z.number(), isUnsure: z.boolean() }))
        .optional()
        .describe("Left out for what was typed"),
    })
    .nullable(),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why it could not be read; what was sent is kept, and it can be sent again"),
  result: z.union([MadeAnswer, AppliedAnswer]).nullable().describe("What was written"),
});

/** What was heard of one thing. */
function heard<S extends z.ZodType>(value: S) {
  return z.object({
    value: value.nullable().describe("null where it is asked"),
    label: text.describe("The value in words"),
    confidence: z.number().describe("From 0 to 1"),
    words: z.string().describe("The words that it came from"),
    atMs: z.number().nullable().describe("Milliseconds of the audio"),
    candidates: z.array(z.object({ value, label: z.string() })),
    isAsked: z.boolean().describe("True where someone has to decide"),
  });
}

const heardText = heard(z.string());
const heardId = heard(z.string());
const part = z.object({ quantity: z.number(), unit: text, words: z.string(), itemId: text });
const clock = z.union([
  z.object({ at: z.string() }),
  z.object({ from: z.string(), to: text }),
  z.object({ from: z.null(), to: z.string() }),
]);

const DraftAnswer = z.object({
  index: count,
  words: z.string().describe("All that was said of this job"),
  atMs: z.number().nullable(),
  name: heardText.nullable(),
  customer: heardId.nullable(),
  phone: heardText.nullable(),
  address: heardText.nullable(),
  site: heardId.nullable().describe("The customer's address that was said"),
  equipment: z.array(heard(z.enum(EQUIPMENT_TYPES))),
  units: z.array(heardId),
  symptoms: z.array(heard(z.enum(SYMPTOMS))),
  summary: heardText.nullable(),
  service: heardId.nullable(),
  priority: heard(z.enum(PRIORITIES)).nullable(),
  date: heardText.nullable(),
  clock: heard(clock).nullable(),
  technician: heardId.nullable(),
  parts: z.array(heard(part)),
  notes: z.array(heardText),
  suggested: z
    .object({
      title: text,
      description: text,
      customerId: text,
      siteAddressId: text,
      serviceTypeId: text,
      priority: z.enum(PRIORITIES).nullable(),
      equipmentIds: z.array(z.string()),
      technicianId: text,
      startDate: text,
      startTime: text,
      windowFrom: text,
      windowTo: text,
    })
    .describe("The fields of the new work order that were heard"),
  effects: z.array(z.string()).describe("What would be written, in words"),
});

const command = { index: count, effects: z.array(z.string()).describe("What would be written, in words") };
const CommandAnswer = z.union([
  z.object({ ...command, kind: z.literal("note"), note: heardText }),
  z.object({
    ...command,
    kind: z.literal("status"),
    status: heard(z.object({ to: z.string(), holdReason: text })),
  }),
  z.object({
    ...command,
    kind: z.literal("measured"),
    measurement: heard(z.object({ measured: z.enum(MEASURED), value: z.number() })),
  }),
  z.object({ ...command, kind: z.literal("used"), part: heard(part) }),
]);

const edits = {
  revision: count.describe("Counts up with every change of the session"),
  places: z.array(z.object({ index: count, fields: z.union([DraftEdit, CommandEdit]) })),
};

/** What was put right so far. */
export const EditsAnswer = z.object({ ...edits, index: count.describe("The draft or command that was changed") });

export const PreviewAnswer = z.object({
  sessionId: z.string(),
  version: count.describe("Names what is confirmed"),
  drafts: z.array(DraftAnswer).optional().describe("New work orders"),
  commands: z.array(CommandAnswer).optional().describe("Commands on a job"),
  edits: z
    .object(edits)
    .describe(
      "What was put right before the yes, field by field; an index beyond the drafts is one that was added by hand",
    ),
  circuits: z
    .array(
      z.object({
        equipmentId: z.string(),
        serviceGroupId: z.string(),
        label: z.string(),
        metering: z.enum(METERING_DEVICES).nullable(),
      }),
    )
    .optional()
    .describe("Of the job's equipment, where something was measured"),
  written: z
    .array(count)
    .optional()
    .describe("Indexes of commands that are written already, where others were refused; they stay as they are"),
});

export const RecordingAnswer = z.object({
  id: z.string(),
  transcript: z.string(),
  language: z.enum(["en", "es"]),
  source: z.enum(TRANSCRIPT_SOURCES),
  contentType: z.enum(AUDIO_TYPES).nullable(),
  durationMs: count.nullable(),
  hasAudio: z.boolean(),
  spokenAt: z.string(),
  heard: z
    .array(z.object({ field: z.string(), words: z.string(), atMs: count.nullable() }))
    .describe("The words that each field came from, with the millisecond of the recording where they are"),
  by: text,
});
