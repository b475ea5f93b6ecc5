import { endOr, phrases } from './phrase'

const ENGLISH = [
  `(?:i am|i m|im|we are|we re|am|are) (?:very |definitely |really |indeed |certainly |quite |absolutely |also )?interested${endOr('in (?:this|it|that|more|learning|hearing|knowing more|seeing|discussing|talking|trying|a (?:demo|call|trial|meeting)|your (?:product|offer|service|services|solution|proposal|tool|platform|software)) ', 'and ', 'to (?:learn|hear|see|know|talk|try) ', 'please ', 'thanks ', 'let ')}`,
  '(?:i|we) (?:would|d) (?:love|like|be happy|be glad|be interested) (?:to|in) (?:hear(?:ing)?|learn(?:ing)?|know(?:ing)?|see(?:ing)?|find(?:ing)? out) (?:some |a bit |a little )?more',
  '(?:i|we) (?:would|d) (?:love|like|be happy|be glad) to (?:see|get|have|book|schedule|arrange|set up) (?:a|the|your) (?:short |quick |live )?(?:demo|call|meeting|chat|trial|offer|quote)',
  '(?:sounds|looks) (?:very |really |quite |super )?(?:interesting|great|good|promising)(?: ,| and)? (?:let s|let us|please send|please share|tell me more|send me|i would|i d|we would|we d|when|happy to|can we|could we|we are|i am|i m)',
  '(?:please |just |yes , |yes )(?:send|share)(?: (?:me|us|over|along|through)){0,2} (?:some |a bit |the |your |any )?(?:more |further |additional )?(?:info|information|details|pricing|prices|brochure|proposal|offer|quote)',
  `(?:please |yes , |yes , please |sure , )?tell (?:me|us) (?:some |a bit |a little )?more${endOr('please ', 'about (?:it|this|that|your (?:product|service|offer|solution|company|tool)|how it works) ', 'thanks ')}`,
  '(?:let s|let us) (?:schedule|set up|arrange|book|have|do|hop on|jump on|get on) (?:a )?(?:short |quick |brief |first |15 minute )?(?:call|meeting|demo|chat|zoom)',
  '(?:let s|let us) (?:talk|chat|speak|discuss|meet)(?= (?:$|,|on |soonx|tomorrow|this week|about |dayx))',
  '(?:i am|i m|we are|we re) happy to (?:have a (?:call|chat|look)|talk|chat|discuss|meet|jump on a call|hop on a call|schedule a call)',
  '(?:call|phone|ring) me (?:on |at )?(?:tomorrow|today|monday|tuesday|wednesday|thursday|friday|next monday|next tuesday|next wednesday|next thursday|next friday|soonx)',
  '(?:monday|tuesday|wednesday|thursday|friday|tomorrow|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:works|would work|suits|is fine|is good|would be good|is great)(?: (?:for|with))? (?:me|us)',
]
const ENGLISH_QUESTIONS = [
  '(?:can|could|would|will) you (?:please |kindly )?(?:send|share|provide|give|forward)(?: (?:me|us|over|along)){0,2} (?:some |a bit |a little |the |your )?(?:more|further|additional) (?:info|information|details)',
  '(?:can|could|shall|should|may) (?:we|i) (?:please )?(?:schedule|set up|arrange|book|have|do|hop on|jump on) (?:a )?(?:short |quick |brief |first )?(?:call|meeting|demo|chat)',
  '(?:when|what time|which day) (?:are you|would you be|can we|could we|shall we) (?:free|available|talk|meet|speak|have a call)',
]

