import type { MetaDescriptor } from "@remix-run/cloudflare";

/** Title and description of a page for search engines and link previews. */
export function publicMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Plenum" },
    { name: "twitter:card", content: "summary" },
  ];
}
