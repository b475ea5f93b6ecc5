/**
 * The phrases with which mail systems report, without the fields of RFC 3464, that a message failed, waits or arrived. Every pattern is
 * a plain phrase or has bounded gaps, so that a search takes linear time.
 */

import { FAILURE_LANGUAGES, type FailureWords } from './failure-languages'

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'iu')
const further = (list: keyof FailureWords) => FAILURE_LANGUAGES.map((language) => language[list])

/** In a subject or text: the message has finally failed. */
export const SAYS_FAILED = anyOf(
  "undeliver(ed|able|ability)|non-?delivery|not (be |been )?delivered|(could|can) ?n[o’']?t be (delivered|sent)|returned (mail|to sender|message)|returning message|failure notice|delivery (status notification \\(?failure|has failed|failed|failure|error|problem|unsuccessful)|deliver(y|ing)[^.\\n]{0,80} fail(ed|ure)|failed (permanently|to deliver)|fail(ed|ure)[^.\\n]{0,40} deliver|permanent (fatal )?error|mail (system )?error|(was|were|is) n[o’']?t delivered|unable to deliver|wasn[’']t delivered|did not reach|(message|mail) (rejected|refused|bounced|blocked)|rejected your message|address not found|message not delivered|bounced? (mail|message)|giving up|given up",
  'unzustellbar|nicht zugestellt|(zustellung|übermittlung)[^.\\n]{0,60} (fehlgeschlagen|gescheitert|nicht möglich)|konnte[^.\\n]{0,80} nicht (zugestellt|übermittelt|gesendet|ausgeliefert)|zustell(fehler|ung fehl)|unzustellbare? (e-?mail|nachricht)|fehler bei der (zustellung|übermittlung)|annahme verweigert|rücksendung|zurückgewiesen',
  "non (remis|distribué|délivré|livré|acheminé)e?|échec (de|d['’]|dans)[^.\\n]{0,40}(remise|livraison|distribution|envoi|acheminement)|n['’](a|ont) (pas )?(pu|été)[^.\\n]{0,40}(remise?|délivrée?|livrée?|distribuée?|acheminée?|envoyée?)|impossible de (remettre|livrer|délivrer|distribuer|transmettre)|retour à l['’]expéditeur|notification d['’]échec|remise impossible|erreur (de|lors de la) (remise|livraison)",
  'no (se )?(pudo|ha podido|ha sido|fue|pudimos|se ha)( ser)?[^.\\n]{0,60}(entrega|enviad)|no (se )?entreg(ad[oa]|ó|able)|(error|fallo|falla|problema)[^.\\n]{0,30} (de|en la|al) entreg|entrega (fallida|fallado|ha fallado)|devuelto al remitente|correo (devuelto|no entregado)|mensaje (devuelto|rechazado)|no entregable|imposible entregar',
  'non (è stat[oa] |è |può essere |ha potuto essere |recapitabil|consegnabil)?(possibile )?(recapitat|consegnat|recapitare|consegnare|recapitabil|consegnabil)|mancat[oa] (recapito|consegna)|recapito (non riuscito|fallito)|consegna (non riuscita|fallita)|errore (di|nella|durante la) (consegna|recapito)|restituit[oa] al mittente|impossibile (consegnare|recapitare)',
  'não (foi |pôde |pode |ser )?(possível )?(ser )?(entreg|entregar|entregue|enviad)|falha (na|de|no|ao) (entreg|envi)|erro (na|de|ao) entreg|devolvid[oa] ao remetente|entrega (falhou|malsucedida)|mensagem (devolvida|não entregue|rejeitada)|impossível entregar',
  'niet (worden |kunnen worden )?(afgeleverd|bezorgd|bestelbaar)|onbestelbaar|onbezorgbaar|(aflevering|bezorging|levering)[^.\\n]{0,30} (mislukt|onmogelijk)|retour afzender|(kon|kan)[^.\\n]{0,60} niet[^.\\n]{0,20}(afgeleverd|bezorgd)',
  'nie (została |mogła być |można |udało się )[^.\\n]{0,30}dostarcz|niedostarczon|niedoręczon|niedoręczaln|zwrot do nadawcy|błąd dostarcz|błąd doręcz|dostarczenie[^.\\n]{0,40}nie (powiodło|jest możliwe)',
  'не (было |может быть |был[оа]? |удалось |удается |доставлен)[^.\\n]{0,40}(доставлен|доставить)|не доставлен|недоставлен|ошибка (при )?доставк|сбой доставк|невозможно доставить|возвращен[оа]? отправителю|возврат почты|не может быть доставлен|доставка[^.\\n]{0,40}(не удалась|невозможна)',
  '(kunde|kunne|kan) (inte|ikke)[^.\\n]{0,30} lever|(inte|ikke) (levereras|leveret|levert|levererat)|olevererbar|uleverelig|leverans(fel| misslyckades)|levering mislykkedes|returnerad|teslim edile|iletilemedi|gönderilemedi|teslimat (başarısız|hatası)|nedoručitel|nebyla? doručen|doručení (zprávy )?(se nezdařilo|selhalo)|nem (sikerült )?kézbesít|nu a (putut )?fi livrat',
  '配信(できません|できず|不能|に失敗|エラー|不可)|配達(できません|不能|に失敗|エラー)|送信(できません|に失敗|エラー)|届け(られません|ることができません)|戻され|返送|(无法|未能|未|不能)(成功)?(投递|送达|发送|传递|递送)|退信|投递失败|发送失败|传递失败|無法(傳送|傳遞|投遞|送達)|退回|傳送失敗|(배달|전송|전달|발송) ?(되지|하지|할 수 없|에 실패|실패|못)|(보내|전하)지 못|반송|không (thể )?(gửi|chuyển|phân phát)|gửi thất bại|chưa được gửi',
  ...further('failed'),
)

