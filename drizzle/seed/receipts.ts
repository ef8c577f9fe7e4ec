import { createHash } from "node:crypto";
import { crc32 } from "~/domain/shared/files/zip";
import { addDays, DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { insertRows } from "./insert";
import { randomizer } from "./random";
import { drawReceipt } from "./receipt-picture";

interface SeedReceipt {
  merchant: string;
  place: string;
  /** Age in days. */
  ago: number;
  items: readonly (readonly [string, number])[];
  /** Percent. */
  tax: number;
  /** Not confirmed yet. */
  isNew?: true;
  /** What it is linked to; a purchase order is one from the same merchant. */
  about?: "work_order" | "purchase_order" | "item";
  /** The linked item. */
  sku?: string;
  by?: "technician";
  note?: string;
}

const business: readonly SeedReceipt[] = [
  {
    merchant: "Johnstone Supply",
    place: "1815 S 1st St",
    ago: 1,
    items: [
      ["CAP RUN 45/5 440V", 2498],
      ["CONTACTOR 2P 40A", 1776],
    ],
    tax: 5.5,
    about: "work_order",
    by: "technician",
  },
  {
    merchant: "The Home Depot",
    place: "4100 N 124th St",
    ago: 2,
    items: [
      ["PVC 3/4IN 10FT", 712],
      ["PVC CEMENT", 986],
      ["DRAIN PAN TABS", 1148],
    ],
    tax: 5.5,
    about: "work_order",
    by: "technician",
    note: "Condensate line, attic unit.",
  },
  {
    merchant: "Gustave A. Larson",
    place: "W233 N2869 Roundy",
    ago: 4,
    items: [
      ["LINE SET 3/8 X 3/4", 18950],
      ["ARMAFLEX 3/4", 4275],
    ],
    tax: 5.5,
    about: "purchase_order",
  },
  {
    merchant: "Grainger",
    place: "1600 W Cornell St",
    ago: 6,
    items: [["MERV 11 16X25X1 CS", 9840]],
    tax: 5.5,
    about: "item",
    sku: "FLT-16-25-1",
  },
  {
    merchant: "Kwik Trip",
    place: "Hwy 100",
    ago: 6,
    items: [["UNLEADED 14.1 GAL", 4512]],
    tax: 0,
    by: "technician",
    note: "Van 3.",
  },
  {
    merchant: "RE Michel",
    place: "1200 W Layton Ave",
    ago: 9,
    items: [
      ["R-410A 25 LB", 31500],
      ["RECOVERY CYL DEP", 5000],
    ],
    tax: 5.5,
    about: "item",
    sku: "R410A-25",
  },
  {
    merchant: "Menards",
    place: "8110 W Brown Deer Rd",
    ago: 12,
    items: [
      ["FURNACE FILTER", 1497],
      ["FOIL TAPE", 899],
    ],
    tax: 5.5,
    by: "technician",
  },
  {
    merchant: "Johnstone Supply",
    place: "1815 S 1st St",
    ago: 33,
    items: [
      ["IGNITER HSI", 4220],
      ["FLAME SENSOR", 1345],
    ],
    tax: 5.5,
    about: "work_order",
  },
  {
    merchant: "United Refrigeration",
    place: "5212 W State St",
    ago: 0,
    items: [
      ["TXV 3 TON", 11875],
      ["FILTER DRIER 083", 2390],
    ],
    tax: 5.5,
    isNew: true,
    by: "technician",
  },
  {
    merchant: "Ace Hardware",
    place: "2170 N Prospect",
    ago: 0,
    items: [
      ["WIRE NUTS", 649],
      ["ZIP TIES", 499],
    ],
    tax: 5.5,
    isNew: true,
  },
];

const household: readonly SeedReceipt[] = [
  { merchant: "Aldi", place: "2940 S Chase Ave", ago: 1, items: [["GROCERIES", 6348]], tax: 0 },
  {
    merchant: "Target",
    place: "S 76th St",
    ago: 5,
    items: [
      ["KIDS COAT", 3999],
      ["BATTERIES", 1099],
    ],
    tax: 5.5,
  },
  {
    merchant: "Walgreens",
    place: "E North Ave",
    ago: 8,
    items: [
      ["RX", 1500],
      ["VITAMIN D", 899],
    ],
    tax: 0,
  },
  { merchant: "Shell", place: "N Port Wash Rd", ago: 10, items: [["UNLEADED 11.2 GAL", 3696]], tax: 0 },
  {
    merchant: "Costco",
    place: "Grafton WI",
    ago: 31,
    items: [
      ["GROCERIES", 18422],
      ["TIRES ROTATE", 2500],
    ],
    tax: 5.5,
  },
  {
    merchant: "Lowe's",
    place: "12000 W Burleigh",
    ago: 0,
    items: [
      ["SNOW SHOVEL", 2498],
      ["ICE MELT", 1298],
    ],
    tax: 5.5,
    isNew: true,
  },
];

const dollars = (minor: number) => (minor / 100).toFixed(2);
const column = (name: string, minor: number) => name.padEnd(24) + dollars(minor).padStart(9);

function printed({ merchant, place, items, tax }: SeedReceipt, day: string) {
  const net = items.reduce((sum, [, price]) => sum + price, 0);
  const taxMinor = Math.round((net * tax) / 100);
  const [year = "", month, date] = day.split("-");
  const lines = [
    ...[merchant, place, "Milwaukee, WI", `${month}/${date}/${year.slice(2)} 10:14 AM`, ""],
    ...items.map(([name, price]) => column(name, price)),
    ...["", column("Subtotal", net), ...(taxMinor > 0 ? [column("Sales tax", taxMinor)] : [])],
    ...[column("Total", net + taxMinor), "", "Visa ****4417", "Thank you"],
  ];
  return { bytes: drawReceipt(lines), taxMinor, totalMinor: net + taxMinor };
}

/** A demo picture by its hash and the printed date; null if it is not a demo picture. */
export function demoReceiptPicture(sha256: string, printedOn: string): Uint8Array<ArrayBuffer> | null {
  for (const receipt of [...business, ...household]) {
    const { bytes } = printed(receipt, printedOn);
    if (hashOf(bytes) === sha256) return bytes;
  }
  return null;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface SeedOwner {
  now: Date;
  timeZone: string;
}

/** Purchases of technicians and the office, most of them confirmed and linked. */
export async function seedReceipts(
  db: D1Database,
  {
    orgId,
    now,
    timeZone,
    officeUserId,
    technicianUserId,
  }: SeedOwner & { orgId: string; officeUserId: string; technicianUserId: string },
): Promise<void> {
  const rows = [];
  for (const [index, receipt] of business.entries()) {
    const subject = receipt.about ? await recordOf(db, orgId, receipt, index) : null;
    const by = receipt.by === "technician" ? technicianUserId : officeUserId;
    rows.push({
      ...rowOf(receipt, { owner: orgId, by, now, timeZone, index }),
      ...{ org_id: orgId, subject_kind: subject ? (receipt.about ?? null) : null, subject_id: subject },
    });
  }
  await insertRows(db, "business_receipts", rows);
}

/** A household's receipts, starting with its groceries. */
export async function seedHouseholdReceipts(
  db: D1Database,
  { userId, now, timeZone }: SeedOwner & { userId: string },
): Promise<void> {
  const rows = household.map((receipt, index) => ({
    ...rowOf(receipt, { owner: userId, by: userId, now, timeZone, index: index + 20 }),
    user_id: userId,
  }));
  await insertRows(db, "household_receipts", rows);
}

function rowOf(receipt: SeedReceipt, of: SeedOwner & { owner: string; by: string; index: number }) {
  const { now, timeZone, owner, by, index } = of;
  const at = new Date(now.getTime() - receipt.ago * DAY_MS - index * MINUTE_MS);
  const day = addDays(wallTimeOf(now.getTime(), timeZone).date, -receipt.ago);
  const { bytes, taxMinor, totalMinor } = printed(receipt, day);
  const id = randomizer(20_261_200 + index).id(at.getTime());
  const isConfirmed = !receipt.isNew;
  return {
    ...{ id, file_key: `receipts/${owner}/${id}`, content_type: "image/png", bytes: bytes.length, crc32: crc32(bytes) },
    ...{
      sha256: hashOf(bytes),
      added_on: day,
      added_by: by,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    },
    merchant: isConfirmed ? receipt.merchant : null,
    bought_on: isConfirmed ? day : null,
    total_minor: isConfirmed ? totalMinor : null,
    tax_minor: isConfirmed ? taxMinor : null,
    note: receipt.note ?? null,
    confirmed_at: isConfirmed ? at.toISOString() : null,
  };
}

async function recordOf(
  db: D1Database,
  orgId: string,
  { about, merchant, sku }: SeedReceipt,
  nth: number,
): Promise<string | null> {
  const row = await statementOf().first<{ id: string }>();
  return row?.id ?? null;

  function statementOf() {
    switch (about) {
      case "purchase_order":
        return db
          .prepare(
            `SELECT p.id FROM purchase_orders p JOIN suppliers s ON s.org_id = p.org_id AND s.id = p.supplier_id
             WHERE p.org_id = ? AND s.name = ? AND p.status <> 'draft' AND p.canceled_at IS NULL ORDER BY p.number DESC LIMIT 1`,
          )
          .bind(orgId, merchant);
      case "item":
        return db.prepare("SELECT id FROM inventory_items WHERE org_id = ? AND sku = ?").bind(orgId, sku ?? "");
      default:
        return db
          .prepare(
            "SELECT id FROM work_orders WHERE org_id = ? ORDER BY completed_at IS NULL, completed_at DESC, number DESC LIMIT 1 OFFSET ?",
          )
          .bind(orgId, nth);
    }
  }
}
