import { lazyWithRetry } from "~/lib/lazy-with-retry";

/** The signature form, loaded on demand because most jobs never need it. */
export const LazySignatureForm = lazyWithRetry(() => import("./signature-form").then((part) => part.SignatureForm));
