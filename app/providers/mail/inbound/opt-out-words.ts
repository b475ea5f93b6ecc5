/**
 * The ways in which people ask for no more email. Each pattern matches a whole line or sentence in lower case without punctuation
 * ("don t"). Variations are spelled out, so that a match takes linear time.
 */

// English
const LIST =
  '(?:(?:mailing |mail |contact |distribution |marketing |sales |prospect )?(?:lists?|database|mailings?|mails?|records|system|crm|campaign|sequence))'
const OFF_LIST = `(?: (?:off|out|out of|from|off of)(?: (?:of )?(?:all )?(?:of )?(?:your|this|the|all|any|future)(?: future)? ${LIST})?)?`
const ME =
  '(?:me|us|my (?:mail )?address|my mail|my name|my details|my data|my contact details|my company|this (?:mail )?address|this mail)'
const AGAIN = '(?: (?:again|any ?more|anymore|ever again|in (?:the )?future|from now on))?'
const ENGLISH = [
  `unsubscribe ${ME}${OFF_LIST}`,
  `unsubscribe from (?:your|this|the|all) ${LIST}`,
  `(?:remove|delete|take|drop|strike|exclude) ${ME}${OFF_LIST}`,
  `(?:remove|take) (?:me|us) (?:please|kindly)${OFF_LIST}`,
  'i(?: would| d)?(?: like| want| wish)? to (?:be )?(?:unsubscribe|unsubscribed|opt out|removed)(?: from (?:your|this|the|all) (?:mailing )?(?:list|lists|mails))?',
  '(?:i )?opt(?: me)? out',
  'i(?: am| m) opting out',
  'no (?:more|further) (?:mails?|messages|mailings)(?: from you)?',
  `(?:stop|do not|don t|never|quit|cease) (?:mail(?:ing)?|contact(?:ing)?|all contact|writ(?:e|ing)(?: to)?|messag(?:e|ing)|spam(?:ming)?|sending)(?: (?:me|us))?(?: (?:these |any more |any |more |such |your |further )?(?:mails?|messages|spam))?${AGAIN}`,
  `(?:do not|don t|never) send(?: (?:me|us))? (?:any more|any|more|such|further|these|your) (?:mails?|messages|spam)${AGAIN}`,
  `(?:do not|don t|never) send (?:me|us) (?:anything|mails?)${AGAIN}`,
  `i (?:do not|don t|no longer) (?:want|wish)(?: to (?:receive|get))? (?:any more|any|more|such|further|these|your) (?:mails?|messages)(?: from you)?${AGAIN}`,
  'i (?:do not|don t|no longer) (?:want|wish) to (?:hear from you|be contacted)(?: again| any ?more| anymore)?',
  `(?:remove|take)(?: me| us)? (?:off|from) (?:your |this |the )?${LIST}`,
  'leave (?:me|us) alone',
  'stop (?:it|this|that)',
  'stop (?:these|those|the|your|all) (?:mails?|messages|mailings|spam)',
  `(?:stop|quit|cease) reaching out(?: to (?:me|us))?${AGAIN}`,
  `(?:do not|don t|never) reach out(?: to (?:me|us))?${AGAIN}`,
  `have (?:me|us) removed${OFF_LIST}`,
  `make sure (?:that )?(?:i am|i m|we are) (?:removed|unsubscribed|taken off)${OFF_LIST}`,
  '(?:add|put) (?:me|us) (?:to|on) (?:your|the) do not (?:contact|mail|call) list',
]

// German
const MAILS_DE = '(?:mails?|nachrichten|werbung|newsletter|anfragen)'
const AUS_LISTE =
  '(?: (?:bitte )?(?:aus|von) (?:ihre[mrn]|eure[mrn]|deine[mrn]|de[mrn]|diese[mrn]|allen|sämtlichen)(?: ihren)? (?:mail )?(?:\\p{L}{0,12}verteilern?|\\p{L}{0,12}listen?|datenbank|system|adressbuch|kartei))?'
const MICH =
  '(?:mich|uns|meine (?:adresse|mail|mailadresse|mail adresse|daten|kontaktdaten)|diese (?:adresse|mailadresse))'
