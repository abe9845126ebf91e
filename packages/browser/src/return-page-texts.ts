/** The texts of the return page in each language, if the merchant sets none. */
import type { LocaleTag } from "@cardpane/contract/locales";

/** The texts of the page in one language. */
export interface ReturnPageTexts {
  readonly text: string;
  /** The text of the link to the shop. */
  readonly link: string;
}

const texts = {
  ar: { text: "يمكنك العودة إلى المتجر الآن.", link: "العودة إلى المتجر" },
  bg: { text: "Вече можете да се върнете в магазина.", link: "Обратно към магазина" },
  cs: { text: "Nyní se můžete vrátit do obchodu.", link: "Zpět do obchodu" },
  da: { text: "Du kan nu gå tilbage til butikken.", link: "Tilbage til butikken" },
  de: { text: "Sie können jetzt zum Shop zurückkehren.", link: "Zurück zum Shop" },
  el: { text: "Μπορείτε τώρα να επιστρέψετε στο κατάστημα.", link: "Επιστροφή στο κατάστημα" },
  en: { text: "You can go back to the shop now.", link: "Back to the shop" },
  es: { text: "Ya puede volver a la tienda.", link: "Volver a la tienda" },
  et: { text: "Võite nüüd kauplusesse tagasi minna.", link: "Tagasi kauplusesse" },
  fi: { text: "Voit nyt palata kauppaan.", link: "Takaisin kauppaan" },
  fil: { text: "Maaari ka nang bumalik sa tindahan.", link: "Bumalik sa tindahan" },
  fr: { text: "Vous pouvez maintenant revenir à la boutique.", link: "Revenir à la boutique" },
  he: { text: "אפשר לחזור לחנות.", link: "חזרה לחנות" },
  hr: { text: "Sada se možete vratiti u trgovinu.", link: "Natrag u trgovinu" },
  hu: { text: "Most már visszatérhet az üzletbe.", link: "Vissza az üzletbe" },
  id: { text: "Anda sudah dapat kembali ke toko.", link: "Kembali ke toko" },
  it: { text: "Ora puoi tornare al negozio.", link: "Torna al negozio" },
  ja: { text: "ショップに戻ることができます。", link: "ショップに戻る" },
  ko: { text: "이제 쇼핑몰로 돌아가셔도 됩니다.", link: "쇼핑몰로 돌아가기" },
  lt: { text: "Dabar galite grįžti į parduotuvę.", link: "Grįžti į parduotuvę" },
  lv: { text: "Tagad varat atgriezties veikalā.", link: "Atpakaļ uz veikalu" },
  ms: { text: "Anda boleh kembali ke kedai sekarang.", link: "Kembali ke kedai" },
  mt: { text: "Issa tista’ terġa’ lura fil-ħanut.", link: "Lura lejn il-ħanut" },
  nl: { text: "U kunt nu teruggaan naar de winkel.", link: "Terug naar de winkel" },
  no: { text: "Du kan nå gå tilbake til butikken.", link: "Tilbake til butikken" },
  pl: { text: "Możesz teraz wrócić do sklepu.", link: "Wróć do sklepu" },
  pt: { text: "Já pode voltar à loja.", link: "Voltar à loja" },
  "pt-BR": { text: "Você já pode voltar para a loja.", link: "Voltar para a loja" },
  ro: { text: "Acum puteți reveni la magazin.", link: "Înapoi la magazin" },
  ru: { text: "Теперь можно вернуться в магазин.", link: "Вернуться в магазин" },
  sk: { text: "Teraz sa môžete vrátiť do obchodu.", link: "Späť do obchodu" },
  sl: { text: "Zdaj se lahko vrnete v trgovino.", link: "Nazaj v trgovino" },
  sv: { text: "Du kan gå tillbaka till butiken nu.", link: "Tillbaka till butiken" },
  th: { text: "คุณกลับไปที่ร้านค้าได้แล้ว", link: "กลับไปที่ร้านค้า" },
  tr: { text: "Artık mağazaya dönebilirsiniz.", link: "Mağazaya dön" },
  uk: { text: "Тепер можна повернутися до магазину.", link: "Повернутися до магазину" },
  vi: { text: "Bây giờ bạn có thể quay lại cửa hàng.", link: "Quay lại cửa hàng" },
  zh: { text: "您现在可以返回商店。", link: "返回商店" },
  "zh-TW": { text: "您現在可以返回商店。", link: "返回商店" },
} as const satisfies Readonly<Record<string, ReturnPageTexts>>;

/** The texts of each locale tag. Tags of the same language share their texts. */
export const returnPageTexts: Readonly<Record<LocaleTag, ReturnPageTexts>> = {
  ...texts,
  "en-AU": texts.en,
  "en-CA": texts.en,
  "en-GB": texts.en,
  "en-NZ": texts.en,
  "en-US": { text: "You can go back to the store now.", link: "Back to the store" },
  "es-419": texts.es,
  "es-ES": texts.es,
  "fr-CA": texts.fr,
  "fr-FR": texts.fr,
  "it-IT": texts.it,
  nb: texts.no,
  "zh-HK": texts["zh-TW"],
};
