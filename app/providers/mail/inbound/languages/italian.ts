import type { Words } from './words'

export const ITALIAN: Words & Record<string, string> = {
  edges: 'e grazie ma o perché saluti cordiali',
  fillers: 'molto anche gentilmente cortesemente immediatamente definitivamente quindi pure subito',

  me: 'mi/ci/noi/me | il-mio/il-nostro/la-mia/la-nostra/i-miei/i-nostri/questo/questa/mio/nostro/nostri/miei (indirizzo) (email/mail) indirizzo/contatto/contatti/email/mail/nome/dati/nominativo/recapito/recapiti/azienda/casella',
  emails:
    'email/emails/mail/messaggio/messaggi/comunicazione/comunicazioni/newsletter/pubblicità/offerte/proposte/contatti/contatto/spam/solleciti/invii/corrispondenza/sollecitazioni/promozioni',
  list: 'lista/liste/elenco/elenchi/database/rubrica/newsletter/sistema/archivio/archivi/mailing/crm/indirizzario/distribuzione/contatti',
  from: 'da/dal/dalla/dalle/dai/dagli (vostra/vostre/vostro/vostri/sua/suo/sue/tua/tuo/questa/tutte-le/le) LIST',
  take: '*rimuov*/*rimoss*/*cancell*/*togli*/*tolga*/*tolto*/*tolti*/*elimin*/*disiscriv*/*disiscritt*/*depenn*/*esclud*',
  write: 'scriver*/scriv*/contatta*/contatti*/invi*/manda*/mandi*/sped*/disturb*/sollecit*/mandat*',
  more: 'più/altre/altri/ulteriori/ulteriore/nuove/nuovi/queste/questi/vostre/sue/successive/simili/alcuna/alcun/nessuna/nessun',

  not: 'non/mai/senza',
  reported:
    'clicchi/cliccate/clicca/cliccando/cliccare | se non desidera/desideri/desiderate/vuole/vuoi (più) ricevere | per cancellarsi/cancellarti/disiscriversi/disiscriverti | detto/dicono/rispondono/clienti/utenti/qualcuno/perché-non/come/quando',
  except: 'prima/fino/lunedì/<day>/settimana/durante/domani/oggi/chiamatemi/chiami/telefono/telefonate/così',
  remove: `
    TAKE (ME) … FROM | ME TAKE FROM | (essere) TAKE FROM | TAKE ME . | vi/la/le prego/chiedo/chiediamo/preghiamo (di) !cancellarl*/eliminarl*/rimuoverl* TAKE . | rimuovetemi/rimuovermi/cancellatemi/cancellarmi/cancellateci/rimuoveteci/toglieteci/toglietemi/disiscrivetemi/disiscriveteci .
    cancellazione/rimozione/eliminazione (dei/del/della/dalla/dalle/dai) miei/nostri/mio/nostro/nostra/vostra/vostre/vostri dati/indirizzo/LIST/contatto/nominativo/email/mail | revoc* (il) consenso | mi/ci oppon* al/alla/all | diritto (di/alla) cancellazione/opposizione/oblio | annullare (la) iscrizione`,
  noMore: `
    non (ci/mi) WRITE più (EMAILS) | non WRITE (ci/mi) più | non (più) (WRITE) più (MORE) (EMAILS) | non inviateci/mandateci/scriveteci/contattateci/inviatemi/mandatemi/scrivetemi/contattatemi/inviarci/mandarci/scriverci/contattarci/inviarmi/mandarmi/scrivermi/contattarmi (MORE) (MORE) EMAILS/in-futuro/MORE
    (di) non (essere) (più) essere/ricevere/WRITE/contattati/contattato/contattata/inviarci/inviarmi/disturbati/disturbato più/MORE (EMAILS) | preferiamo/preferirei/preferiremmo/preferisco/gradiremmo/gradirei/chiediamo/chiedo/preghiamo/prego/invito/invitiamo … non (più) ricevere/essere/WRITE/ci/mi/inviarci/riceverne
    non desideriamo/desidero/vogliamo/voglio/vorremmo/vorrei/intendiamo/intendo/gradiamo/gradisco/siamo-interessati-a (più) ricevere/essere/EMAILS … EMAILS/contattati/contattato/contattata/più 
    smett*/cess*/evit*/astener*/astenet*/asteng*/interromp*/sospend* (di/con/gli/le/l/vi/si) … WRITE/EMAILS/invio | evitare/evitate/evitasse/evitaste (di) … WRITE/EMAILS | nessuna altra/ulteriore EMAILS | grati/grato/grata se (non) voleste/poteste/ci/mi … WRITE/astener*
    (senza) ulteriori/altre EMAILS | niente/basta (più) (altre) EMAILS`,
  perhaps:
    'non serve/occorre/insista/insistete/insistere/sollecitate/solleciti insistere/scriver*/sollecitare | non insista/insistete/insistere | gdpr | è/come spam | non-richiesta/non-richieste/indesiderate/indesiderata | come (faccio) (a) disiscriver*/cancellar* . | lasciat*/lasci (in) pace | dove (avete) preso/trovato … indirizzo/mail/contatto | non (mi/ci) WRITE . | disiscrivimi/disiscrizione',

  away: `
    lavoro part-time | a tempo parziale | sono/sarò/siamo/saremo/mi-trovo/è/sarà/resterò (_) (_) fuori/ferie/assente/assenti/vacanza/vacanze/congedo/maternità/viaggio/trasferta/malattia/malato/malata/chiuso/chiusi/irreperibile/permesso | fuori dall/dal ufficio/sede | (in) ferie (_) fino/dal/al | sono/sarò (_) (_) (_) fino (al/a) <day> | non sono/sarò (_) in/reperibile/raggiungibile/disponibile/alla ufficio/scrivania
    rientro/rientrerò/torno/tornerò/sarò-di-ritorno/di-nuovo-operativo/operativi/di-ritorno (_) (in-ufficio) il/lunedì/dal/da (giorno) <day> | ufficio/uffici/azienda/negozio/studio (_) è/sarà/saranno/resterà/rimarrà/rimarranno/sono (_) (chius*) | congedo (di) maternità/parentale`,
  covered: `
    urgente/urgenti/urgenza/urgenze/emergenza/necessità/immediata/immediato … … … … contatt*/scriv*/rivolger*/rivolg*/chiam*/telefon*/sentire/<address>/fare-riferimento/riferimento | contatt*/scriv*/rivolger*/rivolg*/chiam*/telefon* … … … … <address>/urgenze/urgenti/urgenza
    in/durante mia/la-mia/la-nostra/questo assenza/periodo | nel frattempo | (mi) sostituisce/sostituirà/sostituiscono | (vi/la/ti/le) aiuterà/assisterà/risponderà/aiuteranno/può-aiutare
    EMAILS/posta … non sarà/saranno/verrà/verranno/è/sono/viene lett*/inoltrat*/controllat*/monitorat* | accesso/connessione … limitat*/email/mail/posta/internet | leggerò/controllerò/leggo … raramente/saltuariamente/posta/mail`,
  later:
    'risponderò/leggerò/risponderemo/ricontatterò/contatterò … … rientro/ritorno/possibile/torno | risponderò/leggerò allora/poi/in-seguito | (al) mio rientro/ritorno | risposta/risposte … ritard*/tardar*/più-tempo/lente',
  left: '(non) lavoro/lavora/faccio/fa/collaboro/collabora più (parte) (_) (_) qui/in/per/presso/con/della/azienda/società | (ho/ha) lasciato (_) azienda/società/ditta/gruppo/organizzazione | (in) pensione | casella/indirizzo/account/mail (_) (_) (non) è/viene/sarà (più) attiv*/presidiat*/utilizzat*/lett*/disattivat*/chius*/valido/monitorat* | indirizzo … cambiato/disattivato',
  received:
    'ricevuto/registrato/preso-in-carico/aperto/creato/inoltrato (_) (_) (sua/tua/vostra/suo/un/il) EMAILS/richiesta/messaggio/ticket/domanda/segnalazione | (sua/tua/vostra/suo) EMAILS/richiesta/messaggio/segnalazione (_) è/stata/stato (_) ricevut*/registrat*/pres*/inoltrat*/apert* | conferm* (di/la/l) (avvenuta) ricezione | ticket (_) apert*/creat* | presa in carico',
  promise:
    'risponderemo/risponderà/risponderò/contatteremo/contatterà/ricontatteremo/ricontatterà/risposta/riscontro/ricontattat*/contattat* … … … … presto/prima-possibile/entro/ore/giorni/breve/<day>/possibile | (al) più presto | (il) prima possibile | entro <day> ore/giorni | orari (di)',
  ticket:
    'numero/riferimento/ticket/pratica/richiesta/caso (di/è/n) … <day> | conserv*/indic*/mantene*/cit* … riferimento/numero/oggetto | (nell) oggetto | (con/il) numero/riferimento',
  challenge:
    'conferm*/clicc*/verific*/dimostr* … … … … persona/umano/robot/link/mittente/identità/reale | filtro/antispam/spam/indesiderata … … … messaggio/posta/coda/attesa/trattenuto/uso/utilizzo/protett* | messaggio/mail è/resta (_) attesa/trattenuto/coda/quarantena | tutti/futur* (i) (suoi) EMAILS … arriver*/recapitat*/passer*',
  automatic: 'messaggio/risposta/email/mail/generat*/inviat*/notifica (_) (_) automatic*/automatizzat*',
  courtesy:
    'grazie (per) … EMAILS/interesse/comprensione/pazienza/contattat*/averci/richiesta/scritto/fiducia/messaggio | grazie . | cordiali/distinti saluti | saluti | (ci) scusiamo | buone/buon/buona/felici feste/natale/giornata/vacanze/estate/lavoro/giorno | non rispondere/rispondete/risponda (a) questa/questo',
  personal:
    'interessa/interessat*/interessante/preventivo/prezzo/prezzi/offerta/contratto/budget/riunione/demo/ordine/acquist*/campion*/fattura/comunque/piace/volentieri/domani/oggi/sì/proposta/quanto/quando-possiamo/perché/potrebbe-inviar*/mi-mandi/mi-invii/mi-chiami/parliamo/sentiamo/intanto/basta-scriver*/va-bene/prossima-settimana',
}
