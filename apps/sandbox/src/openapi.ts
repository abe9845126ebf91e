/**
 * The OpenAPI 3.1 document, generated from the table of operations and the schemas that check the requests. Conditions
 * between fields are checked by code and not by the schema; the refusal names those fields.
 */
import { errorResult, fieldOperations, type Operation, paymentOperations } from "@cardpane/gateway";
import * as z from "zod";
import type { AdminOperation } from "./admin/operation.ts";
import { adminOperations } from "./admin/operations.ts";
import { type RefusalStatus, refusalMessages } from "./errors.ts";
import { served } from "./operation-handlers.ts";

type Json = Record<string, unknown>;

/** Statuses that every operation may answer with, in addition to those of the table (*assumption*). */
const commonStatuses = [404, 405, 413] as const;

/** Creates the document. */
export function openApiDocument(publicUrl: string): Json {
  const schemas: Json = { ErrorResult: componentSchema(errorResult, "ErrorResult", "output", {}) };
  const paths: Record<string, Json> = {};
  const add = ({ path, method }: Pick<Operation | AdminOperation, "path" | "method">, described: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  };
  for (const [name, operation] of served) add(operation, describeOperation(name, operation, schemas));
  for (const [name, operation] of Object.entries(adminOperations)) {
    add(operation, describeAdmin(name, operation, schemas));
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Cardpane sandbox gateway",
      version: "1.8.1",
      description: "Tokens, payments and the wallet, with test cards only. The version is the interface's.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: "Payments", description: "The interface's payment area." },
      { name: "Wallet", description: "The interface's wallet: users, logins, accounts." },
      {
        name: "Beyond the document",
        description:
          "Not in the document: what merchants need besides, as public clients of live gateways do it.",
      },
      { name: "Admin", description: "The sandbox's own: clock, notifications, rules, merchants." },
    ],
    paths,
    components: {
      schemas,
      securitySchemes: {
        merchant: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The merchant's API key as it stands, without a scheme before it.",
        },
        customer: {
          type: "http",
          scheme: "bearer",
          description: "A customer's access token, which reaches the customer's own things only.",
        },
        admin: { type: "http", scheme: "bearer", description: "The sandbox's admin token." },
      },
    },
  };
}

const security = {
  none: [],
  merchant: [{ merchant: [] }],
  "merchant or customer": [{ merchant: [] }, { customer: [] }],
} as const satisfies Record<Operation["auth"], readonly Json[]>;

function describeOperation(name: string, operation: Operation, schemas: Json): Json {
  const { method, path, request, result, auth } = operation;
  const requestName = `${capitalise(name)}Request`;
  const resultName = `${capitalise(name)}Result`;
  schemas[resultName] = componentSchema(result, resultName, "output", schemas);
  const isRead = method === "GET";
  const isBeyond = Object.hasOwn(fieldOperations, name);
  const input = componentSchema(request, requestName, "input", schemas);
  if (!isRead) schemas[requestName] = input;
  return {
    operationId: name,
    tags: [isBeyond ? "Beyond the document" : Object.hasOwn(paymentOperations, name) ? "Payments" : "Wallet"],
    summary: operation.summary,
    description: isBeyond ? "Not in the document." : `Section ${operation.section} of the interface.`,
    security: security[auth],
    parameters: [
      ...pathParameters(path, isBeyond ? textId : { type: "integer", minimum: 1 }),
      ...(isRead ? queryParameters(input) : [requestIdParameter]),
    ],
    ...(!isRead && { requestBody: { required: Boolean(input["required"]), content: jsonOf(requestName) } }),
    responses: responsesOf(operation.success, resultName, [...operation.errors, ...commonStatuses]),
  };
}

const textId = { type: "string", pattern: "^[A-Za-z0-9_-]{1,36}$" };

const requestIdParameter = {
  name: "X-Request-ID",
  in: "header",
  required: false,
  description: "The same id again returns the first answer and does nothing twice, for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** The properties of an input as query parameters: see `encodeQuery` of the contract. */
function queryParameters({ properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([key, schema]) => ({
    name: schema["type"] === "array" ? `${key}[]` : key,
    in: "query",
    required: (required as readonly string[]).includes(key),
    schema,
  }));
}

function describeAdmin(name: string, operation: AdminOperation, schemas: Json): Json {
  const { request, examples = [], result, query = [], path } = operation;
  const requestName = `${capitalise(name)}Request`;
  const resultName = `${capitalise(name)}Result`;
  if (request) {
    schemas[requestName] = { ...componentSchema(request, requestName, "input", schemas), examples };
  }
  // The side of the wire, where a time and an id are text.
  schemas[resultName] = componentSchema(result, resultName, "input", schemas);
  const schema = { type: "string" };
  const inQuery = query.map((key) => ({ name: key, in: "query", required: false, schema }));
  return {
    operationId: name,
    tags: ["Admin"],
    summary: operation.summary,
    security: [{ admin: [] }],
    parameters: [...pathParameters(path, schema), ...inQuery],
    ...(request && { requestBody: { required: true, content: jsonOf(requestName) } }),
    responses: responsesOf(operation.success, resultName, operation.errors),
  };
}

function pathParameters(path: string, schema: Json): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema }));
}

function responsesOf(success: number, resultName: string, refusals: readonly number[]): Json {
  const refused = (status: number) => ({
    description: refusalMessages[status as RefusalStatus],
    content: jsonOf("ErrorResult"),
  });
  return {
    [success]: { description: "Done.", content: jsonOf(resultName) },
    ...Object.fromEntries(refusals.map((status) => [status, refused(status)])),
  };
}

/** A schema as a component; definitions that it refers to become separate components. */
function componentSchema(schema: z.core.$ZodType, name: string, io: "input" | "output", schemas: Json): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { target: "draft-2020-12", io }) as Json;
  const component = (key: string) => `${name}_${key.replace(/^_+/, "")}`;
  const rename = (value: Json) =>
    JSON.parse(JSON.stringify(value), (key, inner) => {
      if (key === "$ref" && typeof inner === "string") {
        return inner
          .replace(/^#$/, reference(name))
          .replace(/^#\/\$defs\/(.+)$/, (_, definition) => reference(component(definition)));
      }
      return inner?.format === "email" ? withoutPattern(inner) : inner;
    }) as Json;
  for (const [key, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    schemas[component(key)] = rename(definition);
  }
  return rename(own);
}

/** Addresses in any script, without the pattern: the regular expressions of some languages lack Unicode classes. */
function withoutPattern({ pattern: _, ...schema }: Json): Json {
  return { ...schema, format: "idn-email" };
}

function jsonOf(schema: string): Json {
  return { "application/json": { schema: { $ref: reference(schema) } } };
}

function reference(component: string): string {
  return `#/components/schemas/${component}`;
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
