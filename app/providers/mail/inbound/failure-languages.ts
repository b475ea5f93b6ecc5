/**
 * How mail systems report failures in further languages. Each entry is a list of alternatives for a search, all plain phrases or with
 * bounded gaps. English and the large European languages are in `failure-words.ts` and `report-words.ts`.
 */
export interface FailureWords {
  /** The message has finally failed. */
  failed: string
  /** It is still pending. */
  delayed: string
  /** The address does not exist. */
  unknown: string
  /** The account is closed. */
  disabled: string
  /** Full, too big, unreachable. */
  soft: string
  /** The sender is refused. */
  policy: string
}

const GREEK: FailureWords = {
  failed:
    'δεν (ήταν δυνατ|παραδόθηκ|μπόρεσε|κατέστη)[^.\\n]{0,60}|αδυναμία παράδοσης|αποτυχία (παράδοσης|αποστολής)|δεν παραδόθηκε|μη παραδοτέ|επιστροφή μηνύματος|απορρίφθηκε',
  delayed:
    'καθυστέρηση|καθυστερεί|θα (συνεχιστ|επαναληφθ|ξαναπροσπαθ)|δεν έχει παραδοθεί ακόμη|προσωρινή αποτυχία παράδοσης',
  unknown:
    'δεν υπάρχει|δεν βρέθηκε|άγνωστ(ος|η|ο|οι)|ανύπαρκτ|μη έγκυρ[ηο] (διεύθυνση|παραλήπτ)|δεν είναι έγκυρη|δεν αναγνωρίζεται',
  disabled:
    '(λογαριασμός|γραμματοκιβώτιο|θυρίδα)[^.\\n]{0,40} (απενεργοποι|ανενεργ|έχει κλείσει|διαγράφ|ανασταλ)|απενεργοποιημέν',
  soft: '(γραμματοκιβώτιο|θυρίδα|εισερχόμενα)[^.\\n]{0,50} (πλήρ|γεμάτ)|είναι (πλήρες|πλήρης|γεμάτ)|υπέρβαση (ορίου|χώρου)|ξεπεράστηκε το όριο|πολύ μεγάλ|προσωριν|αργότερα|λήξη χρονικού ορίου|δεν αποκρίνεται',
  policy: 'ανεπιθύμητ|πολιτικ|μαύρη λίστα|αποκλείστηκ|αποκλεισμέν|φήμη|δεν επιτρέπεται|μη εξουσιοδοτ',
}

const HUNGARIAN: FailureWords = {
  failed:
    'kézbesíthetetlen|nem (sikerült|lehetett|lehet|volt lehetséges)[^.\\n]{0,40} ?(kézbesíteni|továbbítani|elküldeni|kézbesítése)|kézbesítés[^.\\n]{0,30} (sikertelen|meghiúsult|hiba)|sikertelen (kézbesítés|küldés)|nem kézbesíthető|visszaküldött|visszapattan|kézbesítési hiba',
  delayed:
    'késleltet|késik|késedelm|újra (meg)?próbál|még nem (került|sikerült)|további kísérlet|továbbra is megpróbál',
  unknown:
    'nem létez(ik|ő)|ismeretlen (címzett|felhasználó|cím|postafiók|domain)|nem található|érvénytelen (cím|e-?mail|címzett)|nincs ilyen (címzett|felhasználó|postafiók|cím)|(címzett|felhasználó|cím) ismeretlen|megszűnt',
  disabled:
    '(postafiók|fiók|felhasználó)[^.\\n]{0,40} (letilt|inaktív|megszűnt|felfüggeszt|törölt|zárol|lezár)|letiltott (fiók|postafiók)',
  soft: 'megtelt|(postafiók|postafiókja|tárhely)[^.\\n]{0,40} (tele|betelt|kimerült|túllép)|kvót\\S{0,8}[^.\\n]{0,20}(túllép|elér)|túllépte|túl nagy|ideiglenes|átmeneti|később|időtúllépés|nem elérhető|nem válaszol',
  policy:
    'levélszemét|kéretlen|szabályzat|házirend|feketelist|tiltólist|letiltott feladó|elutasít[^.\\n]{0,30} (miatt|szabály)|nem engedélyezett|hírnév|blokkol',
}

