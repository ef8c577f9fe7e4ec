import { expect, test, vi } from "vitest";
import { logUnforeseen } from "~/domain/shared/log.server";

const TOKEN = "qZ3xUqj0m1kq7B2w9d4Yp6Rt8Vn5Lc0Ha1Se2Fg3Jk4";

function loggedPath(path: string): unknown {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    logUnforeseen("request", path, new Error("lost"));
    return JSON.parse(String(log.mock.calls[0]?.[0])).path;
  } finally {
    log.mockRestore();
  }
}

test.each([
  [`/s/${TOKEN}`, "/s/:token"],
  [
    `/s/visit/${TOKEN}/photos/019c0000-0000-7000-8000-000000000001`,
    "/s/visit/:token/photos/019c0000-0000-7000-8000-000000000001",
  ],
  [`/s/estimate/${TOKEN}.data`, "/s/estimate/:token"],
  [`/s/calendar/${TOKEN}.ics`, "/s/calendar/:token"],
  [`/s/picture/eyJrIjoiYSJ9.${TOKEN}`, "/s/picture/:token"],
  [`/api/signed/visits/${TOKEN}/times`, "/api/signed/visits/:token/times"],
  [`/s/%71${TOKEN.slice(1)}`, "/s/:token"],
])("the log names %s without its token", (path, expected) => {
  expect(loggedPath(path)).toBe(expected);
});

test.each([
  "/workorders/019c0000-0000-7000-8000-000000000001/parts",
  "/help/what-happens-to-a-job-when-its-technician-is-out",
  "checks/database",
])("the log names %s as it is", (path) => {
  expect(loggedPath(path)).toBe(path);
});
