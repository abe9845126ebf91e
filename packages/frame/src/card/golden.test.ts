/**
 * About a hundred first digits at the ends of ranges, with their card as it was recorded: networks, possible networks, maximum
 * length, and lengths of the CVV. A new version of card-validator or of our ranges that changes one must be meant.
 */
import { expect, it } from "vitest";
import { CardIdentifier } from "./identify-card.ts";

const cards = new CardIdentifier();

function cardOf(digits: string): string {
  const { brands, possible, cvvLengths } = cards.identify(digits);
  return [
    brands.join("+") || "open",
    possible.join("+") || "none",
    cards.maxDigits(digits),
    cvvLengths.join(),
  ].join(" ");
}

const recorded = `
0 open none 19 3,4
1 open jcb+uatp 19 3,4
2 open mastercard+jcb+mir 19 3,4
2130 open none 19 3,4
2131 jcb jcb 19 3
2199 open none 19 3,4
2200 mir mir 19 3
2204 mir mir 19 3
2205 open none 19 3,4
2720 mastercard mastercard 16 3
2721 open none 19 3,4
299 open none 19 3,4
3 open american-express+diners-club+jcb 19 3,4
300 diners-club diners-club 19 3
33 open none 19 3,4
34 american-express american-express 15 4
3589 jcb jcb 19 3
3590 open none 19 3,4
37 american-express american-express 15 4
38 diners-club diners-club 19 3
39 diners-club diners-club 19 3
4 open visa+maestro+elo+naranja+dankort+cartes-bancaires+bancontact+interac+mada+eftpos 19 3,4
40 open visa+elo+naranja+cartes-bancaires+mada+eftpos 19 3,4
40000025 visa+cartes-bancaires visa+cartes-bancaires 16 3
40000503 visa+eftpos visa+eftpos 16 3
400861 visa+mada visa+mada 16 3
400862 visa visa 19 3
401177 visa visa 19 3
401178 elo elo 16 3
403550 visa+cartes-bancaires visa+cartes-bancaires 16 3
4506 visa+interac visa+interac 19 3
4571 visa+dankort visa+dankort 16 3
479658 visa+bancontact visa+bancontact 19 3
493697 visa visa 19 3
493698 maestro maestro 19 3
497 visa+cartes-bancaires visa+cartes-bancaires 16 3
5 open mastercard+maestro+elo+verve+naranja+dankort+rupay+cartes-bancaires+mada+eftpos 19 3,4
50 open maestro+elo+verve+dankort+rupay+cartes-bancaires+mada 19 3,4
501899 maestro maestro 19 3
501900 dankort dankort 16 3
501999 dankort dankort 16 3
502000 maestro maestro 19 3
504299 maestro maestro 19 3
504300 mada mada 16 3
506098 maestro maestro 19 3
506099 verve verve 19 3
507588 maestro maestro 19 3
507589 cartes-bancaires cartes-bancaires 16 3
507941 verve verve 19 3
507942 maestro maestro 19 3
508499 maestro maestro 19 3
508500 rupay rupay 16 3
51 mastercard mastercard+cartes-bancaires+mada 16 3
5130 mastercard+cartes-bancaires mastercard+cartes-bancaires 16 3
5136 mastercard+cartes-bancaires mastercard+cartes-bancaires 16 3
5137 mastercard mastercard 16 3
527572 naranja naranja 16 3
527573 mastercard mastercard 16 3
543085 mastercard+mada mastercard+mada 16 3
55550503 mastercard+eftpos mastercard+eftpos 16 3
560278 maestro maestro 19 3
560279 eftpos eftpos 16 3
560280 maestro maestro 19 3
585582 cartes-bancaires cartes-bancaires 16 3
585583 maestro maestro 19 3
589561 maestro maestro 19 3
589562 naranja naranja 16 3
6 open discover+unionpay+maestro+elo+hiper+hipercard+troy+rupay+bancontact+mada 19 3,4
6010 maestro maestro 19 3
6011 discover discover 19 3
606005 bancontact bancontact 19 3
606006 maestro maestro 19 3
606281 maestro maestro 19 3
606282 hipercard hipercard 16 3
606283 maestro maestro 19 3
619 maestro maestro 19 3
620 unionpay unionpay 19 3
637094 maestro maestro 19 3
637095 hiper hiper 16 3
637612 hiper hiper 16 3
637613 maestro maestro 19 3
65 open discover+maestro+elo+troy+rupay 19 3,4
655058 elo elo 16 3
655059 discover discover 19 3
65880900 troy troy 16 3
65880901 discover discover 19 3
66 maestro maestro 19 3
6702 maestro maestro 19 3
6703 bancontact+maestro maestro+bancontact 19 3
7 open none 19 3,4
8171 unionpay unionpay 19 3
8172 rupay rupay 16 3
8201 rupay rupay 16 3
8202 open none 19 3,4
968211 mada mada 16 3
968212 open none 19 3,4
9791 open none 19 3,4
9792 troy troy 16 3
`;

it.each(recorded.trim().split("\n"))("%s", (row) => {
  const [digits = ""] = row.split(" ");
  expect(`${digits} ${cardOf(digits)}`).toBe(row);
});