const GERMAN = [
  `(?:ich bin|wir sind|bin ich|sind wir|bin|sind) (?:sehr |grundsatzlich |durchaus |auf jeden fall |daran |prinzipiell )?interessiert${endOr('und ', 'an ', 'bitte ', 'mehr ')}`,
  '(?:ich habe|wir haben|habe|haben|hatte|hatten) (?:grosses |durchaus |grundsatzlich |auf jeden fall |daran |wir |ich ){0,2}interesse(?= (?:$|,|an |daran |und |bitte ))',
  '(?:klingt|das klingt|hort sich|das hort sich|sieht) (?:sehr |wirklich |echt |ja )?(?:interessant|spannend|gut|vielversprechend)(?: an| aus)?(?: ,| und)? (?:bitte|gerne?|lassen sie uns|lass uns|schicken|senden|wann|ich wurde|wir wurden|konnen wir|melden)',
  '(?:senden|schicken|lassen) sie (?:mir|uns) (?:bitte |gerne? |doch |einfach ){0,2}(?:mehr |weitere |nahere |ein |ihr )?(?:informationen|infos|details|unterlagen|angebot|preise)',
  '(?:schick|sende|schicke) (?:mir|uns) (?:bitte |gerne? |doch |mal ){0,2}(?:mehr |weitere |ein )?(?:informationen|infos|details|unterlagen|angebot|preise)',
  '(?:ich|wir) (?:wurde|wurden|mochte|mochten) (?:gerne? )?(?:mehr|naheres) (?:daruber |dazu |uber ihr angebot )?(?:erfahren|wissen|horen)',
  '(?:lassen sie uns|lass uns) (?:gerne? |doch |kurz |mal ){0,2}(?:telefonieren|sprechen|einen termin|ein gesprach|dazu|einen call)',
  '(?:rufen sie|ruf) mich (?:bitte |gerne? |doch ){0,2}(?:an|morgen|am montag|am dienstag|am mittwoch|am donnerstag|am freitag|soonx)',
  '(?:montag|dienstag|mittwoch|donnerstag|freitag|morgen|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:passt|wurde passen|ware gut|geht)(?: (?:mir|uns|es|bei mir|bei uns))',
  '(?:gerne? (?:konnen|konnten) wir|wir konnen gerne?|konnen wir gerne?)(?: (?:kurz|mal|dazu|daruber)){0,2} (?:telefonieren|sprechen|einen termin|reden)',
]
const GERMAN_QUESTIONS = [
  '(?:konnen|konnten|wurden) (?:sie|wir) (?:mir |uns )?(?:bitte |gerne? ){0,2}(?:mehr|weitere|nahere) (?:informationen|infos|details)',
  '(?:konnen|konnten|wollen|sollen) wir (?:gerne? |kurz |mal |dazu |bitte )?(?:telefonieren|einen termin|ein gesprach|einen call)',
  'wann (?:hatten sie|haben sie|hast du|hattest du|konnen wir|konnten wir|passt es) (?:zeit|telefonieren|sprechen|ihnen|dir)',
]

const FRENCH = [
  `(?:je suis|nous sommes|on est|suis|serais|serions) (?:tres |vivement |effectivement |bien |tout a fait )?interesse(?:e|s|es)?${endOr('par ', 'et ', 'pour ', 'merci ')}`,
  '(?:cela|ca|votre (?:offre|proposition|solution|produit)) (?:m|nous) interesse(?! pas)',
  '(?:je|nous) (?:souhaite|souhaitons|souhaiterais|souhaiterions|voudrais|voudrions|aimerais|aimerions) (?:bien )?(?:en savoir plus|avoir (?:plus|davantage) d informations|recevoir (?:plus|davantage) d informations|une demo|une demonstration|fixer un rendez vous|convenir d un rendez vous)',
  '(?:envoyez|pouvez vous envoyer|merci de|veuillez)(?: (?:moi|nous|m envoyer|nous envoyer|me faire parvenir)){1,2} (?:plus|davantage|votre|vos|une|un)(?: [^ ,]{1,30}){0,1} (?:informations?|details|brochure|documentation|tarifs?|proposition|devis)',
  '(?:appelez|rappelez) moi (?:demain|lundi|mardi|mercredi|jeudi|vendredi|soonx|cette semaine)',
  '(?:lundi|mardi|mercredi|jeudi|vendredi|demain|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:me convient|nous convient|me va|nous va|conviendrait)',
]
const FRENCH_QUESTIONS = [
  '(?:pouvez|pourriez) vous (?:m|nous|me) (?:envoyer|transmettre|faire parvenir|donner) (?:plus|davantage) d (?:informations?|infos|elements)',
  '(?:pouvons|pourrions|pourrait)(?: nous| on) (?:convenir|fixer|organiser|planifier|prevoir) (?:d )?un (?:appel|rendez vous|rdv|creneau)',
]

