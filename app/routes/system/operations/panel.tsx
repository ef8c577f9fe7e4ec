import { type ReactNode, useId } from "react";
import { StatusBadge } from "~/components/status-badge";
import { Card } from "~/components/ui/card";
import { CircleCheck, CircleHelp, TriangleAlert } from "~/components/ui/icons";
import { type Attention, type Figures, isUnchecked, type SectionName } from "~/domain/operations/figures";

export interface Shown {
  figures: Figures & { attention: Attention[] };
  now: number;
  /** Time zone of the displayed times. */
  zone: string;
}

export const whole = (value: number) => value.toLocaleString("en-US");
export const Ok = () => <StatusBadge label="OK" tone="ok" icon={CircleCheck} />;
export const NeedsAttention = () => <StatusBadge label="Needs attention" tone="warn" icon={TriangleAlert} />;
export const NotChecked = () => <StatusBadge label="Not checked yet" tone="neutral" icon={CircleHelp} />;

type PanelProps = { name: SectionName; title: string; figures: Shown["figures"]; children: ReactNode };

/** One section of the page with its state as text. */
export function Panel({ name, title, figures, children }: PanelProps) {
  const id = useId();
  const isOk = figures.attention.every(({ section }) => section !== name);
  return (
    <Card className="min-w-0">
      <section id={name} aria-labelledby={id} className="flex scroll-mt-20 flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {!isOk ? <NeedsAttention /> : name === "checks" && isUnchecked(figures) ? <NotChecked /> : <Ok />}
        </div>
        {children}
      </section>
    </Card>
  );
}

export const None = ({ children }: { children: ReactNode }) => <p className="text-muted-foreground">{children}</p>;
