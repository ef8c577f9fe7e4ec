import type { Block } from "~/content/blocks";
import type { ArticleSlug } from ".";
import { fieldBodies } from "./using-features-field";
import { officeBodies } from "./using-features-office";

export const bodies: Record<ArticleSlug<"using-features">, readonly Block[]> = { ...fieldBodies, ...officeBodies };
