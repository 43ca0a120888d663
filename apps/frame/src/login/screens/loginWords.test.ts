import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import { loginTexts } from './loginTexts.ts'
import { failureWords, loginWords } from './loginWords.ts'

const wordsWith = (texts: Record<string, string>) => loginWords({ theme: { texts }, dapp: {} })

test('a page sets labels in its own language', () => {
  const t = wordsWith({ 'login.verify': 'Prüfen', 'login.cooldown': 'Noch {n} Sekunden' })
  expect([t('login.verify'), t('login.cooldown', { n: '5' }), t('login.other')]).toEqual([
    'Prüfen',
    'Noch 5 Sekunden',
    'Change address',
  ])
})

test.each([
  'login.codeHint',
  'login.deviceHint',
  'login.keepTitle',
  'login.keepHint',
  'login.keepOperator',
  'login.keepBeta',
  'login.untilClosed',
  'login.untilQuit',
  'login.operatedTitle',
  'login.operatedHint',
  'login.recoverTitle',
  'login.recoverHint',
] as const)('%s stays the wallet’s own: no page replaces it', name => {
  expect(wordsWith({ [name]: 'Read it to us on the phone' })(name)).toBe(loginTexts[name])
})

test("titles on every screen stay the wallet's own", () => {
  const here = import.meta.dirname
  const drawn = readdirSync(here)
    .filter(file => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap(file => readFileSync(join(here, file), 'utf8').match(/title=\{[^}]*\}/g) ?? [])
    .flatMap(title => title.match(/login\.\w+/g) ?? []) as (keyof typeof loginTexts)[]
  expect(drawn).toEqual(expect.arrayContaining(['login.codeTitle', 'login.recoverTitle']))
  const isOwn = (name: keyof typeof loginTexts) => wordsWith({ [name]: 'Claim' })(name) === loginTexts[name]
  expect(drawn.filter(name => !isOwn(name))).toEqual([])
})

test('a label accepts no sentence', () => {
  expect(wordsWith({ 'login.kept': `Kept. ${'Now tell it our support. '.repeat(3)}` })('login.kept')).toBe(
    loginTexts['login.kept'],
  )
})

test('counts a cool-down down in place, and shows an ended login as ended everywhere', () => {
  const words = (code: string) => failureWords(wordsWith({}), new CustodyRefusal(code, 17))
  expect([words('EMAIL_COOLDOWN'), words('LOGIN_ENDED'), words('APKT010')]).toEqual([
    undefined,
    loginTexts['login.ended'],
    loginTexts['login.busy'],
  ])
})
