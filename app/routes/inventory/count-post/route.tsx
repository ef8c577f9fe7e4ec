import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { postCount } from "~/domain/inventory/counts/count-lines.server";
import { findCount } from "~/domain/inventory/counts/counts.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "inventory.write");
  const { lineCount, countedCount, differentCount } = await findCount(ctx, params.countId ?? "");
  return { lineCount, countedCount, differentCount: differentCount ?? 0, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  const { id, remaining } = await postCount(ctx, params.countId ?? "");
  return redirectWithToast(
    request,
    paths.count(id, { view: "different" }),
    remaining === 0
      ? { tone: "success", text: "Count posted." }
      : { tone: "info", text: `${remaining} lines are left. Post again to continue.` },
  );
});

export default function PostCount() {
  const { lineCount, countedCount, differentCount, formKey } = useLoaderData<typeof loader>();
  const left = lineCount - countedCount;
  return (
    <ConfirmForm title="Post this count?" confirm="Post count" confirmBusy="Posting..." formKey={formKey}>
      {`${differentCount === 1 ? "1 difference is" : `${differentCount} differences are`} moved in or out of stock.`}
      {left > 0 &&
        ` ${left === 1 ? "1 line was not counted and stays" : `${left} lines were not counted and stay`} as before.`}
    </ConfirmForm>
  );
}
