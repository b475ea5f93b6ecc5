import { expect, test } from 'vitest'
import { smtpFailure } from '~/providers/mail/smtp/failure'

/** The address does not exist, in the words of servers in 17 languages without an enhanced status. */
test.each([
  ['el', 'Ο χρήστης δεν υπάρχει'],
  ['hu', 'A címzett ismeretlen'],
  ['ja', '宛先が存在しません'],
  ['ru', 'Пользователь не найден'],
  ['pl', 'Nieznany użytkownik'],
  ['cs', 'Uživatel neexistuje'],
  ['ro', 'Destinatar inexistent'],
  ['bg', 'Потребителят не съществува'],
  ['zh', '用户不存在'],
  ['ko', '존재하지 않는 사용자입니다'],
  ['th', 'ไม่พบผู้ใช้'],
  ['vi', 'Người dùng không tồn tại'],
  ['he', 'המשתמש לא קיים'],
  ['ar', 'المستخدم غير موجود'],
  ['fi', 'Vastaanottajaa ei löydy'],
  ['da', 'Brugeren findes ikke'],
  ['no', 'Mottakeren finnes ikke'],
  ['en', 'This user doesn’t have a yahoo.com account'],
])('a refused recipient is hard in %s: %s', (_, words) => {
  const response = `550 ${words}`
  const error = Object.assign(new Error(response), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    response,
    responseCode: 550,
  })
  const server = { host: 'smtp.example', port: 587, secure: false }
  expect(smtpFailure({ error, handedOver: false, loggedIn: true, server, now: new Date() })).toMatchObject({
    why: 'refused',
    hard: true,
    isUnexplained: false,
  })
})
