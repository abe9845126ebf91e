import type { Locale } from "./types.ts";

/** Spanish, as in Spain. */
export const es: Locale = {
  title: "Datos de la tarjeta",
  labels: {
    number: "Número de tarjeta",
    expiry: "Caducidad",
    expiryMonth: "Mes de caducidad",
    expiryYear: "Año de caducidad",
    cvv: "Código CVV",
    cardholder: "Nombre del titular",
    postalCode: "Código postal",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Nombre y apellidos",
    postalCode: "28001",
  },
  optional: "opcional",
  errors: {
    number: {
      required: "Introduzca el número de tarjeta",
      incomplete: "El número de tarjeta está incompleto",
      check_digit: "Hay un error en el número de tarjeta",
      unsupported_brand: "No aceptamos esta tarjeta",
      invalid: "Revise el número de tarjeta",
    },
    expiry: {
      required: "Introduzca la fecha de caducidad",
      incomplete: "Introduzca el mes y el año",
      invalid: "Revise el mes de caducidad",
      expired: "La tarjeta ha caducado",
      too_far: "Revise el año de caducidad",
      refused: "Revise la fecha de caducidad",
    },
    cvv: {
      required: "Introduzca el código CVV",
      incomplete: "El código CVV está incompleto",
      invalid: "Revise el código CVV",
    },
    cardholder: {
      required: "Introduzca el nombre del titular",
      invalid: "Escriba el nombre que aparece en la tarjeta",
      holds_card_number: "No escriba aquí el número de tarjeta",
    },
    postalCode: {
      required: "Introduzca el código postal",
      invalid: "Revise el código postal",
    },
  },
  failures: {
    form_invalid: "Revise los campos marcados.",
    card_refused: "Su tarjeta ha sido rechazada. Revise los datos o use otra tarjeta.",
    network: "No se ha podido conectar. No se ha realizado ningún cargo. Inténtelo de nuevo.",
    offline: "No tiene conexión. Conéctese a internet e inténtelo de nuevo.",
    aborted: "El pago se ha cancelado. No se ha realizado ningún cargo.",
    not_allowed: "Este pago no se puede realizar ahora. Póngase en contacto con la tienda.",
    gateway_error: "Se ha producido un error. No se ha realizado ningún cargo. Inténtelo de nuevo.",
    rate_limited: "Demasiados intentos. Inténtelo de nuevo {time}.",
    extra_invalid: "Revise el nombre y el código postal.",
  },
  declines: {
    general: "Su tarjeta ha sido rechazada. Use otra tarjeta o póngase en contacto con su banco.",
    wrong_number: "El número de tarjeta no es correcto.",
    wrong_expiry: "La fecha de caducidad no es correcta.",
    expired_card: "La tarjeta ha caducado.",
    wrong_cvv: "El código CVV no es correcto.",
    wrong_details: "Algunos datos no coinciden con la tarjeta.",
    insufficient_funds:
      "El importe supera el saldo o el límite de la tarjeta. Use otra tarjeta o póngase en contacto con su banco.",
    try_again_later: "Este pago no se puede realizar ahora. Inténtelo de nuevo en unos minutos.",
    authentication_failed: "El pago no se ha confirmado con su banco. Inténtelo de nuevo o use otra tarjeta.",
  },
  reloaded: "El formulario de la tarjeta se ha vuelto a cargar. Introduzca de nuevo los datos de la tarjeta.",
  cvvHint: "3 dígitos en el reverso de la tarjeta",
  cvvHintAmex: "4 dígitos en el anverso de la tarjeta",
  chooseNetwork: "Elija {networks}",
  networkSelected: "Seleccionada: {network}",
  savedCard: "Tarjeta guardada",
  endingIn: "{brand} terminada en {lastFour}",
};
