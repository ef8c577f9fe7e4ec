import type { ReactNode } from "react";
import { cn } from "~/lib/utils";
import { Footer } from "./footer";
import type { FrameKind } from "./handle";

const frameStyles: Record<FrameKind, string> = {
  page: "px-gutter pt-4 pb-8 print:p-0",
  wide: "",
  canvas: "flex flex-col",
  "full-screen": "flex flex-col",
};

type ContentProps = { frame: FrameKind; className?: string; children: ReactNode };

/** The screen's content, followed by the footer on screens that scroll as a page. */
export function Content({ frame, className, children }: ContentProps) {
  return (
    <>
      <main id="main" tabIndex={-1} className={cn("min-w-0 flex-1", frameStyles[frame], className)}>
        {children}
      </main>
      {(frame === "page" || frame === "wide") && <Footer />}
    </>
  );
}
