import { expect, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { violationsOf } from "./axe";
import { Requests } from "./requests";
import { visit } from "./visit";

test("an open dashboard hears of a job that is booked and called off elsewhere", async ({ page, baseURL }) => {
  const owner = new Requests(new URL(baseURL ?? "").origin);
  const json = { email: "owner@redrock.example.com", password: demoPassword };
  expect((await owner.send("post", "/api/auth/login", { json })).ok()).toBe(true);
  await owner.signInPagesOf(page.context());
  await visit(page, "/dashboard");
  expect(await violationsOf(page)).toEqual([]);

  const [customer] = (await owner.get("/api/customers?limit=1")).json().items;
  const title = `Attic fan ${Date.now().toString(36)}`;
  // The first job of the day, so that the dashboard lists it.
  const midnight = new Date(`${dayIn("America/Phoenix")}T00:00:00-07:00`).toISOString();
  const booked = await owner.send("post", "/api/work-orders", {
    json: { title, customerId: customer.id, scheduledStart: midnight, durationMinutes: 30, overrideReason: "On call" },
  });
  expect(booked.status(), booked.text()).toBe(201);
  const row = page.getByRole("table", { name: "Jobs today" }).getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("12:00 AM");
  await expect(row).toContainText("Unassigned");

  const called = await owner.send("patch", `/api/work-orders/${booked.json().id}/status`, {
    json: { status: "cancelled", cancelReason: "customer" },
  });
  expect(called.status(), called.text()).toBe(200);
  await expect(row).toContainText("Canceled");
});

/** Today's date there, YYYY-MM-DD. */
const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
