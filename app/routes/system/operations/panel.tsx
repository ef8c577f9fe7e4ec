import { type ReactNode, useId } from "react";
import { StatusBadge } from "~/components/status-badge";
import { Card, CardAction, CardContent, CardHeader, CardTitle } from "~/components/ui/card";
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
    <Card asChild size="sm" className="min-w-0 scroll-mt-20">
      <section id={name} aria-labelledby={id}>
        <CardHeader>
          <CardTitle id={id}>{title}</CardTitle>
          <CardAction>
            {!isOk ? <NeedsAttention /> : name === "checks" && isUnchecked(figures) ? <NotChecked /> : <Ok />}
          </CardAction>
        </CardHeader>
        <CardContent className="flex flex-col gap-3">{children}</CardContent>
      </section>
    </Card>
  );
}

export const PanelNote = ({ children }: { children: ReactNode }) => <p className="text-muted-foreground">{children}</p>;
