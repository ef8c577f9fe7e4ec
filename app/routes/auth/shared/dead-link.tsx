import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { Unlink } from "~/components/ui/icons";
import { shellPaths } from "~/shell-paths";
import { Entrance } from "./entrance";

/** Page for a link that was used, has expired or never existed: what to do instead. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <Entrance title="This link has expired" lead="It has expired, was already used or is incomplete.">
      <Unlink aria-hidden="true" className="size-10 text-subtle-foreground stroke-[1.25]" />
      <p>{children}</p>
      <Button asChild variant="default" size="lg">
        <Link to={shellPaths.login()}>Go to sign in</Link>
      </Button>
    </Entrance>
  );
}
