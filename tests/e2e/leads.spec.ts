import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { isOpenToEveryone, requestsOf, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

const PHONE = { width: 390, height: 844 };

test("a lead gets three options, signs one on a phone and becomes a job without retyping", async ({ page, browser }, {
  repeatEachIndex,
  retry,
}) => {
  const stamp = `${Date.now()}${repeatEachIndex}${retry}`;
  const name = `Nadia Frost ${stamp.slice(-5)}`;
  const email = `nadia-${stamp}@example.com`;
  await addLead(page, { name, email, phone: `(414) 556-${stamp.slice(-4)}` });
  await page.getByRole("button", { name: "New estimate" }).click();
  await writeOptions(page);
  await page.getByRole("link", { name: "Send estimate" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "To" })).toHaveValue(email);
  await isOpenToEveryone(page);
  await dialog.getByRole("button", { name: "Send estimate" }).click();
  await expect(page.getByText(`Estimate sent to ${email}.`)).toBeVisible();
  const estimate = page.url();

  const customer = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage();
  await approveOnPhone(customer, await linkMailedTo(page, email), name);

  await visit(page, new URL(estimate).pathname);
  await expect(page.getByText("Approved", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("img", { name: `Signature of ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Create job" }).click();
  await expect(page.getByText("Job created.")).toBeVisible();

  // Data entered once is reused: customer, place, work and price.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("New furnace");
  await expect(page.getByText("4120 N Oakland Ave").first()).toBeVisible();
  await expect(page).toHaveURL(/\/workorders\/[0-9a-f-]{36}$/);
  const workOrder = new URL(page.url()).pathname;
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.getByText(email).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(workOrder);
  await visit(page, `${workOrder}/billing`);
  for (const line of ["Furnace 96%", "Smart thermostat"]) await expect(page.getByText(line).first()).toBeVisible();
  await expect(page.getByText("Furnace 80%")).toHaveCount(0);
  await page.getByRole("button", { name: "Create invoice" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Issue invoice" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue invoice" }).click();
  await expect(page.getByText(/INV-\d+/).first()).toBeVisible();
  await page.getByRole("link", { name: "Email", exact: true }).click();
  const mail = page.getByRole("dialog");
  await expect(mail.getByRole("textbox", { name: "To" })).toHaveValue(email);
  await mail.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await customer.goto(await linkMailedTo(page, email, "/s/estimate/"));
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("INV-");
  await expect(customer.getByText("Furnace 96%").first()).toBeVisible();
});

test("a lead stays open with the error when an estimate could not be added, and the next attempt adds it", async ({
  page,
}) => {
  const stamp = String(Date.now());
  await addLead(page, {
    name: `Offline ${stamp}`,
    email: `offline-${stamp}@example.com`,
    phone: `(414) 557-${stamp.slice(-4)}`,
  });
  const lead = page.url();
  await page.route("**/estimates.data*", (route) => route.abort());
  const add = page.getByRole("button", { name: "New estimate" });
  await add.click();
  await expect(page.getByRole("region", { name: "Estimates" }).getByRole("alert")).toContainText(
    "the server cannot be reached",
  );
  expect(page.url()).toBe(lead);
  await page.unroute("**/estimates.data*");
  await add.click();
  await expect(page).toHaveURL(/\/estimates\/[0-9a-f-]{36}\/edit$/);
});

test("a request from the web form on a phone appears first among the leads", async ({ page, browser }, {
  repeatEachIndex,
  retry,
}) => {
  const name = `Omar Web ${Date.now()}${repeatEachIndex}${retry}`;
  const requests = await requestsOf(page);
  const before = await (await requests.get("/api/lead-form")).json();
  const form = { heading: "Ask us for a price", thanks: "We will call you.", enabled: true, version: before.version };
  const saved = await requests.send("put", "/api/lead-form", { json: form });
  const { url } = await saved.json();
  const guest = await (await browser.newContext({ viewport: PHONE })).newPage();
  await visit(guest, new URL(url).pathname);
  await guest.getByLabel("Name").fill(name);
  await guest.getByLabel("Phone").fill("(414) 555-0199");
  await guest.getByLabel("What can we help with?").fill("The upstairs never gets warm.");
  await isOpenToEveryone(guest);
  const sent = guest.getByText("We will call you.");
  await expect(async () => {
    // A submission faster than a person can type counts as a bot's: the form asks again.
    if (!(await sent.isVisible())) await guest.getByRole("button", { name: "Send request" }).click({ timeout: 1000 });
    await expect(sent).toBeVisible({ timeout: 3000 });
  }).toPass();
  await visit(page, "/leads");
  await expect(page.getByRole("region", { name: /^New/ }).getByText(name)).toBeVisible();
});

async function addLead(page: Page, lead: { name: string; email: string; phone: string }): Promise<void> {
  await visit(page, "/leads/new");
  await page.getByRole("textbox", { name: "Name" }).fill(lead.name);
  await page.getByLabel("Phone").fill(lead.phone);
  await page.getByLabel("Email").fill(lead.email);
  await page.getByRole("textbox", { name: "What they need" }).fill("New furnace");
  await page.getByLabel("Street").fill("4120 N Oakland Ave");
  await page.getByLabel("City").fill("Milwaukee");
  await page.getByLabel("State").selectOption("WI");
  await page.getByLabel("ZIP").fill("53211");
  await page.getByRole("button", { name: "Add lead" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(lead.name);
}

/** Three options, the second with an optional line. */
async function writeOptions(page: Page): Promise<void> {
  const options = [
    { index: 1, lines: [["Furnace 80%", "3000"]] },
    {
      index: 2,
      lines: [
        ["Furnace 96%", "4200.50"],
        ["Smart thermostat", "249.99"],
      ],
    },
    { index: 3, lines: [["Furnace 97%, modulating", "5600"]] },
  ] as const;
  for (const { index, lines } of options) {
    const option = page.getByRole("group", { name: `Option ${index}` });
    for (const [at, [description, price]] of lines.entries()) {
      await option.getByRole("button", { name: "Add line" }).click();
      const line = option.getByRole("listitem").nth(at);
      await line.getByLabel("Description").fill(description);
      await line.getByRole("textbox", { name: "Price" }).fill(price);
      if (description === "Smart thermostat") await line.getByLabel("Optional").check();
    }
  }
  await page.getByRole("combobox", { name: "Sales tax" }).selectOption("exempt");
  await page.getByLabel("Reason for no tax").fill("Capital improvement");
  await page.getByRole("button", { name: "Save estimate" }).click();
  await expect(page.getByText("Estimate saved.")).toBeVisible();
}

async function linkMailedTo(page: Page, email: string, not?: string): Promise<string> {
  const link = async (): Promise<string | undefined> => {
    const { items } = await (await (await requestsOf(page)).get("/dev/mailbox.json")).json();
    const links: string[] = items
      .filter((mail: { to: string }) => mail.to === email)
      .flatMap((mail: { links: string[] }) => mail.links);
    return links.find((each) => each.includes("/s/") && (not === undefined || !each.includes(not)));
  };
  await expect.poll(link).toBeTruthy();
  return (await link()) ?? "";
}

async function approveOnPhone(page: Page, link: string, name: string): Promise<void> {
  await visit(page, new URL(link).pathname);
  await page.getByRole("region", { name: "Better" }).getByLabel("Smart thermostat").check();
  await expect(page.getByRole("heading", { name: /Approve Better for \$4,450\.49/ })).toBeVisible();
  await page.getByLabel("Your full name").fill(name);
  const field = page.getByRole("img", { name: /^Signature/ });
  await field.scrollIntoViewIfNeeded();
  const box = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 30, box.y + 90);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1)
    await page.mouse.move(box.x + 30 + step * 18, box.y + 90 + (step % 2 === 0 ? 22 : -22));
  await page.mouse.up();
  const decline = page.getByRole("button", { name: "Decline…" });
  await decline.click();
  await expect(page.getByLabel("Why are you declining?")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(decline).toBeFocused();
  await page.getByLabel("I approve this option").check();
  await isOpenToEveryone(page);
  await page.getByRole("button", { name: "Approve estimate" }).click();
  await expect(page.getByRole("status")).toContainText("You approved Better for $4,450.49.");
}
