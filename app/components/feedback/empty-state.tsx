import type { ReactNode } from "react";
import type { IconComponent } from "~/components/ui/icons";

type EmptyStateProps = {
  icon?: IconComponent;
  title: string;
  /** What belongs here, in a sentence or two. */
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** An example of an entry. */
  example?: ReactNode;
};

/** An empty list: what it is for, how to start, and what it will look like. */
export function EmptyState({ icon: Icon, title, children, action, example }: EmptyStateProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      {Icon && <Icon className="size-7 stroke-[1.5] text-subtle-foreground" />}
      <h2 className="font-semibold text-base">{title}</h2>
      {children && <div className="text-balance text-muted-foreground">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
      {example && (
        <figure className="mt-4 w-full rounded-md border border-border border-dashed p-4 text-left text-sm">
          <figcaption className="mb-1 text-muted-foreground text-xs">For example</figcaption>
          {example}
        </figure>
      )}
    </div>
  );
}
