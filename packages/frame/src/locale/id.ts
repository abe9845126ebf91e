import type { Locale } from "./types.ts";

/** Indonesian. */
export const id: Locale = {
  title: "Detail kartu",
  labels: {
    number: "Nomor kartu",
    expiry: "Masa berlaku",
    expiryMonth: "Bulan berakhir",
    expiryYear: "Tahun berakhir",
    cvv: "Kode keamanan",
    cardholder: "Nama pada kartu",
    postalCode: "Kode pos",
  },
  placeholders: {
    expiryMonth: "BB",
    expiryYear: "TT",
    cvv: "CVV",
    cardholder: "Nama lengkap",
    postalCode: "10110",
  },
  optional: "opsional",
  errors: {
    number: {
      required: "Masukkan nomor kartu",
      incomplete: "Nomor kartu belum lengkap",
      check_digit: "Ada salah ketik pada nomor kartu",
      unsupported_brand: "Kami tidak menerima kartu ini",
      invalid: "Periksa nomor kartu",
    },
    expiry: {
      required: "Masukkan masa berlaku",
      incomplete: "Masukkan bulan dan tahun",
      invalid: "Periksa bulan berakhir",
      expired: "Kartu sudah kedaluwarsa",
      too_far: "Periksa tahun berakhir",
      refused: "Periksa masa berlaku",
    },
    cvv: {
      required: "Masukkan kode keamanan",
      incomplete: "Kode keamanan belum lengkap",
      invalid: "Periksa kode keamanan",
    },
    cardholder: {
      required: "Masukkan nama pada kartu",
      invalid: "Masukkan nama sesuai pada kartu",
      holds_card_number: "Jangan masukkan nomor kartu di sini",
    },
    postalCode: {
      required: "Masukkan kode pos",
      invalid: "Periksa kode pos",
    },
  },
  failures: {
    form_invalid: "Periksa kolom yang ditandai.",
    card_refused: "Kartu Anda ditolak. Periksa data Anda atau gunakan kartu lain.",
    network: "Tidak dapat terhubung. Anda belum ditagih. Silakan coba lagi.",
    offline: "Anda sedang offline. Sambungkan ke internet dan coba lagi.",
    aborted: "Pembayaran dibatalkan. Anda belum ditagih.",
    not_allowed: "Pembayaran ini tidak dapat diproses sekarang. Silakan hubungi toko.",
    gateway_error: "Terjadi kesalahan. Anda belum ditagih. Silakan coba lagi.",
    rate_limited: "Terlalu banyak percobaan. Silakan coba lagi setelah {duration}.",
    extra_invalid: "Periksa nama dan kode pos Anda.",
  },
  declines: {
    general: "Kartu Anda ditolak. Gunakan kartu lain atau hubungi bank Anda.",
    wrong_number: "Nomor kartu salah.",
    wrong_expiry: "Masa berlaku salah.",
    expired_card: "Kartu sudah kedaluwarsa.",
    wrong_cvv: "Kode keamanan salah.",
    wrong_details: "Sebagian data tidak cocok dengan kartu.",
    insufficient_funds:
      "Pembayaran melebihi saldo atau limit kartu. Gunakan kartu lain atau hubungi bank Anda.",
    try_again_later: "Pembayaran ini tidak dapat diproses sekarang. Coba lagi dalam beberapa menit.",
    authentication_failed: "Pembayaran belum dikonfirmasi di bank Anda. Coba lagi atau gunakan kartu lain.",
  },
  reloaded: "Formulir kartu dimuat ulang. Silakan masukkan data kartu Anda lagi.",
  cvvHint: "3 digit di bagian belakang kartu",
  cvvHintAmex: "4 digit di bagian depan kartu",
  chooseNetwork: "Pilih {networks}",
  networkSelected: "{network} dipilih",
  savedCard: "Kartu tersimpan",
  endingIn: "{brand} berakhiran {lastFour}",
};
