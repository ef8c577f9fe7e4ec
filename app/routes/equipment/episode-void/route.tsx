import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { episodeDetail } from "~/domain/refrigerant/leaks/episodes.server";
import { voidEpisode } from "~/domain/refrigerant/leaks/record-event.server";
import { VoidReason } from "~/domain/refrigerant/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";
import { VoidDialog } from "~/routes/equipment/shared/void-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "equipment.write");
  const { version } = await episodeDetail(ctx, params.episodeId ?? "");
  return { version, constraint: getZodConstraint(VoidReason), formKey: ctx.newId() };
});

export const action = formAction(VoidReason, async ({ ctx, input, params, request }) => {
  await voidEpisode(ctx, params.episodeId ?? "", input);
  return redirectWithToast(request, unitPaths(params).readings, { tone: "success", text: "Episode voided." });
});

export default function VoidEpisode() {
  return (
    <VoidDialog title="Void this episode?" submit="Void episode" {...useLoaderData<typeof loader>()}>
      Its deadlines end. It stays on record with your reason, for an inspector to read.
    </VoidDialog>
  );
}
