import type { Words } from './words'

export const GERMAN: Words & Record<string, string> = {
  edges: 'und danke aber oder da weil denn vielen grüße',
  fillers:
    'bitte sehr doch mal auch einfach daher deshalb hiermit höflich freundlich freundlichst gerne gern umgehend sofort künftig zukünftig unverzüglich dringend komplett vollständig ganz endgültig restlos dauerhaft',

  me: `
    mich/uns | meine/unsere/meinen/unseren (email) adresse/mailadresse/emailadresse/email/mail/daten/kontaktdaten/kontakt/namen/firma/adressdaten/anschrift
    diese/die/den (email) adresse/mailadresse/emailadresse/daten/kontaktdaten/kontakt/namen/firma/adressdaten/anschrift
    unser/mein unternehmen/postfach/team`,
  emails: `
    email/emails/mail/mails/nachricht/nachrichten/werbung/werbemails/werbeemails/newsletter/anfragen/angebote/angeboten/kontaktaufnahme/kontaktaufnahmen/kontaktversuche/kontaktversuchen
    zusendung/zusendungen/zuschriften/anschreiben/schreiben/kontaktierung/kontaktierungen/belästigung/belästigungen/werbliche/werbepost/akquise/akquisemails/kaltakquise/ansprache/infos/informationen`,
  list: '*verteiler*/*liste*/datenbank/datenbanken/datenbestand/system/adressbuch/*kartei*/bestand/crm/mailing/mailings/newsletter/adressbestand',
  from: 'aus/von/in (allen) ihrem/ihrer/ihren/eurem/eurer/euren/deinem/deiner/dem/der/den/diesem/dieser/allen/sämtlichen (email) (mail) LIST !auf',
  take: 'nehmen/nimm/nehmt/streichen/streich/streiche/streicht/entfernen/entferne/entfernt/löschen/lösch/lösche/löscht/tragen/trag/trage/tragt/austragen/herausnehmen/rausnehmen/sperren/genommen/gestrichen/gelöscht/entfernt/ausgetragen/abmelden/abgemeldet/entfernung/löschung/streichung',
  kein: 'kein/keine/keinen/keiner/keinerlei',
  more: 'weitere/weiteren/weiterer/mehr/künftigen/zukünftigen/künftige/zukünftige/derartige/derartigen/solche/solchen/solcher/ihre/ihren/ihrer/deiner/eurer/diese/diesen/dieser/unaufgeforderte/unaufgeforderten/jegliche/jeglichen/jeglicher/sämtliche',
  write:
    'schreiben/schreib/schreibt/kontaktieren/kontaktiert/anschreiben/angeschrieben/anmailen/angemailt/mailen/anschreibt/belästigen/belästigt/senden/schicken/zusenden/zuschicken/behelligen/ansprechen/angesprochen/bewerben/beworben/zuzusenden/kontaktiere',
  again:
    'nicht-mehr/nicht-wieder/nicht-weiter/nie-wieder/nicht-länger/nie-mehr/nicht-erneut/nicht-noch-einmal/künftig-nicht/zukünftig-nicht/in-zukunft-nicht',

  not: 'nicht/nie/ohne',
  reported:
    'klicken sie | hier klicken | wenn/falls/sollten sie KEIN (MORE) (MORE) EMAILS | zum/zur abbestellen/abmelden/abmeldung hier/klicken/unter | sagte/sagten/schrieb/schrieben/antworten/antworteten/kunden/nutzer/jemand/viele/warum/wie/ob/heißt',
  except:
    'vor/bis/außer/montag/<day>/wochenende/während/heute/morgen/sondern/anrufen/rufen/position/solange/telefonisch/danach',
  remove: `
    TAKE (sie/du/ihr) ME (aus/raus/heraus/auch/umgehend) FROM | ME FROM (zu) TAKE | FROM (zu) TAKE ./ich/wir/würde/können/könnten | ME … FROM … (zu) TAKE
    TAKE sie ME (bitte) (aus) ./raus/heraus | ME (zu) austragen/abmelden/löschen/entfernen/streichen/auszutragen/abzumelden
    löschung/entfernung/streichung ME FROM | löschung/entfernung/streichung FROM | löschung (all/aller) meiner/unserer (personenbezogenen/email) daten/adresse/kontaktdaten/mailadresse
    löschen sie (alle) meine/unsere/die/sämtliche (personenbezogenen/gespeicherten) daten | TAKE/TAKE werden FROM
    melden sie uns/mich (vom/von/aus) (newsletter/verteiler) ab | abmeldung (vom/von/aus) (ihrem/ihren) LIST/newsletter | auf die/ihre sperrliste/blacklist/robinsonliste
    widerspreche/widersprechen/widerruf/widerrufe (ich/wir/hiermit) (der) (weiteren/werblichen) nutzung/verwendung/verarbeitung/speicherung/einwilligung/zusendung/kontaktaufnahme/meine-einwilligung`,
  noMore: `
    sehen/sieh/seht (sie/du/ihr) (in-zukunft) (von/davon) (MORE) (MORE) EMAILS … ab | sehen/sieh/seht (sie/du/ihr) (in-zukunft) davon ab | (von) (MORE) (MORE) EMAILS … (an-uns) (in-zukunft) abzusehen/absehen/absieht/absehen/verschonen/abstand
    davon/hiervon/davon-künftig … abzusehen/absehen/ab | verschonen/verschone/verschont (sie) (uns/mich) … mit (MORE) (MORE) EMAILS | abstand (davon) nehmen/zu-nehmen | nehmen sie (davon) (von-EMAILS) abstand
    KEIN (MORE) (MORE) EMAILS (dieser-art/von-ihnen/von-euch) (an-uns/an-mich) mehr/wünschen/zusenden/erwünscht | KEIN MORE (MORE) EMAILS
    möchten/möchte/wollen/will/wünschen/wünsche (von-ihnen/wir/ich) KEIN (MORE) EMAILS/kontakt | (senden/schicken) (sie) (uns/mir) KEIN (MORE) EMAILS (mehr) zu
    verzichten/verzichte/verzichtet (sie) (künftig/in-zukunft) (auf) … EMAILS | auf MORE (MORE) EMAILS … (zu) verzichten | unterlassen/unterlasse (sie) (es) (MORE) (MORE) EMAILS/uns/mich
    unterlassung MORE EMAILS | zu unterlassen | (mich/uns/mir) AGAIN … (zu) WRITE | WRITE (sie) (mich/uns/mir) AGAIN | AGAIN (mehr) von-ihnen/von-euch (hören/kontaktiert/angeschrieben)
    AGAIN WRITE (zu) (werden) | WRITE (sie) (uns/mir) KEIN (MORE) EMAILS | lieber/lieber-nicht/gern KEIN EMAILS
    einstellen/stellen/stoppen/stellt/beenden (sie) (ihre/die/alle/MORE/das) (MORE) EMAILS/kontakt (an-uns/an-mich) ein/einzustellen | EMAILS (an-uns/an-mich) … einzustellen/einstellen/zu-stoppen/zu-beenden
    hören sie auf … zu WRITE | wünschen/wünsche/möchten/möchte (von-ihnen) KEIN (MORE) EMAILS/kontakt`,
  perhaps: `
    KEIN kontakt | nicht (nochmals/erneut/noch-einmal/nachzufassen/nachfassen/nachhaken/weiter) melden/nachzufragen/nachfragen/nachzufassen/nachfassen/nachhaken | nachfassen/nachhaken … nicht/verzichten
    dsgvo | woher haben sie (meine/unsere) (adresse/daten/emailadresse/mailadresse) | unerwünscht*/unaufgefordert* | in ruhe | abmelden | austragen | wie … abmelden . | ist/sind/als (reiner/reine/nur) spam | abmahnung
    möchte/möchten/wollen/wünschen … nicht (mehr) (kontaktiert/angeschrieben/belästigt)`,

  away: `
    arbeite/bin (nur) in teilzeit | nicht (mehr) (im/am/in-meinem) haus/hause/büro/platz/arbeitsplatz/schreibtisch/erreichbar/da/verfügbar/vor-ort/dienst/anwesend | nicht/nur-eingeschränkt/schlecht/schwer/kaum erreichbar | außer haus/hause/dienst
    im/in (den/meinem/dem/meiner) (wohlverdienten) *urlaub*/urlaub/ferien/elternzeit/mutterschutz/sabbatical/auszeit/krankenstand/betriebsferien/reha/kur | abwesend/ortsabwesend/verreist/erkrankt/krankgeschrieben/unterwegs/krank | auf (einer/der/unserer) *reise*/dienstreise/geschäftsreise/fortbildung/messe
    bin/sind/ist … … … … weg/fort/offline/abwesend/geschlossen/unterwegs | (wieder) zurück/da/erreichbar/im-büro/im-hause/für-sie-da (bin/sind/bin-ich/sind-wir) (ich/wir) (wieder) (ab/am) (dem) <day> | ab/am (dem) <day> (bin/sind/bin-ich/ist) … … wieder/zurück/da/erreichbar
    büro/betrieb/unternehmen/praxis/geschäft (ist/bleibt/hat) … … geschlossen/zu | habe/haben (gerade/derzeit/momentan) urlaub/frei/elternzeit/ferien`,
  who: 'an/unter/bei/über/sich/frau/herr/herrn/kollege/kollegin/kollegen/kolleginnen/vertretung/team/zentrale/<address>',
  covered: `
    dringend/dringende/dringenden/dringendes/dringlich/eilig/eilige/eiligen/eilt/brennt/notfall/notfällen/unaufschiebbar*/wichtigen/urgent/sofortige … … … … WHO/hilft/helfen/erreichen/wenden/anrufen/kontaktieren/schreiben/mail/kontakt
    in/während (meiner/der/unserer/dieser) abwesenheit/zwischenzeit/zeit | vertritt/vertreten/vertretung/vertretungsweise | hilft/helfen/unterstützt/unterstützen ihnen/euch/dir/sie | weiterhelfen/weiterhilft/weiter-hilft/aushelfen
    hilft/helfen gerne/weiter/in-der-zwischenzeit | wenden/wende/kontaktieren/schreiben (sie/du/dich) (sich) … … … … <address> | EMAILS/anfragen (werden/wird) (in/während) … … (nicht/weder) … weitergeleitet/gelesen/bearbeitet/beantwortet/abgerufen/weiterleitung
    nicht (automatisch) weitergeleitet/gelesen/bearbeitet/beantwortet/abgerufen/umgeleitet | mails/emails/nachrichten/postfach … nicht/unregelmäßig/selten/sporadisch/keine/kaum/nur | (keinen/eingeschränkten/nur/kein/beschränkten/kaum) … zugriff/zugang/empfang/internet/netz
    ansprechpartner/ansprechpartnerin … ist/sind | automatisch gelöscht`,
  later: `
    nach (meiner/der/unserer) rückkehr/urlaub/rückkunft/wiederkehr | sobald/wenn ich (wieder) zurück/da/im-büro | melde/melden/antworte/antworten/beantworte/beantwortet/bearbeitet/kümmere/lese … … ab/nach (dem) <day>/rückkehr
    wieder (für-sie) da/zurück/erreichbar/im-büro/im-haus/im-hause | antwort … verzögern/dauern/verspäten/verzögerung`,
  left: `
    nicht mehr (bei/für/in/im/hier/mehr) (_) (_) (_) tätig/beschäftigt/angestellt/arbeite/arbeitet/unternehmen | (habe/hat/haben) (_) (_) (_) (_) (das-unternehmen/die-firma/den-betrieb/firma/uns/unser-haus) (_) verlassen
    (aus) (dem-unternehmen/der-firma/unternehmen) ausgeschieden | ausgeschieden | (im/in-den) (wohlverdienten) ruhestand/rente | arbeite/arbeitet (seit/ab) (_) (_) nicht-mehr | verlassen habe/hat
    postfach/adresse/emailadresse/mailadresse/konto/mailbox ist/wird/wurde (_) (_) nicht-mehr/geschlossen/stillgelegt/deaktiviert/abgeschaltet/inaktiv/ungültig | (adresse/emailadresse) … geändert | nicht mehr gelesen/abgerufen/genutzt/verwendet/gültig`,
  received: `
    anfrage/nachricht/email/mail/anliegen/schreiben/ticket/meldung … … … erhalten/eingegangen/empfangen/aufgenommen/registriert/angenommen/erfasst/angelegt/eröffnet/angekommen | haben/habe/ist/wurde … … erhalten/eingegangen/empfangen/aufgenommen/registriert/erfasst/angelegt
    bestätigen (wir/hiermit) (den) eingang/empfang | eingang (ihrer) … bestätigen`,
  promise: `
    melden/melde/antworten/bearbeiten/bearbeitet/beantworten/beantwortet/kümmern/kümmert/meldet/rückmeldung/bearbeitung/antwort/prüfen … … … … schnellstmöglich/umgehend/baldmöglichst/zeitnah/innerhalb/binnen/so-schnell/so-bald/in-kürze/kurzfristig/schnellst-möglich/möglichst/bald/<day>
    schnellstmöglich/umgehend/baldmöglichst/zeitnah/innerhalb/binnen/so-schnell/so-bald/in-kürze/kurzfristig … … … … melden/melde/antworten/bearbeiten/bearbeitet/beantworten/beantwortet/kümmern/rückmeldung/zurück | in bearbeitung | öffnungszeiten/bürozeiten/servicezeiten`,
  ticket:
    '*nummer … <day> | ticket (nr/nummer/id) … <day> | aktenzeichen/vorgang/vorgangsnummer/ticketnummer/ticket … <day>/betreff/angeben/an/nennen/belassen | im betreff | unter/mit (der) nummer/vorgangsnummer/ticketnummer/fallnummer | ticket angelegt/eröffnet/erstellt',
  challenge: `
    bestätigen/bestätige/klicken/beweisen (sie) … … … mensch/person/absender/roboter/link/echter/adresse/kein-spam | spamfilter/spam-filter/filter/werbefilter/spamschutz/spam … … … nachricht/mail/email/warteschlange/zurückgehalten/wartet/nutze/benutze/verwende/postfach
    wartet/zurückgehalten/gehalten/quarantäne/warteschlange | künftige/alle/weitere EMAILS … zugestellt/durchgestellt/ankommen/durchgelassen/direkt`,
  automatic:
    'automatisch/automatische/automatisierte/automatischen/maschinell … antwort/nachricht/email/mail/generiert/erstellt/erzeugt/versendet/verschickt/gesendet/abwesenheitsnotiz/bestätigung/eingangsbestätigung | abwesenheitsnotiz',
  courtesy:
    '(vielen/herzlichen/besten) dank (für) … (nachricht/mail/email/anfrage/interesse/verständnis/geduld/kontaktaufnahme/schreiben/zeilen/vertrauen) | danke (für) … nachricht/mail/email/anfrage/interesse/verständnis/geduld | vielen dank . | um (ihr) verständnis/geduld | ihr/euer verständnis | freundliche/freundlichen/beste/besten/viele/liebe/herzliche grüße/grüßen | schöne/schönen/frohe/erholsame feiertage/weihnachten/tag/sommer/urlaub/tage | antworten sie (bitte) nicht auf diese | nicht auf diese EMAILS (zu) antworten',
  personal: `
    haben-interesse/interesse-an/mit-interesse/kein-interesse/unser-interesse/interessiert/angebot/angebote/preis/preise/preisliste/vertrag/vertrags/budget/muster/termin/demo/bestellung/bestellen/kaufen/kaufe/kosten/rechnung/klingt/spannend/trotzdem/leider-nein/morgen/ja/nein
    wann/warum/welche/wieviel/können-wir/könnten-sie/könnten-wir/schicken-sie/senden-sie/rufen-sie/mich-an/telefonieren/besprechen/wir-brauchen/ich-brauche/freut-sich/passt/gefällt/vorschlag/nächste-woche/bedarf`,
}
