import { data } from "@remix-run/cloudflare";

export function loader() {
  throw data({ message: "There is no such page.", code: "not_found" }, 404);
}

export default function NotFound() {
  return null;
}
