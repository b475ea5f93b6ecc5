import { phrases, upTo } from './phrase'

/** Times are marked (see times.ts). What is far away defers by itself; what is near needs an "again" or a "not before". */
const FAR = '(?:farx|dayx)'
const ANY = '(?:farx|soonx|dayx)'

const NOW_EN =
  '(?:right now|now|at the moment|at this (?:time|moment|point|stage)|currently|just now|at present|this (?:year|quarter|month)|for the time being|for now|farx)'
const ENGLISH = [
  'not (?:right )?now',
  'not (?:just )?(?:at the moment|at this (?:time|moment|point|stage)|at present|for the time being|for now|this (?:year|quarter|month))',
  `(?:not|n t|isn t|aren t|no longer) (?:currently )?(?:interested|looking|considering|planning|buying|ready|hiring|investing|in the market|a priority|our priority|on our (?:list|roadmap)|something we (?:need|can do|are looking at))${upTo(6)} ${NOW_EN}`,
  'currently (?:not|we are not|we re not) (?:interested|looking|considering|planning|in the market|ready|in a position)',
  '(?:not|isn t) (?:a|our|my|the) (?:top )?priority',
  '(?:the timing is|timing is|it s|it is|this is|is) (?:just |really |simply )?(?:not (?:a|the) (?:good|right|best) (?:time|moment)(?! to )|(?:a )?bad (?:time|timing)|not good)',
  '(?:bad|wrong|poor) timing',
  `(?:no|not have|don t have|do not have)(?: (?:the|any))? (?:budget|capacity|resources|bandwidth|time)${upTo(4)} ${NOW_EN}`,
  `(?:too|very|super|really|extremely) busy(?: with [^ ,]{1,30}(?: [^ ,]{1,30})?)? (?:right now|at the moment|these days|until ${ANY})`,
  `(?:maybe|perhaps|possibly|probably)(?: [^ ,]{1,30}){0,2} (?:${FAR}|later)`,
  'later this year',
  'at a later (?:date|time|point|stage)',
  `(?:reach out|reach back out|get in touch|get back|check back|check in|circle back|follow up|come back|try|contact me|contact us|ping|write|email|revisit|reconnect|reconsider|touch base|approach us|approach me|try us|try me|remind me|remind us)${upTo(5)} ${FAR}`,
  `(?:check back|circle back|try again|reach out again|contact (?:me|us) again|get back to (?:me|us)|come back to (?:me|us)|follow up|write (?:me |us |to me |to us )?again|(?:email|call) (?:me |us )?again|ask (?:me |us )?again|touch base again)${upTo(3)} ${ANY}`,
  '(?:reach out|get in touch|check back|check in|circle back|follow up|come back|try|contact (?:me|us)|ask|write)(?: (?:me|us|again|to me|to us)){0,2} later',
  `(?:let s|let us|we can|we could|we should|i will|we will|we ll|i ll) (?:revisit|reconsider|reconnect|pick this up|look (?:at|into) (?:this|it)|discuss (?:this|it) again|talk again|speak again)${upTo(4)} ${FAR}`,
  `(?:no|not)(?: [^ ,]{1,30}){0,4} (?:before|until|till) ${FAR}`,
]

const NOW_DE =
  '(?:jetzt|gerade|momentan|aktuell|derzeit|zurzeit|zur zeit|im moment|im augenblick|vorerst|dieses jahr|in diesem jahr|dieses quartal|farx)'