const ROMANIAN: FailureWords = {
  failed:
    'nu (a putut|au putut|poate|s-a putut|a fost)[^.\\n]{0,40} ?(livrat|transmis|trimis|expediat|livra)|livrare[^.\\n]{0,30} (eșuat|nereușit|imposibil)|eroare (de|la) (livrare|trimitere)|(mesaj|e-?mail) nelivrat|nelivrabil|returnat expeditorului|eșec la livrare',
  delayed:
    'întârzi|va fi reîncerc|se va reîncerca|încă nu a fost livrat|încercările? vor continua|se va încerca din nou',
  unknown:
    'nu exist[ăa]|inexistent|necunoscut|nu a fost găsit|nu a putut fi găsit|(adres|destinatar|utilizator)\\S{0,4} (este )?(invalid|nevalid|greșit)|nu este valid',
  disabled:
    '(cont|căsuța|cutia|utilizator)\\S{0,4}[^.\\n]{0,40} (dezactivat|suspendat|închis|șters|blocat|inactiv)',
  soft: '(căsuța|cutia|inbox|spațiul|cota)\\S{0,4}[^.\\n]{0,50} (plin|depășit|epuizat|insuficient)|este plin|cot[ăa] depășit|prea mare|temporar|mai târziu|a expirat|nu răspunde',
  policy:
    'spam|nesolicitat|politic|list[ăa] neagr|blocat din cauza|reputați|nu este (permis|autorizat)|neautorizat|respins (din cauza|conform)',
}

const BULGARIAN: FailureWords = {
  failed:
    'не (може|можа|беше|бе|е|успя)[^.\\n]{0,30} ?(да бъде )?(доставен|изпратен|доставя|достав)|недоставен|неуспешн[оа] (доставка|доставяне|изпращане)|грешка при (доставка|доставяне|изпращане)|върнат[оа]? (на подателя|съобщение)|доставката[^.\\n]{0,30} (неуспешна|се провали)',
  delayed: 'забав[еия]|ще (бъде )?(опита|опитаме|продължи)[^.\\n]{0,20}|все още не е достав|повторен опит',
  unknown:
    'не съществува|несъществуващ|непознат (потребител|получател|адрес)|неизвестен (потребител|получател|адрес)|не е намерен|невалиден (адрес|получател)|няма такъв (потребител|адрес|получател)',
  disabled:
    '(кутия|кутията|акаунт|акаунтът|профил|потребител)\\S{0,3}[^.\\n]{0,40} (деактивиран|блокиран|закрит|изтрит|неактивен|спрян)',
  soft: '(кутия|кутията)[^.\\n]{0,40} (е )?пълна|препълнен|квота|надвишен|твърде (голям|голямо)|временно|по-късно|изтекло време|не отговаря|недостъпен',
  policy:
    'спам|нежелан|политик|черен списък|блокиран (поради|от)|репутация|не е разрешено|неоторизиран|отхвърлен (поради|заради)',
}

const RUSSIAN: FailureWords = {
  failed:
    'не доставлено|не удалось (доставить|отправить)|не было доставлено|доставить (письмо|сообщение) не удалось|письмо не (было )?доставлено|недоставленн',
  delayed: 'доставка задерживается|будут предприняты повторные',
  unknown:
    'не существует|не зарегистрирован|нет такого (пользователя|адреса|ящика|получателя)|(пользователь|получатель|адресат|ящик|адрес)[^.\\n]{0,30} (не найден|неизвестен|отсутствует)|неверный адрес|адрес указан неверно',
  disabled:
    '(ящик|аккаунт|учётная запись|учетная запись)[^.\\n]{0,40} (заблокирован|отключ|удал|неактив|закрыт|приостановлен)',
  soft: '(ящик|почтовый ящик)[^.\\n]{0,40} (переполнен|заполнен|полон)|квота[^.\\n]{0,30} (превышен|исчерпан)|превышена квота|нет места|недостаточно места|попробуйте позже|временно недоступен|не отвечает',
  policy: 'спам|нежелательн|политик|репутаци|заблокирован (как|по|из-за)|отклонено (как|системой|фильтром)',
}

