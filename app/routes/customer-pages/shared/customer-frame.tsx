import type { ReactNode } from "react";
import { TextLink } from "~/components/text-link";
import { cn } from "~/lib/utils";

interface Business {
  name: string;
  logo: string | null;
  phone: { href: string; text: string } | "" | null;
  email: string | null;
}

interface CustomerFrameProps {
  business: Business;
  /** Single-column layout. */
  narrow?: boolean;
  children: ReactNode;
}

/** Frame with the business's header, around pages for its customers. */
export function CustomerFrame({ business, narrow = false, children }: CustomerFrameProps) {
  const width = narrow ? "max-w-xl" : "max-w-5xl";
  return (
    <div className="min-h-dvh bg-background text-base">
      <header className="border-border border-b bg-card print:hidden">
        <div className={cn("mx-auto flex flex-wrap items-center gap-x-5 gap-y-3 px-gutter py-5", width)}>
          {business.logo && (
            <img src={business.logo} alt="" className="h-14 max-w-44 scheme-light rounded bg-card object-contain p-1" />
          )}
          <p className="font-semibold text-xl">
            <bdi>{business.name}</bdi>
          </p>
        </div>
      </header>
      <main className={cn("mx-auto flex flex-col gap-8 px-gutter py-8 print:p-0", width)}>{children}</main>
    </div>
  );
}

/** How to reach the business. */
export function Contact({ business }: { business: Pick<Business, "phone" | "email"> }) {
  if (!business.phone && !business.email) return null;
  return (
    <section aria-labelledby="questions" className="px-5">
      <h2 id="questions" className="font-semibold">
        Questions about this?
      </h2>
      {business.phone && (
        <p>
          <TextLink to={business.phone.href}>{business.phone.text}</TextLink>
        </p>
      )}
      {business.email && (
        <p className="break-words">
          <TextLink to={`mailto:${business.email}`}>{business.email}</TextLink>
        </p>
      )}
    </section>
  );
}
