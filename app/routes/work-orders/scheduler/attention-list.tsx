import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Clock, ClockAlert, type IconComponent, OctagonAlert, Siren, TriangleAlert } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { ATTENTION_LABELS, type AttentionItem } from "./attention";
import { startLabel } from "./labels";
import type { WorkOrderPlace } from "./use-reveal";

const ICONS: Record<AttentionItem["kind"], IconComponent> = {
  emergency: Siren,
  window: ClockAlert,
  conflict: OctagonAlert,
  shift: Clock,
  late: TriangleAlert,
};

interface AttentionListProps {
  items: readonly AttentionItem[];
  names: ReadonlyMap<string, string>;
  zone: string;
  /** In a week, the day of each job is shown. */
  isWeek: boolean;
  onShow: (place: WorkOrderPlace) => void;
}

/** Jobs that need attention; each line links to its job. */
export function AttentionList({ items, names, zone, isWeek, onShow }: AttentionListProps) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm" className="text-bad" title="Jobs that need attention">
          <TriangleAlert />
          <span className="sm:@max-[68rem]/header:sr-only">Attention</span>{" "}
          <span className="tabular">{items.length}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Attention" className="w-96 p-1">
        <ul className="flex flex-col">
          {items.map(({ kind, number, customerName, start, message, ...place }) => {
            const Icon = ICONS[kind];
            const time = start === null ? null : startLabel(start, zone, isWeek);
            const name = place.technicianId === null ? null : names.get(place.technicianId);
            return (
              <li key={place.workOrderId}>
                <button
                  type="button"
                  className="flex w-full gap-2 rounded-sm px-2 py-2 text-left text-sm hover:bg-accent touch:py-3"
                  onClick={() => {
                    setOpen(false);
                    onShow(place);
                  }}
                >
                  <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
                  <span className="min-w-0">
                    <span className="block">
                      <span className="font-medium">{ATTENTION_LABELS[kind]}</span>
                      {`: ${formatWorkOrderNumber(number)} ${customerName}`}
                    </span>
                    {time && (
                      <span className="block text-muted-foreground">{[time, name].filter(Boolean).join(", ")}</span>
                    )}
                    <span className="block text-muted-foreground">{message}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
