import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { send, visit } from "./visit";

/** Low enough for the dialog's body to scroll. */
const low = { width: 1280, height: 480 };

const scroller = (page: Page) => page.locator("dialog:modal .overflow-y-auto").first();

async function scrolls(page: Page): Promise<void> {
  await expect.poll(() => scroller(page).evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
}

test.describe("as a Manager", () => {
  test.use({ storageState: stateOf("manager"), viewport: low });

  test("a dialog that scrolls starts at its first field, and Tab never stops at what scrolls", async ({ page }) => {
    await visit(page, "/technicians/invite");
    await scrolls(page);
    const field = (name: string) => page.getByRole("dialog").getByRole("textbox", { name });
    const [email, firstName] = [field("Email"), field("First name")];
    await expect(email).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(firstName).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(email).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(scroller(page)).not.toBeFocused();
  });

  test("an invitation that is not sent leads back to the technician", async ({ page }) => {
    const email = `new-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const person = { firstName: "Noa", lastName: "Reyes", email };
    const { id } = await send(page, "post", "/technicians", person);
    await visit(page, `/technicians/${id}`);
    await page.getByRole("link", { name: "Invite Noa" }).click();
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(new RegExp(`/technicians/${id}$`));
  });

  test("a field that asks for the focus has it, and closing returns it to the link", async ({ page }) => {
    await visit(page, "/todos");
    const link = page.locator('a[href$="/todos/new"]').first();
    await link.click();
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "To-do" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test("a long text starts at the control below it, and Tab reaches the text", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 240 });
    await visit(page, "/workorders/scheduler");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog).toBeVisible();
    await scrolls(page);
    await expect(dialog.getByRole("switch")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(scroller(page)).toBeFocused();
  });
});
