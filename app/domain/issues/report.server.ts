import type { Ctx } from "~/domain/shared/context";
import { HOUR_SECONDS, type Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allowMember } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { insertIssue } from "./create.server";
import type { ProblemReport } from "./schema";

const REPORTS: Limit = {
  name: "problem_reports",
  what: "problem reports",
  perPerson: 20,
  perBusiness: 200,
  seconds: HOUR_SECONDS,
};

/**
 * Any member may report a problem; it becomes an issue of their business. Nothing of the page but its address, and the browser's
 * last errors only with a yes. @throws DomainError forbidden for a household, too_many_requests
 */
export async function reportProblem(ctx: Ctx, input: ProblemReport): Promise<{ id: string }> {
  const me = allowMember(ctx);
  return once(ctx, "reportProblem", input, async (commit) => {
    await limitUse(ctx, REPORTS);
    const { text, page, requestId, includeErrors, errors } = input;
    const facts = [
      page && `- Page: \`${code(page)}\``,
      requestId && `- Request ID: \`${code(requestId)}\``,
      ctx.request.userAgent && `- Browser: \`${code(ctx.request.userAgent)}\``,
    ].filter(Boolean);
    const told = includeErrors && errors ? ["", "Last errors in the browser:", "", "```", fenced(errors), "```"] : [];
    const [title = "Problem report"] = text.split("\n");
    const { id, writes } = insertIssue(ctx, me, {
      input: {
        title: title.length > 120 ? `${title.slice(0, 119)}…` : title,
        body: [text, "", ...facts, ...told].join("\n"),
      },
      origin: { source: "report" },
    });
    return commit(me, {
      writes,
      audit: [{ action: "issue.report", entity: "issue", entityId: id }],
      result: { id },
    });
  });
}

const code = (text: string) => text.replaceAll("`", "'");
const fenced = (text: string) => text.replaceAll("```", "'''");
