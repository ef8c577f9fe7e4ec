import type { ReactNode } from "react";
import { Ellipsis } from "~/components/ui/icons";
import { Button } from "./ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "./ui/dropdown-menu";

/** A screen's less common actions, behind one button. `children` are DropdownMenuItems. */
export function MoreActions({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="More actions">
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent aria-label="More actions">{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}
