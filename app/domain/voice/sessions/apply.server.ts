import { recordReading } from "~/domain/refrigerant/record.server";
import { NewReading } from "~/domain/refrigerant/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { workOrderRecording } from "~/domain/voice/sessions/recordings/recordings.server";
import { addTechnicianPart } from "~/domain/work-order-parts/change.server";
import type { TechnicianPart } from "~/domain/work-order-parts/schema";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { addNote } from "~/domain/work-orders/notes.server";
import { circuitsOfWorkOrder, settingsOf } from "./circuits.server";
import { measurementLabel, READING_FIELD } from "./command-view";
import { endAs, forgetRest } from "./end.server";
import { allowOnSession } from "./find.server";
import { handOverIfLeft, leftToOffice } from "./hand-over.server";
import { commandReceipts } from "./receipts";
import { over } from "./refusals";
import { refuseOutdated, reviewOf } from "./review.server";
import type { ApplyCommands, ConfirmedCommand } from "./schema";
import type { SessionFacts } from "./session";
import { keyOf, writtenPlaces } from "./written.server";

interface Applied {
  workOrderId: string;
  /** Number of commands written. */
  actions: number;
}

type Confirmed = Exclude<ConfirmedCommand, { kind: "left_out" }>;
type Measured = Extract<Confirmed, { kind: "measured" }>;
type Placed<C = Confirmed> = C & { at: number };

/**
 * Writes the confirmed commands of a job: notes, readings, parts, and the status last. Each is written once, however often this
 * is sent or interrupted, because its position in the session is the key; commands already written are not changed by a later
 * confirmation. The recording stays with the job. If the speaker is no longer on the job, nothing is written: the office reviews it.
 * @throws DomainError forbidden for a memo that the office reviews; as the use cases that write, with the fields of command 1 as `commands.1.note`; conflict if the session
 *   has ended or the reading to confirm has changed; what was written until then stays
 */
export async function applyCommands(
  ctx: Ctx,
  id: string,
  { version, commands, reading }: ApplyCommands,
): Promise<Applied> {
  const { me, row, facts, state } = await allowOnSession(ctx, id);
  const { workOrderId } = facts;
  if (workOrderId === null)
    throw new DomainError("conflict", "This session is for new work orders, not for commands on a job.");
  if (row.handedOverAt !== null) throw leftToOffice();
  if (state === "confirmed") return { workOrderId, actions: row.actions ?? 0 };
  if (state !== "open") throw over(state);
  if (await handOverIfLeft(ctx, me, facts)) throw leftToOffice();
  const review = await reviewOf(ctx, facts);
  refuseOutdated(review, version);
  refuseUnnamed(commands, "commands" in review.reading ? review.reading.commands.length : 0);
  const confirmed = commands.flatMap((command, at): Placed[] =>
    command.kind === "left_out" ? [] : [{ ...command, at }],
  );
  const job = { ctx, facts, workOrderId };
  const measured = confirmed.filter((command) => command.kind === "measured");
  const gauges = measured.filter(({ measured: what }) => READING_FIELD[what] !== null);
  const written = await writtenPlaces(ctx, facts);
  if (gauges.length > 0 && !written.has("reading")) await writeReading(job, { me, gauges, given: reading ?? {} });
  for (const command of confirmed) {
    if (command.kind === "measured" ? READING_FIELD[command.measured] === null : command.kind !== "status")
      await write(job, command);
  }
  for (const command of confirmed) if (command.kind === "status") await write(job, command);
  const { reading: spoken } = review;
  const saved = new Set(confirmed.map(({ index }) => index));
  const heard = "commands" in spoken ? commandReceipts(spoken.commands.filter(({ index }) => saved.has(index))) : [];
  const recording = workOrderRecording(ctx, me, { facts, workOrderId, review, heard });
  const isFirst = await endAs(ctx, me, { facts, state: "confirmed", writes: [recording], actions: confirmed.length });
  if (!isFirst) return applied(ctx, facts, workOrderId);
  ctx.after(forgetRest(ctx, me, { facts, workOrderId }));
  return { workOrderId, actions: confirmed.length };
}

/** Returns the result of a concurrent confirmation that finished first. */
async function applied(ctx: Ctx, facts: SessionFacts, workOrderId: string): Promise<Applied> {
  const { row, state } = await allowOnSession(ctx, facts.id);
  if (state !== "confirmed") throw over(state);
  return { workOrderId, actions: row.actions ?? 0 };
}

function refuseUnnamed(commands: readonly ConfirmedCommand[], known: number): void {
  const absent = Array.from({ length: known }, (_, at) => at).find((at) => !commands.some(({ index }) => index === at));
  if (absent !== undefined) throw invalidField("commands", `Confirm command ${absent + 1}, or leave it out`);
  const strange = commands.findIndex(({ index }) => index >= Math.max(known, 1));
  if (strange !== -1) throw invalidField(`commands.${strange}.index`, "Command not found");
}

