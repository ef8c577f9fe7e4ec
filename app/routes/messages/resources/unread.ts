import { countUnread } from "~/domain/messages/list.server";
import { pageLoader } from "~/http/page-loader";

/** For the number beside the sidebar's Messages. */
export const loader = pageLoader(async ({ ctx }) => Response.json(await countUnread(ctx)));
