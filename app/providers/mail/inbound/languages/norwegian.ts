import type { Words } from './words'

export const NORWEGIAN: Words & Record<string, string> = {
  edges: 'og takk men eller da fordi mvh hilsen vennlig',
  fillers: 'gjerne vennligst også veldig straks nå vennlig derfor snarest umiddelbart',

  me: 'meg/oss | min/vår/mine/mitt/vårt/denne/dette (epost) adresse/epostadresse/adressen/epost/opplysninger/kontaktinformasjon/navn/firma/bedrift/kontaktopplysninger/data/kontakt | adressen/eposten/opplysningene/kontaktinformasjonen/navnet/epostadressen (min/vår/vårt/mine/våre)',
  emails:
    'epost/eposter/eposten/mail/mailer/melding/meldinger/nyhetsbrev/reklame/tilbud/henvendelse/henvendelser/kontakt/spam/markedsføring/utsendelser/korrespondanse',
  list: '*liste*/*lista*/database/databasen/system/systemet/register/registeret/nyhetsbrev/nyhetsbrevet/epostlisten/kontaktliste',
  from: 'fra/av (alle) (deres/din/ditt/dine/den/denne/disse) (epost) LIST',
  take: 'fjern/fjerne/fjernes/fjernet/slett/slette/slettes/slettet/meld/melde/avmeld/avmelde/avmeldt/stryk/stryke/ta/tas',
  write:
    'kontakt/kontakte/kontaktes/kontakter/skriv/skrive/skriver/send/sende/sender/maile/henvend/henvende/kontaktet/sendt',
  more: 'flere/ytterligere/mer/slike/disse/deres/dine/fremtidige/uoppfordrede/noen',

  not: 'ikke/aldri/uten',
  reported:
    'klikk/klikke | hvis du/dere ikke (lenger) vil/ønsker (å) motta/få/ha | sagt/sier/svarer/kunder/brukere/noen-sa/hvorfor/hvordan',
  except: 'før/innen/inntil/mandag/<day>/helgen/ring/ringe/morgen/idag/under/unntatt',
  remove:
    'TAKE FROM | TAKE ME ut/bort FROM | TAKE ME . | TAKE (bort) ME FROM | ME TAKE FROM | vil/ønsker/ber … bli/være/få TAKE/avmeldt | ta (bort) ME av/ut-av/bort-fra deres/listen (LIST) | meld/melde meg/oss av | avmeld meg/oss | slett/slette (alle) mine/våre opplysninger/data/personopplysninger | avmelding fra | trekker … samtykke',
  noMore: `
    vil/ønsker/foretrekker/ville/ber … (helst/gjerne) ikke/slippe/unngå (lenger) (å) (få/ha/motta) (MORE) (MORE) EMAILS | ikke (lenger) (ønsker/vil/å) (bli) kontaktet | ingen MORE EMAILS | frabe/frabeder (oss/meg/seg) (MORE) EMAILS
    ikke/aldri WRITE (ME/til-oss/til-meg) (MORE) (EMAILS) igjen/mer/lenger/flere/fremover | ikke WRITE (oss/meg/til-oss/til-meg) (MORE) EMAILS | WRITE (oss/meg/til-oss/til-meg) ikke/aldri (MORE) EMAILS | WRITE (oss/meg/til-oss/til-meg) ikke/aldri igjen/mer | WRITE ikke/aldri (ME/til-oss/til-meg) (MORE) (EMAILS) igjen/mer/lenger/flere/fremover
    slutt/slutte/stopp/stoppe/opphør/avstå/unnlat/unnlate/la-være (med/fra/å) (å) WRITE | slutt/slutte/stopp/stoppe (med) (disse/alle) EMAILS`,
  perhaps:
    '(trenger) (dere/du) ikke følge-opp/purre | ikke følge-opp/purre | gdpr | er/som spam | uoppfordret*/uønsket* | hvordan melder jeg meg av . | la (meg/oss) være i fred | WRITE (oss/meg) ikke . | hvor har (dere/du) (fått) … adressen/opplysningene/adresse',

  away: 'jobber/arbeider (på) deltid | er/vil-være/blir/befinner-meg (_) (_) (_) ferie/sommerferie/juleferie/forretningsreise/tjenestereise/bortreist/fraværende/syk/sykmeldt/permisjon/foreldrepermisjon/reise/stengt/kurs/utlandet/borte/fri | ikke (på/ved) kontoret/pulten-min/jobb/plass | ute/borte (av/fra) kontoret | ikke tilgjengelig/tilstede/til-stede | (på/har/tar) ferie | tilbake på-kontoret/på-jobb/igjen (_) (_) <day> | holder (_) stengt',
  covered:
    'haster/hastesak/hastesaker/hastetilfeller/akutt/akutte/vente/brenner/presserende/nødstilfelle/viktig … … … … kontakt/ring/skriv/henvend/<address>/kontakte/mail/ta | kontakt/kontakte/ring/skriv/henvend … … … … <address>/haster/akutt | under/i (mitt/min/vårt/dette/mitt) fravær/ferie/perioden | i mellomtiden | imens | hjelper/hjelpe (deg/dere/med) | vikarierer/stedfortreder | (EMAILS) … (ikke) lest/videresendt/leses/videresendes/besvart | ikke lest/videresendt/leses/videresendes | begrenset/ingen/sporadisk/dårlig tilgang/dekning/internett',
  later:
    'svarer/besvarer/leser/svare/besvare/kommer-tilbake … … tilbake/retur/hjemkomst | når jeg er/kommer tilbake | etter ferien/min-ferie | (svar) … forsinket/forsinkelse/lengre',
  left: 'jobber/arbeider (_) ikke (lenger/mer) | ikke lenger ansatt/jobber/hos/del-av | sluttet (_) i/hos/min | (gått) av med pensjon | pensjonert/pensjonist | forlatt bedriften/firmaet/selskapet | postkasse/postkassen/adresse/adressen/konto/epostadressen/eposten (_) er/brukes/leses (_) ikke-lenger/stengt/nedlagt/inaktiv/ikke',
  received:
    'mottatt/registrert/opprettet/fått (_) (_) EMAILS/henvendelse/henvendelsen/forespørsel/sak/saken/spørsmål | (din/deres/ditt) EMAILS/henvendelse/henvendelsen/forespørsel/sak/spørsmål (_) (er/har) (_) mottatt/registrert/opprettet | bekrefter mottakelsen/mottak/at-vi',
  promise:
    'svarer/kommer-tilbake/besvarer/svar/kontakter/besvart/behandler/tilbake/svare … … … … snarest/raskest/mulig/innen/timer/dager/virkedager/<day>/snart | (så) snart/raskt/fort (som) mulig | innen (_) <day> | åpningstider',
  ticket:
    'saksnummer/referanse/sak/nummer/saksnr (er/nr) … <day> | oppgi/behold/angi/ta-vare-på … nummer/referanse/emnefeltet/saksnummer | (i) emnefeltet',
  challenge:
    'bekreft/bekrefte/klikk/bevis/verifiser … … … … menneske/person/robot/lenke/lenken/avsender | filter/spamfilter/spam/søppelpost … … … melding/mail/epost/kø/venter/bruker/tilbakeholdt | melding/meldingen/epost/eposten (_) venter/tilbakeholdt/kø/karantene',
  automatic: 'automatisk/autosvar/autogenerert (_) svar/melding/epost/mail/sendt/generert | autosvar',
  courtesy:
    'takk (for) … EMAILS/interesse/tålmodighet/forståelse/henvendelse/henvendelsen/spørsmål/din | takk . | (med) (vennlig*) hilsen | hilsen | god/ha/riktig dag/sommer/helg/jul/ferie/en | beklager | ikke svare/besvare/svar (på) denne/dette | svar ikke (på) denne/dette',
  personal:
    'har-interesse/ingen-interesse/interessert/interesserte/interessant/tilbudet/pris/priser/budsjett/kontrakt/møte/demo/bestille/bestilling/kjøpe/koster/faktura/forslag/prøve/imorgen/idag/ja/nei/høres/hvor-mye/hvorfor/når-kan/send-meg/send-oss/ring-meg/diskutere/neste-uke',
}
