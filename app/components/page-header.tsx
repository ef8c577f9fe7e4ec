import type { ReactNode } from "react";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";

// Few screens have a menu; those that do fetch its code.
const moreActions = lazyWithRetry(async () => (await import("./more-actions")).MoreActions);

type PageHeaderProps = {
  title: ReactNode;
  /** How many there are, shown beside the title. */
  count?: number;
  /** Who, what, when and state, in one line under the title; on a phone above the buttons. */
  facts?: ReactNode;
  breadcrumbs?: ReactNode;
  /** The screen's one primary action; it stays at the bottom edge of a phone. */
  action?: ReactNode;
  /** Buttons beside it. */
  secondary?: ReactNode;
  /** DropdownMenuItems behind 'More actions'; on a phone it stands for `secondary` as well, so it repeats those. */
  menu?: ReactNode;
  /** The menu holds nothing but `secondary`: only a phone shows it. */
  menuOnPhoneOnly?: boolean;
};

/** The head of a screen: where one is, what it is, what to do next. */
export function PageHeader({ title, count, facts, breadcrumbs, ...actions }: PageHeaderProps) {
  const { action, secondary, menu, menuOnPhoneOnly = false } = actions;
  return (
    <header className="flex flex-col gap-2 pb-4 sm:gap-1">
      {breadcrumbs}
      {/* On a phone what it is comes before its buttons, which have a row of their own where they do not fit beside the title. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-y-1">
        <h1 className="min-w-0 grow basis-40 break-words font-semibold text-lg sm:text-xl">
          {title}
          {count !== undefined && (
            <>
              {/* A word of its own, read out as well. */}{" "}
              <span className="ml-1.5 font-normal text-base text-subtle-foreground tabular">
                {count.toLocaleString("en-US")}
              </span>
            </>
          )}
        </h1>
        {facts && (
          <div className="order-last flex basis-full flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground max-sm:order-1">
            {facts}
          </div>
        )}
        {secondary && (
          <div
            className={cn(
              "print:hidden flex flex-wrap items-center gap-2",
              menu && "max-sm:hidden",
              facts && "max-sm:order-2",
            )}
          >
            {secondary}
          </div>
        )}
        {menu && (
          <div className={cn("print:hidden", menuOnPhoneOnly && "sm:hidden")}>
            <moreActions.Part>{menu}</moreActions.Part>
          </div>
        )}
        {action && <div className="thumb-action print:hidden empty:hidden">{action}</div>}
      </div>
    </header>
  );
}
