import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { formatDay } from "~/domain/shared/time/date-format";
import { checkLayout } from "./checks";
import { BOX, drawingOf, LINE_COLORS } from "./drawing";
import { findDesign } from "./load.server";
import { materialsOf, runsOf } from "./schedule";

/** A design as a document: the drawing, every run with its size, the materials and the findings. @throws DomainError not_found */
export async function designPdf(ctx: Ctx, id: string): Promise<{ body: ArrayBuffer; fileName: string }> {
  const me = allow(ctx, "equipment.read");
  const design = await findDesign(ctx, id);
  const { title, layout, version, line1, city, customerName, updatedAt, updatedByName } = design;
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const pdf = await startPdf({ title, author: me.orgName, createdAt: ctx.now, footer: `${title}, version ${version}` });
  await pdf.header({ name: me.orgName, lines: [customerName, line1, city], title: "System layout", subtitle: title });
  pdf.text(
    `Version ${version}, saved ${formatDay(updatedAt, me.timeZone, true)}${updatedByName ? ` by ${updatedByName}` : ""}.`,
    { muted: true },
  );
  const { width, height, lines, boxes } = drawingOf(layout);
  pdf.drawing({
    ...{ width, height },
    lines: lines.map((line) => ({ ...line, color: LINE_COLORS[line.kind] })),
    boxes: boxes.map(({ x, y, label, kind, facts }) => ({ x, y, ...BOX, title: label, text: facts ?? kind })),
  });
  const findings = checkLayout(layout);
  pdf.heading("Checks");
  if (findings.length === 0)
    pdf.text("Static pressure, air velocity, return air, airflow, line sets and controls: nothing found.");
  for (const { title: what, detail, source } of findings) {
    pdf.text(what, { bold: true });
    pdf.text(source ? `${detail} (${source})` : detail, { muted: true });
  }
  const runs = runsOf(layout);
  if (runs.length > 0) {
    pdf.heading("Ducts, pipes and wires");
    pdf.table(
      [
        { header: "Run", share: 2 },
        { header: "Kind" },
        { header: "Size" },
        { header: "Feet", width: 50, align: "right" },
        { header: "cfm", width: 60, align: "right" },
      ],
      runs.map(({ between, kind, size, feet, airflow }) => [
        ...[between, kind, size, String(feet)],
        airflow === null ? "" : airflow.toLocaleString("en-US"),
      ]),
    );
  }
  const materials = materialsOf(layout);
  if (materials.length > 0) {
    pdf.heading("Materials");
    pdf.table(
      [{ header: "Material" }, { header: "Quantity", width: 90, align: "right" }],
      materials.map(({ description, quantity, unit }) => [description, `${quantity} ${unit === "FT" ? "ft" : "ea"}`]),
    );
  }
  const name = title.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "layout";
  return { body: await pdf.finish(), fileName: `${name}.pdf` };
}
