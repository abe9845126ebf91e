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
    number: { required: "Ingrese el número de tarjeta" },
    expiry: {
      required: "Ingrese la fecha de vencimiento",
      incomplete: "Ingrese el mes y el año",
      invalid: "Revise el mes de vencimiento",
      expired: "La tarjeta está vencida",
      too_far: "Revise el año de vencimiento",
      refused: "Revise la fecha de vencimiento",
    },
    cvv: { required: "Ingrese el código CVV" },
    cardholder: { required: "Ingrese el nombre del titular" },
    postalCode: { required: "Ingrese el código postal" },
  },
  reloaded: "Se recargó el formulario de la tarjeta. Ingrese de nuevo los datos de la tarjeta.",
  failures: {
    card_refused: "Su tarjeta fue rechazada. Revise los datos o use otra tarjeta.",
    network: "No se pudo conectar. No se realizó ningún cargo. Inténtelo de nuevo.",
    aborted: "El pago se canceló. No se realizó ningún cargo.",
    not_allowed: "Este pago no se puede realizar ahora. Comuníquese con la tienda.",
    gateway_error: "Ocurrió un error. No se realizó ningún cargo. Inténtelo de nuevo.",
  },
  declines: {
    general: "Su tarjeta fue rechazada. Use otra tarjeta o comuníquese con su banco.",
    wrong_expiry: "La fecha de vencimiento no es correcta.",
    expired_card: "La tarjeta está vencida.",
    wrong_cvv: "El código CVV no es correcto.",
    insufficient_funds:
      "El monto supera el saldo o el límite de la tarjeta. Use otra tarjeta o comuníquese con su banco.",
    authentication_failed: "El pago no se confirmó con su banco. Inténtelo de nuevo o use otra tarjeta.",
  },
});