const GERMAN = [
  `(?:nehmen|streichen|entfernen|löschen|tragen) sie ${MICH}${AUS_LISTE}(?: bitte)?(?: aus| raus| heraus)?`,
  `(?:nimm|streich|streiche|entfern|entferne|lösch|lösche|trag|nehmt|streicht|löscht|tragt) ${MICH}${AUS_LISTE}(?: bitte)?(?: aus| raus| heraus)?`,
  `(?:${MICH} )?(?:bitte )?(?:aus|von) (?:ihre[mrn]|de[mrn]|diese[mrn]|allen) (?:\\p{L}{0,12}verteilern?|\\p{L}{0,12}listen?|datenbank) (?:nehmen|streichen|entfernen|löschen|austragen)`,
  `${MICH} (?:bitte )?(?:austragen|abmelden|löschen|entfernen|streichen)`,
  '(?:melden|melde|meldet) (?:sie )?(?:mich|uns) (?:bitte )?ab',
  '(?:ich )?(?:möchte|will|würde) mich (?:bitte |gerne? |hiermit )?(?:abmelden|austragen)',
  `(?:ich )?(?:möchte|will|wünsche) (?:bitte |von ihnen )?keine (?:weiteren )?${MAILS_DE}(?: mehr)?(?: von ihnen)?(?: (?:erhalten|bekommen|haben))?`,
  `keine (?:weiteren )?${MAILS_DE}(?: mehr)?(?: (?:senden|schicken|zusenden))?`,
  `(?:senden|schicken) sie (?:mir|uns) (?:bitte )?keine (?:weiteren )?${MAILS_DE}(?: mehr)?(?: zu)?`,
  '(?:schreiben|kontaktieren|mailen) sie (?:mir|mich|uns) (?:bitte )?(?:nicht mehr|nicht wieder|nie wieder)',
  '(?:schreib|kontaktier|kontaktiere) (?:mir|mich|uns) (?:bitte )?(?:nicht mehr|nie wieder)',
  `unterlassen sie (?:bitte )?(?:alle |jede )?(?:weiteren?|künftigen?) (?:${MAILS_DE}|kontaktaufnahme)`,
  'lassen sie (?:mich|uns) (?:bitte )?in ruhe',
  '(?:meine |diese )?(?:adresse|mailadresse|mail adresse|daten|kontaktdaten) (?:bitte )?(?:löschen|entfernen|austragen)',
  '(?:ich |wir )?(?:möchten?|wollen|will|wünschen?) (?:bitte |von ihnen )?nicht (?:mehr|weiter) (?:kontaktiert|angeschrieben|angemailt) werden',
  '(?:hören sie|hör|hört) (?:bitte )?auf (?:mir|uns) (?:zu schreiben|mails zu (?:senden|schicken|schreiben))',
  '(?:mich |uns )?(?:bitte )?nicht (?:mehr|weiter) (?:kontaktieren|anschreiben|anmailen)',
  `(?:ich )?(?:bitte um|wünsche|verlange|beantrage) (?:die )?(?:sofortige )?löschung(?: meiner (?:daten|adresse|mailadresse|kontaktdaten))?${AUS_LISTE}`,
  '(?:hiermit )?(?:ich widerspreche|widerspreche ich)(?: hiermit)? der (?:weiteren )?(?:nutzung|verwendung|verarbeitung|speicherung) meiner (?:daten|adresse|mailadresse)',
]

// French
const DE_LISTE =
  '(?: (?:de|à|des) (?:votre|vos|la|cette|ces|toutes vos|toute|vôtre)? ?(?:listes?|listes? (?:de diffusion|d envoi|de contacts|mail|d envois)|base(?: de données)?|bases|fichiers?|newsletter|mailing))?'
const MAILS_FR = '(?:mails?|messages?|courriels?|newsletters?|sollicitations?)'
const FRENCH = [
  `(?:merci de |veuillez |pouvez vous |pourriez vous |prière de |je vous prie de |je (?:souhaite|voudrais|veux|désire) )?(?:bien vouloir )?(?:me |nous )?(?:faire )?(?:retirer|supprimer|enlever|désinscrire|désabonner|rayer|effacer)(?: mon adresse| mon mail| mes coordonnées| mes données)?${DE_LISTE}`,
  `(?:je (?:souhaite|voudrais|veux) )être (?:retirée?|supprimée?|désinscrite?|désabonnée?)${DE_LISTE}`,
  `(?:retirez|supprimez|enlevez|désinscrivez|désabonnez|rayez|effacez|retire|enlève|désinscris) (?:moi|nous|mon adresse|mon mail)${DE_LISTE}`,
  `(?:ne )?(?:m |me |nous )(?:écrivez|envoyez|contactez|sollicitez) plus(?: (?:de|d|vos) ${MAILS_FR})?`,
  `(?:merci de|veuillez|prière de) ne plus (?:me |m |nous )(?:contacter|écrire|envoyer|solliciter)(?: (?:de|d|vos) ${MAILS_FR})?`,
  `je ne (?:souhaite|veux|désire) plus (?:recevoir (?:de|d|vos) ${MAILS_FR}|être (?:contactée?|sollicitée?))(?: de votre part)?`,
  `arrêtez de (?:m |me )(?:écrire|envoyer|contacter|spammer|solliciter)(?: (?:des|vos|ces) ${MAILS_FR})?`,
  `plus (?:de|d) ${MAILS_FR}`,
  `stop (?:aux|à vos|à ces|à tous vos) ${MAILS_FR}`,
]