const POLISH: FailureWords = {
  failed:
    'nie (mogła|można|udało|została|zostala|mogla)[^.\\n]{0,40} ?dostarcz|niedostarczon|nie dostarczono|nieudane (dostarczenie|doręczenie)|zwrot (wiadomości|poczty)|błąd (dostarczania|doręczenia|wysyłania)',
  delayed: 'opóźnion|ponown[ea] prób',
  unknown:
    'nie istnieje|nie ma takiego (użytkownika|adresu|konta|odbiorcy)|nieznany (użytkownik|odbiorca|adres|adresat)|nieistniejąc|nie znaleziono|nie został znaleziony|(adres|odbiorca|użytkownik)[^.\\n]{0,20} (jest )?(nieznany|nieprawidłowy|niepoprawny)',
  disabled:
    '(konto|skrzynka|użytkownik)[^.\\n]{0,40} (zablokowan|nieaktywn|wyłączon|usunięt|zamknięt|zawieszon|dezaktywowan)',
  soft: '(skrzynka|skrzynki|pojemność)[^.\\n]{0,50} (pełna|przepełnion|zapełnion|przekroczon)|jest pełna|brak miejsca|przekroczono (limit|pojemność)|zbyt duż|tymczasow|później|nie odpowiada|upłynął (limit )?czas',
  policy:
    'spam|niechcian|polityk|czarn\\S{1,3} list|reputacj|zablokowan[aoy] (z powodu|przez filtr)|niedozwolon|odrzucon\\S{0,3} (przez|jako|z powodu)',
}

const CZECH: FailureWords = {
  failed:
    'nelze doručit|nebylo možné doručit|nepodařilo se (doručit|odeslat)|nedoručen|nedoručitel|doručení[^.\\n]{0,40} (selhalo|se nezdařilo|neúspěšné)|chyba (při )?doruč|vrácen[aáoé]? (zpráva|pošta|odesílateli)|zpráva nebyla doručena',
  delayed: 'zpožděn|opožděn|bude (se )?opakov|další pokus|zatím nebyl',
  unknown:
    'neexistuj|neznám[ýáé] (uživatel|příjemce|adresát|adresa|adresy)|nenalezen|nebyla? nalezen|neplatn[áýé] adres|takov[ýá] (uživatel|schránka|adresa) n|(uživatel|příjemce|adresa) (není|je) (znám|neznám)',
  disabled:
    '(schránka|účet|uživatel)[^.\\n]{0,40} (zablokován|zrušen|deaktivován|neaktivní|smazán|uzavřen|pozastaven)',
  soft: '(schránka|schránky|kvóta)[^.\\n]{0,40} (plná|přeplněn|zaplněn|překročen|vyčerpán)|je plná|překročen[aío]?[^.\\n]{0,20} (kvót|limit|kapacit)|příliš velk|dočasn|později|vypršel|neodpovídá|nedostupn',
  policy:
    'spam|nevyžádan|zásad|černé listin|blacklist|pověst|zablokován[ao]? (kvůli|z důvodu|jako)|není povolen|neoprávněn|odmítnut[ao]? (kvůli|z důvodu|jako)',
}

