import { createServer } from "vite";
import { atMost, type Figure, percentile } from "./figure";

const rates = [{ name: "Sales tax", ratePpm: 55_000 }];

/** An invoice's PDF with few and with very many lines, from rows to bytes, after warm-up. */
export async function run(): Promise<Figure[]> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  try {
    const { printedDocument } = await vite.ssrLoadModule("/app/domain/invoices/document.ts");
    const { drawInvoice } = await vite.ssrLoadModule("/app/domain/invoices/pdf.server.ts");
    const { totals } = await vite.ssrLoadModule("/app/domain/billing/totals.ts");
    const draw = async (count: number): Promise<number> => {
      const typed = Array.from({ length: count }, (_, at) => ({
        ...{ description: `Contactor, 2 pole, 30 A, 24 V coil, lot ${at + 1}`, equipment: at % 3 ? null : "Furnace" },
        ...{ quantityMilli: 1000, unit: "EA", unitPriceMinor: 1099 + at, discountPpm: 0, taxable: true },
      }));
      const sums = totals(typed, { discount: null, rates });
      const party = { name: "Ada Lovelace", email: null, phone: null, lines: ["12 Main St", "Milwaukee, WI 53202"] };
      const invoice = {
        ...{ ...sums, kind: "invoice", status: "issued", number: 42, title: "Repair", memo: null, footer: "Net 30." },
        ...{ billTo: party, site: null, seller: party, issuedOn: "2026-11-21", dueOn: "2026-12-21", termsDays: 30 },
        ...{ taxState: "known", taxNote: null, paidMinor: 0, creditedMinor: 0, balanceMinor: sums.totalMinor },
      };
      const lines = typed.map((line, at) => ({ ...line, amountMinor: sums.lines[at].amountMinor }));
      const started = process.cpuUsage();
      await drawInvoice(printedDocument(invoice, lines, []), {
        ...{
          createdAt: new Date("2026-11-21T15:00:00Z"),
          logo: null,
          payUrl: `https://plenum.example/s/${"x".repeat(43)}`,
        },
      });
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    const repeat = async (count: number, rounds: number) => {
      const times: number[] = [];
      for (let at = 0; at < rounds; at += 1) times.push(await draw(count));
      return times;
    };
    await repeat(30, 5);
    return [
      atMost("PDF of an invoice of 30 lines, CPU, p50", percentile(await repeat(30, 15), 0.5), 150, " ms"),
      atMost("PDF of an invoice of 1,000 lines, CPU, p50", percentile(await repeat(1000, 5), 0.5), 1000, " ms"),
    ];
  } finally {
    await vite.close();
  }
}
