/**
 * Firefox, driven by Marionette: the socket that geckodriver uses too. Every Firefox has it built in, so nothing else is
 * installed. Messages are `length:json`; `[0, id, name, parameters]` is a request and `[1, id, error, result]` its response
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, Driver } from "./driver.ts";
import type { Engine } from "./engine.ts";
import { until } from "./until.ts";

/** Port 0 is any free port; Firefox writes its number into a file of the profile. All other preferences are the defaults. */
const preferences = 'user_pref("marionette.port", 0);';

export async function startFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), "cardpane-firefox-"));
  await writeFile(join(profile, "user.js"), preferences);
  // The console is read with system access, because no WebDriver command reads it.
  const flags = ["--headless", "--marionette", "--no-remote", "--remote-allow-system-access"];
  const child = spawn(program, [...flags, "--profile", profile], { stdio: "ignore" });
  const ended = once(child, "exit");
  const close = async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const port = await until("Firefox opens its socket", () =>
      readFile(join(profile, "MarionetteActivePort"), "utf8").catch(() => ""),
    );
    const marionette = new Marionette(connect(Number(port), "127.0.0.1"));
    const { capabilities } = (await marionette.request("WebDriver:NewSession", {})) as {
      readonly capabilities: { readonly browserVersion: string };
    };
    const driver = new Driver({
      send: async (command, parameters = {}) => {
        const result = await marionette.request(commands[command][1], parameters);
        return (result as { readonly value?: unknown } | null)?.value;
      },
    });
    return {
      version: capabilities.browserVersion,
      driver,
      consoleErrors: () => consoleErrors(marionette, driver),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function consoleErrors(marionette: Marionette, driver: Driver): Promise<readonly string[]> {
  await marionette.request("Marionette:SetContext", { value: "chrome" });
  try {
    return await driver.run(() => {
      const { console } = (
        globalThis as typeof globalThis & { readonly Services: { readonly console: ConsoleService } }
      ).Services;
      const errors = console.getMessageArray().filter(({ flags, sourceName }) => {
        const warning = 1;
        return sourceName?.startsWith("http") && !((flags ?? warning) & warning);
      });
      console.reset();
      return errors.map(({ errorMessage = "" }) => errorMessage);
    });
  } finally {
    await marionette.request("Marionette:SetContext", { value: "content" });
  }
}

/** Firefox's own `nsIConsoleService`, as far as it is used here. */
interface ConsoleService {
  getMessageArray(): readonly {
    readonly flags?: number;
    readonly sourceName?: string;
    readonly errorMessage?: string;
  }[];
  reset(): void;
}

type Answer = readonly [1, id: number, error: MarionetteError | null, result: unknown];

interface MarionetteError {
  readonly error: string;
  readonly message: string;
}

class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #unread = Buffer.alloc(0);
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => {
      this.#unread = Buffer.concat([this.#unread, Buffer.from(chunk)]);
      for (let message = this.#next(); message !== undefined; message = this.#next()) {
        // The first message is a greeting, not a response.
        if (Array.isArray(message)) this.#receive(message);
      }
    });
    // Each pending request is rejected; nothing else needs the error.
    socket.on("error", () => {});
    socket.on("close", () => {
      const error = { error: "closed", message: "Firefox closed its socket." };
      for (const [id, settle] of this.#waiting) settle([1, id, error, null]);
    });
  }

  request(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ([, , error, result]) => {
        this.#waiting.delete(id);
        if (error) reject(new Error(`${name}: ${error.error}: ${error.message}`));
        else resolve(result);
      });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  #receive(message: object): void {
    const answer = message as Answer;
    this.#waiting.get(answer[1])?.(answer);
  }

  /** Removes the next complete message from the unread bytes and returns it; `undefined` if none is complete. */
  #next(): unknown {
    const colon = this.#unread.indexOf(":");
    const end = colon + 1 + Number(this.#unread.subarray(0, Math.max(colon, 0)));
    if (colon < 0 || this.#unread.length < end) return undefined;
    const text = this.#unread.subarray(colon + 1, end).toString();
    this.#unread = this.#unread.subarray(end);
    return JSON.parse(text);
  }
}
