import type { Words } from './words'

export const TURKISH: Words & Record<string, string> = {
  edges: 've teşekkürler ama veya çünkü fakat saygılarımla',
  fillers: 'lütfen çok da de derhal hemen artık rica bir-an-önce',

  me: 'beni/bizi/bana/bize/benim/bizim/adresimi/adresimizi/mailimi/mailimizi/epostamı/epostamızı/bilgilerimi/bilgilerimizi/verilerimi/verilerimizi/ismimi/firmamızı/şirketimizi/numaramı/iletişim-bilgilerimi/iletişim-bilgilerimizi',
  emails: 'eposta*/email*/mail*/ileti*/mesaj*/bülten*/reklam*/teklif*/tanıtım*/spam*/yazı*',
  list: 'liste*/veritaban*/veri-taban*/sistem*/kayıt*/rehber*/abonelik*/grup*/dağıtım*',
  take: 'çıkar*/sil*/kaldır*/çıkart*',
  notsend: 'gönderme*/yazma*/atma*/yollama*/göndermeyin*/göndermeyiniz*/iletme*/rahatsız-etme*',

  not: 'değil/asla/silmeyin/çıkarmayın/kaldırmayın/çıkarmayınız/silmeyiniz',
  reported: 'tıklayın/tıklayınız | istemiyorsanız | dedi/diyor/müşteriler*/kullanıcı*/biri/neden/nasıl',
  except: 'önce/pazartesi*/<day>/hafta-sonu/kadar/yarın/bugün/arayın/telefon*',
  remove:
    'ME (_) (_) LIST (_) TAKE | LIST (ME) (_) TAKE | ME (_) (_) LIST (_) (_) TAKE | ME (_) (_) TAKE . | (kişisel) verilerimi*/bilgilerimi*/adresimi* (_) (_) TAKE/imha | abonelik*/aboneliğ*/üyelik*/üyeliğ* (_) çık*/iptal*/sonlandır*/ayrıl* | LIST ayrıl*/çık* istiyor*/istiyoruz/isterim/isteriz/rica* | onayımı*/iznimi*/rızamı* geri',
  noMore: `
    bir-daha/tekrar/artık/başka/daha-fazla/böyle/bu-tür/bundan-sonra/bundan-böyle/ileride/gelecekte (_) (_) (_) NOTSEND/almak-istemiyor*/istemiyor*/iletişime-geçme*/rahatsız-etme*/göndermemeniz*/yazmamanız*/istemeyiz/istemem/almayı-istemiyor*/iletişim-kurma*/aramama* | ME (_) (_) EMAILS (_) NOTSEND | EMAILS (_) NOTSEND | bize/bana (_) (_) NOTSEND
    EMAILS (_) (_) almak/almayı/gelmesini/gönderilmesini/gönderilmemesini/almamayı/gönderilmesi (_) istemiyor*/istemem/istemeyiz/tercih*/rica*/arzu* | almamayı/alınmamasını/gönderilmemesini/göndermemenizi/yazmamanızı/iletişime-geçmemenizi/göndermemenizi (_) tercih*/rica*/istiyor*/dili* | göndermemenizi/yazmamanızı/göndermezseniz/yazmazsanız/geçmezseniz/göndermeseniz 
    EMAILS (_) göndermeyi/yazmayı/göndermekten (_) bırak*/kes*/durdur*/vazgeç*/son-ver*/kaçın* | (ME) (_) göndermeyi/yazmayı bırak*/kes*/durdur* | iletişime geçme* | EMAILS (_) durdur*/kes*/son-ver*`,
  perhaps:
    'kvkk | bu spam | spam olarak | istenmeyen | (nasıl) çıkabilirim/ayrılırım/iptal | adresimi/bilgilerimi/maili (nereden) buldunuz/aldınız | rahat bırak* | (takip) etmenize/etmeyin | abonelikten çık*/ayrıl*',

  away: 'ofis/ofiste/işyeri dışında*/değil*/olmayaca*/bulunma* | izinde*/izinli*/tatilde*/raporlu*/seyahatte*/yurtdışında*/yurt-dışında*/doğum-iznin*/yıllık-izin*/yıllık-iznim*/şehir-dışında*/görevde*/izindeyim/kapalı* | döneceğim/dönüyorum/dönmüş/ofiste-olacağım/geri-döneceğim/işbaşı* | ofisimiz (_) (_) (_) kapalı* | ulaşılamaz/müsait-değil*/yerimde-değil*',
  covered:
    'acil/acilse/ivedi/bekleyemez*/öncelikli (_) (_) (_) (_) (_) (_) ulaş*/iletişim*/arayın*/yazın*/<address>/başvur*/iletebil*/arayabil* | <address> (_) (_) ulaş*/iletişim*/başvur*/yazabil*/arayabil* | yokluğumda*/bu-süre*/izin-süre*/bu-sürede/bu-süreçte/yerime/yokluğumuzda | yardımcı olacak*/olabil* | (EMAILS) … okunmaya*/yönlendirilme*/iletilme* | sınırlı/kısıtlı (_) (erişim*)',
  later:
    'döndüğümde/dönüşümde/dönünce/dönüşte … (_) yanıt*/cevap*/dön* | yanıtlayaca*/cevaplayaca*/cevap-vereceğ*/yanıt-vereceğ*/dönüş-yapaca* | geç/gecikmeli yanıt*/cevap*',
  left: 'artık … (_) çalışma*/görev-yapma* | şirketten/firmadan/görevinden/görevimden/kurumdan (_) ayrıl* | ayrılmış* | ayrıldım | ayrılmıştır | emekli (ol*) | hesap/adres*/posta-kutusu/kutu* … (_) kapatıl*/kullanılma*/aktif-değil*/kapalı*/okunma*',
  received:
    'mesajınız*/epostanız*/mailiniz*/talebiniz*/başvurunuz*/iletiniz* (_) (_) (_) alındı*/alınmış*/ulaş*/kaydedil*/aldık/oluşturul*/almış*/iletil* | kaydınız*/talep* (_) (_) oluşturul*/açıl*',
  promise:
    'en-kısa/kısa sürede/zamanda … (_) dön*/yanıt*/cevap*/iletişim* | içinde/içerisinde … (_) dön*/yanıt*/cevap*/iletişim* | en-kısa-sürede/en-kısa-zamanda',
  ticket: 'numaranız*/talep-no/numara*/referans* … <day> | <day> numaralı/no-lu/nolu | konu satır*',
  challenge:
    'onaylayın*/tıklayın*/doğrulayın*/kanıtlayın* | insan*/robot/gerçek-kişi … olduğunuz*/olmadığınız* | spam/istenmeyen/filtre* … (_) mesaj*/kuyruk*/bekle*/kullanıyor* | mesajınız*/epostanız* (_) (_) bekle*/karantina*/bekletil*',
  automatic: 'otomatik (_) (_) yanıt*/cevap*/mesaj*/eposta*/ileti*/gönderil*/oluşturul*',
  courtesy:
    'teşekkür* ederim/ederiz | teşekkürler | mesajınız/epostanız/mailiniz/ilginiz/anlayışınız/sabrınız (için) (teşekkür*) | saygılar* | (iyi) günler/çalışmalar/tatiller/bayramlar | sevgiler | anlayışınız* | yanıtlamayın*/cevaplamayın*',
  personal:
    'ilgileniyor*/ilgi-çekici/ilgilen*/fiyat*/teklifiniz*/sözleşme*/bütçe*/toplantı*/demo/sipariş*/satın*/numune*/fatura*/yarın/bugün/evet/istiyoruz/ne-kadar/ne-zaman/neden/gönderir-misiniz/arar-mısınız/beni-arayın/görüşelim/haftaya',
}
