import { expect, type Locator, type Page } from "@playwright/test";
import { instantOf } from "~/domain/shared/time/time-zones";
import { send } from "./visit";

export interface WorkOrder {
  id: string;
  number: number;
  reference: string;
  version: number;
}

/** A work order for one test, on a day years ahead with nothing else booked. */
export async function addWorkOrder(page: Page, fields: Record<string, unknown> = {}): Promise<WorkOrder> {
  const { items } = await send(page, "get", "/customers?limit=1");
  return send(page, "post", "/work-orders", {
    title: `Drag ${crypto.randomUUID().slice(0, 8)}`,
    customerId: items[0].id,
    durationMinutes: 60,
    priority: "emergency",
    ...fields,
  });
}

/**
 * Mondays from that year on, none twice in a file. Each file has years of its own, so that no two files share a day: 2031 to 2054
 * scheduler.spec, one day of 2055 board.spec, 2056 to 2079 scheduler-filter.spec, 2080 to 2085 scheduler-view.spec, 2087 to 2092
 * maps.spec, later the board's.
 */
export function mondaysFrom(year: number, starts = 300): () => { date: string; at: (time: string) => string } {
  let weeks = Math.floor(Math.random() * starts) * 4;
  return () => {
    weeks += 1;
    const january = Date.UTC(year, 0, 6);
    const monday = january - ((new Date(january).getUTCDay() + 6) % 7) * 86_400_000;
    const date = new Date(monday + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
    return { date, at: (time) => new Date(instantOf({ date, time }, "America/Chicago").instant).toISOString() };
  };
}

export async function someone(page: Page): Promise<{ id: string; name: string }> {
  const { technicians } = await send(page, "get", "/scheduling/days/2031-01-06");
  return technicians.find((one: { name: string }) => one.name === "Luis Ortega");
}

/** Waits until the day is live and its jobs can be dragged. */
export async function openDay(page: Page, date: string): Promise<void> {
  await page.goto(`/workorders/scheduler/${date}`);
  await expect(page.locator("[data-draggable]")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** What is shown may not be saved yet, so this reads from the server. */
export async function expectSaved(page: Page, workOrder: WorkOrder, place: Record<string, unknown>): Promise<void> {
  await expect(async () => {
    const now = await send(page, "get", `/work-orders/${workOrder.id}`);
    expect(Object.fromEntries(Object.keys(place).map((key) => [key, now[key]]))).toEqual(place);
  }).toPass();
}

export const laneOf = (page: Page, name: string) => page.getByRole("list", { name: `Jobs of ${name}` });
export const chip = (page: Page, name: string, workOrder: WorkOrder) =>
  laneOf(page, name).locator(`[data-job="${workOrder.id}"]`);
export const unscheduled = (page: Page, workOrder: WorkOrder) =>
  page
    .getByRole("complementary", { name: "Unscheduled" })
    .getByRole("listitem")
    .filter({ hasText: workOrder.reference });

/**
 * The job's row in the tray, alone in it: when another test's job leaves the tray between reading a place and pressing there, the
 * rows below it move, and another job or none is under the pointer.
 */
export async function aloneInTray(page: Page, workOrder: WorkOrder): Promise<Locator> {
  await page.getByRole("searchbox", { name: "Search unscheduled jobs" }).fill(workOrder.reference);
  await expect(page.getByRole("complementary", { name: "Unscheduled" }).getByRole("listitem")).toHaveCount(1);
  return unscheduled(page, workOrder);
}

/** The middle of a lane at a time on the axis. */
export async function pointAt(page: Page, name: string, minute: number): Promise<{ x: number; y: number }> {
  const origin = Number(await page.locator("[data-origin]").getAttribute("data-origin"));
  const box = await laneOf(page, name).locator("..").boundingBox();
  if (!box) throw new Error("the lane is not drawn");
  return { x: box.x + (minute - origin) * 1.5, y: box.y + box.height / 2 };
}

export async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error("the job is not drawn");
  await page.mouse.move(box.x + 12, box.y + 14);
  await page.mouse.down();
  await page.mouse.move(box.x + 24, box.y + 20, { steps: 3 });
  await page.mouse.move(to.x + 12, to.y, { steps: 8 });
}