// Spanish
const DE_LISTA_ES =
  '(?: (?:de|en) (?:su|sus|tu|la|esta|vuestra) (?:listas?|lista de (?:correos?|contactos|distribución|mails)|base de datos|newsletter|boletín))?'
const MAILS_ES = '(?:correos?|mails?|mensajes?|publicidad)'
const SPANISH = [
  `(?:(?:quiero|quisiera|deseo|solicito|pido|les pido|le pido) )?(?:que )?(?:me )?(?:denme|dame|darme|deme|den|dé|darse) de baja${DE_LISTA_ES}`,
  `(?:elimíneme|elimínenme|elimíname|elimineme|bórreme|bórrenme|bórrame|borreme|quíteme|quítenme|quítame|quiteme|sáqueme|sáquenme|sácame|saqueme|retíreme|retírenme)${DE_LISTA_ES}`,
  `(?:eliminar|elimine|eliminen|borrar|borre|borren|quiten|quite) (?:mi (?:correo|dirección|mail)|mis datos)${DE_LISTA_ES}`,
  `no me (?:escriban|escriba|escribas|envíen|envíe|envíes|manden|mande|contacten|contacte|contactes) (?:más|nunca más|de nuevo)(?: ${MAILS_ES})?`,
  `no me (?:envíen|envíe|envíes|manden|mande) ${MAILS_ES}(?: nunca más)?`,
  `no (?:quiero|deseo) (?:recibir )?más ${MAILS_ES}(?: (?:suyos|de ustedes|vuestros))?`,
  `(?:dejen|deje|deja) de (?:escribirme|enviarme|mandarme|contactarme)(?: ${MAILS_ES})?`,
  `no más ${MAILS_ES}`,
  `(?:solicito|pido|quiero|deseo) (?:la |mi )?baja${DE_LISTA_ES}`,
  `dar(?:me|se)? de baja${DE_LISTA_ES}`,
  'no me (?:escriban|escriba|escribas|contacten|contacte|contactes)',
  `no (?:vuelva|vuelvan|vuelvas) a (?:escribirme|contactarme|enviarme ${MAILS_ES})`,
  '(?:cancelar|cancelen|cancele) (?:la |mi )?suscripción',
  '(?:remover|eliminar|quitar|borrar) de (?:la|su|esta) lista',
]

// Italian
const DA_LISTA =
  '(?: (?:dalla|da|dalle) (?:vostra |sua |tua |vostre |questa )?(?:mailing list|lista|liste|newsletter|database|rubrica|lista di distribuzione|lista contatti))?'
const MAILS_IT = '(?:mail|messaggi|comunicazioni|newsletter|pubblicità)'
const ITALIAN = [
  `(?:rimuovete|rimuova|rimuovi|cancellate|cancelli|cancella|eliminate|elimini|elimina) (?:il mio (?:indirizzo|nome|contatto)(?: mail)?|la mia mail|i miei dati)${DA_LISTA}`,
  `(?:vi prego di |la prego di |si prega di |vogliate |voglia |potete |può |puoi |vorrei |chiedo di |voglio )?(?:essere )?(?:cancellatemi|cancellami|mi cancelli|cancellarmi|cancellato|cancellata|rimuovetemi|rimuovimi|mi rimuova|rimuovermi|rimosso|rimossa|toglietemi|toglimi|mi tolga|togliermi|disiscrivetemi|disiscrivimi|mi disiscriva|disiscrivermi|eliminatemi|eliminami|mi elimini)${DA_LISTA}`,
  `(?:non )(?:scrivetemi|scrivermi|mi scriva|mi scrivete|mandatemi|mandarmi|inviatemi|inviarmi|mi invii|contattatemi|contattarmi|mi contatti|mi contattate) più(?: ${MAILS_IT})?`,
  `non (?:voglio|desidero) (?:più )?(?:ricevere )?(?:più |altre |le vostre |queste ){0,8}${MAILS_IT}(?: (?:da voi|da parte vostra))?`,
  '(?:smettetela|smetta|smettila|smettete) di (?:scrivermi|contattarmi|mandarmi mail|inviarmi mail)',
  `basta ${MAILS_IT}`,
  `(?:chiedo|richiedo) la cancellazione(?: dei miei dati| del mio indirizzo)?${DA_LISTA}`,
]

