/**
 * The content of `qrCode`: a text that the merchant renders. Scanning it opens the sandbox's page; for Pix, a BR Code
 * contains the address, as in real Pix codes.
 */
import type { RedirectSource } from "./redirects.ts";

/** The QR code's text for a payment's page; `undefined` if the source has none. */
export function qrCodeFor(
  { qr }: RedirectSource,
  pageUrl: string,
  transactionId: string,
): string | undefined {
  switch (qr) {
    case undefined:
      return undefined;
    case "link":
      return pageUrl;
    case "pix":
      return brCode(pageUrl, transactionId);
    default:
      return qr satisfies never;
  }
}

/**
 * A dynamic BR Code (Banco Central do Brasil, "Manual de Padrões para Iniciação do Pix"; EMV QR Code, merchant-presented):
 * fields of a two-digit id, a two-digit length and a value, with a final CRC. 26.25 contains the address without its scheme.
 */
export function brCode(pageUrl: string, transactionId: string): string {
  const location = pageUrl.replace(/^https?:\/\//, "");
  const account = field("00", "br.gov.bcb.pix") + field("25", location.slice(0, 77));
  const body = [
    field("00", "01"),
    field("01", "12"),
    field("26", account),
    field("52", "0000"),
    field("53", "986"),
    field("58", "BR"),
    field("59", "CARDPANE SANDBOX"),
    field("60", "SAO PAULO"),
    field("62", field("05", transactionId.slice(0, 25))),
    "6304",
  ].join("");
  return body + crc16(body).toString(16).toUpperCase().padStart(4, "0");
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** CRC-16/CCITT-FALSE, as in EMV QR codes: polynomial 0x1021, initial value 0xFFFF. */
function crc16(text: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "utf8")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
