import type { Language } from '../language'

export const ITALIAN: Language & Record<string, string> = {
  edges: 'e grazie no sì salve ciao buongiorno perché scusi',
  fillers: 'molto davvero sicuramente assolutamente proprio pure purtroppo affatto',
  if: 'se/caso/qualora',
  not: 'non/nessun/nessuno/nessuna/niente/neanche/senza/né/mai/no',
  reported: 'non è che | non significa | non vuol dire | non ho detto',
  but: 'ma/però/purtroppo/tuttavia/sebbene !grazie/in-bocca',
  request: '. può/potrebbe/puoi/potresti/possiamo/potremmo',

  am: 'sono/siamo/sarei/saremmo interessato/interessata/interessati/interessate',
  more: '(maggiori/più/ulteriori) informazioni/dettagli',
  call: "(un/una/l'/la/il/il-nostro/la-nostra) appuntamento/call/chiamata/incontro/riunione/slot/demo",
  near: 'SOON | lunedì/martedì/mercoledì/giovedì/venerdì/domani',
  offer: 'a/al/alla/alle/ai (vostr*/su*/tu*) propost*/offert*/prodott*/serviz*/soluzion*/quest*',
  interested: `
    AM ./OFFER/a-sapere/a-saperne/a-ricevere/a-vedere/a-una/a-un
    mi/ci interessa/interesserebbe ./sapere/saperne/ricevere/vedere/la-vostra/la-sua/il-vostro/il-suo
    vorrei/vorremmo/mi-piacerebbe/ci-piacerebbe saperne/sapere (di) più
    vorrei/vorremmo/mi-piacerebbe/ci-piacerebbe ricevere/avere/fissare/vedere MORE/CALL
    mi/ci mandi/invii/mandate/inviate (per-favore) MORE | mandatemi/inviatemi/mandami/inviami (per-favore) MORE
    NEAR … mi/ci va/andrebbe bene`,
  asks: `
    può/potrebbe/puoi/potresti/potete/potreste inviarmi/mandarmi/inviarci/mandarci/darmi MORE
    possiamo/potremmo fissare/organizzare/programmare CALL`,
  booked:
    "ho/abbiamo (appena) prenotato/fissato CALL | confermo/confermiamo CALL | ho/abbiamo accettato il-suo/il-vostro/l' invito",

  refused: `
    non AM ./OFFER | . non interessato/interessata/interessati .
    non mi/ci interessa/interessano ./la-vostra/la-sua/la-proposta/il-vostro/il-suo/il-prodotto/questo/questa
    non ho/abbiamo (alcun/nessun) interesse ./OFFER
    non ho/abbiamo bisogno di-questo/di-questa/dei-vostri-servizi/del-vostro/della-vostra`,
  alone: '. no (,) grazie (mille) .',

  now: "al-momento/per-il-momento/per-ora/in-questo-momento/attualmente/adesso/ora/quest'anno",
  return: `
    ricontattatemi/mi-ricontatti/ci-ricontatti/ricontattateci/ricontattarmi/ricontattarci/risentiamoci/sentiamoci/ci-risentiamo
    riscriva/mi-riscriva/riscrivetemi/risentirci/riparliamone/ne-riparliamo/mi-contatti/contattatemi`,
  later: `
    non/nessun/nessuna … … NOW | NOW (,) non AM/ci-interessa/mi-interessa/abbiamo/ho/è-il-momento/è-un-momento/è-una-priorità
    non è il/un (buon/giusto) momento
    RETURN … … più-avanti/più-tardi/TIME | forse/magari/eventualmente … più-avanti/FAR | non prima di FAR`,

  responsible: 'si-occupa-di/se-ne-occupa | è il/la responsabile/referente/persona-giusta',
  wrong: `
    non sono (io) la persona giusta/corretta/adatta/responsabile | non sono (io) il/la referente/contatto/responsabile
    non mi-occupo/me-ne-occupo (io) | non sono io che mi occupo | persona sbagliata | sbagliato persona
    non lavoro/lavora più qui/lì/per/in/presso/con | ho/ha lasciato l'azienda
    collega (_) RESPONSIBLE | il-nostro/la-nostra _ (_) RESPONSIBLE`,
  refers: `
    contatti/contattate/scriva/scrivete/si-rivolga/rivolgetevi (a) !SELF
    . contattare/scrivere (a) !SELF | di/può/deve/potete/dovete contattare/scrivere (a) !SELF`,
  self: 'me/noi | mio/mia indirizzo/email/mail',
  away: 'ferie | fuori ufficio/sede | assente/assenza',

  months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  numbers: 'un/una due tre quattro cinque sei sette otto nove dieci undici dodici',
  ordinals: 'primo secondo terzo quarto',
  units: 'giorno/giorni settimana/settimane mese/mesi trimestre anno/anni',
  in: 'tra/fra',
  parts: 'inizio metà fine dopo in/da/a/fino-a/verso/prossimo',
  next: `
    prossima-settimana/settimana-prossima prossimo-mese/mese-prossimo prossimo-trimestre
    prossimo-anno/nuovo-anno/anno-prossimo/anno-nuovo`,
  someDay: `
    tra/fra qualche/alcuni/alcune settimana/settimane/mese/mesi | in primavera/autunno
    dopo (le/l'/la/il) vacanze/feste/ferie/estate/natale`,
}