// Portuguese
const DA_LISTA_PT =
  '(?: (?:da|de|das) (?:sua |vossa |tua |esta |suas )?(?:listas?|lista de (?:mails|contatos|contactos|distribuição|e mails)|base de dados|newsletter))?'
const MAILS_PT = '(?:mails?|mensagens|mensagem|publicidade)'
const PORTUGUESE = [
  `(?:gostaria de |quero |peço para |poderia |podem |pode )?(?:ser )?(?:remova me|removam me|remove me|me remova|me remover|remover me|me removam|retire me|retirem me|me retire|me retirar|tire me|me tire|me tirem|exclua me|excluam me|me exclua|me excluam|descadastre me|me descadastre|descadastrar|removid[oa]|excluíd[oa])${DA_LISTA_PT}`,
  `(?:remova|removam|remover|retire|retirem|retirar|exclua|excluam|excluir|apague|apaguem|apagar) (?:o |os )?meus? (?:mail|contato|contacto|endereço|dados)${DA_LISTA_PT}`,
  '(?:cancele|cancelem|cancelar) (?:a )?(?:minha )?inscrição',
  'remover (?:da|das) (?:sua |vossa )?listas?',
  `não (?:enviem|envie|mandem|mande) mais ${MAILS_PT}`,
  `não me (?:escreva|escrevam|envie|enviem|mande|mandem|contacte|contactem|contate|contatem) mais(?: ${MAILS_PT})?`,
  `não (?:quero|desejo) (?:mais )?(?:receber )?(?:mais )?${MAILS_PT}(?: (?:vossos|seus|suas|vossas))?`,
  `(?:pare|parem) de (?:me )?(?:escrever|enviar|mandar|contactar|contatar)(?: me)?(?: ${MAILS_PT})?`,
]

// Dutch
const UIT_LIJST =
  '(?: (?:uit|van) (?:uw|de|deze|je|jullie|alle) (?:\\p{L}{0,10}lijst(?:en)?|bestand|database|systeem))?'
const MAILS_NL = '(?:mails?|berichten|reclame|nieuwsbrieven)'
const DUTCH = [
  `(?:graag |gelieve |kunt u |wilt u |kun je |wil je )?(?:mij|me|ons|mijn (?:adres|mailadres|gegevens))${UIT_LIJST} (?:te )?(?:verwijderen|halen|schrappen|uitschrijven|afmelden)`,
  `(?:verwijder|haal|schrap|schrijf|meld) (?:mij|me|ons|mijn (?:adres|mailadres|gegevens))(?: (?:alstublieft|aub|a u b|alsjeblieft))?${UIT_LIJST}(?: (?:af|uit))?`,
  `(?:graag |gelieve |kunt u |wilt u |kun je |wil je )?(?:mij|me|ons|mijn (?:adres|mailadres|gegevens)) (?:te )?(?:verwijderen|halen|schrappen)${UIT_LIJST}`,
  '(?:graag |gelieve )?(?:uit|van) (?:uw|de|deze|je|jullie) \\p{L}{0,10}lijst (?:te )?(?:verwijderen|halen|schrappen)',
  '(?:graag |gelieve )?(?:mij|me|ons) (?:uit te schrijven|af te melden)',
  '(?:graag |gelieve )?(?:mij|me|ons) niet meer (?:te )?(?:contacteren|mailen|benaderen|schrijven)',
  'ik wil (?:graag )?(?:uitgeschreven|afgemeld|verwijderd) worden',
  'ik wil (?:mij|me) (?:graag )?(?:afmelden|uitschrijven)',
  'neem (?:aub |alstublieft )?geen contact meer (?:met (?:mij|ons) )?op',
  'neem geen contact meer op met (?:mij|ons)',
  `(?:stuur|zend) (?:mij|me|ons) (?:aub |alstublieft )?geen ${MAILS_NL} meer`,
  '(?:mail|schrijf|contacteer|benader) (?:mij|me|ons) (?:aub |alstublieft )?niet meer',
  `(?:ik wil )?geen ${MAILS_NL} meer(?: (?:ontvangen|krijgen))?(?: van u)?`,
  'stop met (?:mailen|mij mailen|mij te mailen|mails sturen)',
]

// Polish
const Z_LISTY =
  '(?: z (?:waszej |państwa |tej |swojej |twojej )?(?:listy|bazy|newslettera)(?: (?:mailingowej|danych|adresowej|kontaktów|mailowej|wysyłkowej))?)?'
