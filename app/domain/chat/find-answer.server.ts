import { z } from "zod";
import type { Assistant, AssistantCall, AssistantMessage } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { formatFullDate } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { factsOf, foundedText, plainAnswer, wholeSentences } from "./answer";
import { type MessageRow, stored } from "./conversations.server";
import { readQuestion } from "./grammar";
import {
  type ChatEvent,
  type ChatSubject,
  type Finding,
  type Proposal,
  READ_TOOLS,
  type ReadTool,
  TOOL_LABELS,
  type ToolCall,
  WRITE_TOOLS,
  type WriteTool,
} from "./message";
import { instructionsFor, TOOL_DESCRIPTIONS } from "./prompt";
import { ToolArgs } from "./schema";
import { readTools, toolsFor } from "./tools.server";
import { parsed, previewWrite } from "./write-tools.server";

interface ChatQuestion {
  about: ChatSubject;
  zone: string;
  text: string;
  name: string;
  before: MessageRow[];
}

/** An answer before it is stored. */
export interface Draft {
  text: string;
  findings: Finding[];
  notices: string[];
  model: string | null;
  proposal: Proposal | null;
}

/** How long a proposal can be confirmed. */
const PROPOSAL_TTL_MS = 15 * MINUTE_MS;
const MAX_ROUNDS = 4;
const MAX_TEXT = 8000;

const PROPOSED = "Here is what I would change. Nothing happens until you approve it.";
const UNREAD: Record<ChatSubject, string> = {
  business:
    "I can't answer that. I can look up customers, jobs, late jobs, stock, unpaid invoices, your to-dos and help articles, or prepare a to-do, a note or a change of a job's status.",
  household:
    "I can't answer that. I can look up what your plan projects, such as cash in three months, and help articles.",
};

type Outcome = { finding: Finding } | { proposal: Proposal } | { problem: string };

/** Reads the question by rules and calls the one tool it matches. */
export async function byGrammar(ctx: Ctx, question: ChatQuestion): Promise<Draft> {
  const { about, zone, text } = question;
  const call = readQuestion(text, { about, zone, now: ctx.now.getTime() });
  if (call) return draftOf([await callTool(ctx, about, call)], question);
  const words = text.replace(/[^\p{L}\p{N}\s'&.-]/gu, " ").trim();
  const guesses: ToolCall[] = [
    ...(words.split(/\s+/).length <= 4 ? [{ name: "find_customers", args: { query: words } }] : []),
    { name: "search_help", args: { query: words.slice(0, 120) } },
  ];
  const { read } = toolsFor(ctx, about);
  const outcomes = await Promise.all(
    guesses.filter(({ name }) => read.some((tool) => tool === name)).map((guess) => callTool(ctx, about, guess)),
  );
  const found = outcomes.filter((outcome) => "finding" in outcome && outcome.finding.rows.length > 0);
  return draftOf(found, question);
}

function draftOf(outcomes: readonly Outcome[], { about }: ChatQuestion): Draft {
  const all = outcomes.flatMap((outcome) => ("finding" in outcome ? [outcome.finding] : []));
  // A finding of two identical calls is shown once.
  const findings = [...new Map(all.map((finding) => [finding.title, finding])).values()];
  const problems = [...new Set(outcomes.flatMap((outcome) => ("problem" in outcome ? [outcome.problem] : [])))];
  const proposal = outcomes.flatMap((outcome) => ("proposal" in outcome ? [outcome.proposal] : []))[0] ?? null;
  const text = proposal ? PROPOSED : plainAnswer(findings) || problems.join(" ") || UNREAD[about];
  const notices = findings.length > 0 || proposal ? problems : [];
  return { text, findings, notices, model: null, proposal };
}

/**
 * Lets a model choose tools and describe what they found. If it is down, slow or returns an invalid answer, the question is read
 * by rules, and the answer includes a notice. Null if the client is gone.
 */
export async function* byModel(
  ctx: Ctx,
  assistant: Assistant,
  { question, signal }: { question: ChatQuestion; signal: AbortSignal },
): AsyncGenerator<ChatEvent, Draft | null> {
  const outcomes: Outcome[] = [];
  try {
    const text = yield* converse(ctx, { assistant, question, outcomes }, signal);
    if (signal.aborted) return null;
    const draft = draftOf(outcomes, question);
    if (text) return { ...draft, text, model: assistant.model };
    if (outcomes.length > 0) return { ...draft, model: assistant.model };
    return withNotice(await byGrammar(ctx, question), "The language model gave no usable answer.");
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof DomainError)) throw error;
    // What was found before the failure is still correct.
    const draft = outcomes.length > 0 ? draftOf(outcomes, question) : await byGrammar(ctx, question);
    return withNotice(draft, error.message);
  }
}

const withNotice = (draft: Draft, why: string): Draft => ({
  ...draft,
  notices: [...draft.notices, `${why} This was looked up without it.`],
});

interface Exchange {
  assistant: Assistant;
  question: ChatQuestion;
  /** Filled in during the conversation. */
  outcomes: Outcome[];
}

