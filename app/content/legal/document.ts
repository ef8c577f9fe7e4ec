import type { Block } from "~/content/blocks";

/** `id` is the anchor of the section; links from elsewhere rely on it. */
type LegalSection = { id: string; title: string; body: readonly Block[] };

/** `effective` is a civil date. */
export type LegalDocument = {
  title: string;
  effective: string;
  intro: readonly Block[];
  sections: readonly LegalSection[];
};
