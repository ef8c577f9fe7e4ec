/**
 * Resolves when no screen is being loaded, or when `signal` aborts. An action of a fetcher that ends while the router is
 * still asking the server which routes the next address has would read that address's data by the routes known so far:
 * it would match the catch-all and show "not found" (https://github.com/remix-run/react-router/issues/15326).
 */
export function navigationLoaded(signal: AbortSignal): Promise<void> {
  const router = window.__remixRouter;
  return new Promise((resolve) => {
    if (router.state.navigation.state !== "loading" || signal.aborted) return resolve();
    const end = () => {
      unsubscribe();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const unsubscribe = router.subscribe(({ navigation }) => {
      if (navigation.state !== "loading") end();
    });
    signal.addEventListener("abort", end);
  });
}