const GERMAN = [
  `${NOW_DE}(?: (?:leider|haben wir|habe ich|besteht|besteht bei uns|ist|ist das|sind wir|bin ich|bei uns|da|hier|daran)){0,3} (?:kein|keinen|keine|nicht) (?:interesse|bedarf|budget|zeit|kapazitat|kapazitaten|thema|prioritat|interessiert|relevant|aktuell|der richtige zeitpunkt)`,
  `(?:kein|keinen|keine) (?:interesse|bedarf|budget|zeit|kapazitat|kapazitaten|thema|prioritat)(?: (?:fur|an|daran|bei uns))?${upTo(3)} (?:momentan|aktuell|derzeit|zurzeit|im moment|vorerst|dieses jahr|in diesem jahr|farx)`,
  '(?:jetzt|momentan|aktuell|derzeit|im moment|gerade|zurzeit) (?:leider )?nicht',
  'nicht (?:jetzt|im moment|zum jetzigen zeitpunkt)',
  '(?:nicht|kein) (?:der |ein )?(?:richtige|guter|gunstiger|passende|richtiger|passender|gute) zeitpunkt',
  '(?:derzeit|momentan|aktuell|im moment|zurzeit)(?: [^ ,]{1,30}){0,3} (?:zu viel zu tun|keine zeit|keine kapazitaten|kein thema)',
  `(?:melden sie sich|melde dich|melden|kontaktieren sie|kontaktiere|schreiben sie|schreib|kommen sie|komm|fragen sie|versuchen sie es|erinnern sie|sprechen sie)${upTo(7)} ${FAR}`,
  `${FAR}(?: [^ ,]{1,30}){0,4} (?:wieder|noch einmal|nochmal|erneut)`,
  `(?:wieder|noch einmal|nochmal|nochmals|erneut)(?: [^ ,]{1,30}){0,4} ${ANY}`,
  `${ANY}(?: [^ ,]{1,30}){0,2} (?:wieder|noch einmal|nochmal|nochmals|erneut)(?: (?:melden|an|bei))?`,
  '(?:melden sie sich|melde dich|kontaktieren sie (?:mich|uns)|schreiben sie (?:mir|uns))(?: (?:bitte|gerne?)){0,2} (?:spater|zu einem spateren zeitpunkt)(?: (?:wieder|noch einmal|nochmal|erneut))?',
  `(?:vielleicht|eventuell|evtl|moglicherweise|fruhestens|erst|erst wieder|erst ab)(?: [^ ,]{1,30}){0,2} (?:${FAR}|spater)`,
  'zu einem spateren zeitpunkt',
]

const NOW_FR =
  '(?:pour le moment|pour l instant|actuellement|en ce moment|cette annee|ce trimestre|a ce stade|farx)'
const FRENCH = [
  `(?:pas|aucun|plus)(?: [^ ,]{1,30}){0,6} ${NOW_FR}`,
  `${NOW_FR}(?: ,)?(?: [^ ,]{1,30}){0,4} (?:pas|aucun|plus) (?:interesse|interesses|interessee|besoin|de besoin|de budget|le budget|le temps|une priorite|disponible|disponibles)`,
  'pas (?:maintenant|le bon moment|tout de suite|dans l immediat)',
  `(?:recontactez|recontacter|recontacte|revenez|revenir|reparlons|reparler|relancez|relancer|rappelez|rappeler|reecrivez|contactez moi|contactez nous|ecrivez moi)${upTo(6)} (?:${ANY}|plus tard)`,
  `(?:peut etre|eventuellement)(?: [^ ,]{1,30}){0,3} (?:${FAR}|plus tard)`,
  `pas avant ${FAR}`,
]

const NOW_ES =
  '(?:ahora|ahora mismo|por ahora|por el momento|de momento|actualmente|en este momento|este ano|este trimestre|farx)'
const SPANISH = [
  `(?:no|ni|ningun)(?: [^ ,]{1,30}){0,6} (?:ahora mismo|ahora|por ahora|por el momento|de momento|actualmente|en este momento|este ano|este trimestre)`,
  `${NOW_ES}(?: ,)? no (?:estoy interesad[oa]|estamos interesad[oa]s|me interesa|nos interesa|tenemos|tengo|es (?:el|un) (?:buen )?momento|es una prioridad|lo necesitamos|necesitamos)`,
  'no es (?:el|un) (?:buen |mejor )?momento',
  `(?:contacte|contacteme|contactenos|contactame|contactanos|escriba|escribame|escribame|escribeme|escribenos|escribanos|vuelva|vuelve|vuelvan|hablamos|hablemos|retomamos|retomemos|llameme|llamame|intentelo|intentalo)${upTo(6)} (?:${FAR}|(?:maas|mas) adelante|(?:maas|mas) tarde)`,
  `(?:de nuevo|otra vez|nuevamente)(?: [^ ,]{1,30}){0,3} ${ANY}`,
  `(?:quizas?|tal vez|posiblemente)(?: [^ ,]{1,30}){0,3} (?:${FAR}|(?:maas|mas) adelante)`,
  `no(?: [^ ,]{1,30}){0,3} (?:hasta|antes de) ${FAR}`,
]

