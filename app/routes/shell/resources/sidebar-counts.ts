import { countUnread } from "~/domain/messages/list.server";
import { allowMember, can } from "~/domain/shared/permissions";
import { dueTodos } from "~/domain/todos/list.server";
import { pageLoader } from "~/http/page-loader";

/** Counts shown next to To-dos and Messages in the sidebar. */
export const loader = pageLoader(async ({ ctx }) => {
  const me = allowMember(ctx);
  const [messages, todos] = await Promise.all([
    can(me, "work_orders.read") ? countUnread(ctx) : { unread: 0 },
    dueTodos(ctx),
  ]);
  return Response.json({ ...messages, ...todos });
});
