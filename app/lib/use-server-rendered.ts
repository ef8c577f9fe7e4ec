import { useState, useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Whether the server rendered the component: true there and after hydration, false for one mounted in the browser later. */
export function useServerRendered(): boolean {
  const hydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [serverRendered] = useState(hydrating);
  return serverRendered;
}
