/** The tokens of a session: expiry, refresh while calls wait, and the callbacks for storage. */
import { exampleTransaction } from "@cardpane/gateway/testing";
import { describe, expect, it, vi } from "vitest";
import { apiKey, clientOf, failureOf, hang, json, reset } from "../gateway.test-server.ts";
import type { Secret, SessionTokens, TokenListener } from "../index.ts";
import { credentials, handClock, list, type Opened, open, payment, refreshes } from "./session.test-open.ts";
import { gatewayOf, pageOf, pairOf, startSessionGateway, usersLink } from "./wallet.test-gateway.ts";

describe("a session's tokens", () => {
  it("are refreshed a minute before they end, and not before", async () => {
    const { gateway, session, clock } = await open(await startSessionGateway());
    clock.time += 3_539_999;
    await list(session);
    expect(refreshes(gateway)).toHaveLength(0);
    clock.time += 1;
    await list(session);
    await list(session);
    expect(refreshes(gateway)).toHaveLength(1);
    expect(JSON.parse(refreshes(gateway)[0]?.body ?? "")).toEqual({ refreshToken: "refresh-token-1" });
    expect(refreshes(gateway)[0]?.headers.authorization).toBe(apiKey);
    expect(gateway.received.at(-1)?.headers.authorization).toBe("Bearer access-token-2");
  });

  it("with a short lifetime are refreshed when a tenth of it is left", async () => {
    const { gateway, session, clock } = await open(await startSessionGateway(undefined, { expiresIn: 30 }));
    clock.time += 26_999;
    await list(session);
    expect(refreshes(gateway)).toHaveLength(0);
    clock.time += 1;
    await list(session);
    expect(refreshes(gateway)).toHaveLength(1);
  });

  it("are refreshed once after a 401, and the call is made again under its own id", async () => {
    const gateway = await startSessionGateway(() => json(201, exampleTransaction));
    const { session } = await open(gateway);
    gateway.expire();
    expect(await session.payments.create(payment, { idempotencyKey: "r-1" })).toMatchObject({ id: 11 });
    const calls = gateway.received.filter(({ url }) => url === "/api/v1/payment");
    expect(calls.map(({ headers }) => [headers.authorization, headers["x-request-id"]])).toEqual([
      ["Bearer access-token-1", "r-1"],
      ["Bearer access-token-2", "r-1"],
    ]);
    expect(calls[0]?.body).toBe(calls[1]?.body);
  });

  it("that are refused immediately after a refresh end the call, without a loop", async () => {
    const gateway = await startSessionGateway(() => json(401, { message: "Unauthorized" }));
    const { session } = await open(gateway);
    expect(await failureOf(list(session))).toMatchObject({
      name: "RejectedError",
      code: "session_ended",
      actor: "customer",
      outcome: "rejected",
      gatewayStatus: 401,
    });
    expect(refreshes(gateway)).toHaveLength(1);
  });

  it.each([
    ["that are soon over", ({ clock }: Opened) => clock.pass(3_600_000)],
    ["that are refused", ({ gateway }: Opened) => gateway.expire()],
  ])("%s are refreshed once for all waiting calls", async (_, spoil) => {
    const opened = await open(await startSessionGateway());
    spoil(opened);
    const all = await Promise.all(Array.from({ length: 50 }, () => list(opened.session)));
    expect(all).toHaveLength(50);
    expect(refreshes(opened.gateway)).toHaveLength(1);
    expect(opened.gateway.reused()).toBe(0);
    expect(opened.kept.map(({ refreshToken }) => refreshToken)).toEqual([
      "refresh-token-1",
      "refresh-token-2",
    ]);
  });

  it.each([400, 401, 404])(
    "that can no longer be refreshed (%i) end the session for good",
    async (status) => {
      const gateway = await startSessionGateway(undefined, {
        refreshAnswer: () => json(status, { message: "No" }),
      });
      const { session, clock } = await open(gateway);
      clock.time += 3_600_000;
      const failed = await Promise.all([
        failureOf(list(session)),
        failureOf(session.payments.create(payment)),
      ]);
      for (const error of failed) expect(error).toMatchObject({ code: "session_ended", outcome: "rejected" });
      expect(session.tokens).toBeUndefined();
      const before = gateway.received.length;
      expect(await failureOf(list(session))).toMatchObject({ code: "session_ended" });
      expect(gateway.received).toHaveLength(before);
    },
  );

  it("of a blocked user are refused as such, and the session may continue later", async () => {
    let isBlocked = true;
    const gateway = await startSessionGateway(undefined, {
      refreshAnswer: () => (isBlocked ? json(403, { message: "Forbidden" }) : undefined),
    });
    const { session, clock } = await open(gateway);
    clock.time += 3_600_000;
    expect(await failureOf(list(session))).toMatchObject({ code: "forbidden", outcome: "rejected" });
    isBlocked = false;
    expect(await list(session)).toEqual([]);
  });

  it("are used until they expire if the refresh gets no response; it is not repeated with every call", async () => {
    const gateway = await startSessionGateway(undefined, {
      refreshAnswer: (count) => (count <= 3 ? json(500, {}) : undefined),
    });
    const { session, clock } = await open(gateway, { client: { maxRetries: 0 } });
    clock.time += 3_550_000;
    await list(session);
    await list(session);
    expect(refreshes(gateway)).toHaveLength(1);
    clock.time += 10_000;
    await list(session);
    expect(refreshes(gateway)).toHaveLength(2);
    clock.time += 40_000;
    const error = await failureOf(session.payments.create(payment));
    expect(error).toMatchObject({
      name: "NotSentError",
      code: "refresh_failed",
      outcome: "not_sent",
      retryable: true,
    });
    expect(await list(session)).toEqual([]);
    expect(gateway.reused()).toBe(0);
  });

  it("are requested again under the same id when the response to a refresh was lost", async () => {
    const gateway = await startSessionGateway();
    let cut = true;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (!cut || !String(input).endsWith("/refresh")) return response;
      cut = false;
      await response.text();
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
    };
    const { session, clock } = await open(gateway, { client: { fetch, maxRetries: 0 } });
    clock.time += 3_600_000;
    expect(await failureOf(list(session))).toMatchObject({ code: "refresh_failed", outcome: "not_sent" });
    expect(await list(session)).toEqual([]);
    const ids = refreshes(gateway).map(({ headers }) => headers["x-request-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect([gateway.given(), gateway.reused()]).toEqual([2, 0]);
  });

  it("are requested again immediately if the client retries", async () => {
    const gateway = await startSessionGateway(undefined, {
      refreshAnswer: (count) => (count === 1 ? reset : undefined),
    });
    const { session, clock } = await open(gateway);
    clock.time += 3_600_000;
    expect(await list(session)).toEqual([]);
    expect(refreshes(gateway)).toHaveLength(2);
  });

  it("are awaited only until the call's deadline, and the refresh serves the next call", async () => {
    let answer: () => void = () => undefined;
    const gateway = await startSessionGateway(undefined, {
      refreshAnswer: (_, usual) => (response, socket, request) => {
        answer = () => usual()(response, socket, request);
      },
    });
    const { session, clock } = await open(gateway);
    clock.time += 3_600_000;
    const controller = new AbortController();
    const waiting = failureOf(session.payments.create(payment, { signal: controller.signal }));
    const patient = list(session);
    await expect.poll(() => refreshes(gateway)).toHaveLength(1);
    controller.abort();
    expect(await waiting).toMatchObject({ name: "NotSentError", code: "aborted", outcome: "not_sent" });
    answer();
    expect(await patient).toEqual([]);
    expect(refreshes(gateway)).toHaveLength(1);
    expect(session.tokens?.reveal().accessToken).toBe("access-token-2");
  });

  it("that never arrive end the call at its deadline, with nothing sent", async () => {
    const { gateway, session } = await open(
      await startSessionGateway(undefined, { refreshAnswer: () => hang }),
      {
        client: { clock: undefined, timeoutMs: 400, maxRetries: 0 },
      },
    );
    gateway.expire();
    const error = await failureOf(session.payments.create(payment, { timeoutMs: 200 }));
    expect(error).toMatchObject({ code: "timeout", outcome: "not_sent" });
    // The refresh goes on for the next call, until the client's own deadline.
    expect(await failureOf(list(session))).toMatchObject({ outcome: "not_sent" });
  });

  it("cannot be refreshed without the user's id, and the error advises what to do", async () => {
    const gateway = await gatewayOf((request) =>
      request.method === "GET" ? json(200, pageOf([], { links: usersLink })) : json(200, pairOf(1)),
    );
    const clock = handClock();
    const session = await clientOf(gateway, { clock }).wallet.login(credentials);
    clock.time += 3_600_000;
    for (const call of [list(session), session.user()]) {
      const error = await failureOf(call);
      expect(error).toMatchObject({
        outcome: "not_sent",
        errors: { userId: expect.stringContaining("to login()") },
      });
    }
  });
});

describe("new pairs", () => {
  it("are passed to onTokens before a call uses them, including the pair of the login", async () => {
    const steps: string[] = [];
    const gateway = await startSessionGateway(() => {
      steps.push("call");
      return json(200, []);
    });
    const onTokens = async (tokens: Secret<SessionTokens>) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push(tokens.reveal().accessToken);
    };
    const { session, clock } = await open(gateway, { login: { onTokens } });
    expect(steps).toEqual(["access-token-1"]);
    clock.time += 3_600_000;
    await Promise.all([list(session), list(session)]);
    expect(steps).toEqual(["access-token-1", "access-token-2", "call", "call"]);
  });

  it("are used even if onTokens fails, and are passed to it again", async () => {
    const handed: string[] = [];
    const failures: unknown[] = [];
    let works = true;
    const listener: TokenListener = {
      onTokens: (tokens) => {
        handed.push(tokens.reveal().accessToken);
        if (!works) throw new Error("the database is gone");
      },
      onFailure: (error) => void failures.push(error),
    };
    const { session, clock, gateway } = await open(await startSessionGateway(), { login: listener });
    works = false;
    clock.time += 3_600_000;
    expect(await list(session)).toEqual([]);
    expect(gateway.received.at(-1)?.headers.authorization).toBe("Bearer access-token-2");
    expect(await list(session)).toEqual([]);
    works = true;
    await list(session);
    await list(session);
    expect(handed).toEqual(["access-token-1", "access-token-2", "access-token-2", "access-token-2"]);
    expect(failures).toEqual([new Error("the database is gone"), new Error("the database is gone")]);
    expect(refreshes(gateway)).toHaveLength(1);
  });

  it("are not in the warning about onTokens that failed", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const onTokens = (tokens: Secret<SessionTokens>) => {
      throw new Error(JSON.stringify(tokens.reveal()));
    };
    await open(await startSessionGateway(), { login: { onTokens } });
    const lines = warn.mock.calls.flat().map(String);
    warn.mockRestore();
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(/-token-\d/);
  });

  it("that were stored resume the session, plain or as a Secret", async () => {
    const gateway = await startSessionGateway();
    const { kept, session: first, clock } = await open(gateway);
    const { wallet } = clientOf(gateway, { clock });
    const [tokens] = kept;
    if (!tokens) throw new Error("nothing was kept");
    expect(tokens).toEqual({
      userId: 7,
      accessToken: "access-token-1",
      refreshToken: "refresh-token-1",
      expiresAt: 1_900_003_600_000,
    });
    const asText = JSON.parse(JSON.stringify(tokens)) as SessionTokens;
    for (const given of [asText, first.tokens ?? asText]) {
      const session = wallet.resume(given);
      expect(await list(session)).toEqual([]);
      expect(session.userId).toBe(7);
    }
    clock.time += 3_600_000;
    const later: SessionTokens[] = [];
    await list(wallet.resume(asText, { onTokens: (pair) => void later.push(pair.reveal()) }));
    expect(later.map(({ refreshToken }) => refreshToken)).toEqual(["refresh-token-2"]);
  });

  it.each([
    ["nothing", undefined],
    ["text", "access-token-1"],
    ["no refresh token", { accessToken: "access-token-1", expiresAt: 1 }],
    ["an empty token", { accessToken: "", refreshToken: "r", expiresAt: 1 }],
    ["a token with a line break", { accessToken: "access\r\nX: 1", refreshToken: "r", expiresAt: 1 }],
    ["no time", { accessToken: "a", refreshToken: "r" }],
    ["a time that is text", { accessToken: "a", refreshToken: "r", expiresAt: "1" }],
    ["a user that is none", { accessToken: "a", refreshToken: "r", expiresAt: 1, userId: "7" }],
  ])("that were stored as %s do not resume a session, and are not quoted", async (_, tokens) => {
    const gateway = { baseUrl: "https://gateway.example.com" };
    const resume = () => clientOf(gateway).wallet.resume(tokens as never);
    expect(resume).toThrow(/tokens must be those of onTokens|userId/);
    expect(resume).not.toThrow("access-token-1");
  });

  it("are forgotten on forget()", async () => {
    const { session, gateway } = await open(await startSessionGateway());
    session.forget();
    session.forget();
    expect(session.tokens).toBeUndefined();
    expect(await failureOf(list(session))).toMatchObject({ code: "session_ended" });
    expect(gateway.received).toHaveLength(1);
  });
});
