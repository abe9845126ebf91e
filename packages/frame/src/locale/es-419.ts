import { es } from "./es.ts";
import { localeVariant } from "./overrides.ts";

/** Spanish, as in Latin America. */
export const es419 = localeVariant(es, {
  labels: {
    expiry: "Vencimiento",
    expiryMonth: "Vence (mes)",
    expiryYear: "Vence (año)",
  },
  placeholders: {
    cardholder: "Nombre y apellido",
    postalCode: "06000",
  },
  errors: {
    number: { required: "Ingrese el número de la tarjeta" },
    expiry: {
      required: "Ingrese la fecha",
      expired: "Tarjeta vencida",
    },
    cvv: { required: "Ingrese el código" },
    cardholder: { required: "Ingrese el nombre de la tarjeta" },
    postalCode: {
      required: "Ingrese el código",
      holds_card_number: "Código no válido",
    },
  },
  failures: {
    card_refused: "No se aceptó su tarjeta. Revise los datos o use otra tarjeta.",
    timeout: "Tardó demasiado. No se realizó ningún cargo. Inténtelo de nuevo.",
    network: "No hay conexión. No se realizó ningún cargo. Inténtelo de nuevo.",
    aborted: "El pago se interrumpió. No se realizó ningún cargo.",
    not_allowed: "Este pago no se puede realizar ahora. Comuníquese con la tienda.",
    gateway_error: "Algo salió mal. No se realizó ningún cargo. Inténtelo de nuevo.",
  },
});
