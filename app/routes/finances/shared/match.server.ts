import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { decidePlannedMatch, forgetPlannedMatch } from "~/domain/finance/cashflow/match.server";
import { occurrencesForRow, rowsForOccurrence } from "~/domain/finance/cashflow/match-options.server";
import { planKey, readOccurrenceKey } from "~/domain/finance/tracker/plan";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { recordId } from "~/domain/shared/fields";
import { isMoneyDate } from "~/domain/shared/time/dates";
import { formAction } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";

const MatchAnswer = z.object({
  transactionId: recordId,
  occurrence: z.string().min(1).max(100),
  answer: z.enum(["same", "different", "forget"]),
});

const texts = {
  same: "Matched.",
  different: "Marked as different.",
  forget: "Undone. It is matched automatically again.",
};

/** Parses an occurrence from the URL or a form. @throws DomainError not_found */
function occurrenceOf(text: string | undefined) {
  const occurrence = readOccurrenceKey(text ?? "");
  if (!occurrence) throw notFound();
  return occurrence;
}

/** Data for the dialog of a planned occurrence. */
export async function occurrenceData(ctx: Ctx, text: string | undefined) {
  const occurrence = occurrenceOf(text);
  const { date } = occurrence;
  return { ...(await rowsForOccurrence(ctx, { key: planKey(occurrence), date })), formKey: ctx.newId() };
}

/** Data for the dialog of a posted transaction; `hrefOn` returns its URL with the transaction's own date. */
export async function rowData(ctx: Ctx, { transactionId = "", on = "" }: Params, hrefOn: (date: string) => string) {
  if (!isMoneyDate(on)) throw notFound();
  const { movedTo, ...shown } = await occurrencesForRow(ctx, transactionId, on);
  if (!shown.row) throw redirect(hrefOn(movedTo ?? on));
  const { row, match, options } = shown;
  return { row, match, options, formKey: ctx.newId() };
}

type Params = Record<string, string | undefined>;

/** Matches a transaction with an occurrence, or undoes that, and returns to `parent` with its query. */
export function matchAction(parent: string) {
  return formAction(MatchAnswer, async ({ ctx, input: { transactionId, occurrence, answer }, url, request }) => {
    if (answer === "forget") await forgetPlannedMatch(ctx, transactionId);
    else {
      const { kind, id: itemId, date } = occurrenceOf(occurrence);
      await decidePlannedMatch(ctx, transactionId, { kind, itemId, date, same: answer === "same" });
    }
    return redirectWithToast(request, `${parent}${url.search}`, { tone: "success", text: texts[answer] });
  });
}
