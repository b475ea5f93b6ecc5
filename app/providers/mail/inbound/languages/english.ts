import type { Words } from './words'

export const ENGLISH: Words & Record<string, string> = {
  edges: 'and so because but thanks thank regards',
  fillers: 'please kindly just really very also therefore simply immediately hereby now',

  me: `
    me/us/ourselves/myself | my/our/this/the (own) (work/business/company/private/personal) (email) address/email/emails/mailbox/name/names/details/data/contact/contacts/information/company/team/organisation/organization
    everyone here | all of us | anyone at our company`,
  emails: `
    email/emails/mail/mails/message/messages/mailing/mailings/newsletter/newsletters/correspondence/communication/communications
    contact/solicitation/solicitations/approaches/outreach/offers/spam/marketing/follow-ups/followups/advertising/sales-pitches/pitches`,
  kinds:
    'mailing/email/contact/contacts/distribution/marketing/sales/prospect/prospects/outreach/mail/address/sending/subscriber/subscribers',
  list: '(KINDS) list/lists/database/databases/mailing/mailings/records/system/systems/crm/campaign/campaigns/sequence/sequences/books/newsletter/files !of',
  from: 'off/from/out/of (of) (of) (all/any) (of) (your/this/the/these/that/those/all/any/future/such) (future/further/such) (and/all/your) LIST',
  take: 'remove/removed/removing/delete/deleting/erase/erasing/take/took/taking/strike/drop/exclude/unsubscribe/unsubscribing/scrub',
  taken: 'removed/deleted/erased/taken/struck/dropped/excluded/unsubscribed/opted-out',
  write:
    'email/emailing/mail/mailing/contact/contacting/write/writing/message/messaging/approach/approaching/send/sending/bother/bothering/disturb/disturbing/pester/pestering/solicit/soliciting/spam/spamming/chase/chasing/reach/target/targeting',
  again:
    'again/any-more/anymore/any-longer/further/in-future/in-the-future/from-now-on/going-forward/ever/henceforth/at-all/any-further',
  more: 'any/any-more/more/further/future/such/these/those/this/your/anything/additional/other/unsolicited/commercial/similar/promotional/sales/marketing',

  not: 'not/never/without/cannot',
  reported: `
    said/says/answered/answers/replied/writes/wrote/customers/users/people/somebody/someone/nobody/everybody/why/whether
    . to unsubscribe/opt-out/stop-receiving/be-removed | unsubscribe/opt-out here/below | . click/clicking | to/by click/clicking | if you … no-longer/not want/wish (to) receive/get/our/EMAILS | never asked/told/said | not asked/ask | how do/does/can/could we/you/your/they/our/users | our unsubscribe | the unsubscribe | did not mean`,
  except: `
    until/till/before/after/unless/thread/cc/copy/loop/instead/weekend/weekends/during/between/<day>/today/tomorrow/tonight
    call/ring/phone/text me/us | this/next week/month | waiting list`,
  remove: `
    TAKE ME (permanently/completely/immediately/all/again) FROM | ME is/are TAKEN FROM | ME (to) (be) (permanently) TAKEN (FROM)
    remove/take/unsubscribe ME from/off (of) this/these/that . | remove/delete/erase/unsubscribe ME ./right-away/asap/immediately/at-once/straight-away/today/forthwith
    unsubscribe/opt-out/opted-out from/of (all/any/your/this/these/the/future/further) (your/future/further) EMAILS/LIST/KINDS
    (to) be TAKEN from/off (all) (your/this/the/these) LIST/EMAILS | opt me/us out | opting out | take me/us off .
    i/we (would) like/want/wish/ask/request to opt-out/unsubscribe/be-removed/be-unsubscribed/be-taken-off
    PERSONALDATA | (add/put) ME (to/on) your/the/a do-not-contact/do-not-email/suppression/blacklist/block`,
  personaldata:
    'delete/erase/remove (all/any) (of) (my/our) (personal) data/details/information (you hold/you have/from) … … … gdpr',
  noMore: `
    prefer/rather/like/appreciate/ask/request/choose/wish/grateful/want … not (to) receive/receiving/get/getting/be-sent/be-contacted/be-emailed/be-on/be-approached/hear/have/WRITE
    prefer/rather/like (it) (if) you/your-company (did/do/would/could) not WRITE
    not/no-longer/never want/wish/care/need/like/expect/interested-in/agree/consent (to) (receive/receiving/get/getting/have/having/hearing) MORE (MORE) EMAILS
    not/no-longer/never want/wish/care/like/consent to hear from you/your-company/your-team | not/no-longer/never want/wish/care/like/consent to be contacted/emailed/approached/solicited/written-to/on-your-list/on-this-list
    not/never/no-longer (to) WRITE (to) (me/us/my/our/this) (address/team/company/office/business/inbox/mailbox/any-of-us) (out) (with/about) (MORE) (EMAILS/this/it) (to) (me/us) AGAIN
    not/never/no-longer (to) send/sending/mail/mailing/email/emailing (me/us/out) MORE (MORE) EMAILS/anything/of-these/of-them
    not/never (ever) WRITE (out) (to) me/us/here/this-address AGAIN | never/no-longer WRITE (to) me/us | not be WRITE/contacted/emailed AGAIN
    stop/cease/quit/discontinue/end/halt/avoid/refrain-from/desist-from/abstain-from (all) (any) (from) WRITE (to/out) (to) (me/us/this-address/this-company/this-office/our-company/our-office) (MORE) (EMAILS/this/it/AGAIN) ./me/us
    cease and desist (from) WRITE
    stop/cease/quit/discontinue/end/halt/refrain-from (all/any) MORE (MORE) (and/or) EMAILS | refrain from (any) (further/future/more) EMAILS
    make-sure/ensure/see-to-it (that) (i/we) (do) not/no-longer/never (get/receive/be/have) … EMAILS/contacted | stop/cease/discontinue/end all/any (further/future) EMAILS
    leave ME off/out-of (all/any) (MORE) (MORE) EMAILS/LIST
    no more/further (of) (your/these/this/such) EMAILS | spare me/us (any) MORE EMAILS
    would/could/might (you) (please) not/no-longer WRITE (to) me/us (MORE) (EMAILS)
    (no) permission/consent (to) (be) (contacted/WRITE) … withdrawn/revoked | withdraw/revoke (my/our) consent/permission`,
  perhaps: `
    not/no-need-to/without (need/bother) (to) follow-up/following-up/followup/chase | no need to (write/contact/email/reach-out/send) (me/us) again/further/any-more/more
    lose my/our address/email/number | close my/our file | leave me/us in-peace/alone/be | unsubscribe !from/link/links/rate/rates/button/page/header/users/list/option/footer | opt out | take me/us/my/our off | how … unsubscribe .
    report … spam/abuse | this is spam | . spam . | . can/could/would/will you stop . | consider this a/an (formal) request | gdpr | where did you get my/our/this (email) address
    not WRITE (to) me/us . | unsolicited EMAILS | not (want/welcome/appreciate/accept/read) (your/these/this/such/unsolicited) EMAILS`,

  be: 'i-am/we-are/i-will-be/we-will-be/i-shall-be/ill-be/well-be/i-have-been | . am/currently/presently/away/out/off/will-be | our/the/my office/shop/factory/company/team/store is/will-be | our/the offices/shops/stores/teams are/will-be',
  away: `
    work/working (only) part-time | BE (currently/now/presently/at-the-moment/still/already/away) (away) (and) out/away/off/ooo/abroad/offline/travelling/traveling/unavailable/unreachable/closed/hiking/camping/sailing/skiing/cycling/sick/unwell/gone
    i/we have/ve escaped/gone/disappeared/fled … … … until/till/through <day> | BE … on (annual/parental/maternity/paternity/sick/medical/family/summer/christmas/my/a/an/extended/compassionate/study) (leave) leave/vacation/holiday/holidays/honeymoon/sabbatical/break/trip/pto/business-trip/retreat/jury-duty
    BE … … … until/till/through <day>/further-notice/next-week/next-month | BE (currently) not (be) (currently) in/at/available/reachable/working/reading/checking/online/contactable/responding
    (will) reopen/reopens/reopening (on) (_) (_) <day> | out of (the/my) office | out of office | away from (my/the) desk/office/keyboard/computer/email/inbox | on (annual/parental/maternity/paternity/sick) leave
    . back/returning/return (on/in-the-office-on/at-work-on/to-work-on/to-the-office-on) <day> | i/we will/shall/should/am/are (be) back/return/returning (at/in/to) (the/my/work) (office/desk/online) (on) (the) <day>`,
  contact:
    'contact/email/write/reach/call/ring/phone/text/try/ask/message/speak/talk/turn/mail/get-in-touch/drop/refer/direct',
  case: `
    urgent/urgently/urgency/emergency/emergencies/pressing/burning/immediate/critical/on-fire/time-sensitive/important
    can/could not wait/be-delayed/hold | not wait | need help/assistance/an-answer/a-reply/a-response/something | sooner`,
  covered: `
    CASE … … … … CONTACT | CONTACT … … … … CASE | CONTACT … … … <address> | CASE … … … <address>
    in/during (my/the/our) absence | while i am/we-are away/out/gone/off | in the meantime/interim | meanwhile
    is/are/will/can/be/has (be) (happy/able/glad) (to) covering/cover/standing-in/stand-in/deputising/help/helping/assist/take-over/taking-over/looking-after/look-after/handling/minding/holding (for) (me/you/us/my/your/things/the/everything/urgent)
    EMAILS (sent/arriving/received) … … (will/is/are) not (be) (being) read/forwarded/answered/monitored/checked/redirected/seen | not (be) (being) read/forwarded/monitored/checked/redirected
    limited/no/little/intermittent/patchy/sporadic/restricted/poor/unreliable (or-no) (internet/email/phone) access/signal/internet/wifi/connection/reception/connectivity/coverage/laptop
    not/without/rarely/seldom/hardly/only-occasionally/occasionally (be) (to) (be) (look/looking/check/checking/read/reading/open/opening/see/seeing/have/having/get/getting/access) (at) (my/any/the) inbox/email/emails/mail/mails/messages/laptop`,
  later: `
    will/shall/i/we (only) reply/respond/answer/read/look/deal/attend/catch-up/get-back … … … … return/am-back/then/afterwards/my-return
    as soon as i/we (am/are) return/back/can | when/once/after/upon/on i/we/my/our (get/am/are) return/back
    response/reply/replies/responses … delayed/slow/slower/late/take-longer/be-slow`,
  left: `
    i/he/she/_/who have/has (now/recently/already/since) left/retired/departed/moved-on
    i/he/she retired | my/his/her successor | no longer work/works/working/with/at/employed/part/here | left the/our company/organisation/organization/firm/business/team
    my/his/her last (working) day | this (email) mailbox/account/address/inbox/email (<address>) (is/was/has/will) (be/been) (no-longer/not/now) closed/inactive/deactivated/discontinued/retired/monitored/in-use/active/checked/valid/used/read/disabled
    (email) address (has/is) (been) changed/no-longer/replaced | has/have ceased trading/to-trade/operations | closed its/our doors`,
  team: 'we/our/team/department/desk/specialists/colleagues/agents/staff/support',
  received: `
    have/has/been/ve/was/is/we (been/now/successfully/safely) received/logged/registered/recorded/noted/forwarded/passed/queued/assigned … (your/a/an/the) EMAILS/query/enquiry/inquiry/request/ticket/question/case/support/application/feedback
    (your) EMAILS/query/enquiry/inquiry/request/ticket/question/case/application … … (has/have/was/is/been) (been) (been) (successfully/safely) received/logged/registered/recorded/noted/forwarded/passed/queued/assigned/created/opened/with-us
    ticket/case/request (number/no/id) … (has/have/was) (been) created/opened/logged/raised | acknowledge/confirm/confirming (the) receipt | opened/created/raised a ticket/case/request`,
  promise: `
    reply/respond/answer/touch/back/contact/review/response/attention … … … within/in/by/as-soon/shortly/soon/promptly (the) (next) (_) <day>/one/two/three/hours/hour/day/days/possible/business/working/24/48
    will/shall/ll (be) (reply/respond/answer/in-touch/get-back/contact/review/get/deal/back) … … … shortly/soon/as-soon/asap/promptly/quickly/within | aim/aims/try/endeavour/strive to reply/respond/answer/get-back
    TEAM … will/shall … … reply/respond/answer/review/contact/get-back/be-in-touch | working/office/opening/business hours/times | you will hear from us/our | response time/times`,
  ticket: `
    ticket/case/reference/request/incident (number/no/id/ref/is) … <day> | as case/ticket | your/the/this reference/ticket/case (number/id) | keep/quote/include/use/mention … reference/number/subject/ticket/line
    reference/number/subject … … subject/line/replying/reply/correspondence | track/view/follow/check … ticket/status/request/progress | type your reply above`,
  challenge: `
    confirm/verify/prove/show/tell/certify/click/answer … … (that) you/sender (are/is) (not) (a/an) (real/human) person/human/robot/bot/spammer/machine/genuine/legitimate
    spam/junk/filter/anti-spam/whitelist/verification/challenge … … … mail/message/waiting/queue/protected/protect/protects/held/approved/list/sender/senders
    your (EMAILS) (is/was/has) (been) (being) (currently) waiting/held/quarantined/on-hold/pending/not-yet-delivered/not-been-delivered/in-quarantine/in-my-queue
    all/any/future (your) EMAILS … (will/to) (be) reach/delivered/released/come-through/pass/arrive/get-through | first time … emailed/written/write/email`,
  automatic:
    'due-to/because-of (the/a/an) (very/unusually/exceptionally) high/large volume/number of … EMAILS/enquiries/inquiries/requests/queries/calls | automatic/automated/auto-generated/autogenerated/auto/automatically-generated/automatically-sent/system-generated (out-of-office/email) reply/response/message/email/notification/acknowledgement/acknowledgment/answer | this (email/message/reply/mail/response/notification) is/was/has-been (being) sent/generated/created automatically | this (email/message/reply/mail) is/was/has-been automatically generated/sent/created | auto-reply/auto-responder/autoresponder/autoreply | this … unattended/unmonitored/unmanned mailbox/inbox/address/account',
  courtesy: `
    thank/thanks/cheers (you) (so) (much) for … EMAILS/note/getting-in-touch/contacting/reaching/writing/interest/patience/understanding/enquiry/inquiry/query/request/your | thank you . | thanks . | many thanks
    best/kind/warm regards/wishes | apologies/apologise/apologize/sorry for/about … delay/inconvenience | your patience/understanding | happy/merry/lovely/great/nice/good day/holidays/christmas/new-year/weekend/summer/easter | dear sender/customer/colleague/all
    she/he/they know/knows everything/all | enjoy (the/your) summer/holidays/break | all the best | not (a) monitored/attended mailbox/inbox/address | . to add (additional/further/more) comments/information | do not (try/attempt) (to) reply/respond/answer (directly) (to) (this/.) | no need to reply`,
  personal: `
    interested/interesting/price/prices/pricing/a-quote/your-quote/me-quote/quote-for/quotation/offer/offering/proposal/budget/contract/demo/meeting/sample/samples/cost/costs/buy/purchase/invoice/brochure/catalogue/trial/discount/sounds/discuss
    tomorrow/tonight/today/yes/yeah/sure/maybe/perhaps/however/tuesday-works/works-for-a/works-for-me/works-for-us/suits/invite/what/which/how/why/where/could-you/can-you/would-you/do-you/are-you
    send me/us/it/over/the | call/ring/text/email me/us | let us/me | i/we need/want/like/love/agree/decided/decide/approve/saw/think | i/we have a/questions/already | not interested | no thanks | no thank | remove/unsubscribe/stop
    for now | in may/spring/autumn | questions will`,
}
