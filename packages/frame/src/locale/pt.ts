import type { Locale } from "./types.ts";

/** Portuguese, as in Portugal. */
export const pt: Locale = {
  title: "Dados do cartão",
  labels: {
    number: "Número do cartão",
    expiry: "Validade",
    expiryMonth: "Mês de validade",
    expiryYear: "Ano de validade",
    cvv: "Código CVV",
    cardholder: "Nome no cartão",
    postalCode: "Código postal",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Nome e apelido",
    postalCode: "1000-001",
  },
  optional: "opcional",
  errors: {
    number: {
      required: "Introduza o número do cartão",
      incomplete: "O número do cartão está incompleto",
      check_digit: "Há um erro no número do cartão",
      unsupported_brand: "Não aceitamos este cartão",
      invalid: "Verifique o número do cartão",
    },
    expiry: {
      required: "Introduza a data de validade",
      incomplete: "Introduza o mês e o ano",
      invalid: "Verifique o mês de validade",
      expired: "O cartão expirou",
      too_far: "Verifique o ano de validade",
      refused: "Verifique a data de validade",
    },
    cvv: {
      required: "Introduza o código CVV",
      incomplete: "Código CVV incompleto",
      invalid: "Verifique o código CVV",
    },
    cardholder: {
      required: "Introduza o nome que consta no cartão",
      invalid: "Introduza o nome tal como consta no cartão",
      holds_card_number: "Não introduza aqui o número do cartão",
    },
    postalCode: {
      required: "Introduza o código postal",
      invalid: "Verifique o código postal",
    },
  },
  failures: {
    form_invalid: "Verifique os campos assinalados.",
    card_refused: "O seu cartão foi recusado. Verifique os dados ou utilize outro cartão.",
    network: "Não foi possível estabelecer ligação. Não lhe foi cobrado nada. Tente novamente.",
    offline: "Está offline. Ligue-se à Internet e tente novamente.",
    aborted: "O pagamento foi cancelado. Não lhe foi cobrado nada.",
    not_allowed: "Não é possível efetuar este pagamento agora. Contacte a loja.",
    gateway_error: "Ocorreu um erro. Não lhe foi cobrado nada. Tente novamente.",
    rate_limited: "Demasiadas tentativas. Tente novamente dentro de {duration}.",
    extra_invalid: "Verifique o nome e o código postal.",
  },
  declines: {
    general: "O seu cartão foi recusado. Utilize outro cartão ou contacte o seu banco.",
    wrong_number: "O número do cartão não está correto.",
    wrong_expiry: "A data de validade não está correta.",
    expired_card: "O cartão expirou.",
    wrong_cvv: "O código CVV não está correto.",
    wrong_details: "Alguns dados não correspondem ao cartão.",
    insufficient_funds:
      "O valor excede o saldo ou o limite do cartão. Utilize outro cartão ou contacte o seu banco.",
    try_again_later: "Não é possível efetuar este pagamento agora. Tente novamente dentro de alguns minutos.",
    authentication_failed:
      "O pagamento não foi confirmado junto do seu banco. Tente novamente ou utilize outro cartão.",
  },
  reloaded: "O formulário do cartão foi recarregado. Introduza novamente os dados do cartão.",
  cvvHint: "3 dígitos no verso do cartão",
  cvvHintAmex: "4 dígitos na frente do cartão",
  chooseNetwork: "Escolha {networks}",
  networkSelected: "Selecionada: {network}",
  savedCard: "Cartão guardado",
  endingIn: "{brand} terminado em {lastFour}",
};
