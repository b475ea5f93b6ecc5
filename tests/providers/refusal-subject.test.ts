import { describe, expect, it } from 'vitest'
import { aboutWhom } from '~/providers/mail/failure/about'
import { replyWords } from '~/providers/mail/server-words'
import { REFUSALS } from '../fixtures/refusals'

/** The words of servers that speak of the sender, by provider, with the period of the limit if they name it. */
const SENDER: [words: string, period?: 'hour' | 'day'][] = [
  // cPanel
  [
    '550 Domain acme.example has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.',
    'hour',
  ],
  [
    '550 Domain acme.example has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.',
    'hour',
  ],
  ['550 Outgoing mail from "acme@example.com" has been suspended.'],
  // Plesk
  [
    '550 5.7.1 Too many messages. The limit on the number of allowed outgoing messages was exceeded. Try again later.',
  ],
  // DirectAdmin
  ['550 You have reached your daily email limit at acme.example', 'day'],
  ['550 E-Mail account ann@acme.example has exceeded its daily limit of 200 emails', 'day'],
  // Exchange Online
  ['550 5.1.8 Access denied, bad outbound sender AS(42004)'],
  ['550 5.2.2 Submission quota exceeded; STOREDRV.Submission.Exception:SubmissionQuotaExceededException'],
  [
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    'day',
  ],
  ['550 5.7.705 Access denied, tenant has exceeded threshold'],
  ['550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP'],
  ['432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded'],
  ['554 5.2.252 SendAsDenied; ann@acme.example not allowed to send as bo@acme.example'],
  [
    "550 5.7.232 Your message can't be sent because your tenant exceeded its daily limit for sending email to external recipients",
    'day',
  ],
  ['451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation'],
  // Google
  ['550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to', 'day'],
  ['550 5.7.1 Daily SMTP relay limit exceeded for customer.', 'day'],
  [
    '421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.',
  ],
  ['550 5.7.26 Your email has been blocked because the sender is unauthenticated.'],
  [
    '550 5.7.1 Our system has detected that this message is likely suspicious due to the very low reputation of the sending domain.',
  ],
  // Zoho
  ['550 5.4.6 Unusual sending activity detected. Please try after sometime.'],
  ['554 5.1.8 Email Outgoing Blocked.'],
  ['553 Sender is not allowed to relay emails'],
  // Yandex, Mail.ru
  ['553 5.7.1 Sender address rejected: not owned by auth user.'],
  ['451 4.7.1 The sender has exceeded rate limit'],
  ['550 Превышен лимит отправки писем в час', 'hour'],
  ['550 Превышено количество исходящих сообщений в сутки', 'day'],
  ['550 5.7.1 Ваш аккаунт заблокирован за рассылку'],
  // OVH, IONOS, Strato, Hetzner
  ['550 5.7.1 Spam detected, your account has been blocked'],
  ['421 4.7.0 You have sent too many messages, limit of 200 mails per hour', 'hour'],
  [
    '450 Requested mail action not taken: mailbox unavailable. Mail send limit exceeded. For explanation visit',
  ],
  ['550 Mail-Limit exceeded'],
  ['550 5.7.1 Sendelimit überschritten: höchstens 100 Nachrichten pro Stunde', 'hour'],
  ['550 Das Tageslimit für ausgehende E-Mails ist erreicht', 'day'],
  ['554 5.7.1 Limit of 500 mails per hour exceeded', 'hour'],
  ['550 Ihr Postfach wurde wegen ungewöhnlicher Aktivität für den Versand gesperrt'],
  ['550 Die Absenderadresse ist nicht verifiziert'],
  ['552 Limite d’envoi quotidienne atteinte', 'day'],
  ['550 Vous avez dépassé le quota horaire de messages', 'hour'],
  ['550 Votre compte est suspendu'],
  ['550 Se ha superado el límite de envío de correos por hora', 'hour'],
  ['550 Su cuenta ha sido suspendida por actividad inusual'],
  ['550 El remitente no está verificado'],
  // Amazon SES, Mailgun, Brevo
  ['454 Throttling failure: Daily message quota exceeded.', 'day'],
  ['454 Throttling failure: Maximum sending rate exceeded.'],
  [
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: ann@acme.example',
  ],
  ['554 Message rejected: Sending paused for this account.'],
  [
    '421 Domain acme.example is not allowed to send: the domain is unverified and requires DNS configuration.',
  ],
  ['550 Domain acme.example is not allowed to send: sending limit of 100 messages per hour exceeded', 'hour'],
  ['502 5.7.0 Your SMTP account is not yet activated.'],
  ['525 5.7.1 Unauthorized IP address'],
  ['550 You have reached your daily sending limit', 'day'],
  // Recipients' servers about our reputation
  ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['550 5.7.1 Message rejected due to SPF failure'],
  ['550 5.7.25 The IP address sending this message does not have a PTR record'],
  ['554 5.7.1 Relay access denied'],
  ['550 5.7.509 Access denied, sending domain acme.example does not pass DMARC verification'],
]

const RECIPIENT = [
  '550 5.1.1 <bo@firma.example>: Recipient address rejected: User unknown',
  '552 5.2.2 Mailbox full',
  '552 5.2.2 quota exceeded',
  '452 4.2.2 The email account that you tried to reach is over quota.',
  '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
  '552 5.2.2 <bo@firma.example>: user is over quota',
  '554 5.2.0 STOREDRV.Deliver.Exception:QuotaExceededException; mailbox full',
  '552 Mailbox size limit exceeded',
  '550 5.2.1 The email account that you tried to reach is disabled.',
  '554 delivery error: This user doesn’t have a yahoo.com account',
  '450 4.2.1 The recipient has exceeded message rate limit. Try again later.',
  '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; the group only accepts messages from people in its organization',
  '550 Postfach ist voll',
  '552 La boîte de réception est pleine',
  '552 El buzón está lleno',
  '550 Пользователь не найден',
  '552 Почтовый ящик переполнен',
  '550 No such user here',
]

const UNKNOWN = [
  '451 Temporary local problem',
  '550 Error',
  '421 Service not available',
  '554 Transaction failed',
  '',
]

const MESSAGE = [
  '554 5.7.1 Message rejected under suspicion of SPAM',
  '550 spam message rejected. Please visit http://help.mail.ru/notspam-support',
  '554 5.7.1 Refused by local policy. No SPAM please!',
  '550 5.7.1 Message content rejected',
  '554 5.7.1 This message contains a virus',
]

describe('the subject of a refusal', () => {
  it.each(SENDER)('is the sender: %s', (words, period) => {
    const { about, period: found } = aboutWhom(words)
    expect({ about, period: found }).toEqual({ about: 'sender', period })
  })
  it.each(MESSAGE)('is the message: %s', (words) => {
    expect(aboutWhom(words)).toEqual({ about: 'message' })
  })
  it.each(RECIPIENT)('is the recipient: %s', (words) => {
    expect(aboutWhom(words)).toEqual({ about: 'recipient' })
  })
  it.each(UNKNOWN)('is not said: "%s"', (words) => {
    expect(aboutWhom(words)).toEqual({ about: 'unknown' })
  })
  it.each(REFUSALS)('of further servers: %s', (reply, about, period) => {
    const found = aboutWhom(replyWords(reply))
    expect({ about: found.about, period: found.period }).toEqual({ about, period })
  })
})
