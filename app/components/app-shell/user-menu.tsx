import { Form, Link, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "~/components/ui/button";
import type { ShellPerson } from "~/lib/shell-data";
import { paths } from "~/paths";
import { chooseTheme, isDark, useTheme } from "./choices";
import { leaveDevice } from "./leave-device";
import { hidePopover } from "./popovers";

const menuId = "user-menu";

/** Opened and closed by the browser itself, at a fixed corner: signing out works before and without any script. */
export function UserMenu({ person }: { person: ShellPerson }) {
  const { pathname } = useLocation();
  const name = `${person.firstName} ${person.lastName}`;

  // Going somewhere puts the menu away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change of the address
  useEffect(() => hidePopover(menuId), [pathname]);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Account of ${name}`} {...{ popovertarget: menuId }}>
        <span aria-hidden="true" className="initials">
          {person.firstName.charAt(0)}
          {person.lastName.charAt(0)}
        </span>
      </Button>
      <div id={menuId} {...{ popover: "auto" }} className="user-menu float">
        <div className="border-border border-b px-4 py-3">
          <p className="truncate font-medium text-foreground">{name}</p>
          <p className="truncate text-muted-foreground">{person.email}</p>
        </div>
        <ul className="p-1">
          <li>
            <Link to={paths.profile()} className="menu-item">
              My Account
            </Link>
          </li>
          <li>
            <Link to={paths.support()} className="menu-item">
              Help
            </Link>
          </li>
          <li>
            <ThemeItem />
          </li>
        </ul>
        <Form
          method="post"
          action={paths.signOut()}
          reloadDocument
          onSubmit={leaveDevice}
          className="border-border border-t p-1"
        >
          <button type="submit" className="menu-item">
            Sign Out
          </button>
        </Form>
      </div>
    </>
  );
}

function ThemeItem() {
  const theme = useTheme();
  return (
    <button type="button" className="menu-item" onClick={() => chooseTheme(isDark(theme) ? "light" : "dark")}>
      <span className="only-dark">Light Mode</span>
      <span className="only-light">Dark Mode</span>
    </button>
  );
}
