import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { type Limit, PRO_ALLOWANCE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { sign, verify } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { analyzeIndustries } from "./analyze.server";
import { costOf, factsOf, isUnfounded, type RemarkEvent, type Remarks, textsSoFar } from "./remarks";
import type { AnalyzeIndustries } from "./schema";

const QUESTIONS: Limit = {
  ...{
    name: "industry-remarks",
    what: "questions to the language model",
    perPerson: 20,
    perBusiness: 60,
    timesOnPro: PRO_ALLOWANCE,
  },
  seconds: HOUR_SECONDS,
};

const MAX_ANSWER = 20_000;

const Answer = z.object({
  remarks: z
    .array(z.object({ industry: z.string().nullable(), text: z.string().trim().min(1).max(1000) }))
    .min(1)
    .max(20),
});

/**
 * Streams a language model's remarks on a comparison. The model gets the figures and nothing else; its remarks are stored only
 * when a user saves them, marked as the model's. A remark with a figure that is not in the data is left out.
 * @throws DomainError too_many_requests; unavailable without a model, or if it is down, truncates its answer or returns an
 * invalid one
 */
export async function* remarkOnIndustries(
  ctx: Ctx,
  input: AnalyzeIndustries,
  signal: AbortSignal,
): AsyncGenerator<RemarkEvent> {
  const { orgId } = allow(ctx, "invoices.read");
  const analyst = ctx.providers.industryAnalyst;
  if (!analyst) throw new DomainError("unavailable", "No language model is set up here.");
  await limitUse(ctx, QUESTIONS);
  const comparison = await analyzeIndustries(ctx, input);
  const facts = factsOf(comparison);
  const codes = comparison.industries.map(({ code }) => code);
  const pieces = analyst.remarksOn({ facts, codes }, signal);
  let [json, shown] = ["", ""];
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      const read = Answer.safeParse(jsonOf(json));
      if (!read.success) throw nonsense();
      const founded = read.data.remarks.filter(({ text }) => !isUnfounded(text, facts));
      const remarks: Remarks = {
        remarks: founded.map(({ industry, text }) => ({
          industry: industry !== null && codes.includes(industry) ? industry : null,
          text,
        })),
        leftOut: read.data.remarks.length - founded.length,
        model: analyst.model,
        ...value,
        cost: costOf(value, analyst.prices),
      };
      const signed: SignedAnswer = {
        kind: "industry-remarks",
        orgId,
        codes,
        answeredAt: ctx.now.toISOString(),
        ...remarks,
      };
      yield { type: "done", ...remarks, answer: await sign(signed, ctx.providers.secrets.signing) };
      return;
    }
    json += value;
    if (json.length > MAX_ANSWER) throw nonsense();
    const texts = textsSoFar(json);
    if (texts.join("\n") === shown) continue;
    shown = texts.join("\n");
    yield { type: "text", texts };
  }
}

/** How long an answer can be saved. */
const ANSWER_TTL_MS = DAY_MS;

const SignedAnswer = z.object({
  kind: z.literal("industry-remarks"),
  orgId: z.string(),
  codes: z.array(z.string()),
  answeredAt: z.iso.datetime(),
  remarks: z.array(z.object({ industry: z.string().nullable(), text: z.string() })),
  leftOut: z.number(),
  model: z.string(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  cost: z.number().nullable(),
});
type SignedAnswer = z.output<typeof SignedAnswer>;

/** A model's answer about exactly these industries, for this business, from the last day; null for anything else. */
export async function readAnswer(ctx: Ctx, orgId: string, { answer, codes }: { answer: string; codes: string[] }) {
  const read = SignedAnswer.safeParse(await verify(answer, ctx.providers.secrets.signing));
  if (!read.success) return null;
  const { kind: _, orgId: of, codes: about, ...remarks } = read.data;
  const isRecent = ctx.now.getTime() - Date.parse(remarks.answeredAt) < ANSWER_TTL_MS;
  return of === orgId && isRecent && about.join() === codes.join() ? remarks : null;
}

const nonsense = () => new DomainError("unavailable", "The language model's answer cannot be read. Try again.");

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, ""));
  } catch {
    return undefined;
  }
}
