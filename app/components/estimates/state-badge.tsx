import { StatusBadge } from "~/components/status-badge";
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  ClockAlert,
  Copy,
  type IconComponent,
  Send,
  Undo2,
} from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { ESTIMATE_STATE_LABELS, type EstimateState } from "~/domain/estimates/estimate";

const looks: Record<EstimateState, { icon: IconComponent; tone: Tone }> = {
  draft: { icon: CircleDashed, tone: "neutral" },
  sent: { icon: Send, tone: "info" },
  approved: { icon: CircleCheck, tone: "ok" },
  declined: { icon: CircleX, tone: "bad" },
  withdrawn: { icon: Undo2, tone: "neutral" },
  superseded: { icon: Copy, tone: "neutral" },
  expired: { icon: ClockAlert, tone: "warn" },
};

export function EstimateBadge({ state }: { state: EstimateState }) {
  return <StatusBadge label={ESTIMATE_STATE_LABELS[state]} {...looks[state]} />;
}