/** The message is still pending. */
export const SAYS_DELAYED = anyOf(
  "\\(delay\\)|delayed|delivery delay|delay(ed)? (notification|mail|delivery)|temporary (delivery )?(problem|failure|delay)|warning:? (message|could not send)|warning message only|(need not|not need to|don[’']t need to|do not) (be )?resen[dt]|no action is required|still (be(ing)? )?(retr(ied|ying)|trying|in the queue|queued)|will (be retried|continue|keep (on )?trying|retry|try again|try to deliver|be tried|(still )?attempt)|has not (yet )?been delivered|not yet been delivered|delivery attempts will|retrying|incomplete|gmail will (retry|keep)",
  'verzögert|verzögerung|noch nicht (zugestellt|ausgeliefert)|weiterhin versucht|weitere(n)? (zustell|versuch)|nächste[nr]? \\d{1,4} (stunden|tage)[^.\\n]{0,40}versucht|vorübergehend nicht zugestellt|erneut versucht|bisher nicht (zugestellt|ausgeliefert)|(wird|werden|wir)[^.\\n]{0,60}(weiter|erneut)[^.\\n]{0,30}versuch|versuche?[^.\\n]{0,40} (fortgesetzt|wiederholt|unternommen)|gmail versucht',
  'retardée?|retard de|retard dans|différée?|pas encore (été )?(remis|livré|distribué|délivré)|(sera|seront|va|continuera|continuerons)[^.\\n]{0,40}(réessay|nouvelles? tentative|tent)|nouvelles? tentatives?|pas encore|tentatives?[^.\\n]{0,30} (se poursuiv|continu)|réessaiera|réessayée?|nouvel essai',
  'retras(ad[oa]|o)|demorad[oa]|aún no (se )?(ha )?(sido )?(podido )?entreg|(seguirá|seguiremos|continuará|volverá)[^.\\n]{0,40}(intent|reintent)|se reintentará|se seguirá intentando|(todavía|aún) no|(se )?(reintentará|intentará (de nuevo|nuevamente|otra vez))|volverá a intentar|nuevos intentos',
  'ritardat[oa]|in ritardo|ritardo (di|nella)|non (è )?ancora (stat[oa] )?(consegnat|recapitat)|(continuerà|verrà|sarà|proverà)[^.\\n]{0,40}(tent|riprov)|ulteriori tentativi|non ancora|riprover(à|emo)|ritenter(à|emo)|nuovi tentativi|tentativi[^.\\n]{0,20} (continu|prosegu)',
  'atrasad[oa]|atraso na|ainda não (foi )?(entreg|possível)|(continuará|continuaremos|será|serão|tentará)[^.\\n]{0,40}(tent|novamente)|novas tentativas|adiad[oa]|ainda não|tentar(á|emos)[^.\\n]{0,30}novamente|continuar(á|emos)[^.\\n]{0,20}tentando',
  'vertraagd|vertraging|nog niet (is )?(afgeleverd|bezorgd)|(blijven|blijft|wordt)[^.\\n]{0,40}(opnieuw )?(geprobeerd|proberen)|opóźnion|opóźnieni|jeszcze nie (została )?dostarczon|ponawian|kolejne próby|nog niet|verdere pogingen|jeszcze nie|ponowi|próby[^.\\n]{0,30} (będą|kontynuow)',
  'задерж|отложен|ещё не доставлен|еще не доставлен|(будет|будут|продолж)[^.\\n]{0,40}(попыт|повтор)|попытки доставки (будут )?продолж|повторные попытки|пока не|(ещё|еще) не|попробует|повторит попытк|попытк[аи][^.\\n]{0,30} (будет|будут)',
  'försenad|fördröj|forsinke[lt]|ännu inte levere|fortsätter att försöka|ännu inte|endnu ikke|ennå ikke|nya försök|(prøver|forsøger|försöker)[^.\\n]{0,20} (igjen|igen)|henüz|tekrar denen|gecik|ertelendi|opoždě|zpoždě|zatím nebyla doručen|késik|késleltet|întârzi',
  '遅延|遅れて|再送(信|を)|再試行|まだ配信|引き続き(配信|送信)|再度(配信|送信)|まだ(送信|届)|仍在|再次尝试|重新尝试|稍後(將|再)|重試|아직|재시도|chưa gửi được|thử lại|延迟|延遲|尚未(送达|投递|傳遞|递送)|(继续|繼續)(尝试|嘗試)|将(继续|重试)|重试|지연|다시 시도|계속 시도|bị (trì hoãn|chậm)|sẽ (tiếp tục|thử lại)',
  ...further('delayed'),
)

