import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { cn } from "~/lib/utils";
import { shellPaths } from "~/shell-paths";
import type { FrameKind } from "./handle";

const frameStyles: Record<FrameKind, string> = {
  page: "px-gutter pt-4 pb-8 print:p-0",
  wide: "",
  canvas: "flex flex-col",
  "full-screen": "flex flex-col",
};

type ContentProps = { frame: FrameKind; className?: string; footerClassName?: string; children: ReactNode };

/** The screen's content, followed by the footer on screens that scroll as a page. */
export function Content({ frame, className, footerClassName, children }: ContentProps) {
  return (
    <>
      <main id="main" tabIndex={-1} className={cn("min-w-0 flex-1", frameStyles[frame], className)}>
        {children}
      </main>
      {(frame === "page" || frame === "wide") && <Footer className={footerClassName} />}
    </>
  );
}

const links = [
  ["For households", shellPaths.households()],
  ["Chat with us", shellPaths.contact()],
  ["Terms of Service", shellPaths.terms()],
  ["Privacy Policy", shellPaths.privacy()],
  ["Cookies", shellPaths.cookies()],
] as const;

function Footer({ className }: { className?: string }) {
  return (
    <footer className="border-border border-t text-muted-foreground text-sm print:hidden">
      <div className={cn("flex flex-wrap items-center gap-x-6 gap-y-1 px-gutter py-4", className)}>
        <p className="flex-1 basis-60">Plenum: field service for heating and cooling.</p>
        <nav
          aria-label="About Plenum"
          className="-mx-2 flex flex-wrap *:rounded-sm *:px-2 *:py-1 *:hover:text-foreground *:hover:underline touch:*:py-3"
        >
          {links.map(([label, to]) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
