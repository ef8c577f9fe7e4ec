import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/**
 * Exported by resource routes that are queried while someone types: when offline they return null and the page is
 * unaffected.
 */
export async function clientLoader({ serverLoader, request }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<unknown>();
  } catch (cause) {
    if (cause instanceof TypeError && !request.signal.aborted) return null;
    throw cause;
  }
}
