import type { ReactNode } from "react";
import { CloudAlert } from "~/components/ui/icons";

type ErrorStateProps = {
  title: string;
  /** What happened and what still works. */
  children?: ReactNode;
  /** What to do. */
  action?: ReactNode;
  /** Shown for the user to quote to support. */
  requestId?: string;
};

/** A failure: what happened, what still works, what to do. */
export function ErrorState({ title, children, action, requestId }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex w-full max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      <CloudAlert className="size-7 stroke-[1.5] text-bad" />
      <h2 className="font-semibold text-base">{title}</h2>
      {children && <div className="text-balance text-muted-foreground">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
      {requestId && (
        <p className="mt-2 text-subtle-foreground text-xs">
          Reference <span className="select-all font-mono">{requestId}</span>
        </p>
      )}
    </div>
  );
}
