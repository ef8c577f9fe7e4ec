import { csvFile } from "~/domain/export/csv-answer.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
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
  if (params.type === "pdf") return pdfAnswer(await packetPdf(ctx, filter));
  return csvFile(await packetFile(ctx, filter));
});
