import { Button } from "~/components/ui/button";
import { Download } from "~/components/ui/icons";

/** Link that downloads an analysis as a file. */
export function FileLink({ href, format }: { href: string; format: "csv" | "pdf" }) {
  return (
    <Button variant="outline" asChild>
      <a href={href} download>
        <Download />
        {format.toUpperCase()}
      </a>
    </Button>
  );
}