interface Job {
  ctx: Ctx;
  facts: SessionFacts;
  workOrderId: string;
}

/** Uses the position in the session as the key, so that the same command is written once. */
function keyed({ ctx, facts }: Job, place: number | "reading"): Ctx {
  return { ...ctx, request: { ...ctx.request, idempotencyKey: keyOf(facts, place) } };
}

async function write(job: Job, command: Placed): Promise<void> {
  const ctx = keyed(job, command.index);
  const { workOrderId, facts } = job;
  const { at } = command;
  const noted = { customerVisible: false, occurredAt: facts.spokenAt };
  switch (command.kind) {
    case "note":
      await placed(at, addNote(ctx, workOrderId, { ...noted, body: command.note }));
      return;
    case "measured":
      await placed(at, addNote(ctx, workOrderId, { ...noted, body: measurementLabel(command) }));
      return;
    case "status": {
      const { to, holdReason, reason } = command;
      const occurredAt = facts.spokenAt;
      await placed(at, changeWorkOrderStatus(ctx, workOrderId, { to, holdReason, reason, occurredAt }));
      return;
    }
    case "used": {
      const { part, quantity, itemId } = command;
      const used: TechnicianPart = { part, quantity, itemId, equipmentId: null, notes: null, usedAt: facts.spokenAt };
      await placed(at, addTechnicianPart(ctx, workOrderId, used));
    }
  }
}

type Given = NonNullable<ApplyCommands["reading"]> | Record<string, never>;

/** All gauge and probe values form one reading of one circuit: the given one, or the job's only one. */
async function writeReading(job: Job, { me, gauges, given }: { me: Member; gauges: Placed<Measured>[]; given: Given }) {
  const { ctx, facts, workOrderId } = job;
  const circuits = await circuitsOfWorkOrder(ctx, me, workOrderId);
  const meant = circuits.filter(
    ({ equipmentId, serviceGroupId }) =>
      (given.equipmentId === undefined || given.equipmentId === equipmentId) &&
      (given.serviceGroupId === undefined || given.serviceGroupId === serviceGroupId),
  );
  const [circuit] = meant;
  if (!circuit || meant.length > 1)
    throw invalidField("reading.serviceGroupId", "Choose the circuit that was measured");
  const metering = given.metering ?? circuit.metering;
  if (!metering) throw invalidField("reading.metering", "Choose the metering device");
  const { altitudeFeet, targetSubcoolingF } = await settingsOf(ctx, me, { workOrderId, ...circuit });
  const numbers = Object.fromEntries(gauges.map(({ measured, value }) => [READING_FIELD[measured], value]));
  const { success, data, error } = NewReading.safeParse({
    ...numbers,
    ...{
      metering,
      altitudeFeet: given.altitudeFeet ?? altitudeFeet,
      targetSubcoolingF,
      isConfirmed: given.isConfirmed,
    },
    ...{ serviceGroupId: circuit.serviceGroupId, takenAt: facts.spokenAt },
  });
  if (!success) throw invalidReading(error.issues, gauges);
  const on = { ref: workOrderId, equipmentId: circuit.equipmentId };
  const first = gauges[0]?.at ?? 0;
  await placed(first, recordReading(keyed(job, "reading"), on, data), (field) => {
    const gauge = gauges.find(({ measured }) => READING_FIELD[measured] === field);
    return gauge ? `commands.${gauge.at}.value` : `reading.${field}`;
  });
}

function invalidReading(
  issues: readonly { path: PropertyKey[]; message: string }[],
  gauges: readonly Placed<Measured>[],
) {
  const [issue] = issues;
  const field = String(issue?.path[0] ?? "");
  const gauge = gauges.find(({ measured }) => READING_FIELD[measured] === field);
  return invalidField(
    gauge ? `commands.${gauge.at}.value` : `reading.${field}`,
    issue?.message ?? "Check the readings",
  );
}

/** Moves a refusal's fields under its command. A reused key means the command was already written and is ignored. */
async function placed(
  at: number,
  work: Promise<unknown>,
  nameOf = (field: string) => `commands.${at}.${field}`,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "key_reused") return;
    const { fields, details, ...extras } = error.extras;
    const named = fields && Object.fromEntries(Object.entries(fields).map(([name, texts]) => [nameOf(name), texts]));
    const facts = { ...details, command: at };
    throw new DomainError(error.code, error.message, {
      ...extras,
      details: facts,
      ...(named ? { fields: named } : {}),
    });
  }
}
