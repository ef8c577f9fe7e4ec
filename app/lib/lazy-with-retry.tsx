import { type ComponentType, lazy, type MemoExoticComponent, memo, type ReactNode, Suspense, useState } from "react";
import { withRetry } from "./backoff";

interface Boxed<Props> {
  props: Props;
}

interface LazyPart<Props> {
  Part: MemoExoticComponent<(props: Props) => ReactNode>;
  /** Loads the code before it is needed. */
  preload: () => void;
  /** For a module that imports the code itself, so that it is available from the start. */
  provide: (Component: ComponentType<Props>) => void;
}

/**
 * A part of a screen whose code the first visit may not need: a dialog, another view. The server renders it with the
 * page, and that HTML stays until the browser has the code: a connection lost meanwhile costs neither the page nor the
 * input.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Boxed<Props>> | null = null;

  function provide(Component: ComponentType<Props>): ComponentType<Boxed<Props>> {
    loaded = ({ props }) => <Component {...props} />;
    return loaded;
  }

  async function fetchPart() {
    const Component = await importWithRetry(load);
    return { default: loaded ?? provide(Component) };
  }

  const Lazy = lazy(fetchPart);

  function Part(props: Props) {
    // Render preloaded code directly: React.lazy would show the fallback for a moment even though the code is
    // available.
    const [{ Component }] = useState(() => ({ Component: loaded ?? Lazy }));
    return (
      <Suspense>
        <Component props={props} />
      </Suspense>
    );
  }

  // Memoized, because if its parent rendered again before the code is loaded, the server's HTML would be replaced by an
  // empty fallback.
  return { Part: memo(Part), preload: () => void fetchPart(), provide: (Component) => void provide(Component) };
}

/** Loads code and retries until it arrives: as soon as the connection is back, otherwise after a delay. */
export function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  return withRetry(load, { waitAfter: () => (import.meta.env.SSR ? null : 0) });
}
