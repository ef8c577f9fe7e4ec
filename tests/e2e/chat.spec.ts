import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

const box = (page: Page) => page.getByLabel("Your question");

async function question(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
  await expect(page.getByRole("region", { name: "Messages" })).toContainText(text);
}

const todosOf = async (page: Page, title: string) =>
  JSON.stringify(await send(page, "get", "/todos?limit=100")).split(title).length - 1;

test("a question is answered with rows that link to their records", async ({ page }) => {
  const [customer] = (await (await ask(page, "get", "/customers?limit=1")).json()).items;
  await visit(page, "/chat");
  await question(page, `find customer ${customer.name}`);
  const row = page
    .getByRole("region", { name: "Messages" })
    .getByRole("link", { name: new RegExp(customer.name) })
    .first();
  await expect(row).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await row.click();
  await expect(page).toHaveURL(/\/customers\//);
  await expect(page.getByRole("heading", { name: customer.name }).first()).toBeVisible();
});

test("a question can be asked again in the same words", async ({ page }) => {
  await visit(page, "/chat");
  const words = `jobs of ${crypto.randomUUID().slice(0, 8)}`;
  const questions = page.getByRole("region", { name: "Messages" }).getByText(`You: ${words}`);
  await question(page, words);
  await expect(box(page)).toHaveValue("");
  await expect(page.getByRole("button", { name: "Ask" })).toBeVisible();
  await box(page).pressSequentially(words);
  await expect(box(page)).toHaveValue(words);
  await box(page).press("Enter");
  await expect(questions).toHaveCount(2);
  await expect(box(page)).toHaveValue("");
});

test("a proposed to-do is shown first, approving it saves it once, and declining saves nothing", async ({ page }) => {
  const [yes, no] = [0, 1].map(() => `Order filters ${crypto.randomUUID().slice(0, 8)}`);
  await visit(page, "/chat");
  await question(page, `Remind me to ${yes} tomorrow 9`);
  const card = page.getByRole("region", { name: "Messages" });
  await expect(card).toContainText("Waiting for your approval");
  await expect(card).toContainText("Nothing happens until you approve it.");
  expect(await todosOf(page, yes ?? "")).toBe(0);
  // A double click confirms twice.
  await card.getByRole("button", { name: /to-do/i }).dblclick();
  await expect(card).toContainText("Done");
  expect(await todosOf(page, yes ?? "")).toBe(1);
  await page.reload();
  await expect(card).toContainText("Done");
  await expect(card.getByRole("button", { name: "Don't" })).toHaveCount(0);

  await question(page, `Remind me to ${no} tomorrow 9`);
  await card.getByRole("button", { name: "Don't" }).click();
  await expect(card).toContainText("Declined");
  expect(await todosOf(page, no ?? "")).toBe(0);
});

test("a failed answer in a conversation is reported, and its question can be tried again", async ({ page }) => {
  await visit(page, "/chat");
  await question(page, `jobs of ${crypto.randomUUID().slice(0, 8)}`);
  await expect(page.getByRole("button", { name: "Ask" })).toBeVisible();
  const text = "Which jobs are late?";
  const stored = { id: crypto.randomUUID(), author: "person", text, findings: [], notices: [], createdAt: "" };
  await page.route("**/api/chat/questions", (route) => {
    const conversationId = new URL(page.url()).pathname.split("/").at(-1);
    const events = [
      { type: "saved", conversationId, question: { ...stored, model: null, questionId: null, proposal: null } },
      { type: "trouble", message: "The answer can't be given right now." },
    ];
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    return route.fulfill({ contentType: "text/event-stream", body });
  });
  await question(page, text);
  await expect(page.getByText("The answer can't be given right now.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a household's new conversation stays in the household's list", async ({ page }) => {
  await visit(page, "/chat?about=household");
  await question(page, "cash in three months");
  await expect(page).toHaveURL(/\/chat\/[\w-]+\?about=household$/);
  await expect(page.getByRole("link", { name: "Household" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("region", { name: "Conversations" })).toContainText("cash in three months");
});

test("a question without an answer can be sent to support and appears in its inbox", async ({ page }) => {
  const text = `Zqxv wrrbl ${crypto.randomUUID().slice(0, 8)} flurb`;
  await visit(page, "/chat");
  await question(page, text);
  await page.getByRole("link", { name: "Send this to support" }).click();
  await expect(page.getByRole("textbox", { name: /^Message/ })).toHaveValue(text);
  await page.getByRole("textbox", { name: /^Message/ }).fill(`${text}\nWhat does this mean?`);
  // A message sent right away is taken for a bot's.
  const sent = page.getByText("Your message was sent.");
  await expect(async () => {
    if (!(await sent.isVisible())) await page.getByRole("button", { name: "Send message" }).click({ timeout: 1000 });
    await expect(sent).toBeVisible({ timeout: 2000 });
  }).toPass();
  await visit(page, "/support/messages");
  await page
    .getByRole("link", { name: new RegExp(text) })
    .first()
    .click();
  await expect(page.getByText("What does this mean?").first()).toBeVisible();
});

test("a slow answer can be stopped, a broken connection is reported, and the question stays for resending", async ({
  page,
}) => {
  await visit(page, "/chat");
  let answer: "hangs" | "breaks" | "answers" = "hangs";
  await page.route("**/api/chat/questions", (route) => {
    if (answer === "answers") return route.continue();
    return answer === "breaks" ? route.abort() : undefined;
  });
  await box(page).fill("Which jobs are late?");
  await box(page).press("Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
  await expect(box(page)).toHaveValue("Which jobs are late?");
  answer = "breaks";
  await box(page).press("Enter");
  await expect(page.getByText(/connection was lost|can't be reached/i)).toBeVisible();
  await expect(box(page)).toHaveValue("Which jobs are late?");
  answer = "answers";
  await box(page).press("Enter");
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText("Which jobs are late?");
  await expect(messages).toContainText(/late/);
  await expect(box(page)).toHaveValue("");
  // 'No job is late.' is an answer as well, so support is not offered.
  await expect(page.getByRole("link", { name: "Send this to support" })).toHaveCount(0);
});
