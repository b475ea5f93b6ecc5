import { endOr, phrases } from './phrase'

/** "Not interested in a call" is about the call: only the offer itself counts. */
const ENGLISH_END = endOr(
  'and ',
  'at all ',
  'thanks ',
  'thank ',
  'please ',
  'sorry ',
  'so ',
  'but ',
  'in (?:your|this|that|these|those|it|any|anything|what|such|buying|purchasing|working with|using|services|products|the (?:offer|product|service|proposal)) ',
)
const ENGLISH = [
  `(?:i am|i m|im|we are|we re|am)(?: (?:really|just|simply|personally|honestly|definitely|absolutely|afraid|sorry|unfortunately|afraid i m|afraid we are|afraid we re))?(?: not| no longer)(?: (?:really|particularly|personally|that))? interested${ENGLISH_END}`,
  `(?:sorry|thanks|thank you|no|unfortunately|,)(?: ,)? not interested${ENGLISH_END}`,
  `(?:i|we) have (?:no|zero) interest${ENGLISH_END}`,
  `(?:i|we) (?:do not|don t|dont) have (?:any|an) interest${ENGLISH_END}`,
  'no interest (?:from (?:us|our side|me)|on (?:our|my) (?:side|end)|at all|whatsoever|in (?:your|this|that|it|what))',
  `(?:i|we) (?:do not|don t|dont) (?:need|want|require) (?:this|it|your|any of (?:this|that|your)|such|these|those)(?: (?:a|kind|kinds|type|of))?(?: (?:service|services|product|products|offer|help|solution|software|tool))?${endOr('thanks ', 'thank ', 'at all ', 'and ', 'so ')}`,
  '(?:i|we) have no (?:need|use) (?:for|of) (?:this|it|your|such)',
  `(?:it|this|that) (?:is|s) (?:really |simply |just |definitely )?not (?:for (?:me|us)|of interest|relevant (?:for|to) (?:me|us)|something (?:we|i) (?:need|want|are interested in|would use))${endOr('thanks ', 'thank ', 'at all ', 'so ', 'and ', 'to us ', 'for us ')}`,
  `(?:i|we) (?:will|ll|would|d|must|have|need) (?:(?:have )?to |rather )?(?:pass|decline)${endOr('on (?:this|that|it|your) ', 'this ', 'thanks ', 'thank ', 'your offer ')}`,
]

const GERMAN_END = endOr(
  'und ',
  'danke ',
  'vielen ',
  'so ',
  'daran ',
  'an (?:ihrem|ihrer|ihren|deinem|deiner|diesem|dieser|so) ',
)
const GERMAN = [
  `(?:ich|wir|leider|hier|daran|uns) (?:habe|haben|besteht|sehe|sehen|sehen wir)(?: (?:hier|da|daran|dafur|leider|wirklich|absolut|gar|uberhaupt|wir|ich|bei uns))? kein(?:erlei|en)? (?:interesse|bedarf)${GERMAN_END}`,
  `(?:es besteht|haben wir|habe ich|besteht)(?: (?:hier|da|daran|dafur|leider|wirklich|bei uns|unsererseits|meinerseits))? kein(?:erlei|en)? (?:interesse|bedarf)${GERMAN_END}`,
  `(?:nein|danke|leider|vielen dank|,)(?: ,)? kein(?:erlei|en)? (?:interesse|bedarf)${GERMAN_END}`,
  `(?:ich bin|wir sind|bin ich|sind wir)(?: (?:daran|leider|wirklich|da|hier|an (?:ihrem|diesem) angebot))? nicht (?:daran )?interessiert${GERMAN_END}`,
  `(?:nein|danke|leider|,)(?: ,)? nicht interessiert${GERMAN_END}`,
  `(?:das|es|ihr angebot|dein angebot|das angebot) (?:ist|kommt) (?:fur (?:uns|mich) )?(?:leider )?(?:nicht (?:interessant|relevant|von interesse|in frage)|uninteressant)(?: fur (?:uns|mich))?${endOr('und ', 'daher ')}`,
  '(?:wir|ich) (?:brauchen|brauche|benotigen|benotige) (?:das|so etwas|sowas|dies|ihren service|ihre (?:dienste|dienstleistung|leistungen|hilfe)) (?:leider |wirklich )?nicht',
  'das interessiert (?:mich|uns) (?:leider |uberhaupt |gar |wirklich )?nicht',
]