const MAILS_PL = '(?:maili|mejli|wiadomości|ofert|mail)'
const POLISH = [
  `(?:o )?(?:usunięcie|wypisanie|wykreślenie)(?: (?:mnie|mojego (?:adresu|maila)|moich danych|mojego adresu mail))?${Z_LISTY}`,
  `(?:usunąć|wypisać|wykreślić|usuńcie|wypiszcie|wykreślcie|usuń|wypisz|wykreśl) (?:mnie|mój (?:adres|mail)|mojego maila|moje dane)${Z_LISTY}`,
  `(?:o )?wypisanie z listy`,
  `(?:mnie|nas|mój (?:adres|mail)|moje dane) (?:usunąć|wypisać|wykreślić)${Z_LISTY}`,
  'więcej (?:do mnie |do nas )?nie pisać',
  'nie (?:pisać|pisz|piszcie) więcej',
  '(?:przestać|przestań|przestańcie) (?:do mnie |do nas )?pisać(?: (?:do mnie|do nas))?',
  '(?:więcej |już )?(?:nie kontaktować się|się nie kontaktować)(?: (?:ze mną|z nami))?(?: więcej)?',
  'nie kontaktujcie się (?:ze mną|z nami)(?: więcej)?',
  `o zaprzestanie (?:kontaktu|korespondencji|wysyłania ${MAILS_PL})`,
  'rezygnuję z (?:subskrypcji|newslettera|mailingu)',
  `nie chcę (?:już )?więcej ${MAILS_PL}`,
  '(?:(?:więcej |już )?nie (?:pisać|pisz|piszcie) (?:do mnie|do nas)(?: więcej| już)?|do mnie (?:już |więcej )?nie pisać)',
  `(?:więcej |już )?nie (?:wysyłać|przysyłać|wysyłajcie|przysyłajcie|wysyłaj) (?:mi |do mnie |nam )?(?:więcej |już )?${MAILS_PL}`,
  `nie chcę (?:już |więcej )?(?:otrzymywać|dostawać) (?:od (?:was|państwa) )?(?:więcej |już )?${MAILS_PL}(?: od (?:was|państwa))?`,
  'nie życzę sobie (?:dalszej korespondencji|kontaktu|dalszego kontaktu|dalszych wiadomości)',
]

const RUSSIAN = [
  '(?:отпишите меня|отписаться|отписать меня|(?:удалите|уберите|исключите) (?:меня|мой адрес)(?: из (?:вашей |этой )?(?:рассылки|базы|списка))?)',
  '(?:больше )?не (?:пишите|присылайте|отправляйте)(?: мне)?(?: больше)?(?: (?:писем|письма|сообщений))?',
]

const NAMED = '(?: \\p{L}{2,20})?'
const BEFORE = `(?:(?:pls|plz|(?:hi|hello|hey|dear)${NAMED}|please|kindly|just|and|so|sorry|no thanks|no thank you|thanks|thank you|thanks but|(?:we (?:are|re) |i am |i m )?not interested|can you|could you|would you|will you|you can|you may|i(?: have)?(?: already)? asked you to|i never signed up(?: for this)?|i (?:did not|didn t) sign up(?: for this)?|this is spam|bitte|könnten sie|können sie|würden sie|hallo${NAMED}|guten tag|nein danke|kein interesse|wir haben kein interesse|ich habe kein interesse|und|bonjour|non merci|merci|s il vous plaît|svp|(?:je ne suis )?pas intéressée?|hola|por favor|no gracias|gracias|no me interesa|per favore|per cortesia|buongiorno|no grazie|non sono interessat[oa]|non mi interessa|olá|não obrigad[oa]|obrigad[oa]|favor|não tenho interesse|graag|geen interesse|gelieve|nee bedankt|hallo|proszę|prosimy|bardzo proszę|nie jestem zainteresowan[ya]|dzień dobry|пожалуйста|прошу) ){0,4}`
const AFTER =
  '(?: (?:please|pls|plz|now|thanks|thank you|many thanks|immediately|asap|right away|at once|today|bitte|danke|vielen dank|besten dank|sofort|umgehend|merci|merci d avance|svp|s il vous plaît|immédiatement|por favor|gracias|inmediatamente|per favore|per cortesia|grazie|subito|obrigad[oa]|imediatamente|aub|a u b|alstublieft|bedankt|dank u|proszę|dziękuję|z góry dziękuję|natychmiast|спасибо|пожалуйста)){0,3}'

/** A line or sentence that only asks for no more email. */
export const REQUESTS = new RegExp(
  `^${BEFORE}(?:${[ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, POLISH, RUSSIAN].flat().join('|')})${AFTER}$`,
  'u',
)
