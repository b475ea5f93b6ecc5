import { phrases, upTo } from './phrase'

/** The person's own other address is not another person. */
const NOT_ME =
  '(?! (?:me|us|my (?:[a-z]{2,20} ){0,2}(?:address|email|mail|inbox)|mich|uns|mir|meine (?:[a-z]{2,20} ){0,2}(?:adresse|mail|email)|moi|nous|mon (?:adresse|email|mail)|mi (?:correo|direccion|email|mail)|mim|meu (?:email|endereco)|mij|ons|mijn (?:adres|mail|email)|mnie|mna|nami) )'

const ENGLISH = [
  '(?:i am|i m|im|am|we are|we re)(?: (?:really|actually|probably|just|simply|afraid i m|definitely|sorry ,))? not the (?:right|correct|best|appropriate|proper) (?:person|contact|one|address|people|department|team)',
  '(?:you have|you ve|you ve got|you have got|you got|you reached|you have reached|you ve reached|you are (?:writing|talking) to|this is|i am|i m|you have contacted|you contacted) the wrong (?:person|guy|contact|address|department|company|[a-z]{2,20} , wrong company)',
  '(?:sorry|hi|hello|,) (?:, )?wrong (?:person|contact)',
  '(?:i|he|she) no longer works? (?:here|there|at|for|with)',
  '(?:i|he|she) (?:do not|don t|does not|doesn t) work (?:here|there|(?:at|for|with)(?: [^ ,]{1,30}){1,3}) (?:any more|anymore)',
  '(?:i|he|she) (?:am|m|is|s) no longer (?:with|at|working (?:at|for|with)|employed (?:at|by)|part of|in charge|responsible)',
  '(?:i|he|she) (?:have |has |ve )?(?:already )?left the (?:company|organisation|organization|firm|business)',
  '(?:i am|i m|im|we are|we re) not (?:responsible for|in charge of|involved in|the one (?:responsible|in charge|who)|the decision maker)',
  '(?:i do not|i don t|we do not|we don t) (?:deal with|handle|manage|decide on|take care of|look after) (?:this|that|these|those|such|it)',
  '(?:this|that|it) (?:is|s) not (?:my|our) (?:area|department|responsibility|field|remit|job)',
  '(?:my (?:colleague|boss|manager)(?: [a-z]{2,20})?|our (?!team|company|department|side)[a-z]{2,20}(?: [a-z]{2,20})?|(?!who|that|which|what|it|this|there|team|company|department|everyone|nobody|someone|one|else|software|tool)[a-z]{2,20}) (?:is|s) (?:the (?:right|better|best|correct) (?:person|contact)|(?:the one |the person )?(?:responsible for|in charge of|who (?:handles|decides on|takes care of|is responsible for)) (?:this|that|it|these|such))',
  '(?:you should|you could|you may|you might|you ll|you d|you would|please|better|best to|i suggest you|you can) (?:want to |better |need to |have to )?(?:contact|email|reach out to|speak (?:to|with)|talk to|get in touch with|address|ask) (?:my colleague|my boss|my manager|the responsible|the right person|our [a-z]{2,20}(?: [a-z]{2,20})? (?:instead|about))',
  `(?:please|kindly|you should|you can|you may|you could|better|instead) (?:contact|email|e mail|mail|write to|reach out to|speak (?:to|with)|talk to|get in touch with|connect with|address this to|forward (?:this|it|your [a-z]{2,10}) to|send (?:this|it|your [a-z]{2,10}) to|direct (?:this|it|your [a-z]{2,10}) to)${NOT_ME}(?: ,)?${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const GERMAN = [
  '(?:ich bin|bin ich|wir sind|sind wir)(?: (?:dafur|hierfur|leider|da|hier|leider dafur|dafur leider|leider hier))? nicht (?:der|die|ihr|dein)(?: (?:richtige|richtiger|korrekte|passende|zustandige))? (?:ansprechpartner(?:in)?|person|kontakt|kontaktperson|richtige|stelle)',
  '(?:ich bin|bin ich|wir sind|sind wir)(?: (?:dafur|hierfur|leider|da|hier|fur dieses thema|fur das thema))? nicht (?:dafur |hierfur )?(?:zustandig|verantwortlich)',
  '(?:ich bin|bin ich) (?:dafur |hierfur |leider |da )?(?:der|die) falsche (?:ansprechpartner(?:in)?|person|kontakt|kontaktperson)?',
  '(?:da )?(?:sind sie|bist du) bei mir (?:leider )?(?:falsch|an der falschen (?:adresse|stelle)|nicht richtig)',
  '(?:ich|er|sie) (?:arbeite|arbeitet|bin|ist) (?:hier |dort |leider )?nicht mehr (?:hier|dort|bei|fur|im unternehmen|in der firma|in diesem unternehmen)',
  '(?:ich habe|er hat|sie hat) (?:das unternehmen|die firma) (?:bereits )?verlassen',
  '(?:mein kollege|meine kollegin|unser [a-z]{2,20}|unsere [a-z]{2,20}|herr [a-z]{2,20}|frau [a-z]{2,20})(?: [a-z]{2,20})? ist (?:dafur |hierfur |hier )?(?:der |die )?(?:zustandig|verantwortlich|richtige (?:ansprechpartner(?:in)?|person)|richtiger ansprechpartner)(?: (?:dafur|hierfur))?',
  '(?:zustandig|verantwortlich) (?:dafur |hierfur )?ist (?:mein kollege|meine kollegin|herr|frau|unser|unsere)',
  `(?:wenden sie sich|wende dich|kontaktieren sie|kontaktiere|schreiben sie|schreib|melden sie sich|richten sie (?:ihre|die) anfrage)${NOT_ME}${upTo(10)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const FRENCH = [
  '(?:je ne suis|je suis|nous ne sommes) (?:malheureusement )?pas (?:la bonne personne|le bon (?:interlocuteur|contact)|la bonne interlocutrice|la personne (?:concernee|responsable|en charge|a contacter)|responsable de (?:ce|cette|ces)|en charge de (?:ce|cette|ces|cela)|concernee? par)',
  '(?:vous vous trompez de|vous etes trompes? de|ce n est pas la bonne|mauvaise) personne',
  '(?:je|il|elle) ne (?:travaille|fais|fait) plus (?:ici|chez|pour|dans|partie de)',
  '(?:j ai|il a|elle a) quitte (?:l entreprise|la societe|l organisation)',
  '(?:c est )?(?:mon collegue|ma collegue|notre [a-z]{2,20})(?: [a-z]{2,20})? (?:qui )?(?:s en occupe|est (?:responsable|en charge|le bon interlocuteur|la bonne personne)|s occupe de)',
  `(?<! (?:m|me|nous) )(?:contactez|contacter|ecrivez a|ecrire a|adressez vous a|vous adresser a|adresser votre (?:demande|message) a|prenez contact avec)${NOT_ME}${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const SPANISH = [
  'no soy (?:yo )?(?:la persona (?:adecuada|correcta|indicada|responsable|encargada)|el (?:contacto|responsable|encargado)(?: (?:adecuado|correcto|indicado|de [a-z]{2,20}))?|la (?:responsable|encargada)|quien (?:lleva|decide|se encarga))',
  '(?:se ha equivocado|te has equivocado|se equivoca) de persona',
  '(?:persona equivocada|ya no (?:trabajo|trabaja) (?:aqui|alli|en|para|con))',
  '(?:he dejado|deje|ha dejado|dejo) la empresa',
  '(?:mi companero|mi companera|mi colega|nuestro [a-z]{2,20}|nuestra [a-z]{2,20})(?: [a-z]{2,20})? (?:es (?:el|la) (?:responsable|encargad[oa]|persona (?:adecuada|indicada))|se encarga de|lleva)',
  `(?:contacte|contacta|contactar|escriba|escribale|escribe|dirijase|dirigete|pongase en contacto|hable|habla)${NOT_ME}(?: (?:a|con|al))?${NOT_ME}${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const ITALIAN = [
  'non sono (?:io )?(?:la persona (?:giusta|corretta|adatta|responsabile)|il (?:referente|contatto|responsabile)(?: (?:giusto|corretto))?|la (?:referente|responsabile))',
  'non (?:mi occupo|sono io che mi occupo|me ne occupo)(?: (?:io|di questo|di questi|di cio))?',
  '(?:persona sbagliata|ha sbagliato persona|avete sbagliato persona)',
  '(?:non lavoro|non lavora) piu (?:qui|li|per|in|presso|con)',
  '(?:ho|ha) lasciato l azienda',
  '(?:il mio collega|la mia collega|il nostro [a-z]{2,20}|la nostra [a-z]{2,20})(?: [a-z]{2,20})? (?:si occupa di|se ne occupa|e (?:il|la) (?:responsabile|referente|persona giusta))',
  `(?<! (?:mi|ci) )(?:contatti|contattate|contattare|scriva|scrivete|scrivere|si rivolga|rivolgetevi)${NOT_ME}(?: a)?${NOT_ME}${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const PORTUGUESE = [
  'nao sou (?:eu )?(?:a pessoa (?:certa|indicada|correta|adequada|responsavel)|o (?:contato|contacto|responsavel)(?: (?:certo|indicado))?|a responsavel|responsavel por (?:isso|isto|essa|esta|esse|este))',
  '(?:pessoa errada|ja nao trabalh[oa] (?:aqui|na|no|para|em|com)|nao trabalh[oa] mais (?:aqui|na|no|para|em|com))',
  '(?:sai|saiu) da empresa',
  '(?:(?:o )?meu colega|(?:a )?minha colega|o nosso [a-z]{2,20}|a nossa [a-z]{2,20})(?: [a-z]{2,20})? (?:e (?:o|a) (?:responsavel|pessoa (?:certa|indicada))|e quem (?:cuida|trata|decide)|cuida disso|trata disso)',
  `(?<! me )(?:contacte|contate|contactar|contatar|escreva|escrever|fale|falar|entre em contacto|entre em contato)${NOT_ME}(?: (?:com|para|a|o))?${NOT_ME}${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const DUTCH = [
  '(?:ik ben|ben ik|wij zijn)(?: (?:hiervoor|daarvoor|helaas|hier))? niet de (?:juiste|goede) (?:persoon|contactpersoon)',
  '(?:ik ben|ben ik|wij zijn)(?: (?:hiervoor|daarvoor|helaas|hier))? niet (?:hiervoor |daarvoor )?(?:verantwoordelijk|degene die)(?: (?:voor|hierover|daarover))?',
  '(?:verkeerde persoon|ik ga hier niet over|daar ga ik niet over)',
  '(?:ik werk|hij werkt|zij werkt) (?:hier |daar |helaas )?niet (?:meer|langer) (?:hier|daar|bij|voor)',
  '(?:ik werk|hij werkt|zij werkt) (?:hier|daar) niet (?:meer|langer)',
  '(?:mijn collega|onze [a-z]{2,20})(?: [a-z]{2,20})? (?:gaat (?:hierover|daarover|hier over)|is (?:hiervoor |daarvoor )?(?:de juiste (?:persoon|contactpersoon)|verantwoordelijk))',
  `(?:neem contact op met|contact opnemen met|mail|stuur een mail naar|schrijf naar|benader|wenden tot|neem(?:t u)? contact op met)${NOT_ME}${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]
const POLISH = [
  'nie jestem (?:wlasciwa osoba|odpowiednia osoba|osoba (?:odpowiedzialna|decyzyjna|kontaktowa))',
  'nie (?:zajmuje sie|odpowiadam za) (?:tym|ten|te|tymi|tego typu)',
  '(?:to )?(?:zla|niewlasciwa) osoba',
  '(?:nie pracuje juz|juz nie pracuje) (?:tu|tutaj|tam|w|dla)',
  '(?:odszedlem|odeszlam|odszedl|odeszla) z firmy',
  '(?:moj kolega|moja kolezanka|nasz [a-z]{2,20}|nasza [a-z]{2,20})(?: [a-z]{2,20})? (?:zajmuje sie tym|odpowiada za|jest (?:wlasciwa|odpowiednia) osoba)',
  `(?:prosze o kontakt z|prosze kontaktowac sie z|prosze pisac (?:do|na)|prosze napisac (?:do|na)|prosze skontaktowac sie z)${NOT_ME}${upTo(8)}(?: ,)?${upTo(4)}(?: ,)? addrx`,
]

/** Somebody else decides, or the person has left. */
export const WRONG_PERSON = phrases(
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...DUTCH,
  ...POLISH,
)
/** A sentence that is nothing but this. */
export const BARE_WRONG =
  /^ (?:wrong person|falsche person|mauvaise personne|persona equivocada|persona sbagliata|pessoa errada|verkeerde persoon|zla osoba) $/