const SPANISH = [
  `(?:yes , )?(?:estoy|estamos|estaria|estariamos) (?:muy |realmente )?interesad[oa]s?${endOr('en ', 'y ', 'gracias ')}`,
  '(?:yes , |yes |si , )?(?:me|nos) interesa(?:ria)?(?= (?:$|,|mucho|saber|conocer|su |tu |la propuesta|la oferta|recibir|ver|y ))',
  '(?:me|nos) gustaria (?:saber|conocer|recibir|tener|ver|agendar|concertar) (?:maas|mas|una (?:demo|llamada|reunion)|la propuesta)',
  '(?:envieme|envienme|enviame|envienos|mandeme|mandame|por favor envie|por favor envia)(?: [^ ,]{1,30}){0,2} (?:maas|mas) (?:informacion|detalles|info)',
  '(?:podemos|podriamos) (?:hablar|agendar|concertar|tener una (?:llamada|reunion)|reunirnos)(?: [^ ,]{1,30}){0,2} (?:manana|el lunes|el martes|el miercoles|el jueves|el viernes|soonx|dayx|esta semana|cuando)',
  '(?:lunes|martes|miercoles|jueves|viernes|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:me|nos) (?:viene|va) bien',
]
const SPANISH_QUESTIONS = [
  '(?:puede|puedes|podria|podrias|pueden|podrian) (?:enviarme|enviarnos|mandarme|mandarnos|darme|darnos) (?:maas|mas) (?:informacion|detalles|info)',
  '(?:podemos|podriamos) (?:agendar|concertar|programar|tener|organizar) una (?:llamada|reunion|demo)',
]

const ITALIAN = [
  `(?:yes , )?(?:sono|siamo|sarei|saremmo) (?:molto |davvero |sicuramente )?interessat[oaie]${endOr('a ', 'al ', 'alla ', 'e ', 'grazie ')}`,
  '(?:yes , |yes )?(?:mi|ci) interess(?:a|erebbe)(?= (?:$|,|molto|sapere|saperne|la (?:vostra|sua)|il (?:vostro|suo)|ricevere|vedere|e ))',
  '(?:vorrei|vorremmo|mi piacerebbe|ci piacerebbe) (?:saperne di piu|sapere di piu|ricevere (?:maggiori|piu) (?:informazioni|dettagli)|avere (?:maggiori|piu) (?:informazioni|dettagli)|fissare (?:una|un)|vedere una demo)',
  '(?:mi|ci) (?:mandi|invii|mandate|inviate) (?:pure |per favore )?(?:maggiori|piu|ulteriori) (?:informazioni|dettagli)',
  '(?:mandatemi|inviatemi|mandami|inviami) (?:pure |per favore )?(?:maggiori|piu|ulteriori) (?:informazioni|dettagli)',
  '(?:lunedi|martedi|mercoledi|giovedi|venerdi|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:mi|ci) (?:va|andrebbe) bene',
]
const ITALIAN_QUESTIONS = [
  '(?:puo|potrebbe|puoi|potresti|potete|potreste) (?:inviarmi|mandarmi|inviarci|mandarci|darmi) (?:maggiori|piu|ulteriori) (?:informazioni|dettagli)',
  '(?:possiamo|potremmo) (?:fissare|organizzare|programmare) (?:una|un) (?:call|chiamata|appuntamento|incontro|riunione|demo)',
]

const PORTUGUESE = [
  `(?:sim , )?(?:estou|estamos|estaria|estariamos) (?:muito |realmente )?interessad[oa]s?${endOr('em ', 'n[oa] ', 'e ', 'obrigad[oa] ')}`,
  '(?:sim , |sim )?(?:tenho|temos) (?:muito |todo o )?interesse(?= (?:$|,|em |n[oa] |e |sim ))',
  '(?:gostaria|gostariamos|queria|queriamos) de (?:saber mais|receber mais (?:informacoes|detalhes)|conhecer mais|ter mais informacoes|agendar (?:uma|a)|marcar (?:uma|a)|ver uma demo)',
  '(?:envie me|me envie|mande me|me mande|envie nos|pode enviar|podem enviar|por favor envie)(?: [^ ,]{1,30}){0,1} mais (?:informacoes|detalhes|informacao)',
  '(?:segunda|terca|quarta|quinta|sexta|segunda feira|terca feira|quarta feira|quinta feira|sexta feira|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:funciona|esta bom|fica bem|serve) (?:para )?(?:mim|nos)',
]
const PORTUGUESE_QUESTIONS = [
  '(?:pode|podem|poderia|poderiam) (?:me |nos )?(?:enviar|mandar)(?: (?:me|nos))? mais (?:informacoes|detalhes|informacao)',
  '(?:podemos|poderiamos) (?:agendar|marcar|fazer) uma (?:chamada|reuniao|ligacao|conversa|call|demo)',
]

