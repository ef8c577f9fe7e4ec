import { docsPage } from "#worker/api/docs";
import { endpoints, noncePlace } from "#worker/api/index";
import { openApiDocument } from "#worker/api/openapi";
import type { TopicId } from "~/content/help";
import { bodies as accountManagement } from "~/content/help/account-management";
import type { Bodies } from "~/content/help/articles-from";
import { bodies as billingSubscriptions } from "~/content/help/billing-subscriptions";
import { bodies as gettingStarted } from "~/content/help/getting-started";
import { bodies as troubleshooting } from "~/content/help/troubleshooting";
import { bodies as usingFeatures } from "~/content/help/using-features";
import { privacy } from "~/content/legal/privacy";
import { terms } from "~/content/legal/terms";
import { commonPasswords } from "../app/domain/auth/common-passwords";

const document = openApiDocument(endpoints);

const help: Record<TopicId, Bodies> = {
  "getting-started": gettingStarted,
  "account-management": accountManagement,
  "billing-subscriptions": billingSubscriptions,
  "using-features": usingFeatures,
  troubleshooting,
};

/** What the Worker reads as files instead of carrying it, by name: the build writes them, development reads them here. */
export const prepared: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(help).map(([topic, bodies]) => [`help/${topic}.json`, bodies])),
  "legal/privacy.json": privacy,
  "legal/terms.json": terms,
  "common-passwords.json": [...commonPasswords],
  "openapi.json": document,
  "docs.json": docsPage(document, endpoints, noncePlace),
};
