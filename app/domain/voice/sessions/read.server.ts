import type { Ctx, Member } from "~/domain/shared/context";
import { type Commands, extractCommands } from "~/domain/voice/extraction/commands";
import type { WorkOrderDraft } from "~/domain/voice/extraction/draft";
import { extractWorkOrders } from "~/domain/voice/extraction/extract";
import { type ModelJob, withModel } from "~/domain/voice/extraction/model";
import type { Transcript, WordTime } from "~/domain/voice/extraction/transcript";
import { bookFor, itemsCalled } from "./book.server";
import { circuitsOfWorkOrder } from "./circuits.server";
import { commandsOf } from "./command-view";
import { draftsOf, type SpokenBook, type SpokenDraft } from "./draft-view";
import type { HeardText, Reading, SessionFacts } from "./session";

type Spoken = Pick<SessionFacts, "sessionType" | "spokenAt" | "workOrderId"> & { heard: HeardText };

/** Parses a session's words, using the business's own names; null if there is no speech. */
export async function readSpoken(
  ctx: Ctx,
  me: Member,
  { sessionType, spokenAt, workOrderId, heard }: Spoken,
): Promise<Reading | null> {
  const transcript = transcriptOf(heard);
  if (sessionType === "job_commands") return readCommands(ctx, me, { transcript, workOrderId: workOrderId ?? "" });
  const meant = { now: Date.parse(spokenAt), zone: me.timeZone };
  const first = extractWorkOrders(transcript, { ...meant, ...NOBODY });
  if (first.kind === "no_speech") return null;
  const parts = first.drafts.flatMap((draft) => draft.parts.flatMap(wordsOfPart));
  const book = await bookFor(ctx, me, { transcript, ...meant, parts });
  const { workExtractor } = ctx.providers;
  const names = (entries: SpokenBook["technicians"]) => entries.map(({ name }) => name);
  const jobs = await workExtractor?.jobsIn({
    ...{ text: transcript.text, serviceTypes: names(book.serviceTypes), technicians: names(book.technicians) },
  });
  return { drafts: inZones(transcript, { book, jobs: jobs ?? [] }) };
}

const NOBODY = { customers: [], technicians: [], serviceTypes: [], parts: [] };

const wordsOfPart = (field: WorkOrderDraft["parts"][number]) =>
  field.state === "heard" ? [field.value.words] : field.candidates.map(({ words }) => words);

/** Days and times are in the zone of the job's site. */
function inZones(transcript: Transcript, { book, jobs }: Matter): SpokenDraft[] {
  const drafts = draftsIn(transcript, { book, jobs });
  const zones = drafts.map((draft) => zoneOf(draft, book));
  const others = [...new Set(zones)].filter((zone) => zone !== book.zone);
  const read = new Map(others.map((zone) => [zone, draftsIn(transcript, { book: { ...book, zone }, jobs })]));
  return drafts.map((draft, at) => read.get(zones[at] ?? book.zone)?.[at] ?? draft);
}

/** `jobs`: as parsed by a model. */
interface Matter {
  book: SpokenBook;
  jobs: readonly ModelJob[];
}

function draftsIn(transcript: Transcript, { book, jobs }: Matter): SpokenDraft[] {
  const found = extractWorkOrders(transcript, book);
  if (found.kind === "no_speech") return [];
  return draftsOf(withModel(transcript, { drafts: found.drafts, jobs, book }), book);
}

function zoneOf({ customer, site }: SpokenDraft, book: SpokenBook): string {
  const sites = book.sites.get(customer?.value ?? "") ?? [];
  const goesTo = sites.find(({ id }) => id === site?.value) ?? sites.find(({ isPrimary }) => isPrimary) ?? sites[0];
  return goesTo?.timeZone ?? book.zone;
}

interface OnWorkOrder {
  transcript: Transcript;
  workOrderId: string;
}

async function readCommands(ctx: Ctx, me: Member, { transcript, workOrderId }: OnWorkOrder): Promise<Reading | null> {
  const first = extractCommands(transcript, []);
  if (first.kind === "no_speech") return null;
  const parts = spokenParts(first);
  const isMeasured = first.commands.some(({ kind }) => kind === "measured");
  const [items, circuits] = await Promise.all([
    parts.length > 0 ? itemsCalled(ctx, me, parts) : [],
    isMeasured ? circuitsOfWorkOrder(ctx, me, workOrderId) : [],
  ]);
  const found = extractCommands(transcript, items);
  return { commands: found.kind === "no_speech" ? [] : commandsOf(found.commands, items), circuits };
}

function spokenParts({ commands }: Extract<Commands, { kind: "commands" }>): string[] {
  return commands.flatMap((command) => {
    if (command.kind !== "used") return [];
    const { part } = command;
    return part.state === "heard" ? [part.value.words] : part.candidates.map(({ words }) => words);
  });
}

/** Adds word times, if there are any: each word is searched in the text after the previous one. */
function transcriptOf({ text, language, words }: HeardText): Transcript {
  if (!words) return { text, language };
  let from = 0;
  const times = words.flatMap((word): WordTime[] => {
    const at = text.indexOf(word.text, from);
    if (at === -1) return [];
    from = at + word.text.length;
    return [{ at, second: word.startMs / 1000 }];
  });
  return { text, language, words: times };
}
