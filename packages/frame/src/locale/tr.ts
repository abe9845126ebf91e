import type { Locale } from "./types.ts";

/** Turkish. */
export const tr: Locale = {
  title: "Kart bilgileri",
  labels: {
    number: "Kart numarası",
    expiry: "Son kullanma",
    expiryMonth: "Son kullanma ayı",
    expiryYear: "Son kullanma yılı",
    cvv: "Güvenlik kodu",
    cardholder: "Kart üzerindeki ad",
    postalCode: "Posta kodu",
  },
  placeholders: {
    expiryMonth: "AA",
    expiryYear: "YY",
    cvv: "CVV",
    cardholder: "Ad soyad",
    postalCode: "34000",
  },
  optional: "isteğe bağlı",
  errors: {
    number: {
      required: "Kart numarasını girin",
      incomplete: "Kart numarası eksik",
      check_digit: "Kart numarasında hata var",
      unsupported_brand: "Bu kartı kabul etmiyoruz",
      invalid: "Kart numarasını kontrol edin",
    },
    expiry: {
      required: "Son kullanma tarihini girin",
      incomplete: "Ayı ve yılı girin",
      invalid: "Son kullanma ayını kontrol edin",
      expired: "Kartın süresi dolmuş",
      too_far: "Son kullanma yılını kontrol edin",
      refused: "Son kullanma tarihini kontrol edin",
    },
    cvv: {
      required: "Güvenlik kodunu girin",
      incomplete: "Güvenlik kodu eksik",
      invalid: "Güvenlik kodunu kontrol edin",
    },
    cardholder: {
      required: "Kart üzerindeki adı girin",
      invalid: "Adı kartta yazdığı gibi girin",
      holds_card_number: "Buraya kart numarası girmeyin",
    },
    postalCode: {
      required: "Posta kodunu girin",
      invalid: "Posta kodunu kontrol edin",
    },
  },
  failures: {
    form_invalid: "İşaretli alanları kontrol edin.",
    card_refused: "Kartınız reddedildi. Bilgilerinizi kontrol edin veya başka bir kart kullanın.",
    network: "Bağlantı kurulamadı. Kartınızdan para çekilmedi. Lütfen tekrar deneyin.",
    offline: "Çevrimdışısınız. İnternete bağlanıp tekrar deneyin.",
    aborted: "Ödeme iptal edildi. Kartınızdan para çekilmedi.",
    not_allowed: "Bu ödeme şu anda alınamıyor. Lütfen mağazayla iletişime geçin.",
    gateway_error: "Bir sorun oluştu. Kartınızdan para çekilmedi. Lütfen tekrar deneyin.",
    rate_limited: "Çok fazla deneme yapıldı. Lütfen {time} tekrar deneyin.",
    extra_invalid: "Adınızı ve posta kodunuzu kontrol edin.",
  },
  declines: {
    general: "Kartınız reddedildi. Başka bir kart kullanın veya bankanızla iletişime geçin.",
    wrong_number: "Kart numarası yanlış.",
    wrong_expiry: "Son kullanma tarihi yanlış.",
    expired_card: "Kartın süresi dolmuş.",
    wrong_cvv: "Güvenlik kodu yanlış.",
    wrong_details: "Bazı bilgiler kartla eşleşmiyor.",
    insufficient_funds:
      "Tutar, kartın bakiyesini veya limitini aşıyor. Başka bir kart kullanın veya bankanızla iletişime geçin.",
    try_again_later: "Bu ödeme şu anda alınamıyor. Birkaç dakika sonra tekrar deneyin.",
    authentication_failed: "Ödeme bankanızda onaylanmadı. Tekrar deneyin veya başka bir kart kullanın.",
  },
  reloaded: "Kart formu yeniden yüklendi. Lütfen kart bilgilerinizi tekrar girin.",
  cvvHint: "Kartın arkasındaki 3 hane",
  cvvHintAmex: "Kartın önündeki 4 hane",
  chooseNetwork: "{networks} seçin",
  networkSelected: "{network} seçili",
  savedCard: "Kayıtlı kart",
  endingIn: "{lastFour} ile biten {brand}",
};
