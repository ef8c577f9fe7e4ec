import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import { type Letterhead, readLetterhead } from "~/domain/people/letterhead.server";
import { CYLINDER_ISSUE_LABELS, CYLINDER_KIND_LABELS } from "~/domain/refrigerant/cylinders/cylinder";
import { CLOCK_STEP_LABELS, LEAK_EVENT_LABELS } from "~/domain/refrigerant/leaks/compliance";
import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import type { PdfBuilder, TableCell } from "~/domain/shared/pdf/document.server";
import { allow } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import {
  amountsText,
  certificateText,
  chargeText,
  clockText,
  cylindersUsed,
  type DeletedReading,
  deletionText,
  episodeTitle,
  MAX_PDF_USES,
  outcomeText,
  PACKET_FILE_HEADER,
  type Packet,
  type PacketCircuit,
  type PacketEpisode,
  type PacketUse,
  packetRows,
  rateLines,
  ruleText,
  totalsOf,
  weighed,
} from "./packet";
import { auditPacket } from "./read.server";
import type { PacketFilter } from "./schema";

const PDF_TOO_LONG = `A PDF holds ${MAX_PDF_USES.toLocaleString("en-US")} additions and recoveries at most.`;

const day = (date: string) => formatDate(date, true);
const fileName = ({ from, to }: Packet, extension: string) => `refrigerant-records-${from}-to-${to}.${extension}`;

/** Returns the packet as rows of a CSV file, with texts unescaped. @throws DomainError as `auditPacket` */
export async function packetFile(ctx: Ctx, filter: PacketFilter) {
  const packet = await auditPacket(ctx, filter);
  return { fileName: fileName(packet, "csv"), header: PACKET_FILE_HEADER, rows: packetRows(packet) };
}

/** Returns the packet as a PDF. @throws DomainError as `auditPacket`; invalid if it is too large for a PDF */
export async function packetPdf(ctx: Ctx, filter: PacketFilter) {
  const me = allow(ctx, "equipment.write");
  const [packet, business] = await Promise.all([auditPacket(ctx, filter), readLetterhead(ctx, me)]);
  if (packet.circuits.flatMap(({ uses }) => uses).length > MAX_PDF_USES) {
    throw invalidField("endDate", `${PDF_TOO_LONG} Choose a shorter period, or the CSV.`);
  }
  return { fileName: fileName(packet, "pdf"), body: await drawPacket(packet, business, ctx.now) };
}

/** Draws a packet on as many pages as it needs. */
async function drawPacket(packet: Packet, business: Letterhead, createdAt: Date): Promise<ArrayBuffer> {
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const { subject, from, to, today, circuits, returned } = packet;
  const title = "Refrigerant records";
  const period = `${day(from)} to ${day(to)}`;
  const pdf = await startPdf({
    ...{ title: `${title}, ${subject}, ${period}`, author: business.name, createdAt },
    footer: `${title} · ${subject}`,
  });
  await pdf.header({
    ...{ name: business.name, lines: [...business.lines, business.phone, business.email], title, subtitle: period },
  });
  pdf.blocks([
    { title: "For", lines: [subject] },
    { title: "Circuits", lines: [String(circuits.length)] },
    { title: "Prepared on", lines: [day(today)] },
  ]);
  pdf.text(
    `${returned === null ? "All circuits are listed." : "Listed are circuits to which refrigerant was added, from which it was recovered, or which had a leak episode in the period."} Leak rates count additions from January 1, 2026, less what was recovered on the same job, and not the first charge until the install date. Deadlines are as of ${day(today)}. Voided leak episodes and events and deleted readings are listed and marked, and count in no total or rate.`,
    { size: 8.5, muted: true },
  );
  summary(pdf, packet);
  for (const circuit of circuits) drawCircuit(pdf, circuit, today);
  if (returned !== null && returned.length > 0) {
    pdf.heading("Cylinders returned for reclaim, recycling or refill");
    pdf.table(
      [
        { header: "Date", width: 76 },
        { header: "Cylinder" },
        { header: "Refrigerant", width: 110 },
        { header: "Taken by" },
      ],
      returned.map(({ date, number, refrigerant, kind, netMilliLb, takenBy, recordedBy }) => [
        day(date),
        { text: number, detail: CYLINDER_KIND_LABELS[kind] },
        { text: refrigerant, detail: weighed(netMilliLb) },
        { text: takenBy ?? "", detail: recordedBy && `Recorded by ${recordedBy}` },
      ]),
    );
  }
  return pdf.finish();
}

function summary(pdf: PdfBuilder, packet: Packet): void {
  const totals = totalsOf(packet);
  if (totals.length === 0) {
    pdf.text("No refrigerant was added or recovered in the period.");
    return;
  }
  const amounts = [
    { header: "Added", width: 96, align: "right" as const },
    { header: "Recovered", width: 96, align: "right" as const },
  ];
  pdf.heading("Refrigerant");
  pdf.table(
    [{ header: "Refrigerant" }, ...amounts],
    totals.map(({ refrigerant, addedMilliLb, recoveredMilliLb }) => [
      refrigerant,
      weighed(addedMilliLb),
      weighed(recoveredMilliLb),
    ]),
  );
  const cylinders = cylindersUsed(packet);
  if (cylinders.length === 0) return;
  pdf.heading("Cylinders used");
  pdf.table(
    [{ header: "Cylinder" }, { header: "Refrigerant" }, ...amounts],
    cylinders.map(({ number, refrigerant, addedMilliLb, recoveredMilliLb }) => [
      ...[number, refrigerant, weighed(addedMilliLb), weighed(recoveredMilliLb)],
    ]),
  );
}