/** Streams the model's final text, limited to founded sentences; empty if it wrote nothing. */
async function* converse(
  ctx: Ctx,
  { assistant, question, outcomes }: Exchange,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, string> {
  const { about, text, zone, before } = question;
  const tools = offered(ctx, about);
  const day = formatFullDate(todayOf(ctx, { timeZone: zone }));
  const messages: AssistantMessage[] = [
    { role: "system", content: instructionsFor(about, { day, name: question.name }) },
    ...before.map(earlier),
    { role: "user", content: text },
  ];
  let facts = [text, day, ...before.map(factsOfMessage)].join("\n");
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pieces = assistant.reply({ messages, tools: round < MAX_ROUNDS - 1 ? tools : [] }, signal);
    let reply = "";
    let calls: AssistantCall[] = [];
    for (;;) {
      const { value, done } = await pieces.next();
      if (done) {
        calls = value;
        break;
      }
      reply += value;
      if (reply.length > MAX_TEXT) throw new DomainError("unavailable", "The language model's answer was too long.");
      // Sent even without a complete sentence: only writing reveals whether the client is still connected.
      yield { type: "text", text: foundedText(wholeSentences(reply), facts).text };
    }
    if (signal.aborted) return "";
    if (calls.length === 0) return foundedText(reply, facts).text;
    messages.push({ role: "assistant", content: reply, calls });
    for (const call of calls) {
      yield { type: "looking", at: labelOf(call.name) };
      const outcome = await callTool(ctx, about, call, outcomes);
      outcomes.push(outcome);
      const content = contentOf(outcome);
      facts += `\n${content}`;
      messages.push({ role: "tool", callId: call.id, content });
    }
  }
  return "";
}

/** What a model receives of an outcome. Rows are data, and marked as such. */
function contentOf(outcome: Outcome): string {
  if ("problem" in outcome) return JSON.stringify({ problem: outcome.problem });
  if ("finding" in outcome) return JSON.stringify({ data: JSON.parse(factsOf(outcome.finding)) });
  const { title, preview } = outcome.proposal;
  return JSON.stringify({
    proposed: title,
    preview,
    note: "Shown to the person, who decides. Nothing is written yet.",
  });
}

function earlier(row: MessageRow): AssistantMessage {
  if (row.author === "person") return { role: "user", content: row.text };
  return { role: "assistant", content: `${row.text}\n${factsOfMessage(row)}`.slice(0, 4000), calls: [] };
}

const factsOfMessage = (row: MessageRow): string =>
  [row.text, ...(stored<Finding[]>(row.findings) ?? []).map(factsOf)].join("\n");

function offered(ctx: Ctx, about: ChatSubject) {
  const { read, mayWrite } = toolsFor(ctx, about);
  return [...read, ...(mayWrite ? WRITE_TOOLS : [])].map((name) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(ToolArgs[name], { io: "input" });
    return { name, description: TOOL_DESCRIPTIONS[name], parameters };
  });
}

const isRead = (name: string): name is ReadTool => READ_TOOLS.some((tool) => tool === name);
const isWrite = (name: string): name is WriteTool => WRITE_TOOLS.some((tool) => tool === name);
const labels = new Map<string, string>(Object.entries(TOOL_LABELS));
const labelOf = (name: string) => labels.get(name) ?? "Data";

/** Calls a tool with the person's own permissions; a write tool only returns a preview. */
async function callTool(
  ctx: Ctx,
  about: ChatSubject,
  { name, args }: ToolCall,
  earlierOnes: readonly Outcome[] = [],
): Promise<Outcome> {
  const { read, mayWrite } = toolsFor(ctx, about);
  try {
    if (isRead(name) && read.includes(name)) return { finding: await callRead(ctx, name, args) };
    if (isWrite(name) && mayWrite) {
      if (earlierOnes.some((outcome) => "proposal" in outcome)) return { problem: "One change at a time." };
      const draft = await previewWrite(ctx, name, args);
      const expiresAt = new Date(ctx.now.getTime() + PROPOSAL_TTL_MS).toISOString();
      return { proposal: { ...draft, tool: name, expiresAt } };
    }
    return { problem: refusalOf(name, about) };
  } catch (error) {
    if (error instanceof DomainError) return { problem: `${labelOf(name)}: ${error.message}` };
    logUnforeseen(ctx.request.id, `assistant ${name}`, error);
    return { problem: `${labelOf(name)} can't be looked up right now. Please try again.` };
  }
}

function refusalOf(name: string, about: ChatSubject): string {
  if (name === "projected_cash" && about === "business") {
    return "That is about your household's money. Ask it in a conversation about your household.";
  }
  if (isRead(name)) return `${TOOL_LABELS[name]}: you do not have permission to see this.`;
  return "There is nothing by that name to look up.";
}

/** Calls each read tool with arguments validated by its own schema. */
function callRead(ctx: Ctx, name: ReadTool, args: unknown): Promise<Finding> {
  switch (name) {
    case "find_customers":
      return readTools.find_customers(ctx, parsed(ToolArgs.find_customers, args));
    case "list_jobs":
      return readTools.list_jobs(ctx, parsed(ToolArgs.list_jobs, args));
    case "late_jobs":
      return readTools.late_jobs(ctx, parsed(ToolArgs.late_jobs, args));
    case "stock_of_item":
      return readTools.stock_of_item(ctx, parsed(ToolArgs.stock_of_item, args));
    case "low_stock":
      return readTools.low_stock(ctx, parsed(ToolArgs.low_stock, args));
    case "unpaid_invoices":
      return readTools.unpaid_invoices(ctx, parsed(ToolArgs.unpaid_invoices, args));
    case "my_todos":
      return readTools.my_todos(ctx, parsed(ToolArgs.my_todos, args));
    case "projected_cash":
      return readTools.projected_cash(ctx, parsed(ToolArgs.projected_cash, args));
    case "search_help":
      return readTools.search_help(ctx, parsed(ToolArgs.search_help, args));
  }
}
