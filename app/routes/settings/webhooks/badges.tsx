import { StatusBadge } from "~/components/status-badge";
import { CircleCheck, CircleOff, CirclePause, CircleX, Clock, TriangleAlert } from "~/components/ui/icons";
import { type DeliveryStatus, deliveryStatusLabels } from "~/domain/webhooks/endpoint";

type Standing = { enabled: boolean; disabledBy: string | null; failingSince: string | null };

/** Whether an endpoint receives events, and the reason if not. */
export function EndpointBadge({ enabled, disabledBy, failingSince }: Standing) {
  if (disabledBy === "failing") return <StatusBadge label="Turned off: failing" tone="bad" icon={CircleX} />;
  if (disabledBy === "gone")
    return <StatusBadge label="Turned off: endpoint removed (410)" tone="bad" icon={CircleX} />;
  if (!enabled) return <StatusBadge label="Off" tone="neutral" icon={CircleOff} />;
  if (failingSince !== null) return <StatusBadge label="Failing" tone="warn" icon={TriangleAlert} />;
  return <StatusBadge label="On" tone="ok" icon={CircleCheck} />;
}

const badges = {
  pending: { tone: "neutral", icon: Clock },
  delivered: { tone: "ok", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
  canceled: { tone: "neutral", icon: CirclePause },
} as const satisfies Record<DeliveryStatus, unknown>;

/** `attempts`: a pending delivery with failed attempts is waiting for a retry. */
export function DeliveryBadge({ status, attempts }: { status: DeliveryStatus; attempts: number }) {
  if (status === "pending" && attempts > 0) return <StatusBadge label="Retrying" tone="warn" icon={Clock} />;
  return <StatusBadge label={deliveryStatusLabels[status]} {...badges[status]} />;
}

const problems: Record<string, string> = {
  timeout: "No response within 15 seconds",
  unreachable: "Could not be reached",
  redirect: "Redirects are not followed",
  gone: "Requested no more events",
  refused: "Not accepted",
  unreadable: "Plenum could not read the record",
};

/** Result of an attempt: '200', '503: Not accepted', 'Could not be reached'. */
export function resultText(status: number | null, problem: string | null): string {
  const why = problem === null ? null : (problems[problem] ?? problem);
  return [status === null ? null : String(status), why].filter(Boolean).join(": ");
}
