import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds against the page as it stands, one line for each rule; of `rules` alone where some are named. */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // No screen has a frame of another origin: axe need not open a second page for those.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], preload: false });
  if (rules.length > 0) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map((found) => `${found.id} at ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