const JAPANESE: FailureWords = {
  failed:
    '(お届け|配信|配達|送信|送達|転送)(することが|が)?(でき(ません|ず|なかった)|不能|失敗|エラー|に失敗)|届きませんでした|戻ってきました|返送|不達|エラーメール|送信エラー',
  delayed: '遅延して|再送を(試み|行)|引き続き(送信|配信)',
  unknown:
    '存在しない|存在しません|存在致しません|見つかりません|(宛先|ユーザー?|アドレス|受信者|メールボックス)(が|は)?(不明|無効|誤|間違|見当たり|登録され)|該当する(アドレス|ユーザー?|メールボックス)(が|は)?(ありません|ない|見)|宛先不明|登録されていません|使われておりません',
  disabled:
    '(アカウント|メールボックス|アドレス)(が|は)?[^。\\n]{0,12}(停止|無効|閉鎖|削除|解約|凍結|利用でき|廃止)',
  soft: '(容量|メールボックス)[^。\\n]{0,20}(いっぱい|一杯|満杯|超え|超過|オーバー|不足|上限)|一時的|しばらく|大きすぎ|サイズ[^。\\n]{0,10}(超|制限|上限)|タイムアウト|応答(が|し)(ない|ません|ありません)|接続できません',
  policy:
    '迷惑メール|スパム|ポリシー|受信拒否|拒否(され|しました|設定)|ブラックリスト|ブロック|許可されていません|評価が低|送信元[^。\\n]{0,20}(拒否|制限)',
}

const CHINESE: FailureWords = {
  failed:
    '(无法|未能|不能|無法|未)(成功)?(投递|送达|发送|传递|递送|投遞|送達|傳送|傳遞|寄達)|(投递|发送|传递|投遞|傳送|寄送)(失败|失敗|不成功)|退信|退回|被退|系统退信',
  delayed: '(投递|傳送|发送)(延迟|延遲)|将继续尝试|稍后重试',
  unknown:
    '不存在|找不到|未找到|查无|查無|(用户|使用者|收件人|帐号|帳號|账号|邮箱|郵箱|信箱|地址)(未知|无效|無效|错误|錯誤|有误|不正确)|没有(该|这个|此)(用户|收件人|邮箱)|無此|无此|不是有效的?(收件|地址|邮箱)',
  disabled:
    '(账户|帐户|帳戶|账号|帐号|帳號|邮箱|郵箱|信箱|用户)(已)?(被)?(停用|禁用|关闭|關閉|注销|註銷|冻结|凍結|锁定|鎖定|停權|封禁)',
  soft: '(邮箱|郵箱|信箱|空间|空間|容量)[^。\\n]{0,12}(已满|已滿|满了|不足|超出|超过|超過)|(超出|超过|超過)[^。\\n]{0,8}(配额|配額|容量|限额|大小)|太大|暂时|暫時|稍后|稍後|超时|逾時|没有响应|繁忙',
  policy:
    '垃圾邮件|垃圾郵件|策略|政策|黑名单|黑名單|拦截|攔截|信誉|信譽|拒收|拒绝(接收|接受)|频率|被拒绝|不允许|未授权',
}

const KOREAN: FailureWords = {
  failed:
    '(배달|전송|전달|발송|배송)[^.\\n]{0,12}(되지|하지|할 수 없|에 실패|실패|못|불가|오류)|반송|보내지 못|전송 실패|수신되지',
  delayed: '지연|다시 시도|재전송|재시도',
  unknown:
    '존재하지 않|찾을 수 없|알 수 없는 (사용자|수신자|주소)|없는 (사용자|계정|주소|메일)|(주소|수신자|사용자)[^.\\n]{0,8}(잘못|유효하지|올바르지|없습니다)|유효하지 않|등록되지 않은',
  disabled:
    '(계정|메일함|사서함|사용자)[^.\\n]{0,10}(비활성|정지|삭제|휴면|차단|폐쇄|탈퇴|중지)|휴면 (계정|상태)',
  soft: '(메일함|사서함|용량|편지함|저장 공간|할당량)[^.\\n]{0,14}(가득|초과|부족|꽉)|가득 (찼|차)|용량[^.\\n]{0,6}(초과|부족)|너무 (큽|커)|일시적|나중에|시간 초과|응답하지|응답이 없',
  policy: '스팸|정책|차단(되|된|하)|블랙리스트|평판|거부(되|하)|허용되지 않|수신 ?거부',
}

