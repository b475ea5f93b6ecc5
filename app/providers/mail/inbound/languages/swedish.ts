import type { Words } from './words'

export const SWEDISH: Words & Record<string, string> = {
  edges: 'och tack men eller då eftersom mvh hälsningar',
  fillers: 'gärna vänligen snälla också mycket omedelbart genast nu vänligt tacksam därför',

  me: 'mig/oss/mej | min/vår/mina/våra/mitt/vårt/den-här/denna (epost) epostadress/mailadress/adress/epost/mail/uppgifter/kontaktuppgifter/namn/företag/mejladress/kontakt/personuppgifter',
  emails:
    'epost/mail/mails/mejl/meddelande/meddelanden/utskick/utskicken/nyhetsbrev/reklam/erbjudanden/kontakt/spam/brev/förfrågningar/epostmeddelanden/mailutskick/mejlutskick/marknadsföring',
  list: '*lista*/*listor*/register/registret/databas/databasen/system/utskick/utskicken/nyhetsbrev/nyhetsbrevet/sändlista/adressregister',
  from: 'från/ur/av (alla) (er/era/ert/din/dina/ditt/den-här/denna/den/listan/de) (epost/mail/mejl) LIST',
  take: 'ta-bort/tar-bort/tas-bort/radera/raderas/stryk/stryka/strykas/avregistrera/avregistreras/plocka-bort/avanmäla/avanmäl/borttagen/borttagna/exkludera/avsluta/raderad/raderade',
  write:
    'kontakta/kontaktas/skriva/skriv/skicka/skickar/maila/mejla/höra-av/hör-av/höra-av-er/höra-av-dig/höra-av-sig/hör-av-er/hör-av-dig/kontaktar/kontaktade/skickade/mailade/mejlade/mailar/mejlar/sända/skrivit',
  more: 'fler/mer/flera/ytterligare/sådana/dessa/era/dina/de-här/vidare/framtida/några/några-fler',

  not: 'inte/aldrig/ej/utan',
  reported:
    'klicka/klickar | om du/ni inte (längre) vill ha/få/ta-emot | sade/säger/svarar/kunder/användare/någon/varför/hur',
  except: 'före/innan/tills/förrän/måndag/<day>/helgen/ring/ringa/imorgon/idag/under/utom',
  remove:
    'TAKE FROM | TAKE ME FROM | ta/tar/plocka (gärna) (bort) ME (bort) FROM | (ta/tar) ME (bort) FROM | ta bort ME . | TAKE ME . | ta (gärna) bort ME | ME (vill) (bli) TAKE | vill/önskar/ber (jag/vi/att) … bli/få/vara TAKE/avregistrerad/avregistrerade/borttagen/borttagna | radera (alla) (mina/våra) uppgifter/personuppgifter/data | avregistrera/avanmäl mig/oss | avprenumerera | återkallar (mitt/vårt) samtycke',
  noMore: `
    vill/önskar/skulle/föredrar/ber/uppskatta/uppskattar … (helst/gärna) inte/ej/slippa/undvika (få/ha/motta/erhålla) (MORE) (MORE) EMAILS | vill/önskar/skulle/föredrar (vi/jag) (helst/gärna) (inte/ej) (längre) (bli/blir) kontaktad/kontaktade
    inte/ej (längre) (vill/önskar) (få/ha/motta/erhålla) MORE (MORE) EMAILS | inga MORE EMAILS | slippa (få/ha) (MORE) (MORE) EMAILS | undanber/undanbeder (oss/mig/sig) (MORE) EMAILS
    inte/ej/aldrig WRITE (ME/till-oss/till-mig) (MORE) (EMAILS) igen/mer/längre/fler/flera/framöver | inte WRITE (oss/mig/till-oss) (MORE) EMAILS | WRITE (oss/mig) inte/ej/aldrig (oss/mig) (MORE/igen/mer) (EMAILS) (till) MORE/igen/mer/oss/mig
    WRITE inte/aldrig (MORE) EMAILS | sluta/upphöra/upphör/avstå/avstår/undvik/undvika/avbryt (upp) (att/med/från) (att) WRITE/EMAILS | sluta med (era/dessa) EMAILS | inte bli/blir kontaktad/kontaktade`,
  perhaps:
    'behöver (ni/du) inte höra/följa/återkomma/påminna | inte följa-upp/påminna/återkomma | gdpr | är/som spam | oönskad* | (hur) avregistrerar/avslutar (jag) . | lämna (mig/oss) ifred | (i) fred | WRITE (mig/oss) inte . | var (har) (ni/du) (fått) … adress/uppgifter',

  away: `
    arbetar/jobbar (på) deltid | är/var/kommer-vara/är-just-nu/kommer-att-vara/befinner-mig (_) (_) (_) semester/tjänsteresa/bortrest/ledig/frånvarande/sjuk/sjukskriven/föräldraledig/ledigt/resa/stängt/borta/konferens/utomlands/mammaledig/pappaledig/ledighet | inte (på/vid) kontoret/mitt-skrivbord/plats/jobbet | (inte) anträffbar/nåbar/tillgänglig | (på) semester | (har) semester/ledigt/stängt
    tillbaka/åter/återkommer på-kontoret/på-jobbet/i-tjänst (_) (_) <day> | (är) (_) borta/ledig/bortrest t-o-m/till/fram-till/till-och-med <day>`,
  covered:
    'akut/akuta/brådskande/bråttom/vänta/brinner/nödfall/angeläget … … … … kontakta/ring/mejla/maila/vänd/hör/skriv/<address>/nå | kontakta/ring/mejla/maila/vänd/hör/skriv … … … … <address>/akut/brådskande | under min/vår/tiden/denna frånvaro/tid | under tiden | hjälper/hjälpa (dig/er/till) | ersätter mig | vikarierar | (EMAILS) … vidarebefordras/läses/vidarebefordras/bevakas inte/ej | inte/ej vidarebefordras/läses/bevakas | begränsad/begränsat/ingen/sporadisk/dålig tillgång/täckning/internet/möjlighet | läser (_) mail/mejl/epost sporadiskt/sällan/inte',
  later:
    'svarar/besvarar/läser/återkommer/hör-av-mig … … tillbaka/åter/hemkomst/återkomst | (när) (jag) (är) tillbaka/åter | efter semestern/min-semester/hemkomst | (svar) … dröja/dröjer/fördröjt',
  left: 'arbetar/jobbar/arbetat/jobbat (_) inte/ej längre/kvar | slutat (på/hos/vid/min-anställning) | slutat (_) anställning/företaget/tjänst | (gått) (i) pension | lämnat företaget/organisationen/bolaget | brevlåda/brevlådan/adress/adressen/konto/epostadressen/mailadressen/mejladressen (_) är/används/läses/har (_) inte-längre/stängd/avslutad/inaktiv/upphört/inte',
  received:
    'mottagit/tagit-emot/fått/registrerat/mottaget/mottagits/registrerats/skapats/inkommit (_) (_) EMAILS/ärende/fråga/förfrågan/mejl | (ditt/din/ert/er) EMAILS/ärende/fråga/förfrågan/mejl (_) (har/är) (_) mottagits/registrerats/mottaget/registrerat/inkommit/mottagen | (ditt/din/ert/er) begäran/ansökan/EMAILS/ärende (har) tagits emot | bekräftar mottagandet/att-vi',
  promise:
    'svarar/återkommer/återkopplar/besvarar/svar/handläggs/kontaktar/återkoppling … … … … snart/möjligt/inom/timmar/dagar/<day>/kort | (så) snart/fort/snabbt (som) möjligt | inom (_) <day> | öppettider',
  ticket:
    'ärendenummer/referens/ärende/nummer/ärende-id (är/nr) … <day> | ange/behåll/uppge/spara … nummer/referens/ämnesraden/ärendenummer | (i) ämnesraden',
  challenge:
    'bekräfta/klicka/verifiera/bevisa … … … … människa/person/robot/länk/länken/avsändare | filter/skräppost/spam/spamfilter/skräppostfilter … … … meddelande/mail/mejl/kö/väntar/använder/hålls | meddelande/mail/mejl (_) väntar/hålls-kvar/kö/karantän',
  automatic:
    'automatiskt/automatisk/automatgenererat/autosvar/autogenererat (_) svar/meddelande/mejl/mail/besked/skickat/genererat | autosvar',
  courtesy:
    'tack (för) … EMAILS/intresse/tålamod/förståelse/fråga/kontakt/förfrågan/mejl/ditt | tack . | (med) vänlig*/vänliga hälsning* | trevlig/glad/god/skön/ha dag/sommar/helg/jul/semester/en | ursäkta | hoppas | inte/ej svara/besvara (på) detta/det-här',
  personal:
    'har-intresse/inget-intresse/intresserad/intresserade/intressant/offert/pris/priser/budget/avtal/möte/demo/beställa/beställning/köpa/kostar/kostnad/faktura/förslag/prov/imorgon/idag/ja/nej/låter/hur-mycket/varför/när-kan/skicka-mig/skicka-oss/ring-mig/diskutera/gillar/nästa-vecka',
}
