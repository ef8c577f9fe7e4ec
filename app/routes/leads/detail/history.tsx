import { DateText } from "~/components/date-text";
import { Timeline } from "~/components/timeline";
import {
  CheckCheck,
  CircleX,
  FileSignature,
  type IconComponent,
  MessageCircle,
  Pencil,
  SquareKanban,
  Target,
  Trash2,
  Undo2,
  UserPlus,
} from "~/components/ui/icons";
import type { LeadDetail } from "~/domain/leads/detail.server";

type Row = LeadDetail["activity"][number];

const looks: Record<string, { icon: IconComponent; what: string }> = {
  created: { icon: Target, what: "added the lead" },
  edited: { icon: Pencil, what: "edited the lead" },
  stage: { icon: SquareKanban, what: "moved it to" },
  note: { icon: MessageCircle, what: "wrote" },
  lost: { icon: CircleX, what: "marked it as lost" },
  deleted: { icon: Trash2, what: "moved it to the trash" },
  restored: { icon: Undo2, what: "restored it" },
  estimate_sent: { icon: FileSignature, what: "sent an estimate" },
  estimate_approved: { icon: CheckCheck, what: "approved the estimate" },
  estimate_declined: { icon: CircleX, what: "declined the estimate" },
  estimate_withdrawn: { icon: Undo2, what: "withdrew an estimate" },
  converted: { icon: UserPlus, what: "converted it" },
  conversion_undone: { icon: Undo2, what: "undid the conversion" },
};

/** A lead's history, newest first. */
export function LeadHistory({ rows, zone }: { rows: readonly Row[]; zone: string }) {
  return (
    <Timeline
      entries={rows.map(({ id, kind, text, by, at }) => {
        const { icon, what } = looks[kind] ?? { icon: Pencil, what: "changed it" };
        const isDetail = kind === "note" || kind === "lost" || kind.startsWith("estimate_") || kind === "converted";
        return {
          ...{ key: id, icon, at: <DateText at={at} zone={zone} /> },
          title: `${by ?? (kind === "created" ? "Web form" : "The customer")} ${what}${kind === "stage" && text ? ` ${text}` : ""}`,
          children: isDetail && text ? <p className="whitespace-pre-line break-words">{text}</p> : undefined,
        };
      })}
    />
  );
}
