import { listMessages } from "~/domain/messages/detail.server";
import { MessagePageView } from "~/domain/messages/schema";
import { pageLoader } from "~/http/page-loader";

/** More messages of a conversation, before or after a position. */
export const loader = pageLoader(async ({ ctx, params, url }) =>
  listMessages(ctx, params.threadId ?? "", MessagePageView.parse(Object.fromEntries(url.searchParams))),
);
