import { useEffect, useLayoutEffect } from "react";

/**
 * An effect that runs before the user sees or uses the element. The server runs neither hook, but would warn about
 * `useLayoutEffect`.
 */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
