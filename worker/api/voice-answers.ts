import { z } from "zod";
import { EQUIPMENT_TYPES } from "~/domain/equipment/equipment";
import { METERING_DEVICES } from "~/domain/refrigerant/charge";
import { MEASURED } from "~/domain/voice/extraction/values/measurements";
import { SYMPTOMS } from "~/domain/voice/extraction/words/symptoms";
import { CommandEdit, DraftEdit } from "~/domain/voice/sessions/schema";
import {
  AUDIO_TYPES,
  SESSION_STATES,
  SESSION_TYPES,
  STORED_STATES,
  TRANSCRIPT_SOURCES,
} from "~/domain/voice/sessions/session";
import { PRIORITIES } from "~/domain/work-order-basics/priority";

const text = z.string().nullable();
const count = z.number().int();

const Made = z.object({ id: z.string(), number: count, reference: z.string() });

export const MadeAnswer = z.object({ workOrders: z.array(Made) });

export const AppliedAnswer = z.object({
  workOrderId: z.string(),
  actions: count.describe("Number of changes that were saved"),
});

export const OpenSessionAnswer = z.object({
  id: z.string(),
  sessionType: z.enum(SESSION_TYPES),
  workOrderId: text.describe("The work order that commands are for; null for new work orders"),
  spokenAt: z.string().describe('When it was spoken; words such as "tomorrow" are relative to it'),
  createdAt: z.string(),
  expiresAt: z.string(),
});

export const ListedSessionAnswer = z.object({
  id: z.string(),
  sessionType: z.enum(SESSION_TYPES),
  state: z.enum(STORED_STATES),
  spokenAt: z.string(),
  by: text.describe("Who spoke"),
  workOrderNumber: count.nullable().describe("The work order that commands are for; null for new work orders"),
  transcript: text.describe("Its start; null unless it was saved with a work order"),
  made: z.array(count).describe("Numbers of the work orders created from it"),
  actions: count.nullable().describe("Number of changes saved on the work order"),
  problem: text.describe("Why the last reading failed"),
  isToReview: z.boolean().describe("True if it is left to the office, which has not reviewed it yet"),
});

export const SessionAnswer = OpenSessionAnswer.extend({
  state: z.enum(SESSION_STATES),
  revision: count.describe("Increases with every change while the session is open"),
  chunks: z.object({
    received: count,
    bytes: count,
    missing: z.array(count).describe("Indexes below the highest one that have not been uploaded"),
  }),
  transcript: z
    .object({
      text: z.string(),
      language: z.enum(["en", "es"]),
      source: z.enum(TRANSCRIPT_SOURCES),
      words: z
        .array(z.object({ text: z.string(), startMs: z.number(), endMs: z.number(), isUnsure: z.boolean() }))
        .optional()
        .describe("Left out for typed text"),
    })
    .nullable(),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why it could not be processed; uploads are retained, and processing can be retried"),
  isForOffice: z
    .boolean()
    .describe("True if its speaker was no longer on the work order: the office reviews the recording"),
  result: z.union([MadeAnswer, AppliedAnswer]).nullable().describe("What was created or saved"),
});

/** One field as it was recognized. */
function heard<S extends z.ZodType>(value: S) {
  return z.object({
    value: value.nullable().describe("Null if it has to be chosen"),
    label: text.describe("The value as text"),
    confidence: z.number().describe("From 0 to 1"),
    words: z.string().describe("The words it was recognized from"),
    atMs: z.number().nullable().describe("Position in the recording, milliseconds"),
    candidates: z.array(z.object({ value, label: z.string() })),
    needsReview: z.boolean().describe("True if it has to be decided before confirming"),
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
  words: z.string().describe("The text about this work order"),
  atMs: z.number().nullable(),
  name: heardText.nullable(),
  customer: heardId.nullable(),
  phone: heardText.nullable(),
  address: heardText.nullable(),
  site: heardId.nullable().describe("The customer's property that was recognized"),
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
    .describe("Recognized fields of the new work order"),
  effects: z.array(z.string()).describe("What confirming would create or save, as text"),
});

const command = {
  index: count,
  effects: z.array(z.string()).describe("What confirming would create or save, as text"),
};
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
  revision: count.describe("Increases with every change of the session"),
  places: z.array(z.object({ index: count, fields: z.union([DraftEdit, CommandEdit]) })),
};

/** Corrections made so far. */
export const EditsAnswer = z.object({
  ...edits,
  index: count.describe("Index of the draft or command that was changed"),
});

export const PreviewAnswer = z.object({
  sessionId: z.string(),
  version: count.describe("Identifies this preview; send it to confirm"),
  drafts: z.array(DraftAnswer).optional().describe("New work orders"),
  commands: z.array(CommandAnswer).optional().describe("Commands on a work order"),
  edits: z
    .object(edits)
    .describe("Corrections before confirming, field by field; an index beyond the drafts is a draft added by hand"),
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
    .describe("Refrigerant circuits of the work order's equipment that were measured"),
  written: z
    .array(count)
    .optional()
    .describe("Indexes of commands that were already applied when others were refused; they do not change"),
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
    .describe("The words each field was recognized from, with the position in the recording, milliseconds"),
  by: text,
  isToReview: z
    .boolean()
    .describe(
      "True if its speaker was no longer on the work order, and the office has not reviewed it; not shown to others",
    ),
});
