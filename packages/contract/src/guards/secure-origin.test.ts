import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isLocalNetwork,
  isLoopbackAddress,
  isLoopbackHost,
  isSecureOrigin,
  isSecureServerOrigin,
} from "./secure-origin.ts";

/** This package has no types of a platform. */
declare const URL: new (address: string) => { readonly protocol: string; readonly hostname: string };

describe.each([
  [
    "secure for browsers and servers",
    [true, true, false],
    [
      "https://pane.example/0.1.0/",
      "https://10.0.0.1:8443/",
      "https://localhost.evil.example/",
      "http://localhost/",
      "http://localhost:4001/x?y#z",
      "http://LOCALHOST/",
      "http://127.0.0.1/",
      "http://127.255.255.254:4001/",
      "http://127.1/",
      "http://0x7f000001/",
      "http://2130706433/",
      "http://[::1]:4001/",
      "http://[0:0:0:0:0:0:0:1]/",
    ],
  ],
  ["secure for browsers only", [true, false, false], ["http://pane.localhost/", "http://a.b.localhost:1/"]],
  [
    "of a private network",
    [false, false, true],
    [
      "http://10.0.0.1/",
      "http://10.255.255.254:4001/",
      "http://192.168.1.20:4001/",
      "http://172.16.0.1/",
      "http://172.31.255.254/",
      "http://169.254.7.7/",
      "http://laptop.local:4001/",
      "http://[fd12:3456::1]:4001/",
    ],
  ],
  [
    "neither secure nor of a private network",
    [false, false, false],
    [
      "http://pane.example/",
      "http://localhost.evil.example/",
      "http://evil-localhost/",
      "http://localhost./",
      "http://.localhost/",
      "http://127.evil.example/",
      "http://127.0.0.1.evil.example/",
      "http://128.0.0.1/",
      "http://126.255.255.255/",
      "http://0.0.0.0/",
      "http://[::]/",
      "http://[::2]/",
      "http://[::ffff:127.0.0.1]/",
      "http://user:127.0.0.1@pane.example/",
      "http://11.0.0.1/",
      "http://172.15.0.1/",
      "http://172.32.0.1/",
      "http://192.169.0.1/",
      "http://10.evil.example/",
      "http://10.0.0.1.evil.example/",
      "http://192.168.evil.example/",
      "http://laptop.local.evil.example/",
      "http://local/",
      "http://evillocal/",
      "http://fd.example/",
      "http://[2001:db8::fd00]/",
      "ws://localhost/",
      "wss://pane.example/",
      "ftp://localhost/",
      "file:///etc/hosts",
      "data:text/html,x",
      "javascript:alert(1)",
      "blob:https://pane.example/1",
      "about:blank",
    ],
  ],
] as const)("%s", (_, verdicts, addresses) => {
  it.each(addresses)("%s", (text) => {
    const address = new URL(text);
    expect([isSecureOrigin(address), isSecureServerOrigin(address), isLocalNetwork(address)]).toEqual(
      verdicts,
    );
  });
});

it("no http address of a public domain is secure", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["http"] }), (address) => !isSecureOrigin(new URL(address))),
  );
});

it.each([
  ["127.0.0.1", true],
  ["127.255.255.254", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["127.0.0.1.evil", false],
  ["127.0.0", false],
  ["127.0.0.1111", false],
  ["127.a.b.c", false],
  ["10.127.0.0.1", false],
  ["::2", false],
  ["::ffff:10.0.0.1", false],
  ["2001:db8::ffff:127.0.0.1", false],
  ["localhost", false],
  ["", false],
])("the address %j of a connection is one of this machine: %s", (address, verdict) => {
  expect(isLoopbackAddress(address)).toBe(verdict);
});

it("a host name denotes this machine only as a whole", () => {
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) expect(isLoopbackHost(name)).toBe(true);
  for (const name of [
    "a.localhost",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "[::1].evil.example",
  ])
    expect(isLoopbackHost(name), name).toBe(false);
});