const ITALIAN = [
  '(?:non|nessun|nessuna)(?: [^ ,]{1,30}){0,6} (?:al momento|per il momento|per ora|in questo momento|attualmente|adesso|ora|quest anno)',
  '(?:al momento|per il momento|per ora|in questo momento|attualmente|quest anno)(?: ,)? non (?:siamo interessati|sono interessat[oa]|ci interessa|mi interessa|abbiamo|ho|e (?:il|un) momento|e una priorita)',
  'non (?:ora|adesso|in questo momento)',
  'non e (?:il|un) (?:buon |giusto )?momento(?: giusto)?',
  `(?:ricontattatemi|mi ricontatti|ci ricontatti|ricontattateci|ricontattarmi|ricontattarci|risentiamoci|sentiamoci|ci risentiamo|riscriva|mi riscriva|riscrivetemi|risentirci|riparliamone|ne riparliamo|mi contatti|contattatemi)${upTo(6)} (?:${ANY}|piu avanti|piu tardi)`,
  `(?:forse|magari|eventualmente)(?: [^ ,]{1,30}){0,3} (?:${FAR}|piu avanti)`,
  `non prima di ${FAR}`,
]

const PORTUGUESE = [
  '(?:nao|nenhum|nenhuma)(?: [^ ,]{1,30}){0,6} (?:no momento|neste momento|nesse momento|por agora|por enquanto|agora|atualmente|de momento|este ano)',
  '(?:no momento|neste momento|por agora|por enquanto|atualmente|de momento|este ano)(?: ,)? nao (?:estou interessad[oa]|estamos interessad[oa]s|temos|tenho|e (?:o|um) (?:bom )?momento|e uma prioridade|precisamos)',
  'agora nao',
  'nao e (?:o|um) (?:bom |melhor )?momento',
  `(?:contacte me|contate me|contacte nos|entre em contato|entre em contacto|volte a|voltem a|fale comigo|fale connosco|fale conosco|escreva me|escreva|me contate|me procure|me escreva|retome|retomamos|voltamos a falar|falamos)${upTo(6)} (?:${FAR}|mais tarde|mais adiante|mais para a frente)`,
  `(?:de novo|novamente|outra vez)(?: [^ ,]{1,30}){0,3} ${ANY}`,
  `(?:talvez|quem sabe)(?: [^ ,]{1,30}){0,3} (?:${FAR}|mais tarde)`,
  `nao (?:antes de|ate) ${FAR}`,
]

const NOW_NL = '(?:op dit moment|momenteel|nu|voorlopig|op het moment|dit jaar|dit kwartaal)'
const DUTCH = [
  `(?:niet|geen)(?: [^ ,]{1,30}){0,5} (?:op dit moment|momenteel|voorlopig|op het moment|dit jaar|dit kwartaal)`,
  `${NOW_NL}(?: (?:even|helaas|hebben we|hebben wij|heb ik|zijn we|zijn wij|ben ik|is dit|is er|bij ons)){0,2} (?:niet|geen)(?: [^ ,]{1,30}){0,1}`,
  '(?:nu (?:even )?niet|niet nu)',
  'niet (?:het|een) (?:juiste|goed|goede) moment',
  `(?:neem(?:t u)?(?: [^ ,]{1,30}){0,4} contact op|mail|bel|kom|probeer|benader|schrijf|meld)${upTo(5)} (?:${FAR}|later|op een later moment)`,
  `${FAR}(?: [^ ,]{1,30}){0,3} (?:opnieuw|nog eens|weer|nogmaals)`,
  `(?:opnieuw|nog eens|weer|nogmaals)(?: [^ ,]{1,30}){0,3} ${ANY}`,
  `(?:misschien|wellicht|eventueel)(?: [^ ,]{1,30}){0,2} (?:${FAR}|later)`,
]

const POLISH = [
  '(?:nie|brak)(?: [^ ,]{1,30}){0,5} (?:obecnie|w tej chwili|na razie|w tym momencie|teraz|w tym roku|w tym kwartale)',
  '(?:obecnie|w tej chwili|na razie|w tym momencie|aktualnie|w tym roku)(?: ,)? (?:nie (?:jestem|jestesmy|mamy|potrzebujemy|planujemy|szukamy|jest to|to)|brak|tego nie)',
  'nie (?:jest to )?(?:najlepszy|dobry|odpowiedni) (?:moment|czas)',
  `(?:prosze o kontakt|prosze (?:sie )?(?:odezwac|skontaktowac|napisac|wrocic)(?: sie)?|odezwij sie|napisz|wrocmy do|wrocimy do|porozmawiajmy)${upTo(5)} (?:${FAR}|pozniej)`,
  `(?:ponownie|jeszcze raz|znowu)(?: [^ ,]{1,30}){0,3} ${ANY}`,
  `(?:moze|ewentualnie|byc moze)(?: [^ ,]{1,30}){0,2} (?:${FAR}|pozniej)`,
]

/** The person asks to hear again later, or says that now is no time. */
export const NOT_NOW = phrases(
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...DUTCH,
  ...POLISH,
)
