import { expect, type Locator, type Page } from "@playwright/test";
import { ask, visit } from "./visit";

export interface WorkOrder {
  id: string;
  number: number;
  reference: string;
  /** Filters the board to this job and others created with the same word. */
  word: string;
}

let jobs = 0;

/** A new work order for one test, found on the board by its word and moved through the given statuses. */
export async function addWorkOrder(
  page: Page,
  {
    word,
    through = [],
    ...fields
  }: Record<string, unknown> & Partial<Pick<WorkOrder, "word">> & { through?: string[] },
): Promise<WorkOrder> {
  jobs += 1;
  const named = word ?? `board${Date.now().toString(36)}x${jobs}`;
  const customers = await (await ask(page, "get", "/customers?limit=1")).json();
  const made = await ask(page, "post", "/work-orders", {
    title: `Check ${named}`,
    customerId: customers.items[0].id,
    durationMinutes: 60,
    // Any hour of any day: shifts do not matter here.
    ...(fields.scheduledStart ? { overrideReason: "On call" } : {}),
    ...fields,
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id, number, reference } = await made.json();
  for (const status of through) {
    const moved = await ask(page, "patch", `/work-orders/${id}/status`, { status });
    expect(moved.status(), await moved.text()).toBe(200);
  }
  return { id, number, reference, word: named };
}

/** Two-hour blocks since the start of 2093, a year after those of the scheduler's tests. */
let block = Math.floor(Math.random() * 1500) * 20;

/** A time years ahead with nothing else booked, a different one on each call. */
export function farAhead(): string {
  block += 1;
  return new Date(Date.UTC(2093, 0, 1) + block * 2 * 3_600_000).toISOString();
}

/** A separate day within the two years that need no reason: all of the demo's technicians work on Tuesdays. */
export function tuesdayFarAhead(): string {
  const day = new Date(Date.now() + (90 + 7 * Math.floor(Math.random() * 80)) * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  // Christmas and the New Year are days off.
  if (/-(12-25|01-01)T/.test(day.toISOString())) day.setUTCDate(day.getUTCDate() + 14);
  return day.toISOString().slice(0, 10);
}

export async function someTechnician(page: Page): Promise<string> {
  const { columns } = await (await ask(page, "get", "/work-orders/board?status=scheduled")).json();
  return columns[0].items.find((item: { technician: { id: string } | null }) => item.technician).technician.id;
}

export async function openBoard(page: Page, word: string): Promise<void> {
  await visit(page, `/workorders/board?search=${word}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // Dragging has its own script, which loads after the board's.
  await expect(page.locator("[id^=DndLiveRegion]")).toBeAttached();
}

export const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const cardIn = (page: Page, name: string, workOrder: WorkOrder) =>
  column(page, name).getByRole("listitem").filter({ hasText: workOrder.reference });

export async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  const from = await card.boundingBox();
  if (!from) throw new Error("the card is not on the page");
  await page.mouse.move(from.x + 40, from.y + from.height - 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + from.height, { steps: 4 });
  const target = await to.boundingBox();
  if (!target) throw new Error("the column is not on the page");
  await page.mouse.move(target.x + target.width / 2, target.y + 200, { steps: 8 });
}
