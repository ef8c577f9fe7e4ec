import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { LEAK_EVENT_LABELS } from "~/domain/refrigerant/leaks/compliance";
import { episodeDetail } from "~/domain/refrigerant/leaks/episodes.server";
import { voidLeakEvent } from "~/domain/refrigerant/leaks/record-event.server";
import { VoidReason } from "~/domain/refrigerant/schema";
import { notFound } from "~/domain/shared/errors";
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
  const { version, events } = await episodeDetail(ctx, params.episodeId ?? "");
  const event = events.find(({ id }) => id === params.eventId);
  if (!event) throw notFound("Record not found");
  return { kind: event.kind, version, constraint: getZodConstraint(VoidReason), formKey: ctx.newId() };
});

export const action = formAction(VoidReason, async ({ ctx, input, params, request }) => {
  await voidLeakEvent(ctx, { episodeId: params.episodeId ?? "", eventId: params.eventId ?? "" }, input);
  return redirectWithToast(request, unitPaths(params).readings, { tone: "success", text: "Record voided." });
});

export default function VoidLeakEvent() {
  const { kind, ...dialog } = useLoaderData<typeof loader>();
  return (
    <VoidDialog title="Void this record?" submit="Void record" {...dialog}>
      “{LEAK_EVENT_LABELS[kind]}” no longer counts, and the deadlines are as they were before it. It stays on record
      with your reason.
    </VoidDialog>
  );
}
