import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { send } from "./send.ts";

let received: string[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    const status = Number(/^\/redirect\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 204);
    response.writeHead(status, status === 204 ? {} : { Location: `${url}/inside` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const sendTo = (path: string) => {
  received = [];
  return send(
    { fetch, signature: { scheme: "none" }, systemNow: Date.now, answerWithinMs: 15_000 },
    {
      url: url + path,
      deliveryId: "delivery-1",
      attempt: 1,
      transactionId: "300000001",
      status: "success",
      body: "{}",
    },
  );
};

it.each([301, 302, 303, 307, 308])(
  "a notification that is answered with a redirect (%i) has failed, and goes nowhere else [T-S27]",
  async (status) => {
    expect(await sendTo(`/redirect/${status}`)).toEqual({ ok: false, status, error: `answered ${status}` });
    expect(received).toEqual([`POST /redirect/${status}`]);
  },
);

it("a notification that is answered with 204 is delivered", async () => {
  expect(await sendTo("/ipn")).toEqual({ ok: true, status: 204 });
  expect(received).toEqual(["POST /ipn"]);
});
