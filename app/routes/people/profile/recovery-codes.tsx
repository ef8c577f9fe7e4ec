import { Button } from "~/components/ui/button";
import { Copy, Download } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";

/** Recovery codes, shown only once, for copying, downloading or printing. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `Plenum recovery codes. Each works once.\n\n${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: "Recovery codes copied" }),
      () => toast({ tone: "bad", title: "The browser blocked copying. Select the codes and copy them." }),
    );
  return (
    <div className="flex flex-col gap-4">
      <p>
        Keep these where you can find them without your phone. Each signs in once in place of a code. They are not shown
        again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md border border-border bg-muted p-4 font-mono text-sm tabular lg:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={copy}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button variant="outline" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="plenum-recovery-codes.txt">
            <Download aria-hidden="true" />
            Download
          </a>
        </Button>
      </div>
    </div>
  );
}
