import { expect, type Page, test } from "@playwright/test";
import { Requests } from "./requests";
import { openMail } from "./visit";

/**
 * Signs the page's user up as the owner of a new business, for tests whose technicians would appear on the scheduler of the
 * demo business while other tests drag jobs there. The page then shows the first steps.
 */
export async function signUpBusiness(page: Page, fields: { timeZone?: string } = {}): Promise<void> {
  const requests = new Requests(new URL(test.info().project.use.baseURL ?? "").origin);
  const email = `${crypto.randomUUID()}@desert-air.example`;
  const form = { kind: "business", organizationName: "Desert Air", firstName: "Rosa", lastName: "Vega", email };
  const answer = await requests.send("post", "/signup", {
    form: { ...form, ...fields, password: "damper-flue-sleet-41" },
  });
  if (answer.status() >= 400) throw new Error(`sign-up: ${answer.status()} ${answer.text()}`);
  await page.context().clearCookies();
  await requests.signInPagesOf(page.context());
  await openMail(page, email);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
}
