import type { Language } from '../language'

export const GERMAN: Language & Record<string, string> = {
  edges: 'und danke bitte vielen nein ja hallo sorry daher da weil so',
  fillers:
    'sehr wirklich leider grundsätzlich durchaus prinzipiell absolut überhaupt gar echt gerne gern doch mal kurz einfach hier dort',
  if: 'wenn/falls/sofern/ob/sollten-sie/solltest-du',
  not: 'kein/keine/keinen/keinem/keiner/keinerlei/nicht/nichts/nie/niemals/niemand/kaum',
  reported: 'nicht dass | heißt nicht | soll nicht heißen | sie sagten | habe nicht gesagt',
  but: 'aber/jedoch/leider/allerdings/sondern/obwohl !danke/vielen-dank/viel-erfolg',
  request: '. können/könnten/kannst/könntest/würden/wollen',

  am: 'ich-bin/wir-sind/bin-ich/sind-wir | . bin/sind',
  have: 'ich-habe/wir-haben/habe-ich/haben-wir/ich-hätte/wir-hätten | . habe/haben/hätte/hätten',
  info: '(mehr/weitere/nähere/ein/ihr) informationen/infos/details/unterlagen/angebot/preise',
  talk: 'telefonieren/sprechen/reden/einen-termin/ein-gespräch/einen-call',
  near: '(am) SOON | (am) montag/dienstag/mittwoch/donnerstag/freitag/morgen',
  great: 'klingt/hört-sich/sieht (ja) interessant/spannend/gut/vielversprechend (an/aus) (,) (und)',
  interested: `
    AM (daran/auf-jeden-fall) interessiert ./an/mehr | HAVE (großes/daran/auf-jeden-fall) interesse ./an/daran
    GREAT bitte/gerne/gern/lassen/lass/schicken/senden/wann/ich-würde/wir-würden/können-wir/melden
    senden-sie/schicken-sie/schick/schicke/sende mir/uns (bitte) INFO
    ich/wir würde/würden/möchte/möchten (mehr/näheres) (darüber/dazu/über-ihr-angebot) (mehr/näheres) erfahren/wissen/hören
    lassen-sie-uns/lass-uns/können-wir/könnten-wir/wir-können (dazu/darüber) TALK | rufen-sie/ruf mich (bitte) an/NEAR
    NEAR … passt/geht/wäre-gut/würde-passen (es) (bei) mir/uns/es !mir/uns`,
  asks: `
    können/könnten/würden sie/wir (mir/uns) (bitte) mehr/weitere/nähere informationen/infos/details
    können/könnten/wollen/sollen wir (dazu/bitte) TALK
    wann hätten-sie/haben-sie/hast-du/hättest-du/können-wir/könnten-wir/passt-es zeit/telefonieren/sprechen/ihnen/dir`,
  meeting: '(einen/den/ein/das/unseren) termin/gespräch/slot/demo/zeitfenster',
  booked: `
    HAVE (soeben/gerade/eben/bereits) (mir/uns) MEETING (soeben/gerade/bereits) gebucht/eingetragen/vereinbart/reserviert/bestätigt
    ich/wir bestätige/bestätigen (hiermit) MEETING
    termin/gespräch/einladung/termineinladung/kalendereinladung (ist/wurde/habe-ich) gebucht/bestätigt/eingetragen/angenommen/verschickt`,

  no: 'kein/keinen/keinerlei interesse/bedarf',
  offer: 'daran | an ihrem/ihrer/ihren/deinem/deiner/diesem/dieser/so',
  refused: `
    HAVE/besteht/sehe/sehen (wir) (daran/da/dafür/bei-uns/meinerseits/unsererseits) NO ./OFFER
    daran/hier/leider/uns habe/haben/besteht (daran/da/dafür) NO ./OFFER | . NO ./OFFER
    AM (OFFER) (angebot/da) nicht (daran) interessiert ./OFFER | . nicht interessiert ./OFFER
    das/es/angebot ist/kommt (für-uns/für-mich) nicht interessant/relevant/von-interesse/in-frage (für-uns/für-mich) .
    das/es/angebot ist (für-uns/für-mich) uninteressant . | . für-uns/für-mich nicht interessant/relevant .
    das ist nichts für uns/mich | das interessiert mich/uns nicht | das brauche/brauchen/benötige/benötigen ich/wir nicht .
    brauche/brauchen/benötige/benötigen das/dies/sowas/so-etwas/ihren-service/ihre-dienste/ihre-dienstleistung/ihre-leistungen/ihre-hilfe nicht .`,
  alone: '. nein (,) danke/vielen-dank .',

  now: 'jetzt/gerade/momentan/aktuell/derzeit/zurzeit/zur-zeit/vorerst/im-moment/im-augenblick/dieses-jahr/in-diesem-jahr/dieses-quartal',
  none: 'kein/keinen/keine interesse/bedarf/budget/zeit/kapazität/kapazitäten/thema/priorität',
  again: 'wieder/nochmal/nochmals/erneut/noch-einmal',
  return: `
    melden/melde-dich/kontaktieren-sie/kontaktiere/schreiben-sie/schreib/kommen-sie/komm/fragen-sie/versuchen-sie/erinnern-sie
    sprechen-sie`,
  later: `
    NOW/FAR … NONE | NONE … NOW/FAR | NOW/FAR … nicht interessiert/relevant/aktuell/der-richtige-zeitpunkt
    NOW nicht | nicht jetzt/im-moment/zum-jetzigen-zeitpunkt | NOW … zu viel zu tun
    nicht/kein (der/ein) richtige/richtiger/guter/gute/günstiger/passende/passender zeitpunkt
    RETURN … … FAR | FAR … AGAIN | SOON … AGAIN | AGAIN … TIME | RETURN … später | zu einem späteren zeitpunkt
    vielleicht/eventuell/evtl/möglicherweise/frühestens/erst … FAR/später`,

  responsible: '(dafür/hierfür) zuständig/verantwortlich/der-richtige/die-richtige/richtiger-ansprechpartner',
  wrong: `
    AM (dafür/hierfür/da) nicht der/die/ihr/dein (richtige/richtiger/korrekte/passende) ansprechpartner*/person/kontakt*/richtige/stelle/zuständige
    AM (dafür/hierfür/da/für-dieses-thema/für-das-thema) nicht (dafür/hierfür) zuständig/verantwortlich
    AM (dafür/hierfür) der/die falsche | den/die falschen/falsche ansprechpartner*/person | . falsche person/ansprechpartner .
    sind-sie/bist-du bei mir falsch/nicht-richtig/an-der-falschen-adresse/an-der-falschen-stelle
    ich/er/sie arbeite/arbeitet/bin/ist nicht mehr (hier/dort) (bei/für/im-unternehmen/in-der-firma/in-diesem-unternehmen)
    habe/hat das-unternehmen/die-firma (bereits) verlassen
    kollege/kollegin … ist RESPONSIBLE | unser/unsere/herr/frau _ (_) ist RESPONSIBLE
    RESPONSIBLE (dafür/hierfür) ist mein/meine/herr/frau/unser/unsere | ist mein/meine/herr/frau/unser/unsere … RESPONSIBLE`,
  refers: `
    wenden-sie-sich/wende-dich/kontaktieren-sie/kontaktiere/schreiben-sie/schreib/melden-sie-sich !SELF
    richten-sie ihre/die anfrage !SELF`,
  self: '(an) mich/uns/mir | (an) meine (private/andere/neue) (e) adresse/mailadresse/email/mail',
  away: '*abwesen*/*urlaub*/*elternzeit*/betriebsferien | nicht im büro/haus | außer haus',

  months: `
    januar/jan/jänner februar/feb märz/maerz april/apr mai juni/jun juli/jul august/aug september/sept/sep oktober/okt november/nov
    dezember/dez`,
  numbers: 'ein/eine/einem/einer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  ordinals: 'ersten zweiten dritten vierten',
  units: 'tag/tagen woche/wochen monat/monaten quartal jahr/jahren',
  in: 'in',
  parts: 'anfang mitte ende nach im/ab/bis/gegen/nächsten',
  next: `
    nächste-woche/nächster-woche/kommende-woche nächsten-monat/kommenden-monat nächstes-quartal/nächsten-quartal
    nächstes-jahr/nächsten-jahr/neuen-jahr/kommenden-jahr/kommendes-jahr`,
  someDay: `
    in einigen/ein-paar/wenigen wochen/monaten | im frühjahr/frühling/sommer/herbst
    nach (den/dem/der) feiertagen/ferien/urlaub/sommer/sommerferien/sommerpause/weihnachten/ostern/jahreswechsel`,
}
