import { useEffect, useLayoutEffect } from "react";

/**
 * An effect that has run before the person sees or presses anything of what it belongs to. The server, which runs neither, would
 * warn of `useLayoutEffect`.
 */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
