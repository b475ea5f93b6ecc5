/**
 * The phrases with which mail systems explain a failure, in many languages. Every pattern is a plain phrase or has bounded gaps, so
 * that a search takes linear time. All are matched against text without addresses and links.
 */

import { FAILURE_LANGUAGES, type FailureWords } from './failure-languages'

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'iu')
const further = (list: keyof FailureWords) => FAILURE_LANGUAGES.map((language) => language[list])

/** The address does not exist, or no longer does. */
export const SAYS_UNKNOWN = anyOf(
  '(user|recipient|mailbox|address|account|person|addressee)s? (is |was )?(unknown|not found|not known|invalid)',
  '(unknown|invalid|bad|non-?existent|nonexistent|undeliverable|unverified) (local )?(user|recipient|mailbox|address|account|destination)',
  'no (such|valid|mailbox|account)( \\w{1,30})? (user|recipient|mailbox|address|person|account|domain|host|here|by that name|found)',
  'no such (user|recipient|mailbox|address|person|account|domain|host)',
  "(does ?n['’o]t|do not|did not|don['’]t|no longer) exist",
  'non-?exist[ae]nt (user|domain|mailbox|account|address)',
  "doesn['’]t have an? (\\S{1,60} )?account",
  '(is |are )?not a (valid|known) (user|recipient|mailbox|address)',
  'not (our|a local) (customer|user|mailbox)',
  'not listed in (the )?(public )?(name & )?(address|directory|domino directory)',
  "(could ?n['’o]t|could not|can ?not|can['’]t|wasn['’]t|was not) (be )?(found|find)( the)?( (recipient|user|address|domain|host))?",
  "couldn['’]t find any host",
  '(domain|host)( name)? (is |was )?(not found|unknown|invalid)|unknown (domain|host)|nxdomain',
  'recip(ient)?notfound|nonexistentdomain|adr\\.ex\\S{0,10}notfound',
  'unroute?able|null ?mx|(no|non-?existent) (mx|mail) (record|host|exchanger)|mx records? point',
  'mailbox (is )?(unavailable|not available)|has (left|moved)|no longer (valid|in use|active|available|on (this )?server|accepts?)|local-?part[^.]{0,30}unknown|unknown local-?part|user not local|(not|n.t|cannot be|could not be) resolved?\\b',
  'no mailbox here',
  'there is no (one|user|mailbox|account)|no (account|mailbox)( \\w{1,30})? with that',
  // de, fr, es, it, pt, nl, pl, ru, sv/da/no, tr, cs, ja, zh, ko, vi
  '(empfänger|benutzer|adresse|postfach|konto|e-?mail-adresse|domain|domäne)\\S{0,3} (ist |wurde |konnte )?(\\S{1,30} ){0,3}(unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungültig)',
  'existiert nicht|nicht existierend|unbekannter? (empfänger|benutzer|nutzer|adress|host|domain)|kein(e|en)? (solche[rns]?|gültige[rns]?) (benutzer|empfänger|adresse|postfach)|ungültiger? empfänger|nicht bekannt',
  "n['’]existe p(as|lus)|introuvable|(utilisateur|destinataire|adresse|domaine|boîte)( \\S{1,30}){0,3} (inconnue?|invalide|inexistante?)|(n['’]a pas|n['’]ont pas) été trouvée?|pas pu être trouvée?",
  'no existe|(usuario|destinatario|dirección|dominio|buzón|cuenta)( \\S{1,30}){0,3} (desconocid[oa]|inexistente|no válid[oa]|inválid[oa])|no se (ha |pudo )?(encontrad[oa]|encontró|encontrar)|no encontrad[oa]',
  'non esiste|inesistente|sconosciut[oa]|non (è stat[oa] )?trovat[oa]|non valid[oa]',
  'não existe|inexistente|desconhecid[oa]|não (foi )?(encontrad[oa]|localizad[oa])|(endereço|destinatário|usuário)( \\S{1,30}){0,2} inválid[oa]',
  'bestaat niet|(ontvanger|gebruiker|adres|postbus|mailbox)( \\S{1,30}){0,2} (is )?(onbekend|niet gevonden|ongeldig)|onbekende? (gebruiker|ontvanger|adres)|kan niet worden gevonden|niet gevonden',
  'nie istnieje|nieznany (użytkownik|odbiorca|adresat|adres)|nie znaleziono|(użytkownik|odbiorca|adres) nieznany|nieprawidłowy adres',
  'не существует|не найден|неизвестный (пользователь|получатель|адрес)|(пользователь|получатель|адрес) неизвестен|нет такого (пользователя|адреса|ящика)|недействительн|несуществующ',
  'finns inte|findes ikke|finnes ikke|eksisterer ikke|existerar inte|(okänd|ukjent|ukendt) (mottagare|användare|adress|mottaker|modtager|bruker|bruger)|hittades inte|ble ikke funnet|blev ikke fundet|(mottagaren|adressen|modtageren|mottakeren) (är|er) (okänd|ukendt|ukjent)',
  'mevcut değil|bulunamadı|bilinmeyen (kullanıcı|alıcı)|geçersiz (adres|alıcı)|böyle bir (kullanıcı|alıcı|adres|hesap) yok',
  'neexistuje|neznámý (uživatel|příjemce|adresát)|nenalezen|nebyla? nalezen',
  '存在しません|見つかりません(でした)?|見つからなかった|不明な(ユーザー|宛先)|(ユーザー|宛先|受信者|アドレス)が(不明|無効)|無効な(アドレス|宛先)',
  '不存在|找不到|未找到|无法找到|未知(用户|收件人)|(用户|收件人|地址)(未知|无效)|無此|無效的(收件|地址)|查无此',
  '존재하지 않|찾을 수 없|알 수 없는 (사용자|수신자)|없는 (사용자|계정|주소)|유효하지 않은',
  'không tồn tại|không tìm thấy|không hợp lệ',
  ...further('unknown'),
)

