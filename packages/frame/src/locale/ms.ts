import type { Locale } from "./types.ts";

/** Malay. */
export const ms: Locale = {
  title: "Butiran kad",
  labels: {
    number: "Nombor kad",
    expiry: "Tarikh luput",
    expiryMonth: "Bulan luput",
    expiryYear: "Tahun luput",
    cvv: "Kod keselamatan",
    cardholder: "Nama pada kad",
    postalCode: "Poskod",
  },
  placeholders: {
    expiryMonth: "BB",
    expiryYear: "TT",
    cvv: "CVV",
    cardholder: "Nama penuh",
    postalCode: "50000",
  },
  optional: "pilihan",
  errors: {
    number: {
      required: "Masukkan nombor kad",
      incomplete: "Nombor kad tidak lengkap",
      check_digit: "Terdapat kesilapan pada nombor kad",
      unsupported_brand: "Kami tidak menerima kad ini",
      invalid: "Semak nombor kad",
    },
    expiry: {
      required: "Masukkan tarikh luput",
      incomplete: "Masukkan bulan dan tahun",
      invalid: "Semak bulan luput",
      expired: "Kad ini telah luput",
      too_far: "Semak tahun luput",
      refused: "Semak tarikh luput",
    },
    cvv: {
      required: "Masukkan kod keselamatan",
      incomplete: "Kod keselamatan tidak lengkap",
      invalid: "Semak kod keselamatan",
    },
    cardholder: {
      required: "Masukkan nama pada kad",
      invalid: "Masukkan nama seperti pada kad",
      holds_card_number: "Jangan masukkan nombor kad di sini",
    },
    postalCode: {
      required: "Masukkan poskod",
      invalid: "Semak poskod",
    },
  },
  failures: {
    form_invalid: "Semak medan yang ditandakan.",
    card_refused: "Kad anda ditolak. Semak butiran anda atau gunakan kad lain.",
    network: "Sambungan gagal. Anda belum dicaj. Sila cuba lagi.",
    offline: "Anda di luar talian. Sambung ke internet dan cuba lagi.",
    aborted: "Pembayaran dibatalkan. Anda belum dicaj.",
    not_allowed: "Pembayaran ini tidak dapat dibuat sekarang. Sila hubungi kedai.",
    gateway_error: "Ralat telah berlaku. Anda belum dicaj. Sila cuba lagi.",
    rate_limited: "Terlalu banyak percubaan. Sila cuba lagi {time}.",
    extra_invalid: "Semak nama dan poskod anda.",
  },
  reloaded: "Borang kad telah dimuat semula. Sila masukkan kad anda sekali lagi.",
  cvvHint: "3 digit di belakang kad",
  cvvHintAmex: "4 digit di hadapan kad",
  chooseNetwork: "Pilih {networks}",
  networkSelected: "{network} dipilih",
  savedCard: "Kad yang disimpan",
  endingIn: "{brand} berakhir dengan {lastFour}",
};
