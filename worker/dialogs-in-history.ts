import { type ActionFunctionArgs, replace, type ServerBuild } from "@remix-run/cloudflare";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * When the action of a dialog route redirects, the target replaces the dialog in the browser's history, so that Back does not
 * reopen a form that has been saved. Such a route opts in with `handle = dialogHandle`.
 */
export function leaveDialogsOutOfHistory(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && replacedOnRedirect(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function replacedOnRedirect(route: Route): Route {
  const { action, handle } = route.module;
  if (!action || !isDialog(handle)) return route;
  const replacing = async (args: ActionFunctionArgs) => {
    try {
      return inPlace(await action(args));
    } catch (thrown) {
      throw inPlace(thrown);
    }
  };
  return { ...route, module: { ...route.module, action: replacing } };
}

function isDialog(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "dialog" in handle && handle.dialog === true;
}

/** The same response; a redirect becomes one that replaces the current history entry. */
function inPlace(answer: unknown): unknown {
  const target = answer instanceof Response ? answer.headers.get("Location") : null;
  if (!(answer instanceof Response) || target === null) return answer;
  return replace(target, { status: answer.status, headers: answer.headers });
}
