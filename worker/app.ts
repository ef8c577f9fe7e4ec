import type { ServerBuild } from "@remix-run/cloudflare";
import { Hono } from "hono";
import { devBank } from "./api/dev-bank";
import { devMailbox } from "./api/dev-mailbox";
import { answerError } from "./api/errors";
import { api } from "./api/index";
import { csrf } from "./csrf";
import { asksForPage, errorDocument } from "./error-document";
import type { HonoEnv } from "./hono";
import { pages } from "./pages";
import { scope } from "./scope";
import { securityHeaders } from "./security-headers";

/** The HTTP surface, outermost first. Loads in Node as well: it imports no Durable Object class by value. */
export function buildApp(build: ServerBuild) {
  const app = new Hono<HonoEnv>();
  app.use(securityHeaders);
  app.use(scope);
  app.use(csrf);
  app.onError((error, c) => {
    const answer = answerError(error, c);
    return asksForPage(c) ? errorDocument(answer, c) : answer;
  });
  app.route("/api", api);
  app.route("/dev", devMailbox);
  app.route("/dev/bank", devBank);
  app.all("*", pages(build));
  return app;
}