const DUTCH = [
  `(?:ik ben|we zijn|wij zijn|ben|zijn) (?:zeker |zeer |erg |wel |heel )?geinteresseerd${endOr('in ', 'en ', 'om ')}`,
  '(?:ik heb|we hebben|wij hebben|heb|hebben) (?:zeker |wel |veel |wij |we ){0,2}(?:interesse|belangstelling)(?= (?:$|,|in |en |hierin ))',
  '(?:ik|wij|we) (?:wil|willen|zou|zouden|hoor|horen|ontvang|ontvangen) graag (?:meer (?:informatie|weten|horen|over)|een (?:demo|afspraak|gesprek|offerte))',
  '(?:stuur|stuurt u|mail) (?:mij|me|ons) (?:maar |graag |gerust ){0,2}(?:wat )?meer (?:informatie|info|details)',
  '(?:klinkt|dat klinkt) (?:heel |erg |zeer )?(?:interessant|goed)(?: ,| en)? (?:stuur|laten we|ik wil|graag|wanneer|we willen)',
  '(?:maandag|dinsdag|woensdag|donderdag|vrijdag|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:schikt|past|komt)(?: [^ ,]{1,30}){0,1} (?:mij|ons|goed uit)',
]
const DUTCH_QUESTIONS = [
  '(?:kunt|kan|kun|zou) (?:u|je|jullie) (?:mij |me |ons )?(?:wat )?meer (?:informatie|info|details)',
  '(?:kunnen|zullen|zouden) we (?:een )?(?:afspraak|gesprek|call|belafspraak)',
]

const POLISH = [
  `(?:jestem|jestesmy|bylbym|bylabym|bylibysmy) (?:bardzo |wstepnie |jak najbardziej )?zainteresowan[yai]${endOr('ta ', 'oferta ', 'panstwa ', 'i ', 'wspolpraca ', 'prosze ')}`,
  '(?:brzmi|to brzmi) (?:bardzo )?(?:ciekawie|interesujaco|dobrze)(?: ,| i)? (?:prosze|chetnie|porozmawiajmy|kiedy|umowmy)',
  '(?:chetnie|z checia) (?:porozmawiam|porozmawiamy|dowiem sie wiecej|poznam|umowie sie|zobacze)',
  '(?:prosze o|poprosze o|prosze przeslac|prosze wyslac|prosze o przeslanie) (?:wiecej|dalsze|szczegolowe|dodatkowe) (?:informacji|informacje|szczegolow|szczegoly)',
  '(?:chcialbym|chcialabym|chcielibysmy) (?:dowiedziec sie wiecej|uzyskac wiecej informacji|poznac szczegoly|umowic (?:sie|spotkanie|rozmowe)|otrzymac oferte)',
  '(?:poniedzialek|wtorek|sroda|srode|czwartek|piatek|soonx|dayx)(?: [^ ,]{1,30}){0,4} (?:mi|nam) (?:pasuje|odpowiada)',
]
const POLISH_QUESTIONS = [
  '(?:czy )?(?:moglby|moglaby|mozesz|moze|mogliby)(?: [^ ,]{1,30}){0,2} (?:przeslac|wyslac)(?: [^ ,]{1,30}){0,1} wiecej informacji',
]

/** The person wants to know more, or to talk. */
export const INTERESTED = phrases(
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...DUTCH,
  ...POLISH,
)
/** Questions that only an interested person asks. Any other question has no label. */
export const INTERESTED_QUESTION = phrases(
  ...ENGLISH_QUESTIONS,
  ...GERMAN_QUESTIONS,
  ...FRENCH_QUESTIONS,
  ...SPANISH_QUESTIONS,
  ...ITALIAN_QUESTIONS,
  ...PORTUGUESE_QUESTIONS,
  ...DUTCH_QUESTIONS,
  ...POLISH_QUESTIONS,
)