const THAI: FailureWords = {
  failed:
    'ไม่สามารถ(ส่ง|จัดส่ง|นำส่ง)|ส่ง(ข้อความ|อีเมล|จดหมาย)?ไม่(สำเร็จ|ได้|ถึง)|การ(ส่ง|จัดส่ง|นำส่ง)[^\\n]{0,20}(ล้มเหลว|ไม่สำเร็จ)|ตีกลับ|ส่งกลับ|ไม่ได้รับการจัดส่ง',
  delayed: 'ล่าช้า|จะพยายาม|ลองส่งใหม่|ยังไม่(ได้)?ส่ง',
  unknown: 'ไม่มี(อยู่|ผู้ใช้|ที่อยู่|บัญชี|ผู้รับ)|ไม่พบ|ไม่รู้จัก|ไม่ถูกต้อง|ไม่มีตัวตน',
  disabled: '(บัญชี|กล่องจดหมาย|ผู้ใช้)[^\\n]{0,20}(ถูกระงับ|ปิด|ถูกลบ|ถูกปิด|ไม่ได้ใช้งาน|ยกเลิก)',
  soft: '(กล่องจดหมาย|กล่องขาเข้า|เมลบ็อกซ์|พื้นที่|โควต้า|โควตา)[^\\n]{0,25}(เต็ม|เกิน|ไม่พอ|ไม่เพียงพอ|หมด)|เต็มแล้ว|ใหญ่เกินไป|ขนาดใหญ่|ชั่วคราว|ภายหลัง|หมดเวลา|ไม่ตอบสนอง',
  policy: 'สแปม|นโยบาย|บัญชีดำ|ถูก(บล็อก|บล็อค|ปฏิเสธเนื่องจาก)|จดหมายขยะ|ชื่อเสียง|ไม่ได้รับอนุญาต|ไม่อนุญาต',
}

const VIETNAMESE: FailureWords = {
  failed:
    'không (thể )?(gửi|chuyển|phân phát|phát)( được)?|không gửi được|gửi (thư |tin )?(thất bại|không thành công)|chưa được gửi|(thư|tin nhắn|email) (bị )?(trả lại|trả về)|lỗi gửi|phân phối thất bại',
  delayed: 'bị (trì hoãn|chậm)|sẽ (tiếp tục|thử lại)',
  unknown:
    'không tồn tại|không tìm thấy|không hợp lệ|không có (người dùng|địa chỉ|tài khoản|hộp thư)|không xác định|sai địa chỉ|không đúng địa chỉ',
  disabled:
    '(tài khoản|hộp thư|người dùng)[^.\\n]{0,30} (bị|đã)( bị)? (khóa|khoá|vô hiệu|đình chỉ|đóng|xóa|xoá|ngừng)',
  soft: '(hộp thư|dung lượng|bộ nhớ)[^.\\n]{0,30} (đầy|đã đầy|vượt|hết|không đủ)|đã đầy|vượt quá|quá lớn|tạm thời|thử lại sau|hết thời gian|không phản hồi',
  policy: 'thư rác|spam|chính sách|danh sách đen|bị (chặn|từ chối (do|vì))|uy tín|không được phép',
}

