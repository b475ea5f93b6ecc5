import type { Words } from './words'

export const DANISH: Words & Record<string, string> = {
  edges: 'og tak men eller da fordi mvh hilsen venlig',
  fillers: 'gerne venligst også meget straks nu venligt derfor snarest',

  me: 'mig/os | min/vores/mine/mit/vor/denne/dette (email/mail) adresse/emailadresse/mailadresse/mail/email/oplysninger/kontaktoplysninger/navn/virksomhed/firma/data/kontakt',
  emails:
    'email/emails/mail/mails/besked/beskeder/nyhedsbrev/nyhedsbreve/reklame/reklamer/tilbud/henvendelse/henvendelser/kontakt/spam/markedsføring/udsendelser/korrespondance',
  list: '*liste*/database/databasen/system/register/registret/nyhedsbrev/nyhedsbrevet/kartotek/mailingliste',
  from: 'fra/af/i (alle) (jeres/din/dit/dine/den/denne/disse) (email/mail) LIST | fra listen',
  take: 'fjern/fjerne/fjernes/fjernet/slet/slette/slettes/slettet/afmeld/afmelde/afmeldes/afmeldt/stryg/stryge/tag/tage',
  write:
    'kontakt/kontakte/kontaktes/kontakter/skriv/skrive/skriver/send/sende/sender/maile/mail/henvend/henvende/henvender/kontaktet',
  more: 'flere/yderligere/mere/sådanne/disse/jeres/dine/de-her/fremtidige/denne-slags/uopfordrede',

  not: 'ikke/aldrig/uden',
  reported:
    'klik/klikke | hvis du/de ikke (længere) vil/ønsker (at) modtage/få/have | sagde/siger/svarer/kunder/brugere/nogen/hvorfor/hvordan',
  except: 'før/inden/indtil/mandag/<day>/weekenden/ring/ringe/morgen/dag/under/undtagen',
  remove:
    'TAKE FROM | TAKE ME (ud) FROM | TAKE ME . | ME TAKE FROM | vil/ønsker/beder/bedes … blive/være/få TAKE | tag/tage ME (af/ud-af/væk-fra) jeres/listen/din (LIST) | afmeld/afmelde mig/os | slet/slette (alle) (mine/vores) oplysninger/data/personoplysninger | framelde/framelding/afmelding fra/af | trækker … samtykke tilbage',
  noMore: `
    vil/ønsker/foretrækker/ville/beder … (helst/gerne) ikke/undgå/slippe (længere) (at/for-at) (få/have/modtage) (MORE) (MORE) EMAILS | ikke (længere) (ønsker/vil/at) (blive) kontaktet | ingen MORE EMAILS | frabeder/frabede (os/mig/sig) (MORE) EMAILS
    ikke/aldrig WRITE (ME/til-os/til-mig) (MORE) (EMAILS) igen/mere/længere/flere/fremover | ikke WRITE (os/mig/til-os/til-mig) (MORE) EMAILS | WRITE (os/mig/til-os/til-mig) ikke/aldrig (MORE) EMAILS | WRITE (os/mig/til-os/til-mig) ikke/aldrig igen/mere | WRITE ikke/aldrig (ME/til-os/til-mig) (MORE) (EMAILS) igen/mere/længere/flere/fremover
    hold/holde (_) op med at WRITE/EMAILS | stop/stoppe/ophøre/ophør/undlad/undlade/hold-op/afstå (med/fra/at) (at) WRITE | stop/stoppe/ophøre (med) (jeres/disse/alle) EMAILS`,
  perhaps:
    '(behøver) (I/du) ikke følge-op/vende-tilbage/rykke | ikke følge-op/rykke | gdpr/persondataforordningen | er/som spam | uopfordret*/uønsket* | hvordan afmelder jeg . | lad (mig/os) (være) i fred | WRITE (os/mig) ikke . | hvor har (I/du) (fået) … adresse/oplysninger',

  away: 'arbejder/er (på) deltid | er/vil-være/bliver/befinder-mig (_) (_) (_) ferie/sommerferie/juleferie/forretningsrejse/bortrejst/fraværende/syg/sygemeldt/barsel/orlov/rejse/lukket/kursus/udlandet/væk/fri | ikke (på/ved) kontoret/mit-skrivebord/arbejde/pladsen | ude/væk (af/fra) kontoret/huset | (ikke) træffes/til-stede/tilgængelig | på/holder/har ferie | tilbage på-kontoret/på-arbejde/igen (_) (_) <day> | holder (_) lukket/ferielukket',
  covered:
    'haster/hastesag/hastesager/akut/akutte/hastende/vente/brænder/presserende/nødstilfælde/vigtigt … … … … kontakt/ring/skriv/henvend/<address>/kontakte/mail | kontakt/kontakte/ring/skriv/henvend/mail … … … … <address>/haster/akut | under/i (mit/min/vores/denne) fravær/ferie/periode | i mellemtiden | imens | hjælper/hjælpe (dig/jer/med) | afløser/vikarierer | (EMAILS) … (ikke) læst/videresendt/læses/videresendes/besvaret | ikke læst/videresendt/læses/videresendes | begrænset/ingen/sporadisk/dårlig adgang/dækning/internet',
  later:
    'svarer/besvarer/læser/vender-tilbage/svare/besvare … … tilbage/retur/hjemkomst | når jeg er/kommer tilbage/retur | efter ferien/min-ferie | (svar) … forsinket/forsinkelse/længere',
  left: 'arbejder (_) ikke længere/mere | ikke længere ansat/arbejder/hos/en-del | fratrådt/fratrådte/stoppet (_) min/stilling/hos/i | (gået) på pension | forladt virksomheden/firmaet | postkasse/postkassen/adresse/adressen/konto/mailadressen/emailadressen (_) er/bruges/læses (_) ikke-længere/lukket/nedlagt/inaktiv/ikke | har forladt',
  received:
    'modtaget/registreret/oprettet (_) (_) EMAILS/henvendelse/forespørgsel/sag/sagen/spørgsmål | (din/jeres/dit) EMAILS/henvendelse/forespørgsel/sag/spørgsmål (_) (er/har) (_) modtaget/registreret/oprettet | bekræfter modtagelsen/modtagelse/hermed',
  promise:
    'svarer/vender-tilbage/besvarer/svar/kontakter/besvaret/behandler/tilbage … … … … snarest/hurtigst/muligt/inden/inden-for/timer/dage/hverdage/<day>/snart | hurtigst/snarest muligt | inden (for) (_) <day> | åbningstider',
  ticket:
    'sagsnummer/reference/sag/nummer/sagsnr (er/nr) … <day> | angiv/bevar/oplys/behold … nummer/reference/emnefeltet/sagsnummer | (i) emnefeltet',
  challenge:
    'bekræft/bekræfte/klik/bevis/verificer … … … … menneske/person/robot/link/linket/afsender | filter/spamfilter/spam … … … besked/mail/kø/venter/bruger/tilbageholdt | besked/mail (_) venter/tilbageholdt/kø/karantæne',
  automatic: 'automatisk/autosvar/autogenereret (_) svar/besked/mail/email/sendt/genereret | autosvar',
  courtesy:
    'tak (for) … EMAILS/interesse/tålmodighed/forståelse/henvendelse/spørgsmål/din | tak . | (med) (venlig*) hilsen | hilsen | god/glædelig/rigtig/hav dag/sommer/weekend/jul/ferie/en | beklager | ikke svare/besvare/svar (på) denne/dette | svar ikke (på) denne/dette',
  personal:
    'har-interesse/ingen-interesse/interesseret/interesserede/interessant/tilbuddet/pris/priser/budget/kontrakt/møde/demo/bestille/bestilling/købe/koster/faktura/forslag/prøve/imorgen/idag/ja/nej/lyder/hvor-meget/hvorfor/hvornår/send-mig/send-os/ring-til-mig/drøfte/næste-uge',
}