function drawCircuit(pdf: PdfBuilder, circuit: PacketCircuit, today: string): void {
  const { unit, owner, site, rule, uses, deleted, episodes } = circuit;
  pdf.heading([owner?.name, unit.name, circuit.name].filter(Boolean).join(" · "));
  pdf.blocks([
    { title: "Owner or operator", lines: [owner?.name ?? "Not recorded", owner?.address] },
    { title: "Location", lines: [site ?? "Not recorded", unit.location] },
    {
      title: "Equipment",
      lines: [
        EQUIPMENT_TYPE_LABELS[unit.type],
        [unit.manufacturer, unit.modelNumber].filter(Boolean).join(" "),
        unit.serialNumber && `Serial ${unit.serialNumber}`,
        unit.installDate && `Installed ${day(unit.installDate)}`,
      ].filter((line) => line !== ""),
    },
    { title: "Refrigerant", lines: [circuit.refrigerant, `Full charge ${chargeText(circuit)}`] },
  ]);
  pdf.text(ruleText(rule), { size: 8.5 });
  if (uses.length === 0) pdf.text("Nothing was added or recovered in the period.", { size: 8.5, muted: true });
  else
    pdf.table(
      [
        { header: "Date", width: 76 },
        { header: "Amount", width: 92 },
        { header: "Technician" },
        { header: "Cylinder" },
        { header: "Leak rate", share: 1.4 },
      ],
      uses.map((use) => useCells(use, circuit.chargeMilliLb)),
    );
  drawDeleted(pdf, deleted);
  for (const episode of episodes) drawEpisode(pdf, episode, today);
}

function drawDeleted(pdf: PdfBuilder, deleted: readonly DeletedReading[]): void {
  if (deleted.length === 0) return;
  pdf.heading("Deleted readings");
  pdf.table(
    [
      { header: "Date", width: 76 },
      { header: "Amount", width: 110 },
      { header: "Technician" },
      { header: "Deleted", share: 1.4 },
    ],
    deleted.map((reading) => [
      { text: day(reading.date), detail: reading.workOrder },
      { text: amountsText(reading), detail: [reading.refrigerant, reading.cylinder].filter(Boolean).join(", ") },
      { text: reading.technician ?? reading.recordedBy ?? "Not recorded", detail: certificateText(reading) },
      { text: "", detail: deletionText(reading, day) },
    ]),
  );
}

function useCells(use: PacketUse, chargeMilliLb: number | null): TableCell[] {
  const { kind, milliLb, date, refrigerant, workOrder, technician, cylinder, scale, rates, notes, recordedBy } = use;
  const scaled = scale && [
    CYLINDER_KIND_LABELS[scale.kind],
    `${weighed(scale.beforeMilliLb)} before, ${weighed(scale.afterMilliLb)} after`,
    ...(scale.issue ? [CYLINDER_ISSUE_LABELS[scale.issue]] : []),
  ];
  return [
    { text: day(date), detail: workOrder },
    { text: `${kind === "added" ? "Added" : "Recovered"} ${weighed(milliLb)}`, detail: refrigerant },
    { text: technician ?? recordedBy ?? "Not recorded", detail: certificateText(use) },
    { text: cylinder ?? "", detail: scaled?.join("\n") },
    {
      text: "",
      detail: [
        ...(rates && chargeMilliLb !== null ? rateLines(rates, chargeMilliLb) : []),
        ...(notes ? [notes] : []),
      ].join("\n"),
    },
  ];
}

function drawEpisode(pdf: PdfBuilder, episode: PacketEpisode, today: string): void {
  const { openedOn, thresholdPercent, chargeMilliLb, rateCentiPercent, clocks, events } = episode;
  pdf.heading(`${episodeTitle(episode)}, found ${day(openedOn)}`);
  pdf.text(
    `${(rateCentiPercent / 100).toFixed(2)}% of a full charge of ${weighed(chargeMilliLb)}; threshold ${thresholdPercent}%. ${outcomeText(episode, day)}.`,
    { size: 8.5 },
  );
  if (clocks.length > 0)
    pdf.table(
      [
        { header: "Deadline" },
        { header: "Due", width: 84 },
        { header: "Done", width: 84 },
        { header: "State", width: 84 },
      ],
      clocks.map((clock) => [
        {
          text: CLOCK_STEP_LABELS[clock.step],
          detail: clock.checkWithCounsel ? `${clock.citation}; check with counsel` : clock.citation,
        },
        ...[day(clock.dueOn), clock.doneOn === null ? "" : day(clock.doneOn), clockText(clock, today)],
      ]),
    );
  if (events.length > 0)
    pdf.table(
      [
        { header: "Date", width: 84 },
        { header: "Record" },
        { header: "Method and notes" },
        { header: "Recorded by", width: 110 },
      ],
      events.map(({ kind, happenedOn, method, notes, recordedBy, voidedAt, voidReason }) => [
        day(happenedOn),
        {
          text: LEAK_EVENT_LABELS[kind],
          detail: voidedAt === null ? null : `Voided${voidReason === null ? "" : `: ${voidReason}`}`,
        },
        { text: method ?? "", detail: notes },
        recordedBy ?? "",
      ]),
    );
}
