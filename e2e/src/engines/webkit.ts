/** WebKitGTK's MiniBrowser on a virtual display, driven over HTTP by its own WebKitWebDriver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { freePort } from "@cardpane/tools/process/ports";
import { Driver } from "./driver.ts";
import { until } from "./until.ts";

/** @param programs - paths of WebKitWebDriver and Xvfb */
export async function startWebKit(programs: { readonly driver: string; readonly display: string }) {
  const display = spawn(programs.display, ["-displayfd", "3", "-screen", "0", "1280x1024x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let driverProcess: ChildProcess | undefined;
  const close = async () => {
    for (const child of [driverProcess, display]) {
      if (!child || child.exitCode !== null) continue;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }
  };
  try {
    // Xvfb takes the first free display number and writes it here.
    const [number] = await once(display.stdio[3] as Readable, "data");
    // Without a language in the environment, the browser's language would be `C`.
    const env = {
      ...process.env,
      LC_ALL: "C.UTF-8",
      LANGUAGE: "en",
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: "x11",
    };
    driverProcess = spawn(programs.driver, [`--port=${port}`], { stdio: "ignore", env });
    await until("WebKitWebDriver answers", () => request(url, "GET", "/status").catch(() => undefined));
    // WebKitWebDriver finds the MiniBrowser of its release by itself.
    const session = (await request(url, "POST", "/session", { capabilities: {} })) as {
      readonly sessionId: string;
      readonly capabilities: { readonly browserVersion: string };
    };
    const path = `/session/${session.sessionId}`;
    return {
      version: session.capabilities.browserVersion,
      driver: new Driver((command, parameters) => {
        const [method = "", end] = command.split(" ");
        return request(url, method, `${path}${end}`, parameters);
      }),
      async close() {
        await request(url, "DELETE", path);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function request(url: string, method: string, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${method} ${path}: ${error}: ${message}`);
}
