import { mkdirSync } from "node:fs";
import { type FullConfig, request } from "@playwright/test";
import { demoPassword, demoUsers } from "#drizzle/seed/demo";
import { stateOf } from "./people";

/** Signs in every demo user once; a test starts as one of them with `test.use({ storageState: stateOf("admin") })`. */
export default async function signInDemoUsers(config: FullConfig) {
  const { baseURL } = config.projects[0]?.use ?? {};
  mkdirSync("test-results/people", { recursive: true });
  for (const { email } of demoUsers) {
    const browser = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL ?? "" } });
    const answer = await browser.post("/api/auth/login", { data: { email, password: demoPassword } });
    if (!answer.ok()) throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`);
    await browser.storageState({ path: stateOf(email.split("@")[0] ?? "") });
    await browser.dispose();
  }
}
