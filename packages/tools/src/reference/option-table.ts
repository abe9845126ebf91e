/** The table of the options that an interface declares. */
import { readOptions } from "./declarations.ts";
import { code, table } from "./markdown.ts";

/** A row for each property of the interface, required ones first. */
export function optionTable(path: string, name: string): string {
  return table(
    ["option", "type", "default", ""],
    readOptions(path, name)
      .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
      .map((option) => [
        code(option.name),
        code(option.type),
        option.isRequired ? "required" : defaultText(option.default),
        option.description,
      ]),
  );
}

/** A row for each property of an interface that is read: a `?` marks those that may be absent. */
export function propertyTable(path: string, name: string): string {
  return table(
    ["field", "type", ""],
    readOptions(path, name).map((property) => [
      code(property.name + (property.isRequired ? "" : "?")),
      code(property.type),
      property.description,
    ]),
  );
}

/** Matches a default that is code: a text, number, constant, list, record or dotted name. Other defaults are sentences. */
const value = /^("[^"]*"|[\d_]+|true|false|null|\[.*\]|\{.*\}|\w+(\.\w+)+)$/;

function defaultText(text: string): string {
  return value.test(text) ? code(text) : text;
}
