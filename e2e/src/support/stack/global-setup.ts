/**
 * Starts the stacks of Playwright's workers, each when a worker first asks for it. A stack outlives its worker, because Playwright ends
 * one for each file with other launch options, and starting a stack takes seconds. After a failed test, it is started afresh.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startServers } from "./start.ts";

/** Answers `/<parallelIndex>` at the address in `CARDPANE_STACKS` with the addresses of that worker's stack; `DELETE` ends it. */
export default async function offerStacks(): Promise<() => Promise<void>> {
  const stacks = new Map<string, ReturnType<typeof startServers>>();
  const end = async (url: string) => {
    const stack = stacks.get(url);
    stacks.delete(url);
    (await stack?.catch(() => undefined))?.stop();
  };
  const server = createServer(async ({ method, url = "" }, response) => {
    if (method === "DELETE") {
      await end(url);
      return response.end();
    }
    const stack = stacks.get(url) ?? startServers();
    stacks.set(url, stack);
    try {
      response.end(JSON.stringify((await stack).servers));
    } catch (error) {
      await end(url);
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env["CARDPANE_STACKS"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await Promise.all([...stacks.keys()].map(end));
  };
}
