/** The simulated model: turns an outline into a plain, polite email in the requested language. */

interface Phrases {
  hello: string
  lead: string
  ask: string
  close: string
}

const PHRASES: Record<string, Phrases> = {
  English: {
    hello: 'Hi',
    lead: 'I am writing to you about this:',
    ask: 'Would a short call this week suit you?',
    close: 'Best regards',
  },
  German: {
    hello: 'Guten Tag',
    lead: 'ich schreibe Ihnen aus folgendem Grund:',
    ask: 'Passt Ihnen diese Woche ein kurzes Gespräch?',
    close: 'Viele Grüße',
  },
  French: {
    hello: 'Bonjour',
    lead: 'Je vous écris à ce sujet :',
    ask: 'Seriez-vous disponible pour un court appel cette semaine ?',
    close: 'Bien cordialement',
  },
  Spanish: {
    hello: 'Hola',
    lead: 'Le escribo por lo siguiente:',
    ask: '¿Le vendría bien una breve llamada esta semana?',
    close: 'Un cordial saludo',
  },
  Vietnamese: {
    hello: 'Xin chào',
    lead: 'Tôi viết thư này về việc sau:',
    ask: 'Bạn có thể trao đổi ngắn trong tuần này không?',
    close: 'Trân trọng',
  },
  Japanese: {
    hello: 'こんにちは',
    lead: '次の件についてご連絡いたします。',
    ask: '今週、短いお電話のお時間をいただけますか。',
    close: '敬具',
  },
  Chinese: { hello: '您好', lead: '就以下事项与您联系：', ask: '本周方便简短通话吗？', close: '此致敬礼' },
}

/** Reads the request from the user message and writes the email. */
export function composeDraft(user: string): string {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(user)?.[1]?.trim() ?? ''
  const outline = user.split('<outline>', 2)[1]?.split('</outline>', 1)[0]?.trim() ?? ''
  const { hello, lead, ask, close } = PHRASES[field('Language')] ?? PHRASES.English!
  const points = outline
    .split(/[\n;]+/)
    .map((point) => point.replace(/^[-*\d.\s]+/, '').trim())
    .filter(Boolean)
  return [
    `<p>${hello} {{first_name | default: "there"}},</p>`,
    `<p>${lead}</p>`,
    `<ul>${points.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`,
    `<p>${ask}</p>`,
    `<p>${close}</p>`,
  ].join('\n')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
