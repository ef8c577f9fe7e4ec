import { isShownPicture } from "~/domain/issues/attachment";
import { type CheckedFile, checkFile, storeAttachment } from "~/domain/issues/attachments.server";
import { insertIssue } from "~/domain/issues/create.server";
import type { ProblemReport, WrittenReport } from "~/domain/issues/schema";
import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allowMember } from "~/domain/shared/permissions";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { once } from "~/domain/shared/write.server";

const REPORTS: Limit = {
  name: "problem_reports",
  what: "problem reports",
  perPerson: 20,
  perBusiness: 200,
  seconds: HOUR_SECONDS,
};

/**
 * Reports a problem, which becomes an issue of the member's business. Includes only the page's URL; the browser's last errors
 * and a picture are sent only with the member's consent.
 * @throws DomainError forbidden for a household, too_many_requests; invalid and too_large for an invalid picture
 */
export async function reportProblem(ctx: Ctx, input: WrittenReport & Partial<ProblemReport>): Promise<{ id: string }> {
  const me = allowMember(ctx);
  const { screenshot, ...report } = input;
  const picture = screenshot ? await checkPicture(screenshot) : null;
  const sha256 = picture && (await sha256Of(picture.bytes));
  return once(ctx, "reportProblem", { ...report, sha256 }, async (commit) => {
    await limitUse(ctx, REPORTS);
    const { text, page, requestId, includeErrors, errors } = report;
    const facts = [
      page && `- Page: \`${code(page)}\``,
      requestId && `- Request ID: \`${code(requestId)}\``,
      ctx.request.userAgent && `- Browser: \`${code(ctx.request.userAgent)}\``,
    ].filter(Boolean);
    const errorLines =
      includeErrors && errors ? ["", "Last errors in the browser:", "", "```", fenced(errors), "```"] : [];
    const [title = "Problem report"] = text.split("\n");
    const { id, writes } = insertIssue(ctx, me, {
      input: {
        title: title.length > 120 ? `${title.slice(0, 119)}…` : title,
        body: [text, "", ...facts, ...errorLines].join("\n"),
      },
      origin: { source: "report" },
    });
    const stored = picture && (await storeAttachment(ctx, me, { issueId: id, file: picture, field: "screenshot" }));
    try {
      return await commit(me, {
        writes: [...writes, ...(stored?.writes ?? [])],
        audit: [{ action: "issue.report", entity: "issue", entityId: id }],
        result: { id },
      });
    } catch (error) {
      await stored?.drop();
      throw error;
    }
  });
}

async function checkPicture(file: File): Promise<CheckedFile> {
  const checked = await checkFile(file, "screenshot");
  if (isShownPicture(checked.contentType)) return checked;
  throw invalidField("screenshot", "Please choose a PNG, JPEG, WebP or GIF picture");
}

const code = (text: string) => text.replaceAll("`", "'");
const fenced = (text: string) => text.replaceAll("```", "'''");
