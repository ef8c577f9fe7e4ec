import { listMessages } from "~/domain/messages/detail.server";
import { MessagePage } from "~/domain/messages/schema";
import { pageLoader } from "~/http/page-loader";

/** Further messages of a conversation, before or after a place. */
export const loader = pageLoader(async ({ ctx, params, url }) =>
  listMessages(ctx, params.threadId ?? "", MessagePage.parse(Object.fromEntries(url.searchParams))),
);