/** The account is closed. */
export const SAYS_DISABLED = anyOf(
  '(account|mailbox|user|recipient|address|inbox)( \\S{1,60}){0,3} (is|has|has been|was) (currently |temporarily )?(disabled|inactive|closed|deactivated|suspended|deleted|terminated|expired|blocked|locked|frozen|not active|discontinued)',
  '(disabled|inactive|closed|deactivated|suspended|deleted) (account|mailbox|user|recipient)|(mailbox|account|user) (disabled|inactive|suspended|blocked|locked)|not an active',
  '(konto|postfach|benutzer|benutzerkonto|empfänger)( \\S{1,40}){0,3} (deaktiviert|gesperrt|geschlossen|gelöscht|inaktiv|stillgelegt)',
  '(compte|boîte|utilisateur)( \\S{1,40}){0,5} (désactivée?|fermée?|suspendue?|supprimée?|inactive?|bloquée?)',
  '(cuenta|buzón|usuario|conta|usuário|caixa|casella|account|utente|indirizzo)( \\S{1,40}){0,5} (desactivad|desativad|deshabilitad|suspendid|suspens|cerrad|encerrad|eliminad|inactiv|inativ|bloquead|disattivat|disabilitat|sospes|chius|disabled)',
  '(konto|skrzynka|account|postbus|kontot)( \\S{1,40}){0,3} (zablokowan|nieaktywn|wyłączon|usunięt|uitgeschakeld|geblokkeerd|gesloten|inaktiverat|avstängt|deaktiveret|deaktivert|stengt|lukket)',
  '(ящик|аккаунт|учетная запись|учётная запись|пользователь|почтовый ящик)( \\S{1,40}){0,3} (заблокирован|отключ|удал|деактив|неактив|закрыт)',
  '(アカウント|メールボックス)(は|が)?(無効|停止|削除|閉鎖)|(账户|帐户|邮箱|用户)(已)?(被)?(停用|禁用|关闭|注销|冻结|锁定)|계정이 (비활성|정지|삭제)',
  ...further('disabled'),
)

/** Temporary: full, too big, greylisted, unreachable. */
export const SAYS_SOFT = anyOf(
  '(mail)?box( \\S{1,60}){0,4} full|full (mail)?box|over ?(the )?quota|quota ?exceed|exceed(s|ed)?( \\S{1,40}){0,4} (quota|storage|size|limit|message)|out of storage|insufficient (system )?(storage|disk)|out of (disk )?space|disk ?(is )?full|recipsizelimit|sizelimit',
  'try (it )?(again )?later|try again|tempor(ary|arily)|tempfail|grey ?-?list|gr[ae]ylist|defer(red|ral)|resources? (temporarily )?unavailable|service (is )?(not available|unavailable)|too (busy|many (connections|messages|recipients|hops))|rate ?limit|at a rate|too (quickly|fast)|throttl',
  "(timed|time|timing)[ -]?(d)? ?-?out|timeout|too long|expired|connection (was )?(refused|lost|reset|closed|dropped)|could ?n[o’']?t (establish|connect)|(unable|not able) to (establish|connect|reach)|no route to host|network (is )?unreachable|host unreachable|not responding|did not respond|retry time|in (the |my )?(mail )?queue|queue (time|life)|mail loop|routing loop|loops? back|hop count|loop detected|delivery time|too old",
  'too (large|big|long)|message size|maximum size|size limit|larger than',
  '(postfach|speicher|mailbox)\\S{0,8}( \\S{1,30}){0,6} (voll|überschritten|erschöpft)|speicherplatz|zu groß|vorübergehend|zeitüberschreitung|später (noch ?mal|erneut|wieder)|nicht erreichbar',
  "(boîte|quota|espace)\\S{0,8}( \\S{1,30}){0,6} (pleine|dépassé|saturée|atteint|insuffisant)|trop volumineux|temporaire(ment)?|délai (d['’]attente )?(dépassé|expiré)|réessaye[rz]",
  'buzón( \\S{1,30}){0,6} llen[oa]|cuota( \\S{1,30}){0,4} (excedid|superad|alcanz)|(está|estaba) llen[oa]|demasiado grande|temporal(mente)?|tiempo de espera|inténtelo',
  'casella( \\S{1,30}){0,6} piena|quota( \\S{1,30}){0,3} superat|spazio( \\S{1,30}){0,3} esaurit|troppo grande|temporane|tempo scaduto|riprov',
  'caixa( \\S{1,30}){0,6} cheia|(está|estava) (cheia|lotada)|cota( \\S{1,30}){0,4} (excedid|ultrapassad|atingid)|muito grande|temporári|tempo (limite|esgotado)|tente novamente',
  '(postvak|postbus|mailbox)( \\S{1,30}){0,5} vol\\b|quotum|te groot|tijdelijk|probeer( \\S{1,30}){0,3} opnieuw',
  '(skrzynka|skrzynce)( \\S{1,30}){0,5} (pełna|przepełnion|przekroczon)|pełn[ay]|przekroczon|za duż|tymczasow|limit czasu|spróbuj',
  'переполнен|превышен|квот|слишком (большо|велик)|временн|тайм-?аут|повторите|позже|истекло|истек срок',
  '(brevlåda|postlåda|inkorg|postkasse|innboks|indbakke)\\S{0,4}( \\S{1,30}){0,4} (full|fuld)|överskrid|överskrit|overskred|overskrid|för stor|for stor|tillfällig|midlertidig|prøv igjen|försök igen',
  'dolu|kotası|çok büyük|geçici|zaman aşımı|(schránka|kvóta)( \\S{1,30}){0,4} (plná|přeplněn|překročen)|dočasn|příliš velk',
  '容量(を|が)?(超|オーバー|制限)|いっぱい|満杯|一時的|タイムアウト|大きすぎ|后再试|已满|超出(配额|容量|限额)|配额|空间不足|超时|太大|暂时|稍后|가득|초과|용량|일시적|시간 초과|đầy|vượt quá|tạm thời|quá lớn',
  ...further('soft'),
)

