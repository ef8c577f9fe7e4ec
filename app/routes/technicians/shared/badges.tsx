import { StatusBadge } from "~/components/status-badge";
import {
  Award,
  BadgeCheck,
  CircleAlert,
  CircleCheck,
  CircleOff,
  Clock,
  Crown,
  GraduationCap,
  type IconComponent,
  Palmtree,
  Star,
  Wrench,
} from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { type CertificationState, expiryLabel } from "~/domain/technicians/qualification";
import {
  type SkillLevel,
  skillLevelLabel,
  TECHNICIAN_STATUS_LABELS,
  type TechnicianStatus,
} from "~/domain/technicians/technician";

type Style = { tone: Tone; icon: IconComponent };

const levels: Record<SkillLevel, Style> = {
  lead: { tone: "heat", icon: Crown },
  senior: { tone: "active", icon: Star },
  certified: { tone: "info", icon: BadgeCheck },
  specialist: { tone: "cool", icon: Wrench },
  apprentice: { tone: "neutral", icon: GraduationCap },
};

const noLevel: Style = { tone: "neutral", icon: CircleOff };

/** A technician's skill level. */
export function SkillLevelBadge({ level }: { level: SkillLevel | null }) {
  return <StatusBadge label={skillLevelLabel(level)} {...(level ? levels[level] : noLevel)} />;
}

const states: Record<TechnicianStatus, Style> = {
  active: { tone: "ok", icon: CircleCheck },
  pending_setup: { tone: "info", icon: Clock },
  inactive: { tone: "neutral", icon: CircleOff },
  on_leave: { tone: "warn", icon: Palmtree },
};

export function TechnicianStatusBadge({ status }: { status: TechnicianStatus }) {
  return <StatusBadge label={TECHNICIAN_STATUS_LABELS[status]} {...states[status]} />;
}

const expiry: Record<CertificationState, Style> = {
  valid: { tone: "ok", icon: Award },
  expiring: { tone: "warn", icon: Clock },
  expired: { tone: "bad", icon: CircleAlert },
};

type CertificationBadgeProps = { state: CertificationState; expiresOn: string | null; today: string };

/** "Expires in 12 days", "Expired 3 days ago". */
export function CertificationBadge({ state, expiresOn, today }: CertificationBadgeProps) {
  const words = expiryLabel(expiresOn, today);
  return <StatusBadge label={words.charAt(0).toUpperCase() + words.slice(1)} {...expiry[state]} />;
}
