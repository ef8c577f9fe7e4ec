import { Form, Link, useLocation } from "@remix-run/react";
import { type FormEvent, useEffect } from "react";
import { Button } from "~/components/ui/button";
import { floatingStyle, menuItemStyle } from "~/components/ui/floating-style";
import type { ShellPerson } from "~/lib/shell-data";
import { signOutStarted } from "~/lib/signing-out";
import { cn } from "~/lib/utils";
import { shellPaths } from "~/shell-paths";
import { isDark, useChooseTheme, useTheme } from "./choices";
import { hidePopover } from "./popovers";
import { readStored, writeStored } from "./stored-choices";

const menuId = "user-menu";

/** Opened and closed by the browser, at a fixed corner, so that signing out works before or without script. */
export function UserMenu({ person }: { person: ShellPerson }) {
  const { pathname } = useLocation();
  const name = `${person.firstName} ${person.lastName}`;

  // Navigating closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the path changes
  useEffect(() => hidePopover(menuId), [pathname]);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Account of ${name}`} {...{ popovertarget: menuId }}>
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-full bg-link-soft font-semibold text-link text-xs"
        >
          {person.firstName.charAt(0)}
          {person.lastName.charAt(0)}
        </span>
      </Button>
      <div
        id={menuId}
        {...{ popover: "auto" }}
        className={cn(
          floatingStyle,
          "fixed inset-[calc(var(--bar)+0.25rem)_max(0.5rem,env(safe-area-inset-right))_auto_auto] m-0 w-60 p-0",
        )}
      >
        <div className="border-border border-b px-4 py-3">
          <p className="truncate font-medium text-foreground">{name}</p>
          <p className="truncate text-muted-foreground">{person.email}</p>
        </div>
        <ul className="p-1">
          <li>
            <Link to={shellPaths.profile()} className={menuItemStyle}>
              My Account
            </Link>
          </li>
          <li>
            <Link to={shellPaths.support()} className={menuItemStyle}>
              Help
            </Link>
          </li>
          {person.member && (
            <li>
              <Link to={shellPaths.reportProblem({ page: pathname })} className={menuItemStyle}>
                Report a problem
              </Link>
            </li>
          )}
          {person.isOperator && (
            <li>
              <Link to={shellPaths.operations()} className={menuItemStyle}>
                Operations
              </Link>
            </li>
          )}
          <li>
            <ThemeItem />
          </li>
        </ul>
        <Form
          method="post"
          action={shellPaths.signOut()}
          reloadDocument
          onSubmit={clearDevice}
          className="border-border border-t p-1"
        >
          <button type="submit" className={menuItemStyle}>
            Sign Out
          </button>
        </Form>
      </div>
    </>
  );
}

function ThemeItem() {
  const theme = useTheme();
  const chooseTheme = useChooseTheme();
  return (
    <button type="button" className={menuItemStyle} onClick={() => chooseTheme(isDark(theme) ? "light" : "dark")}>
      <span className="only-dark">Light Mode</span>
      <span className="only-light">Dark Mode</span>
    </button>
  );
}

/** Signing out deletes the jobs stored on this device, except unsynced changes, which are kept for their author. */
function clearDevice(event: FormEvent): void {
  const unsynced = readStored("plenum_unsynced");
  const question = `Not synced yet: ${unsynced}. It stays on this device and syncs when you sign in again. Sign out anyway?`;
  if (unsynced && !window.confirm(question)) {
    event.preventDefault();
    return;
  }
  writeStored("plenum_unsynced", null);
  signOutStarted();
  void import("~/lib/device-data").then(({ forgetDevice }) => forgetDevice());
}
