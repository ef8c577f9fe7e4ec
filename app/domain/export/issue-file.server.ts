import { type ExportedIssue, exportIssues } from "~/domain/issues/export.server";
import type { IssueNarrowing } from "~/domain/issues/list.server";
import type { Ctx } from "~/domain/shared/context";
import { escapeFormula, writeCsv } from "~/domain/shared/csv/write";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { fileAnswer } from "./file-answer.server";

const COLUMNS = [
  ...["reference", "title", "state", "category", "priority", "project", "assignee", "labels", "milestone"],
  ...["source", "commentCount", "createdAt", "updatedAt", "closedAt", "body"],
] as const;

export const ISSUE_FILE_FORMATS = ["csv", "json"] as const;
type IssueFileFormat = (typeof ISSUE_FILE_FORMATS)[number];

/** The filtered issues as CSV or JSON lines, streamed as they are read. @throws DomainError like `exportIssues` */
export async function issueFile(ctx: Ctx, filter: IssueNarrowing, format: IssueFileFormat): Promise<Response> {
  const me = allow(ctx, "issues.manage");
  const isJson = format === "json";
  const pages = await exportIssues(ctx, filter);
  return fileAnswer(ctx, isJson ? jsonParts(pages) : csvParts(pages), {
    fileName: `plenum-issues-${todayOf(ctx, me)}.${isJson ? "jsonl" : "csv"}`,
    contentType: isJson ? "application/jsonl; charset=utf-8" : "text/csv; charset=utf-8",
  });
}

async function* jsonParts(pages: AsyncGenerator<ExportedIssue[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

async function* csvParts(pages: AsyncGenerator<ExportedIssue[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    yield csvOf(rows, isFirst);
    isFirst = false;
  }
  if (isFirst) yield `${writeCsv(COLUMNS, [])}\r\n`;
}

function csvOf(rows: readonly ExportedIssue[], withHeader: boolean): string {
  const cells = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries({ ...row, labels: row.labels.join(", ") }));
    return COLUMNS.map((column) => escapeFormula(String(values.get(column) ?? "")));
  });
  const text = writeCsv(COLUMNS, cells);
  return `${withHeader ? text : text.slice(text.indexOf("\r\n") + 2)}\r\n`;
}
