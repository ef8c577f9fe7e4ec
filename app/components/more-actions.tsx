import type { ReactNode } from "react";
import { Ellipsis } from "~/components/ui/icons";
import { Button } from "./ui/button";
import { DropdownMenu } from "./ui/dropdown-menu";

/** A screen's less common actions, behind one button. `children` are DropdownMenuItems. */
export function MoreActions({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu
      label="More actions"
      trigger={
        <Button variant="ghost" size="icon" aria-label="More actions">
          <Ellipsis />
        </Button>
      }
    >
      {children}
    </DropdownMenu>
  );
}
