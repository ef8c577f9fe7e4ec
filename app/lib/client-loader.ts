import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/** Exported by addresses that are read for help while somebody types: out of reach they answer null, and the page stands. */
export async function clientLoader({ serverLoader, request }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<unknown>();
  } catch (cause) {
    if (cause instanceof TypeError && !request.signal.aborted) return null;
    throw cause;
  }
}
