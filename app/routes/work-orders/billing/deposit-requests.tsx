import { Link, useLoaderData } from "@remix-run/react";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { CircleAlert, CircleCheck, Clock, Copy, Mail } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";
import { formatMoney } from "~/domain/shared/money";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import type { loader } from "./route";

/** Deposits requested from the customer, and their status. */
export function DepositRequests() {
  const { deposits } = useLoaderData<typeof loader>();
  if (deposits.items.length === 0) return null;
  return (
    <Section title="Requested deposits">
      <ul className="flex flex-col gap-4">
        {deposits.items.map((request) => (
          <li key={request.id} className="flex flex-col gap-1.5">
            <Request request={request} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type RequestItem = ReturnType<typeof useLoaderData<typeof loader>>["deposits"]["items"][number];

const badges = {
  open: { label: "Open", tone: "neutral", icon: Clock },
  paid: { label: "Paid", tone: "ok", icon: CircleCheck },
  withdrawn: { label: "Withdrawn", tone: "neutral", icon: CircleAlert },
} as const;

function Request({ request }: { request: RequestItem }) {
  const { now } = useLoaderData<typeof loader>();
  const { zone } = useWorkOrder();
  const { state, amountMinor, note, recipient, sentAt, isUndelivered, isProcessing, lateMinor, closedAt } = request;
  const time = (at: string) => formatDateTime(at, { zone, now: Date.parse(now) });
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <StatusBadge {...badges[state]} />
        <MoneyText minor={amountMinor} />
      </p>
      {note && <p className="text-muted-foreground">{note}</p>}
      <p className="break-words text-muted-foreground text-sm">
        {sentAt && recipient ? `Sent to ${recipient} ${time(sentAt)}.` : "Not emailed."}
        {closedAt && ` ${badges[state].label} ${time(closedAt)}.`}
      </p>
      {isUndelivered && <Warning text="The email could not be delivered. Check the address and send it again." />}
      {isProcessing && <p>The customer has paid. The money is on its way.</p>}
      {lateMinor > 0 && (
        <Warning
          text={`${formatMoney(lateMinor)} came after this was closed and was added to the customer's credit.`}
        />
      )}
      {state === "open" && <Actions request={request} />}
      <Money request={request} />
    </>
  );
}

/** Refunds of a deposit, with a way to refund what is not on an invoice yet. */
function Money({ request: { id, payments } }: { request: RequestItem }) {
  const { deposits, workOrder } = useLoaderData<typeof loader>();
  const refundedMinor = payments.reduce((sum, payment) => sum + payment.refundedMinor, 0);
  const isFree = payments.some(({ freeMinor }) => freeMinor > 0);
  return (
    <>
      {refundedMinor > 0 && <p className="text-muted-foreground text-sm">{formatMoney(refundedMinor)} refunded.</p>}
      {isFree && deposits.canRefund && (
        <p>
          <Button asChild variant="outline" size="sm">
            <Link to={paths.depositRequest(workOrder.number, id, "refund")} preventScrollReset>
              Refund
            </Link>
          </Button>
        </p>
      )}
    </>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2">
      <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
      {text}
    </p>
  );
}

function Actions({ request: { id, url, sentAt } }: { request: RequestItem }) {
  const { workOrder, rights } = useLoaderData<typeof loader>();
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: "Link copied" }),
      () => toast({ tone: "bad", title: "The browser blocked copying." }),
    );
  if (!rights.write) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {url && (
        <Button variant="outline" size="sm" onClick={() => copy(url)}>
          <Copy />
          Copy link
        </Button>
      )}
      <Button asChild variant="outline" size="sm">
        <Link to={paths.depositRequest(workOrder.number, id, "send")} preventScrollReset>
          <Mail />
          {sentAt ? "Send again" : "Email link"}
        </Link>
      </Button>
      <Button asChild variant="outline" size="sm">
        <Link to={paths.depositRequest(workOrder.number, id, "withdraw")} preventScrollReset>
          Withdraw
        </Link>
      </Button>
    </div>
  );
}
