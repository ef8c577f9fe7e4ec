import { gzipSync } from "node:zlib";
import { seedStockAndInvoices } from "../drizzle/seed/bulk-stock";
import { atMost, type Figure } from "./figure";
import { localWith } from "./local";

const lists = {
  "work orders": "/workorders",
  customers: "/customers",
  equipment: "/equipment",
  invoices: "/invoices-v2",
  items: "/inventory/items",
  "stock levels": "/inventory/stock",
};
/** More than a page of each. */
const COUNT = 1000;
const KILOBYTE = 1024;

/** The HTML of full lists, as the Worker writes it and as it travels. */
export async function run(): Promise<Figure[]> {
  const { worker, db, admin } = await localWith(COUNT);
  try {
    await seedStockAndInvoices(db, { count: COUNT, now: new Date() });
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(lists)) {
      const { status, text } = await admin.get(path);
      const rows = text.match(/<tr\b/g)?.length ?? 0;
      if (status !== 200 || rows <= 20) throw new Error(`${path}: ${status}, ${rows} rows`);
      figures.push(
        atMost(`HTML of ${name}`, Buffer.byteLength(text) / KILOBYTE, 100, " KB"),
        atMost(`gzip of ${name}`, gzipSync(text).length / KILOBYTE, 14, " KB"),
      );
    }
    return figures;
  } finally {
    await worker.dispose();
  }
}
