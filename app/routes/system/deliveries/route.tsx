import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { PageHeader } from "~/components/page-header";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { MailCheck } from "~/components/ui/icons";
import { type DeadLetter, listDeadLetters, retryDeadLetter } from "~/domain/outbox/dead-letters.server";
import { DeliveryId } from "~/domain/outbox/schema";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Failed deliveries · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => ({
  ...(await listDeadLetters(ctx)),
  now: ctx.now.getTime(),
  formKey: ctx.newId(),
}));

export const action = formActions({
  retry: formCase(DeliveryId, async ({ ctx, input, request }) => {
    await retryDeadLetter(ctx, input.id);
    return redirectWithToast(request, paths.deliveries(), { tone: "success", text: "Retrying." });
  }),
});

const topics: Record<DeadLetter["topic"], string> = {
  mail: "Email",
  business_mail: "Email to a customer or supplier",
  tenant_copy: "User update",
  push: "Notification",
  board: "Live update",
  bank: "Bank sync",
  code_host: "Issue sync",
  export: "Data export",
};

/** Messages that failed after all attempts, for an Admin to check and retry. */
export default function Deliveries() {
  const { letters, hasEarlier, now, formKey } = useLoaderData<typeof loader>();
  const retried = useNavigation().formData?.get("id");
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-5">
      <PageHeader title="Failed deliveries" count={hasEarlier ? undefined : letters.length} />
      <RefusedAction />
      {letters.length === 0 && (
        <div className="list-frame">
          <EmptyState icon={MailCheck} title="Everything was delivered">
            <p>Emails and updates are retried for two hours. Anything that still fails is listed here.</p>
          </EmptyState>
        </div>
      )}
      <ul className="flex flex-col gap-3">
        {letters.map(({ id, topic, failedAt, attempts, lastError }) => (
          <Card as="li" key={id} className="flex flex-wrap items-center gap-4 p-4">
            <div className="min-w-0 grow">
              <p className="font-medium">{topics[topic]}</p>
              <p className="break-words text-muted-foreground text-sm">
                Failed <RelativeTime at={Date.parse(failedAt)} now={now} /> after {attempts}{" "}
                {attempts === 1 ? "attempt" : "attempts"}: {lastError ?? "unknown error"}
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="retry" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="idempotencyKey" value={`${formKey}-${id}`} />
              <Button variant="outline" type="submit" loading={retried === id}>
                Retry
              </Button>
            </Form>
          </Card>
        ))}
      </ul>
      {hasEarlier && (
        <p className="text-muted-foreground text-sm">
          These {letters.length} failed last. Earlier ones are listed once these are retried.
        </p>
      )}
    </div>
  );
}
