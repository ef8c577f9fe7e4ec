import { lazyWithRetry } from "~/lib/lazy-with-retry";

/** The form to sign on, whose code most jobs never need. */
export const LazySignatureForm = lazyWithRetry(() => import("./signature-form").then((part) => part.SignatureForm));
