import { describe, expect, it } from "vitest";
import type { AdminOperation } from "./admin/operation.ts";
import { adminOperations } from "./admin/operations.ts";
import { openApiDocument } from "./openapi.ts";
import { served } from "./operation-handlers.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is walked by the paths that OpenAPI defines.
const document = openApiDocument("https://gateway.test") as any;

/** Every value in the document under the given key. */
function valuesOf(name: string, within: unknown = document): unknown[] {
  if (typeof within !== "object" || within === null) return [];
  return Object.entries(within).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesOf(name, value),
  ]);
}

describe("the OpenAPI document", () => {
  it("is of version 3.1 and has its required members", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: expect.any(String), version: "1.8.1" },
      servers: [{ url: "https://gateway.test" }],
    });
    const tables = [...served.map(([, operation]) => operation), ...Object.values(adminOperations)];
    expect(Object.keys(document.paths)).toEqual([...new Set(tables.map(({ path }) => path))]);
  });

  it.each(served)("describes %s as in the table", (name, operation) => {
    const described = document.paths[operation.path][operation.method.toLowerCase()];
    expect(described.operationId).toBe(name);
    expect(described.summary).toBe(operation.summary);
    expect(described.security).toEqual(
      {
        none: [],
        merchant: [{ merchant: [] }],
        "merchant or customer": [{ merchant: [] }, { customer: [] }],
      }[operation.auth],
    );
    const statuses = [...new Set([operation.success, ...operation.errors, 404, 405, 413])].map(String);
    expect(Object.keys(described.responses).sort()).toEqual(statuses.sort());
    for (const response of Object.values(described.responses)) {
      expect(response).toMatchObject({
        description: expect.stringMatching(/./),
        content: { "application/json": { schema: { $ref: expect.any(String) } } },
      });
    }
  });

  it.each(Object.entries(adminOperations))("describes %s, under a separate tag", (name, operation) => {
    const described = document.paths[operation.path][operation.method.toLowerCase()];
    expect(described).toMatchObject({ operationId: name, tags: ["Admin"], security: [{ admin: [] }] });
    const statuses = [operation.success, ...operation.errors].map(String);
    expect(Object.keys(described.responses).sort()).toEqual(statuses.sort());
    // Every body has examples, and each of them is valid.
    const { request, examples = [] }: AdminOperation = operation;
    expect(examples.length > 0).toBe(request !== undefined);
    for (const example of examples) expect(request?.safeParse(example).error).toBeUndefined();
  });

  it("refers only to existing components, and uses each of them", () => {
    const references = new Set(valuesOf("$ref"));
    for (const reference of references) {
      const [, component] = /^#\/components\/schemas\/(\w+)$/.exec(String(reference)) ?? [];
      expect(document.components.schemas).toHaveProperty([component ?? String(reference)]);
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(references).toContain(`#/components/schemas/${name}`);
    }
    expect([...valuesOf("$defs"), ...valuesOf("$schema")]).toEqual([]);
  });

  it("contains the bounds that the gateway checks", () => {
    const { TokenizeRequest, TokenizeResult } = document.components.schemas;
    expect(TokenizeRequest).toMatchObject({
      type: "object",
      required: ["number", "expirationYear", "expirationMonth"],
      additionalProperties: false,
      properties: { number: { type: "string", minLength: 12, maxLength: 19 } },
    });
    expect(TokenizeResult.properties.expireAt.type).toBe("integer");
    expect(document.components.securitySchemes.merchant).toMatchObject({
      type: "apiKey",
      in: "header",
      name: "Authorization",
    });
  });

  it("names the id of a path, the fields of a query, and X-Request-ID for every operation that writes", () => {
    const named = (path: string, method: string) =>
      document.paths[path][method].parameters.map(
        ({ name, in: place, required }: { name: string; in: string; required: boolean }) =>
          `${place} ${name}${required ? "" : "?"}`,
      );
    expect(named("/api/v1/payment-account/{id}", "get")).toEqual(["path id", "query clientId?"]);
    expect(named("/api/v1/payment-account/{id}", "put")).toEqual(["path id", "header X-Request-ID?"]);
    expect(named("/api/v1/user", "get")).toContain("query orderDirection?");
    expect(document.paths["/api/v1/user"].get).not.toHaveProperty("requestBody");
    expect(document.paths["/api/v1/user"].post.requestBody.required).toBe(true);
    expect(document.paths["/api/v1/user/{id}/oauth-url"].post.requestBody.required).toBe(false);
    const limit = document.paths["/api/v1/user"].get.parameters.find(
      ({ name }: { name: string }) => name === "limit",
    );
    expect(limit.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 500 });
  });

  it("is plain JSON", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