/** The retries are over. Checked before the others, because final reports also mention the attempts. */
export const SAYS_GIVEN_UP = anyOf(
  'giv(en|ing) up|no (further|more) (delivery )?attempts|not (going to )?(try|be retried|retry)|will not (be )?(retr|tr)|(final|permanent|last)ly? (failure|error|fail)|has expired|message (timed out|expired)|undelivered mail returned|failed permanently|delivery (status notification )?\\(?failure|permanent',
  'aufgegeben|keine weiteren (zustell)?versuche|endgültig|abandonn|aucune (autre|nouvelle) tentative|définiti|no se (volverá|realizarán)|definitiv|non verranno effettuati|não (haverá|será)[^.\\n]{0,20}(novas )?tent|niet (meer )?opnieuw|прекращен|больше не будет|окончательн|nie będzie ponawian|再試行(されません|しません)|不再(尝试|重试)',
)

/** The message arrived, or was relayed to a system that reports no more. */
export const SAYS_DELIVERED = anyOf(
  '\\((success|relay)(ed)?\\)|success(ful|fully)?[^.\\n]{0,40} (delivered|delivery|relayed)|(delivery|relay)[^.\\n]{0,30} success|(was|has been|have been) (successfully )?(delivered|relayed)|delivery (receipt|report|confirmation)|return receipt|^(delivered|relayed|expanded|zugestellt|weitergeleitet|remis|relayé|entregado|entregue|retransmitido|consegnato|inoltrato|bezorgd|doorgestuurd|dostarczono|przekazano|доставлено|передано|levererat|leveret|levert)\\s?:|delivery to these recipients[^.]{0,40} is complete',
  'erfolgreich (zugestellt|übermittelt|weitergeleitet)|wurde[^.\\n]{0,80} (?<!nicht )(weitergeleitet|übergeben)|zustellung[^.\\n]{0,80} (ist )?abgeschlossen|la remise[^.]{0,80} (est )?(terminée|effectuée)|relayé|la entrega[^.]{0,80} (se ha )?complet|retransmitid[oa]|la consegna[^.]{0,80} (è )?(completata|riuscita)|a entrega[^.]{0,80} (foi )?(concluída|completa)|доставка[^.]{0,60} (завершена|выполнена|прошла)|ретранслирован|передано|中継|転送され|配信が完了|已(中继|转发)|(投递|传递)(已)?完成|wurde[^.\\n]{0,60} (?<!nicht )zugestellt|zustellbestätigung|remis avec succès|a été (remis|distribué|livré|transmis)|remise réussie|entregad[oa] (correctamente|con éxito|com (sucesso|êxito))|se ha entregado|foi entregue|consegnat[oa] (correttamente|con successo)|è stat[oa] (consegnat|recapitat)|is (succesvol )?(afgeleverd|bezorgd)|została dostarczona|pomyślnie dostarczon|(успешно )?доставлено|было доставлено|har levere|blev leveret|ble levert|başarıyla (teslim|iletildi)|配信(され|完了|済み)|正常に配信|已(成功)?(送达|投递|傳送)|배달되었|성공적으로 (전송|전달|배달)',
)
