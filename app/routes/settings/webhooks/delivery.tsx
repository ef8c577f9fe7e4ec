import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { Nothing } from "~/domain/shared/fields";
import { allowAdmin } from "~/domain/shared/permissions";
import { eventLabel } from "~/domain/webhooks/event";
import { type AttemptView, readDelivery, resendDelivery } from "~/domain/webhooks/log.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { useLookWhile } from "~/lib/use-look-while";
import { paths } from "~/paths";
import { DeliveryBadge, resultText } from "./badges";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { timeZone } = allowAdmin(ctx);
  const delivery = await readDelivery(ctx, params.endpointId ?? "", params.deliveryId ?? "");
  return { delivery: { ...delivery, body: indented(delivery.body) }, zone: timeZone, formKey: ctx.newId() };
});

/** For display; the body sent has no whitespace. */
const indented = (body: string | null) => (body === null ? null : JSON.stringify(JSON.parse(body), null, 2));

export const action = formAction(Nothing, async ({ ctx, params, request, url }) => {
  const { endpointId = "", deliveryId = "" } = params;
  await resendDelivery(ctx, endpointId, deliveryId);
  const to = paths.webhookDelivery(endpointId, deliveryId, Object.fromEntries(url.searchParams));
  return redirectWithToast(request, to, { tone: "success", text: "Sent again." });
});

/** The body that was sent, and each response. */
export default function WebhookDelivery() {
  const { delivery, zone, formKey } = useLoaderData<typeof loader>();
  const { id, event, body, history, endpoint, occurredAt, nextAttemptAt } = delivery;
  const { lastResult, isInDoubt, sessionEnded } = useFormRefusal(useActionAnswer());
  useLookWhile(delivery.status === "pending" && delivery.attempts === 0);
  const close = useCloseDialog();
  const isSaving = useNavigation().state === "submitting";
  const problem = lastResult?.error?.[""];
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="large">
        <DialogHeader>
          <DialogTitle>{eventLabel(event)}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          {problem && (
            <p role="alert" className="font-medium text-bad">
              {problem.join(" ")}
            </p>
          )}
          <DescriptionList
            facts={[
              { term: "Status", detail: <DeliveryBadge {...delivery} /> },
              { term: "Happened", detail: <DateText at={occurredAt} zone={zone} year /> },
              ...(nextAttemptAt
                ? [{ term: "Next attempt", detail: <DateText at={nextAttemptAt} zone={zone} year /> }]
                : []),
              { term: "webhook-id", detail: <code className="break-all">{id}</code> },
            ]}
          />
          <section aria-labelledby="attempts" className="flex flex-col gap-2">
            <h3 id="attempts" className="font-semibold text-sm">
              Attempts
            </h3>
            {history.length === 0 && <p className="text-muted-foreground">Not sent yet.</p>}
            <ol className="flex flex-col gap-3">
              {history.map((attempt, index) => (
                <Attempt key={attempt.id} attempt={attempt} number={history.length - index} zone={zone} />
              ))}
            </ol>
          </section>
          <section aria-labelledby="request" className="flex flex-col gap-2">
            <h3 id="request" className="font-semibold text-sm">
              Request body
            </h3>
            {body === null ? (
              <p className="text-muted-foreground">It is written at the first attempt.</p>
            ) : (
              <Text label="Body as sent">{body}</Text>
            )}
          </section>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
          {endpoint.enabled && (
            <Form method="post" preventScrollReset className="contents">
              <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
              <Button type="submit" loading={isSaving}>
                Send again
              </Button>
            </Form>
          )}
        </DialogFooter>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

function Attempt({ attempt, number, zone }: { attempt: AttemptView; number: number; zone: string }) {
  const { at, durationMs, url, responseStatus, responseBody, problem } = attempt;
  return (
    <li className="flex flex-col gap-1 rounded-md border border-border p-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className={problem ? "font-medium text-bad" : "font-medium"}>{resultText(responseStatus, problem)}</span>
        <span className="tabular text-muted-foreground text-sm">
          <DateText at={at} zone={zone} />, {durationMs.toLocaleString("en-US")} ms
        </span>
      </p>
      <p className="break-all text-muted-foreground text-sm">{url}</p>
      {responseBody && <Text label={`Response ${number}`}>{responseBody}</Text>}
    </li>
  );
}

/** A scrollable text, also by keyboard. */
function Text({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="max-h-72 overflow-auto rounded-md bg-muted p-3">
      <pre className="text-xs">{children}</pre>
    </section>
  );
}