const FRENCH_END = endOr('par (?:votre|vos|cette|ce|ces|cela|le|la) ', 'merci ', 'et ', 'du tout ')
const FRENCH = [
  `(?:je ne suis|nous ne sommes|on n est|je suis|nous sommes)(?: (?:vraiment|malheureusement))? pas (?:du tout |vraiment )?interesse(?:e|s|es)?${FRENCH_END}`,
  `(?:merci|non|desole|desolee|,)(?: ,)?(?: mais)? pas interesse(?:e|s|es)?${FRENCH_END}`,
  '(?:cela|ca|votre (?:offre|proposition|produit|service)) ne (?:m|nous|me) (?:interesse|concerne) pas',
  '(?:je n ai|nous n avons|on n a) (?:vraiment )?pas besoin de (?:vos services|votre (?:service|offre|produit|solution|aide)|ce (?:service|produit)|cela|ca)',
  '(?:je ne souhaite|nous ne souhaitons) pas donner suite',
]

const SPANISH_END = endOr(
  'en (?:su|tu|sus|esta|este|esto|eso|el producto|lo que|la (?:oferta|propuesta)) ',
  'gracias ',
  'y ',
  'para nada ',
  'en absoluto ',
)
const SPANISH = [
  `no (?:estoy|estamos)(?: (?:realmente|para nada))? interesad[oa]s?${SPANISH_END}`,
  `no (?:me|nos) interesan?${endOr('(?:su|tu|sus|esta|este|esto|eso|lo que|gracias|para nada|en absoluto|y) ', 'la (?:oferta|propuesta) ', 'el (?:producto|servicio) ')}`,
  `no (?:tengo|tenemos) (?:ningun )?interes(?: alguno)?${SPANISH_END}`,
  'no (?:necesito|necesitamos) (?:esto|eso|este servicio|sus servicios|su (?:servicio|producto|ayuda))',
]

const ITALIAN_END = endOr(
  '(?:al|alla|alle|ai|a) (?:vostr|su|tu|propost|offert|prodott|serviz|quest)[a-z]{0,8} ',
  'grazie ',
  'e ',
)
const ITALIAN = [
  `non (?:sono|siamo)(?: (?:assolutamente|davvero|proprio))? interessat[oaie]${ITALIAN_END}`,
  `non (?:mi|ci) interessa(?:no)?${endOr('la (?:vostra|sua|proposta) ', 'il (?:vostro|suo|prodotto) ', '(?:grazie|affatto|questo|questa|e) ')}`,
  `non (?:abbiamo|ho) (?:alcun |nessun )?interesse${ITALIAN_END}`,
  'non (?:abbiamo|ho) bisogno (?:di questo|di questa|dei vostri servizi|del vostro|della vostra)',
]

const PORTUGUESE_END = endOr(
  '(?:em|na|no|nesta|neste|nisso|nisto) (?:sua|seu|vossa|vosso|proposta|produto|servico|esta|este|isso) ',
  'nisso ',
  'nisto ',
  'obrigad[oa] ',
  'e ',
)
const PORTUGUESE = [
  `nao (?:estou|estamos)(?: (?:realmente|mesmo))? interessad[oa]s?${PORTUGUESE_END}`,
  `nao (?:tenho|temos)(?: (?:qualquer|nenhum))? interesse${PORTUGUESE_END}`,
  `nao (?:me|nos) interessam?${endOr('(?:obrigad[oa]|isso|isto|e) ', 'a (?:sua|vossa) ', 'o (?:seu|vosso) ')}`,
  'nao (?:preciso|precisamos) (?:disso|disto|deste servico|dos seus servicos|dos vossos servicos)',
]

