import { Link, useSubmit } from "@remix-run/react";
import { CircleHelp, CircleUser, LogOut, Moon, Sun } from "lucide-react";
import { Avatar } from "~/components/ui/avatar";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from "~/components/ui/dropdown-menu";
import type { ShellPerson } from "~/http/shell-data";
import { paths } from "~/paths";
import { chooseTheme, isDark, useTheme } from "./choices";

export function UserMenu({ person }: { person: ShellPerson }) {
  const submit = useSubmit();
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <DropdownMenu
      label="Your account"
      className="w-60"
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Account of ${name}`}>
          <Avatar name={name} />
        </Button>
      }
    >
      <DropdownMenuLabel>
        <span className="block truncate font-medium text-ink">{name}</span>
        <span className="block truncate">{person.email}</span>
      </DropdownMenuLabel>
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <Link to={paths.profile()}>
          <CircleUser aria-hidden="true" />
          My Account
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link to={paths.support()}>
          <CircleHelp aria-hidden="true" />
          Help
        </Link>
      </DropdownMenuItem>
      <ThemeItem />
      <DropdownMenuSeparator />
      <DropdownMenuItem onClick={() => submit(null, { method: "post", action: paths.signOut() })}>
        <LogOut aria-hidden="true" />
        Sign Out
      </DropdownMenuItem>
    </DropdownMenu>
  );
}

/** Rendered in an open menu only, so the browser is there to ask. */
function ThemeItem() {
  const dark = isDark(useTheme());
  return (
    <DropdownMenuItem onClick={() => chooseTheme(dark ? "light" : "dark")}>
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      {dark ? "Light Mode" : "Dark Mode"}
    </DropdownMenuItem>
  );
}
