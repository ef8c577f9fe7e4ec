import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RestoreScreen } from "~/components/exports/restore-screen";
import { listRestores, restoreObstacle } from "~/domain/export/restores.server";
import { automaticMessagesOf } from "~/domain/messages/automatic.server";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { PausedMessages } from "~/routes/settings/shared/paused-messages";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Restore an export · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const { timeZone: zone } = allowAdmin(ctx);
  const [restores, obstacle, automatic] = await Promise.all([
    listRestores(ctx, "business"),
    restoreObstacle(ctx, "business"),
    automaticMessagesOf(ctx),
  ]);
  return { zone, email: allowPerson(ctx).email, restores, obstacle, automatic, formKey: ctx.newId() };
});

/** Restores a business's export into this business while it is empty. */
export default function RestoreBusiness() {
  const { automatic, formKey, ...data } = useLoaderData<typeof loader>();
  return (
    <RestoreScreen
      {...data}
      of="business"
      description="Restores everything of an exported business into this one, which must be new and empty: records, photos and files, settings and history. Exports contain no passwords, keys or gate codes. Reminders and other automatic messages start paused. Noted in the audit log."
      settled={automatic.pausedAt === null ? ["automatic_messages"] : []}
      whenDone={<PausedMessages messages={automatic} zone={data.zone} formKey={formKey} />}
    />
  );
}
