import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import type { IconComponent } from "~/components/ui/icons";
import { useLaterPage } from "~/lib/use-later-page";

type EmptyStateProps = {
  icon?: IconComponent;
  title: string;
  /** What belongs here, in a sentence or two. */
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** An example of an entry. */
  example?: ReactNode;
  /** It holds on later pages too, or is not about the list that has pages. */
  isOnAnyPage?: boolean;
};

/**
 * An empty list: what it is for, how to start, and what it will look like. A later page without rows, whose last one is gone,
 * says so instead: the list itself is not empty.
 */
export function EmptyState({ isOnAnyPage = false, ...props }: EmptyStateProps) {
  const isLater = useLaterPage();
  return isLater && !isOnAnyPage ? <EmptyPage icon={props.icon} /> : <Message {...props} />;
}

function EmptyPage({ icon }: Pick<EmptyStateProps, "icon">) {
  const [search] = useSearchParams();
  const first = new URLSearchParams(search);
  for (const name of ["cursor", "before"]) first.delete(name);
  return (
    <Message
      icon={icon}
      title="Nothing on this page"
      action={
        <Button asChild variant="outline">
          <Link to={`?${first}`}>Go to the first page</Link>
        </Button>
      }
    >
      The list is shorter now.
    </Message>
  );
}

function Message({ icon: Icon, title, children, action, example }: EmptyStateProps) {
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
