import type { ReactNode } from "react";
import { cn } from "~/lib/utils";

type EmptyValueProps = {
  /** 'Unassigned', '0'; without any, a dash that screen readers announce as 'None'. */
  children?: ReactNode;
  className?: string;
};

/** In place of a value that is missing. */
export function EmptyValue({ children, className }: EmptyValueProps) {
  const look = cn("whitespace-nowrap text-subtle-foreground", className);
  if (children !== undefined) return <span className={look}>{children}</span>;
  return (
    <>
      <span aria-hidden="true" className={look}>
        –
      </span>
      <span className="sr-only">None</span>
    </>
  );
}
