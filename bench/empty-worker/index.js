// The platform's own overhead: the product's bindings and classes with no implementation.
import { DurableObject } from "cloudflare:workers";

export class OrganizationChannel extends DurableObject {}
export class LeakClock extends DurableObject {}
export class Lockout extends DurableObject {}
export class VoiceSession extends DurableObject {}

export default {
  fetch: () => new Response("hello"),
  queue() {},
  scheduled() {},
};