const DUTCH_END = endOr(
  '(?:aan|hierin|hieraan|hiervoor|daaraan|daarin|bedankt|dank|en) ',
  '(?:in|aan|voor) (?:uw|jullie|je|dit|deze|dat) ',
)
const DUTCH = [
  `(?:ik heb|we hebben|wij hebben|heb ik|hebben wij|hebben we|er is)(?: (?:hier|daar|hiervoor|helaas|echt|absoluut|bij ons))? geen (?:interesse|behoefte|belangstelling)${DUTCH_END}`,
  `(?:nee|bedankt|dank|dank u|sorry|helaas|,)(?: ,)? geen (?:interesse|behoefte)${DUTCH_END}`,
  `(?:ik ben|we zijn|wij zijn|ben ik|zijn wij|zijn we)(?: (?:helaas|hier|echt))? niet (?:hierin )?geinteresseerd${DUTCH_END}`,
]

const POLISH_END = endOr(
  '(?:pana|pani|panstwa|ta|tym|wasza|taka|oferta|propozycja|wspolpraca|usluga|produktem|i|dziekuje|dziekujemy) ',
)
const POLISH = [
  `nie (?:jestem|jestesmy)(?: (?:w ogole|tym|tym tematem))? zainteresowan[yai]${POLISH_END}`,
  'nie (?:interesuje|interesuja) (?:mnie|nas)(?: (?:to|ta oferta|panstwa oferta))?',
  '(?:mnie|nas) to nie interesuje',
  'nie (?:potrzebuje|potrzebujemy) (?:tego|takiej uslugi|panstwa uslug|waszych uslug|takich uslug)',
  'brak zainteresowania',
]

/** The person says no. A "no" for the moment is in not-now.ts, which is asked first. */
export const NOT_INTERESTED = phrases(
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...DUTCH,
  ...POLISH,
)

const GREETING =
  '(?:(?:hi|hello|hey|hallo|bonjour|hola|ciao|ola|dear|dzien dobry|goedendag|buongiorno|buenos dias|guten tag)(?: [^ ,]{1,30}){0,2} (?:, )?)?'
const NO =
  '(?:(?:no|nein|non|nao|nee|nie|sorry|thanks|thank you|danke|merci|gracias|grazie|bedankt|dziekuje) (?:, )?)?'
const REFUSAL = [
  'not interested',
  'no interest',
  'kein interesse',
  'kein bedarf',
  'nicht interessiert',
  'pas interesse(?:e|s|es)?',
  'no (?:me |nos )?interesa',
  'non interessat[oaie]',
  'non (?:mi|ci) interessa',
  'nao interessad[oa]',
  '(?:sem|nao tenho) interesse',
  'geen (?:interesse|behoefte)',
  'niet geinteresseerd',
  '(?:niezainteresowan[ya]|nie jestem zainteresowan[ya])',
]
/** These refuse an offer only if nothing else is said: "no, thanks" may also answer "anything else?". */
const POLITE = [
  'no (?:, )?(?:thanks|thank you)',
  'nein (?:, )?(?:danke|vielen dank)',
  'non (?:, )?merci',
  'no (?:, )?(?:gracias|grazie)',
  'nao (?:, )?(?:obrigado|obrigada)',
  'nee (?:, )?(?:bedankt|dank u|dank je)',
  'nie (?:, )?(?:dziekuje|dziekujemy)',
]
const THANKS =
  '(?: (?:, )?(?:thanks|thank you|danke|vielen dank|merci|gracias|grazie|obrigado|obrigada|bedankt|dank u|dziekuje|sorry|at all|anymore))?(?: (?:, )?[^ ,]{1,30})?'

/** A sentence that is nothing but the refusal. */
export const BARE_REFUSAL = new RegExp(`^ ${GREETING}${NO}(?:${REFUSAL.join('|')})${THANKS} $`)
/** A reply that is nothing but a polite no. */
export const POLITE_NO = new RegExp(`^ ${GREETING}(?:${POLITE.join('|')})${THANKS} $`)
