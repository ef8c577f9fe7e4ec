import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Checklist } from "~/components/work-orders/detail/checklist";
import { Facts } from "~/components/work-orders/detail/facts";
import { DetailHeader } from "~/components/work-orders/detail/header";
import { History } from "~/components/work-orders/detail/history";
import { Notes } from "~/components/work-orders/detail/notes";
import { Signatures } from "~/components/work-orders/detail/signature";
import { Units } from "~/components/work-orders/detail/units";
import { moveFormId } from "~/components/work-orders/detail/view";
import { allowMember } from "~/domain/shared/permissions";
import { workOrderDetail } from "~/domain/work-orders/detail.server";
import { pageLoader } from "~/http/page-loader";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useLive } from "~/lib/live/use-live";
import { paths } from "~/paths";
import { detailAction } from "./detail-action";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.workOrder.reference} ${data.workOrder.title}` : "Work order"} · Plenum` },
];

/** `move` and `assign` open a dialog, which may need the technicians; `notes=all` shows the older ones. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const search = url.searchParams;
  const technicians = search.get("move") === "scheduled" || search.has("assign");
  const notes = search.get("notes") === "all" ? 200 : undefined;
  const workOrder = await workOrderDetail(ctx, params.id ?? "", { technicians, notes });
  return { workOrder, zone: allowMember(ctx).timeZone, formKey: ctx.newId() };
});

export const action = detailAction;

// Forms and their dialogs are most of this screen's code, and most visits open none.
const Dialogs = lazyWithRetry(() => import("~/components/work-orders/detail/dialogs").then((part) => part.Dialogs));
const dialogs = ["move", "assign", "delete"];

export default function WorkOrder() {
  const { workOrder, zone, formKey } = useLoaderData<typeof loader>();
  const refusal = useFormRefusal(useActionData());
  const [search] = useSearchParams();
  const navigate = useNavigate();
  useLive((change) => change.workOrderId === workOrder.id);
  const siteZone = workOrder.timeZone ?? zone;
  const asking = dialogs.some((name) => search.has(name));
  return (
    <>
      <DetailHeader of={workOrder} zone={zone} />
      <Form method="post" id={moveFormId} hidden>
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="idempotencyKey" value={formKey} />
      </Form>
      {!asking && <Refused text={refusal.lastResult?.error?.[""]?.join(" ")} />}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts of={workOrder} zone={zone} />
          <Units of={workOrder} zone={siteZone} />
          <Checklist of={workOrder} formKey={formKey} />
          <Signatures of={workOrder} zone={zone} formKey={formKey} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Notes of={workOrder} zone={siteZone} formKey={formKey} />
          <History number={workOrder.number} changes={workOrder.history} zone={siteZone} />
        </div>
      </div>
      {asking && (
        <Dialogs.Part
          of={workOrder}
          search={search}
          formKey={formKey}
          refusal={refusal}
          onClose={() => navigate(paths.workOrder(workOrder.number), { preventScrollReset: true })}
        />
      )}
      {refusal.sessionEnded}
    </>
  );
}

/** Why a move without a dialog was refused. */
function Refused({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="mb-6 flex gap-3 rounded-md border border-destructive bg-bad-soft p-4">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />
      {text}
    </p>
  );
}
