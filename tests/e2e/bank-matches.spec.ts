import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, requestsOf, visit } from "./visit";

test.use({ storageState: stateOf("household") });

interface Match {
  own: { description: string };
  verdict: string | null;
}

/**
 * A purchase entered by hand in the demo's account at Prairie Credit Union, and the same purchase from the bank under another
 * name.
 */
async function doubt(page: Page, word: string): Promise<void> {
  const requests = await requestsOf(page);
  const get = async (path: string) => (await requests.get(path)).json();
  const post = async (path: string, data: object = {}) => {
    const answer = await requests.send("post", path, { json: data });
    expect(answer.ok(), `${path} ${answer.text()}`).toBe(true);
  };
  const items: { id: string; institutionName: string }[] = await get("/api/plaid/items");
  const item = items.find(({ institutionName }) => institutionName === "Prairie Credit Union");
  const accounts: { id: string; plaidItemId: string | null }[] = await get("/api/bank-accounts");
  const account = accounts.find(({ plaidItemId }) => plaidItemId === item?.id);
  // An amount unique to this run, so that each run finds its own pair; whole cents divided by 100 have two decimals.
  const amount = (10_000 + (Date.now() % 1_000_000)) / 100;
  const date = new Date().toISOString().slice(0, 10);
  await post("/dev/bank/command", {
    itemId: item?.id,
    command: { op: "add", facts: { amount, date, name: `SQ *${word}` } },
  });
  await post(`/api/plaid/sync-transactions/${item?.id}`);
  await post(`/api/bank-accounts/${account?.id}/transactions`, {
    ...{ amount, transactionDate: date, description: `Dinner, ${word}`, type: "withdrawal", category: "dining" },
  });
}

test("a possible duplicate can be reviewed by keyboard, undone, and reviewed again on a phone", async ({ page }) => {
  const word = `bistro ${Date.now()}`;
  await doubt(page, word);
  const decided = async () => {
    const answer = await ask(page, "get", "/bank-matches?state=decided");
    const { items }: { items: Match[] } = answer.json();
    return items.find(({ own }) => own.description === `Dinner, ${word}`)?.verdict ?? null;
  };
  await visit(page, "/finances/accounts");
  await page.getByRole("link", { name: /possible duplicate/ }).click();
  const pair = page.getByRole("listitem", { name: word });
  await expect(pair.getByText(`SQ *${word}`)).toBeVisible();
  await expect(pair.getByText("the same amount, the same day.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await pair.getByRole("button", { name: "They are different" }).focus();
  await page.keyboard.press("Enter");
  await expect(pair.getByText("Different:")).toBeVisible();
  await expect.poll(decided).toBe("different");
  await pair.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("u");
  await expect(pair.getByRole("button", { name: "It is the same" })).toBeVisible();
  await expect.poll(decided).toBe(null);

  await page.setViewportSize({ width: 390, height: 844 });
  await pair.getByRole("button", { name: "It is the same" }).click();
  await expect(pair.getByText("The same:")).toBeVisible();
  await expect.poll(decided).toBe("same");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Reviewed" })).toBeVisible();
  await expect(page.getByRole("listitem", { name: word }).getByText("The same:")).toBeVisible();
});
