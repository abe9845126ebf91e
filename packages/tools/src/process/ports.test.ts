import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./ports.ts";

it("a free port is never one that an outgoing connection may take", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(12_000);
    expect(port).toBeLessThan(32_000);
  }
});

it("a free port has no listener", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  const free = await freePort();
  const offered = [taken, taken, free];
  expect(await freePort(() => offered.shift() ?? 0)).toBe(free);
  expect(offered).toEqual([]);
  server.close();
});
