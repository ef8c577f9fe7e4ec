import { exportBusiness, exportHousehold } from "~/domain/export/export.server";
import { memberLoader } from "~/http/page-loader";

/** Everything of one's own household, or of the business (`?of=business`), as JSON lines that are sent as they are read. */
export const loader = memberLoader(async ({ ctx, url }) => {
  const of = url.searchParams.get("of") === "business" ? "business" : "household";
  const pages = await (of === "business" ? exportBusiness(ctx) : exportHousehold(ctx));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value: rows, done } = await pages.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join("")));
    },
  });
  const name = `plenum-${of}-${ctx.now.toISOString().slice(0, 10)}.jsonl`;
  return new Response(body, {
    headers: {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
});
