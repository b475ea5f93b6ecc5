import type { Language } from '../language'

export const ENGLISH: Language & Record<string, string> = {
  edges: 'and thanks thank please sorry so no yes hi hello because since',
  fillers:
    'very really just simply definitely quite absolutely honestly personally also indeed certainly unfortunately',
  if: 'if/unless/whether/assuming | in case | should you | when you are',
  not: 'not/no/never/nobody/none/without/neither/nor/cannot/hardly/doubt',
  reported:
    'not that i/we | not saying/because | not mean/say/think | never said | you said/think/assume/wrote | he/she/they said',
  but: 'but/however/although/though/unfortunately/sadly/except/unless !thanks/thank/appreciate/wish/good-luck/best/all/i-appreciate/i-wish',
  request: '. can/could/would/will/may/might/shall',

  am: 'i-am/im/we-are | . am/are',
  info: '(some/a/the/your/any) (bit/little) (more/further/additional) info/information/details/pricing/prices/brochure/proposal/offer/quote',
  call: '(a/an/the/your/our/some) (short/quick/brief/first/live) call/meeting/demo/chat/trial/zoom/slot/appointment/time',
  arrange: 'schedule/set-up/arrange/book/have/do/hop-on/jump-on/get-on CALL',
  near: 'SOON | (next) monday/tuesday/wednesday/thursday/friday/tomorrow/today',
  great: 'sounds/looks interesting/great/good/promising (,) (and)',
  interested: `
    AM interested ./in-this/in-it/in-that/in-more/in-knowing-more
    AM interested in/to learn*/hear*/see/seeing/discuss*/talk*/try*/know
    AM interested in a/the/your demo/call/trial/meeting/product/offer/service*/solution/proposal/tool/platform/software
    i/we would love/like/be-happy/be-glad/be-interested to/in hear*/learn*/know*/see*/find* (out) (some/a) (bit/little) more
    i/we would love/like/be-happy/be-glad/be-interested to/in ARRANGE
    i/we would love/like/be-happy/be-glad/be-interested to/in see/seeing/get/getting CALL/INFO
    GREAT let-us/send/please-send/please-share/tell-me/happy-to/i-would/we-would/i-am/we-are/when/can-we/could-we
    please/just/yes (,) (please) send/share (me/us) (over/along/through) INFO
    tell me/us (some/a) (bit/little) more ./about-this/about-it/about-that/about-your | let us ARRANGE
    let us talk/chat/speak/discuss/meet ./on/about/this-week/NEAR | AM happy to talk/chat/discuss/meet/have-a-look/ARRANGE
    call/phone/ring me (on/at) NEAR | NEAR … work/works/would-work/suits/is-fine/is-good/is-great/would-be-good (for/with) me/us`,
  asks: `
    can/could/would/will you (please/kindly) send/share/provide/give/forward (me/us) (over/along) MORE
    can/could/shall/should/may we/i (please) ARRANGE
    when/what-time/which-day are-you/would-you-be/can-we/could-we/shall-we free/available/talk/meet/speak/have-a-call`,
  more: '(some/a) (bit/little) more/further/additional info/information/details',
  booked: `
    i/we (have) (already) booked/scheduled/picked/reserved/grabbed CALL
    i/we (have) accepted your/the (calendar) invite/invitation/meeting
    i/we (have) sent (you/over) a/an/the (calendar/meeting) invite/invitation/request | i/we (hereby) confirm CALL
    call/meeting/demo/appointment/invite/invitation (is/has-been) booked/confirmed/scheduled/accepted`,

  offer: `
    at-all | in your/this/that/these/those/it/any/anything/what/such/buying/using/services/products/working-with
    in the offer/product/service/proposal`,
  refused: `
    AM not/no-longer (particularly/that) interested ./OFFER | . (thank-you) not interested ./OFFER
    . no interest . | no interest from-us/from-me/from-our-side/on-our-side/on-our-end/OFFER
    i/we have no/zero interest ./OFFER | i/we do not have any/an interest ./OFFER
    i/we do not need/want/require it/this/that/your/any/such/these/those (kind/kinds/type/of) (this/that/service*/product*/offer/help/solution/tool) ./at-all
    i/we have no need/use for/of this/that/it/your/such
    it/this/that is not of-interest/relevant . | it/this/that is not for/relevant-for/relevant-to/of-interest-to me/us ./at-all | . not for me/us .
    not something i/we need/want/would-use/are-interested-in .
    i/we will/would/must/have/need (have) (to) (rather) pass/decline ./this-time/on-this/on-that/on-it/on-your/your-offer`,
  alone: '. no (,) thanks/thank-you .',

  now: `
    now | right now | at the moment | at this time/moment/point/stage | at present | currently
    this year/quarter/month | for the time being | for now`,
  again: `
    reach-out/reach-back-out/get-in-touch/get-back/check-back/check-in/circle-back/follow-up/come-back/contact-me/contact-us
    try/ping/write/email/revisit/reconnect/reconsider/touch-base/approach-us/approach-me/remind-me/remind-us`,
  wanting: `
    interested/looking/considering/planning/buying/ready/hiring/investing/in-the-market/in-a-position/a-priority/on-our-list
    on-our-roadmap/something-we-need/something-we-can-do`,
  later: `
    not NOW | not/no-longer WANTING … … NOW/FAR | currently (we/are/we-are) not
    not (a/our/my/the) (top) priority | not a/the good/right/best time/moment !to
    timing is not/bad/wrong | bad/wrong/poor timing | it/this/now is a bad time
    no/not-have (the/any) budget/capacity/resources/bandwidth/time … … NOW/FAR | busy … … NOW/these-days | busy … … until TIME
    maybe/perhaps/possibly/probably … FAR/later | later this year | at a later date/time/point/stage
    AGAIN … … FAR | AGAIN (to) (me/us) again … TIME | AGAIN (again) (to) (me/us) later | call/ask (me/us) again … TIME
    check-back/circle-back/follow-up/get-back-to-me/get-back-to-us/come-back-to-me/come-back-to-us … TIME
    let-us/can/could/should/will revisit/reconsider/reconnect/pick-this-up/look-at-this/look-into-this … … FAR
    let-us/can/could/should/will talk/speak/discuss-this/discuss-it again … … FAR | no/not … … before/until/till FAR`,

  responsible: `
    the right/better/best/correct person/contact
    (the-one/the-person) (who-is) responsible-for/in-charge-of/who-handles/who-decides-on/who-takes-care-of this/that/it/these/such`,
  contact: `
    contact/email/e-mail/mail/write-to/reach-out-to/speak-to/speak-with/talk-to/get-in-touch-with/connect-with/ask/try
    address/forward/send/direct this/it/your-email/your-request/your-message to`,
  please:
    'should/could/can/may/might/would/please/kindly/better/instead/i-suggest-you (want/better/need/have) (to)',
  wrong: `
    AM (probably/afraid/sorry) (im/i-am) not the right/correct/best/appropriate/proper person/contact/one/address/people/department/team
    . wrong person/contact | have/got/reached/contacted/to/is/am the wrong person/guy/contact/address/department/company
    i/he/she no longer work/works ./here/there/at/for/with | i/he/she do/does not work here/there/at/for/with … any-more/anymore
    i/he/she am/is no longer with/at/working/employed/part-of/in-charge/responsible
    i/he/she (have/has) (already) left the company/organisation/organization/firm/business
    AM not responsible-for/in-charge-of/involved-in/the-decision-maker/the-one-who/the-one-responsible/the-one-in-charge
    i/we do not deal-with/handle/manage/decide-on/take-care-of/look-after this/that/these/those/such/it
    it/this/that is not my/our area/department/responsibility/field/remit/job | my colleague/boss/manager … is RESPONSIBLE
    !who/that/which/what/it/this/there/team/company/department/side/everyone/nobody/someone/one/software/tool _ is RESPONSIBLE
    PLEASE CONTACT my-colleague/my-boss/my-manager/the-responsible/the-right-person | PLEASE CONTACT our … instead/about`,
  refers: 'PLEASE CONTACT !SELF | . CONTACT !SELF',
  self: 'me/us | my (other/new/private/personal/work/business) (email) address/email/mail/inbox',
  away: `
    out of (the) office | away | on vacation/leave/holiday/holidays | annual/maternity/parental leave | be back
    return to the office | absent/absence`,

  months: `
    january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct november/nov
    december/dec`,
  numbers: 'a/an/one a-couple-of/two three four five six seven eight nine ten eleven twelve',
  ordinals: 'first second third fourth',
  units: 'day/days week/weeks month/months quarter year/years',
  in: 'in',
  parts:
    'early/start-of/beginning-of mid/middle-of late/end-of after in/until/till/from/by/around/next/this-coming',
  next: 'next-week next-month next-quarter next-year/new-year',
  someDay: `
    in a-few/some/several weeks/months | later this/in-the year | in (the) spring/summer/autumn/fall | after the new year
    after (the/my/our) holiday*/summer/christmas/easter/vacation*/break/season/launch/winter/spring/autumn/fall (break/holidays)`,
}