const HEBREW: FailureWords = {
  failed:
    'לא (ניתן|היה ניתן|ניתן היה|הצליח|נמסר|נמסרה|נשלח)[^.\\n]{0,40}|(מסירה|מסירת|שליחת|המסירה|השליחה)[^.\\n]{0,30} נכשל|הודעה (שלא נמסרה|חוזרת|שהוחזרה)|הוחזר(ה)? לשולח|כשל במסיר',
  delayed: 'עיכוב|מתעכב|יתבצע ניסיון|ינסה שוב|עדיין לא נמסר',
  unknown:
    'לא (קיים|קיימת|נמצא|נמצאה|מוכר|מוכרת|תקין|תקינה|חוקית?)|אינ(ו|ה) (קיים|קיימת|תקין|תקינה|מוכר|מוכרת)|כתובת (שגויה|לא תקינה)|משתמש לא ידוע|נמען לא ידוע',
  disabled:
    '(חשבון|תיבה|תיבת|תיבת הדואר|המשתמש|החשבון)[^.\\n]{0,40} (הושבת|הושבתה|חסום|חסומה|נסגר|נסגרה|נמחק|מושבת|מושעה|לא פעיל)',
  soft: '(תיבת|תיבה|תיבת הדואר|מכסת|המכסה|האחסון)[^.\\n]{0,40} (מלאה|מלא|חריגה|נגמר|חרגה)|מלאה|חריגה מ|גדולה? מדי|זמני|מאוחר יותר|פג הזמן|אינו מגיב',
  policy:
    'ספאם|דואר זבל|מדיניות|רשימה שחורה|נחסמ?(ה)? (עקב|בגלל)|מוניטין|אינו מורשה|לא מורשה|נדחתה? (עקב|בשל)',
}

const ARABIC: FailureWords = {
  failed:
    '(تعذر|تعذّر|لم يتم|لا يمكن|لم نتمكن من|لم يتمكن)[^.\\n]{0,30} ?(تسليم|توصيل|إرسال|ايصال|إيصال)|فشل (في )?(تسليم|توصيل|إرسال|التسليم|الإرسال|إيصال)|(رسالة|بريد) (مرتجعة?|غير مسلمة?)|لم يتم التسليم|أعيدت الرسالة',
  delayed: 'تأخر|تأخير|ستتم (إعادة )?المحاولة|سيعاد المحاولة|لم يتم تسليمها بعد',
  unknown:
    'غير (موجود|موجودة|معروف|معروفة|صالح|صالحة|صحيح|صحيحة)|لا يوجد|لا وجود|لم يتم العثور|مستخدم مجهول|عنوان خاطئ',
  disabled:
    '(الحساب|حساب|صندوق البريد|المستخدم|البريد)[^.\\n]{0,40} (معطل|موقوف|مغلق|محذوف|محظور|تم (تعطيل|إيقاف|إغلاق|حذف))|تم (تعطيل|إيقاف|إغلاق|حذف) (الحساب|صندوق|البريد)',
  soft: '(صندوق|صندوق البريد|البريد الوارد|المساحة|الحصة)[^.\\n]{0,40} (ممتلئ|ممتلئة|امتلأ|تجاوز|غير كافية)|ممتلئ|تجاوز[ت]? (الحصة|الحد|السعة)|كبيرة? (جدا|جدًا)|مؤقت|لاحق|انتهت المهلة|لا يستجيب',
  policy: 'مزعج|غير مرغوب|سياس|القائمة السوداء|محظور(ة)? (بسبب|من)|سمعة|غير (مسموح|مصرح)|رفض(ت)? (بسبب|وفق)',
}

const FINNISH: FailureWords = {
  failed:
    'ei (voitu|voida|voi|pystytty|onnistuttu)[^.\\n]{0,30} ?(toimittaa|toimittamaan|lähettää|perille)|toimitus[^.\\n]{0,30} epäonnistui|toimittaminen[^.\\n]{0,30} epäonnistui|toimittamaton|ei toimitettu|lähetys epäonnistui|palautettu (viesti|posti)|toimitusvirhe',
  delayed: 'viiväst|myöhäst|yritetään uudelleen|ei ole vielä toimitettu|yritykset jatkuvat',
  unknown:
    'ei ole olemassa|ei löydy|ei löytynyt|tuntematon (käyttäjä|vastaanottaja|osoite)|(käyttäjää|vastaanottajaa|osoitetta|postilaatikkoa) ei (ole|löy|tunn)|virheellinen (osoite|vastaanottaja)|osoite on virheellinen',
  disabled:
    '(tili|postilaatikko|käyttäjä|käyttäjätili)[^.\\n]{0,40} (suljettu|poistettu|lukittu|ei ole (enää )?käytössä|poistettu käytöstä|jäädytetty)',
  soft: '(postilaatikko|laatikko|tallennustila|kiintiö)\\S{0,4}[^.\\n]{0,40} (täynnä|täysi|ylit|loppu)|on täynnä|kiintiö on ylit|liian suuri|tilapäi|väliaikai|myöhemmin|aikakatkais|ei vastaa',
  policy:
    'roskaposti|käytän(tö|nön)|mustalla listalla|musta lista|estolist|estetty[^.\\n]{0,20} (vuoksi|takia)|maine|ei ole sallittu|ei sallita|hylättiin[^.\\n]{0,30} (vuoksi|takia)',
}

