import { Button } from "~/components/ui/button";
import { Download } from "~/components/ui/icons";

/** A figure's table or rows as a file. */
export function FileLink({ href, children = "CSV" }: { href: string; children?: string }) {
  return (
    <Button variant="outline" size="sm" asChild>
      <a href={href} download>
        <Download />
        {children}
      </a>
    </Button>
  );
}
