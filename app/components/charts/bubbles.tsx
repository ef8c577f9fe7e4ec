import { type Currency, formatMoney } from "~/domain/shared/money";

type BubbleProps = {
  title: string;
  lines: readonly { label: string; minor: number }[];
  currency: Currency;
};

/** Tooltip for a chart of amounts. */
export function Bubble({ title, lines, currency }: BubbleProps) {
  return (
    <TextBubble
      title={title}
      lines={lines.map(({ label, minor }) => ({ label, text: formatMoney(minor, currency) }))}
    />
  );
}

type TextBubbleProps = { title: string; lines: readonly { label: string; text: string }[] };

/** Tooltip for a chart. */
export function TextBubble({ title, lines }: TextBubbleProps) {
  return (
    <div className="rounded-md border border-border bg-accent px-3 py-2 text-foreground text-sm shadow-popover">
      <p className="font-semibold">{title}</p>
      {lines.map(({ label, text }) => (
        <p key={label} className="flex justify-between gap-4">
          <span className="text-muted-foreground">{label}</span>
          <span className="tabular">{text}</span>
        </p>
      ))}
    </div>
  );
}
