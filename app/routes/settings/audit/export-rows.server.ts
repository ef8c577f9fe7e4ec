import { type AuditLine, actionLabel } from "~/domain/audit/audit-log";
import { MAX_EXPORTED } from "~/domain/audit/audit-log.server";

const CUT = `This file has the newest ${MAX_EXPORTED.toLocaleString("en-US")} entries. Filter by day to export older ones.`;

/** The rows of the file; `pages` returns whether there are more entries than a file holds, which the last row then says. */
export async function* auditRows(pages: AsyncGenerator<AuditLine[], boolean>): AsyncGenerator<string[][]> {
  for (;;) {
    const { value, done } = await pages.next();
    if (done) {
      if (value) yield [["", "", CUT, "", "", "", "", "", ""]];
      return;
    }
    yield value.map((line) => [
      ...[line.at, line.person?.name ?? "Plenum", actionLabel(line), line.detail ?? "", String(line.count)],
      ...[line.device ?? "", line.network ?? "", line.entity, line.entityId ?? ""],
    ]);
  }
}
