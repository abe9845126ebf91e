import type { Locale } from "./types.ts";

/** Portuguese, as in Brazil. */
export const ptBR: Locale = {
  title: "Dados do cartão",
  labels: {
    number: "Número do cartão",
    expiry: "Validade",
    expiryMonth: "Mês de validade",
    expiryYear: "Ano de validade",
    cvv: "Código CVV",
    cardholder: "Nome impresso no cartão",
    postalCode: "CEP",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "AA",
    cvv: "CVV",
    cardholder: "Nome completo",
    postalCode: "01000-000",
  },
  optional: "opcional",
  errors: {
    number: {
      required: "Digite o número do cartão",
      incomplete: "O número do cartão está incompleto",
      check_digit: "Há um erro no número do cartão",
      unsupported_brand: "Não aceitamos este cartão",
      invalid: "Confira o número do cartão",
    },
    expiry: {
      required: "Digite a data de validade",
      incomplete: "Digite o mês e o ano",
      invalid: "Confira o mês de validade",
      expired: "O cartão está vencido",
      too_far: "Confira o ano de validade",
      refused: "Confira a data de validade",
    },
    cvv: {
      required: "Digite o código CVV",
      incomplete: "Código CVV incompleto",
      invalid: "Confira o código CVV",
    },
    cardholder: {
      required: "Digite o nome impresso no cartão",
      invalid: "Digite o nome como aparece no cartão",
      holds_card_number: "Não digite o número do cartão aqui",
    },
    postalCode: {
      required: "Digite o CEP",
      invalid: "Confira o CEP",
    },
  },
  failures: {
    form_invalid: "Confira os campos destacados.",
    card_refused: "Seu cartão foi recusado. Confira os dados ou use outro cartão.",
    network: "Não foi possível conectar. Nada foi cobrado. Tente novamente.",
    offline: "Você está offline. Conecte-se à internet e tente novamente.",
    aborted: "O pagamento foi cancelado. Nada foi cobrado.",
    not_allowed: "Não é possível fazer este pagamento agora. Entre em contato com a loja.",
    gateway_error: "Algo deu errado. Nada foi cobrado. Tente novamente.",
    rate_limited: "Muitas tentativas. Tente novamente {time}.",
    extra_invalid: "Confira o nome e o CEP.",
  },
  declines: {
    general: "Seu cartão foi recusado. Use outro cartão ou entre em contato com seu banco.",
    wrong_number: "O número do cartão está incorreto.",
    wrong_expiry: "A data de validade está incorreta.",
    expired_card: "O cartão está vencido.",
    wrong_cvv: "O código CVV está incorreto.",
    wrong_details: "Alguns dados não conferem com o cartão.",
    insufficient_funds:
      "O valor ultrapassa o saldo ou o limite do cartão. Use outro cartão ou entre em contato com seu banco.",
    try_again_later: "Não é possível fazer este pagamento agora. Tente novamente em alguns minutos.",
    authentication_failed:
      "O pagamento não foi confirmado com seu banco. Tente novamente ou use outro cartão.",
  },
  reloaded: "O formulário do cartão foi recarregado. Digite os dados do cartão novamente.",
  cvvHint: "3 dígitos no verso do cartão",
  cvvHintAmex: "4 dígitos na frente do cartão",
  chooseNetwork: "Escolha {networks}",
  networkSelected: "Selecionada: {network}",
  savedCard: "Cartão salvo",
  endingIn: "{brand} com final {lastFour}",
};
