import { phrases } from './phrase'

/** What follows such a word is a condition, not a statement: "if you are not interested". "Si," with a comma is a yes. */
export const CONDITION = phrases(
  '(?:if|unless|whether|in case|should you|when you are|assuming)',
  '(?:wenn|falls|sofern|ob|sollten sie|solltest du)',
  'si(?! ,)',
  's (?:il|ils|elle|elles|vous)',
  '(?:se|caso|qualora|als|indien|mocht|mochten|jesli|jezeli|gdyby|gdybym|czy)',
)

/** Words that deny, in any language: no positive label after one of them. */
export const NEGATION = phrases(
  '(?:not|no|never|nobody|none|without|neither|nor|cannot|cant|dont|wont|isnt|hardly|doubt)',
  '(?:don|doesn|didn|isn|wasn|aren|weren|can|won|wouldn|couldn|haven|hasn|shouldn) t',
  '(?:kein|keine|keinen|keinem|keiner|keinerlei|nicht|nichts|nie|niemals|niemand|kaum)',
  '(?:pas|jamais|aucun|aucune|rien|ni|ne|n)',
  '(?:nunca|nada|ningun|ninguna|tampoco|jamas|sin)',
  '(?:non|nessun|nessuno|nessuna|niente|neanche|senza)',
  '(?:nao|nenhum|nenhuma|sem)',
  '(?:niet|geen|nooit|niets|nee)',
  '(?:nie|nigdy|zaden|zadna|zadnego|bez)',
)

/** A sentence that denies a denial, or reports one. */
export const DOUBLE = phrases(
  'not that (?:i|we)',
  '(?:does not|doesn t|did not|didn t|do not|don t) (?:mean|say|think)',
  '(?:not saying|not because|never said|you said|you think|you assume|you wrote|he said|she said|they said)',
  '(?:nicht dass|heisst nicht|soll nicht heissen|sie sagten|habe nicht gesagt)',
  '(?:ca ne veut pas dire|cela ne veut pas dire|je n ai pas dit|vous avez dit|ce n est pas que)',
  '(?:no es que|no quiere decir|no significa|no dije|usted dijo)',
  '(?:non e che|non significa|non vuol dire|non ho detto)',
  '(?:nao e que|nao quer dizer|nao significa|nao disse)',
  '(?:niet dat|betekent niet|ik zei niet)',
  '(?:nie znaczy|nie to ze|nie powiedzialem|nie powiedzialam)',
)

/** Contradicts what precedes it. A reply with such a word has no positive label. */
export const BUT = phrases(
  '(?:but|however|although|though|unfortunately|sadly|except|unless)',
  '(?:aber|jedoch|leider|allerdings|sondern|obwohl)',
  '(?<! (?:saber|receber|conhecer|ouvir|entender) )mais(?! (?:informacoes|informacao|detalhes|dados|sobre|tarde|adiante|cedo) )',
  '(?:cependant|malheureusement|toutefois|pourtant)',
  '(?:pero|sin embargo|lamentablemente|desafortunadamente|desgraciadamente|aunque)',
  '(?:ma|pero|purtroppo|tuttavia|sebbene)',
  '(?:mas|porem|infelizmente|contudo|embora)',
  '(?:maar|helaas|echter|hoewel)',
  '(?:ale|jednak|niestety|chociaz)',
)

/** Anger, or a wish for no more email: a reply with such a word has no positive label. */
export const HOSTILE = phrases(
  '(?:spam|spamming|unsubscribe|gdpr|dsgvo|rgpd|rodo|lawyer|attorney|anwalt|abmahnung|avocat|abogado|avvocato|advogado|advocaat|prawnik|scam|fraud|betrug|remove me|stop (?:emailing|mailing|writing|contacting|sending))',
)

/** A question that asks for something: it may defer, or ask for a meeting. */
export const REQUEST =
  /^ (?:(?:hi|hello|hallo|bonjour|hola|ciao|ola)(?: [^ ,]{1,30}){0,2} , )?(?:so |and |then )?(?:can|could|would|will|may|might|shall|konnen|konnten|kannst|konntest|wurden|wollen|pouvez|pourriez|peux|pourrais|peut|pourrait|puede|podria|puedes|podrias|podemos|podriamos|puo|potrebbe|puoi|potresti|possiamo|potremmo|pode|poderia|podem|podemos|poderiamos|kunt|kan|kun|kunnen|zou|mozesz|mozemy)(?= )/
