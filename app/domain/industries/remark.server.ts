import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { HOUR_SECONDS, type Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { analyzeIndustries } from "./analyze.server";
import { costOf, factsOf, isUnfounded, type RemarkEvent, textsSoFar } from "./remarks";
import type { AnalyzeIndustries } from "./schema";

const QUESTIONS: Limit = {
  ...{ name: "industry-remarks", what: "questions to the language model", perPerson: 20, perBusiness: 60 },
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
 * What a language model says of a comparison, as it comes. It is told figures alone, and what it says is kept nowhere. A remark with
 * a figure that is not in the data is left out.
 * @throws DomainError too_many_requests; unavailable without a model, when it is down, cuts its answer off or answers nonsense
 */
export async function* remarkOnIndustries(
  ctx: Ctx,
  input: AnalyzeIndustries,
  signal: AbortSignal,
): AsyncGenerator<RemarkEvent> {
  allow(ctx, "invoices.read");
  const analyst = ctx.providers.industryAnalyst;
  if (!analyst) throw new DomainError("unavailable", "No language model is set up here.");
  await limitUse(ctx, QUESTIONS);
  const comparison = await analyzeIndustries(ctx, input);
  const facts = factsOf(comparison);
  const codes = comparison.industries.map(({ code }) => code);
  const pieces = analyst.remarksOn({ facts, codes }, signal);
  let [json, said] = ["", ""];
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      const read = Answer.safeParse(jsonOf(json));
      if (!read.success) throw nonsense();
      const founded = read.data.remarks.filter(({ text }) => !isUnfounded(text, facts));
      yield {
        type: "done",
        remarks: founded.map(({ industry, text }) => ({
          industry: industry !== null && codes.includes(industry) ? industry : null,
          text,
        })),
        leftOut: read.data.remarks.length - founded.length,
        model: analyst.model,
        ...value,
        cost: costOf(value, analyst.prices),
      };
      return;
    }
    json += value;
    if (json.length > MAX_ANSWER) throw nonsense();
    const texts = textsSoFar(json);
    if (texts.join("\n") === said) continue;
    said = texts.join("\n");
    yield { type: "said", texts };
  }
}

const nonsense = () =>
  new DomainError("unavailable", "The language model answered something that cannot be read. Try again.");

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, ""));
  } catch {
    return undefined;
  }
}
