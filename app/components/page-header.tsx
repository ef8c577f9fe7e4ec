import type { ReactNode } from "react";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";
import { ThumbAction } from "./thumb-action";

// Few screens have a menu, so its code is loaded only by those that do.
const moreActions = lazyWithRetry(async () => (await import("./more-actions")).MoreActions);

type PageHeaderProps = {
  title: ReactNode;
  /** 2 below the header of another record; the buttons then stay in the row on phones. */
  level?: 1 | 2;
  /** A count shown next to the title. */
  count?: number;
  /** Who, what, when and state, in one line under the title; above the buttons on phones. */
  facts?: ReactNode;
  breadcrumbs?: ReactNode;
  /** The screen's one primary action; it stays at the bottom edge on phones. */
  action?: ReactNode;
  /** Buttons next to it. */
  secondary?: ReactNode;
  /** DropdownMenuItems behind 'More actions'; on phones it replaces `secondary`, so it repeats those. */
  menu?: ReactNode;
  /** The menu holds only `secondary`, so it is shown only on phones. */
  menuOnPhoneOnly?: boolean;
  /** Keeps the first button of `secondary` beside the menu on phones. */
  firstOnPhone?: boolean;
};

/** The header of a screen: breadcrumbs, title and actions. */
export function PageHeader({ title, level = 1, count, facts, breadcrumbs, ...actions }: PageHeaderProps) {
  const Heading = `h${level}` as const;
  const { action, secondary, menu, menuOnPhoneOnly = false, firstOnPhone = false } = actions;
  return (
    <header className="flex flex-col gap-2 pb-4 sm:gap-1">
      {breadcrumbs}
      {/* On phones the facts come before the buttons, which have their own row if they do not fit next to the
          title. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-y-1">
        <Heading className={cn("min-w-0 grow basis-40 break-words font-semibold text-lg", level === 1 && "sm:text-xl")}>
          {title}
          {count !== undefined && (
            <>
              {/* Separates the count from the title, also when read aloud. */}{" "}
              <span className="ml-1.5 font-normal text-base text-subtle-foreground tabular">
                {count.toLocaleString("en-US")}
              </span>
            </>
          )}
        </Heading>
        {facts && (
          <div className="order-last flex basis-full flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground max-sm:order-1">
            {facts}
          </div>
        )}
        {secondary && (
          <div
            className={cn(
              "print:hidden flex flex-wrap items-center gap-2",
              menu && (firstOnPhone ? "max-sm:[&>:not(:first-child)]:hidden" : "max-sm:hidden"),
              facts && "max-sm:order-2",
            )}
          >
            {secondary}
          </div>
        )}
        {menu && (
          <div
            className={cn("print:hidden", menuOnPhoneOnly && "sm:hidden", facts && firstOnPhone && "max-sm:order-2")}
          >
            <moreActions.Part>{menu}</moreActions.Part>
          </div>
        )}
        {action && level === 1 && <ThumbAction>{action}</ThumbAction>}
        {action && level === 2 && <div className="print:hidden empty:hidden">{action}</div>}
      </div>
    </header>
  );
}