const DANISH: FailureWords = {
  failed:
    '(kunne|kan) ikke (leveres|afleveres|sendes|leveret)|ikke (blevet )?leveret|levering[^.\\n]{0,40} (mislyk|fejl|ikke)|uleverelig|ikke-leveret|returneret (post|mail|til afsender)|leveringsfejl|fejl ved levering',
  delayed: 'forsinket|forsøges igen|forsøger igen|endnu ikke leveret',
  unknown:
    '(findes|eksisterer) ikke|ukendt (modtager|bruger|adresse)|(modtager|bruger|adresse|postkasse)\\S{0,3} (er )?(ukendt|ikke fundet|ugyldig)|kunne ikke findes|blev ikke fundet|ugyldig (adresse|modtager)',
  disabled:
    '(konto|kontoen|postkasse|postkassen|bruger|brugeren)[^.\\n]{0,40} (deaktiver|lukket|spærret|slettet|suspenderet|inaktiv|nedlagt)',
  soft: '(postkasse|postkassen|indbakke|indbakken|kvote|kvoten)[^.\\n]{0,40} (fuld|fyldt|overskredet|opbrugt)|er fuld|overskredet|for stor|midlertidig|senere|timeout|svarer ikke',
  policy: 'spam|uønsket|politik|sortlist|blokeret (på grund|af)|omdømme|ikke tilladt|afvist (på grund|af)',
}

const NORWEGIAN: FailureWords = {
  failed:
    '(kunne|kan) ikke (leveres|sendes|levert|bli levert)|ikke (blitt )?levert|levering[^.\\n]{0,40} (mislyk|feilet|feil|ikke)|kunne ikke levere|returnert (post|melding|til avsender)|leveringsfeil|ulevert',
  delayed: 'forsinket|prøver(es)? igjen|ennå ikke levert',
  unknown:
    '(finnes|eksisterer) ikke|ukjent (mottaker|bruker|adresse)|(mottaker|bruker|adresse|postboks|postkasse)\\S{0,3} (er )?(ukjent|ikke funnet|ugyldig)|ble ikke funnet|ugyldig (adresse|mottaker)',
  disabled:
    '(konto|kontoen|postkasse|postkassen|bruker|brukeren)[^.\\n]{0,40} (deaktivert|stengt|sperret|slettet|suspendert|inaktiv|avsluttet)',
  soft: '(postkasse|postkassen|postboksen|innboks|innboksen|kvote|kvoten)[^.\\n]{0,40} (full|fylt|overskredet|oppbrukt)|er full|overskredet|for stor|midlertidig|senere|tidsavbrudd|svarer ikke',
  policy:
    'spam|søppelpost|uønsket|retningslinje|svartelist|blokkert (på grunn|av)|omdømme|ikke tillatt|avvist (på grunn|av)',
}

export const FAILURE_LANGUAGES: FailureWords[] = [
  ...[GREEK, HUNGARIAN, ROMANIAN, BULGARIAN, RUSSIAN, POLISH, CZECH, JAPANESE, CHINESE],
  ...[KOREAN, THAI, VIETNAMESE, HEBREW, ARABIC, FINNISH, DANISH, NORWEGIAN],
]
