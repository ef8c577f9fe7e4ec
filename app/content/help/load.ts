import type { TopicId } from ".";
import { articlesFrom, type Bodies } from "./articles-from";

/** The bodies as modules, fetched when they are asked for. The Worker reads them as files instead, to stay small. */
const bodiesOf: Record<TopicId, () => Promise<Bodies>> = {
  "getting-started": async () => (await import("./getting-started")).bodies,
  "account-management": async () => (await import("./account-management")).bodies,
  "billing-subscriptions": async () => (await import("./billing-subscriptions")).bodies,
  "using-features": async () => (await import("./using-features")).bodies,
  troubleshooting: async () => (await import("./troubleshooting")).bodies,
};

export const { loadArticle, loadArticles } = articlesFrom((topic) => bodiesOf[topic]());
