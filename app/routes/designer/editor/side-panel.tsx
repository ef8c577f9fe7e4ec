import { Button } from "~/components/ui/button";
import { CircleCheck, OctagonAlert, TriangleAlert } from "~/components/ui/icons";
import type { Finding } from "~/domain/designs/checks";
import { type Layout, LINK_LABELS, PART_LABELS, sizeText } from "~/domain/designs/layout";
import { cn } from "~/lib/utils";

type FindingsProps = { findings: readonly Finding[]; onSelect: (ids: readonly string[]) => void };

/** Findings of the checks, each with the parts it concerns and the source of the limit. */
export function Findings({ findings, onSelect }: FindingsProps) {
  return (
    <section aria-labelledby="design-checks">
      <h2 id="design-checks" className="mb-2 font-semibold">
        Checks
      </h2>
      <p
        role="status"
        className={cn(findings.length > 0 && "sr-only", "flex items-center gap-2 text-muted-foreground")}
      >
        {findings.length === 0 && <CircleCheck className="size-4 text-ok" />}
        {findings.length === 0 ? "Nothing found" : `${findings.length} to review`}
      </p>
      <ul className="flex flex-col gap-3">
        {findings.map(({ check, level, title, detail, source, ids }) => {
          const Icon = level === "problem" ? OctagonAlert : TriangleAlert;
          return (
            <li key={[check, title, ...ids].join(" ")} className="flex gap-2">
              <Icon
                aria-label={level === "problem" ? "Problem" : "Warning"}
                aria-hidden={undefined}
                role="img"
                className={cn("mt-0.5 size-4 shrink-0", level === "problem" ? "text-bad" : "text-warn")}
              />
              <div className="min-w-0">
                <button
                  type="button"
                  className="text-left font-medium hover:underline"
                  onClick={() => onSelect(ids.slice(0, 1))}
                >
                  {title}
                </button>
                <p className="text-muted-foreground text-sm">{detail}</p>
                {source && <p className="text-muted-foreground text-xs">Source: {source}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type OutlineProps = { layout: Layout; selected: ReadonlySet<string>; onSelect: (ids: readonly string[]) => void };

/** Every part and connection by name: the layout as text. */
export function Outline({ layout, selected, onSelect }: OutlineProps) {
  const name = (id: string) => layout.parts.find((part) => part.id === id)?.label ?? "";
  const rows = [
    ...layout.parts.map(({ id, label, kind }) => ({ id, text: label, detail: PART_LABELS[kind] })),
    ...layout.links.map((link) => ({
      id: link.id,
      text: `${name(link.from)} to ${name(link.to)}`,
      detail: [LINK_LABELS[link.kind], sizeText(link)].filter(Boolean).join(", "),
    })),
  ];
  return (
    <section aria-labelledby="design-outline">
      <h2 id="design-outline" className="mb-1 font-semibold">
        Parts and connections
      </h2>
      {rows.length === 0 && <p className="text-muted-foreground">Add a part to begin.</p>}
      <ul>
        {rows.map(({ id, text, detail }) => (
          <li key={id}>
            <Button
              variant="ghost"
              size="sm"
              aria-pressed={selected.has(id)}
              className={cn("h-auto w-full justify-between gap-3 py-1 text-left", selected.has(id) && "bg-accent")}
              onClick={() => onSelect([id])}
            >
              <span className="min-w-0 truncate text-foreground">{text}</span>
              <span className="shrink-0 text-muted-foreground text-xs">{detail}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