/** The sender is refused, regardless of the recipient: reputation, authentication, rules. */
export const SAYS_POLICY = anyOf(
  'spam|\\bjunk\\b|\\bbulk\\b|unsolicited|black ?-?list|block ?-?list|deny ?list|\\bdnsbl\\b|\\brbl\\b|\\bsbl\\b|\\bxbl\\b|\\bpbl\\b|(?<!not )listed (at|by|in|on)|\\bblocked\\b|\\bbanned\\b',
  'polic(y|ies)|reputation|\\bdmarc\\b|\\bspf\\b|\\bdkim\\b|sender id|reverse dns|\\bptr\\b|no rdns|authenticat|not authori[sz]ed|unauthori[sz]ed|notauthorized|authrequired|not (allowed|permitted|accepted) (to|by|from|for)|rejected (for|due to|as)|content (was |is |has been )?(rejected|not accepted|denied|filter)|virus|malware|phish|suspicious|restricted|prohibited|sender (address )?(rejected|denied|blocked)|access (is )?denied|relay(ing)? (access )?(is )?(denied|not (allowed|permitted)|prohibited)|unable to relay|not permitted to relay|complaint|fraud|impersonat|helo (command )?rejected|(ip|host|client) (\\S{1,60} )?(is |has been |was )?(blocked|listed|not allowed)',
  'richtlinie|blockiert|abgelehnt wegen|sperrliste|schwarze liste|reputation|nicht (berechtigt|autorisiert|erlaubt|zugelassen)|unerwünscht|verweigert',
  'liste noire|politique|indésirable|bloqué par|réputation|non autorisée?|refusé (par|pour)|accès refusé',
  'lista negra|política|reputación|no deseado|bloqueado por|no (está )?(autorizad|permitid)|rechazado por (políticas?|motivos|spam)|acceso denegado',
  'lista nera|politic(a|he)|criteri|indesiderat|reputazione|non (è )?(autorizzat|consentit)|rifiutat[oa] (per|in base)|bloccat[oa] (per|da)',
  'reputação|não (está )?(autorizad|permitid)|indesejad|bloqueado por|rejeitad[oa] (por|devido)',
  'beleid|geweigerd wegens|ongewenst|niet (toegestaan|geautoriseerd)|geblokkeerd (door|wegens)|zwarte lijst',
  'polityk|czarn\\S{1,3} list|niechcian|odrzucon\\S{0,3} (z powodu|ze względu|przez)|niedozwolon|nieautoryzowan|reputacj',
  'спам|политик|репутаци|черн\\S{1,3} спис|чёрн\\S{1,3} спис|заблокирован по|отклонено (политик|из-за)|запрещен|подозрительн|не авторизован',
  'svartlist|sortlist|policy|policies|rykte|omdømme|skräppost|søppelpost|uønsket|oönskad|inte tillåt|ikke tillatt|ikke tilladt',
  'politika|istenmeyen|kara liste|engellendi|nevyžádan|zásad|černé listin|ポリシー|迷惑メール|スパム|拒否リスト|ブラックリスト|ブロックされ|策略|垃圾邮件|垃圾郵件|黑名单|黑名單|拦截|信誉|정책|스팸|차단|chính sách|thư rác|danh sách đen',
  ...further('policy'),
)
