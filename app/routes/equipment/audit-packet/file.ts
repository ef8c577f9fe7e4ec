import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import { packetFile, packetPdf } from "~/domain/refrigerant/packet/file.server";
import { PacketFilter } from "~/domain/refrigerant/packet/schema";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";

/** The audit packet as PDF or CSV. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  allow(ctx, "equipment.write");
  const { success, data: filter, error } = PacketFilter.safeParse(Object.fromEntries(url.searchParams));
  if (!success) throw new DomainError("invalid", error.issues[0]?.message ?? "Choose a period");
  if (params.type === "pdf") {
    const { body, fileName } = await packetPdf(ctx, filter);
    return fileAnswer(body, { type: "application/pdf", fileName });
  }
  const { header, rows, fileName } = await packetFile(ctx, filter);
  const csv = writeCsv(
    header,
    rows.map((row) => row.map(escapeFormula)),
  );
  return fileAnswer(csv, { type: "text/csv; charset=utf-8", fileName });
});

function fileAnswer(body: BodyInit, { type, fileName }: { type: string; fileName: string }): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${fileName}"` },
  });
}
