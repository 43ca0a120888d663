import { expect, test } from 'vitest'
import { siteWords } from './siteWords.ts'

const host = 'https://host.test'
const named = (name: string, url?: string) =>
  siteWords(host, { metadata: { name, ...(url !== undefined && { url }) } })

test("shows the browser's word first, whatever the page claims of itself (T07)", () => {
  expect(named('Uniswap', 'https://uniswap.org')).toEqual({
    site: 'host.test',
    callsItself: 'Uniswap',
    isNameOther: true,
  })
  expect(named('Shop', 'https://host.test/about')).toEqual({
    site: 'host.test',
    callsItself: 'Shop',
    isNameOther: false,
  })
  expect(siteWords('http://localhost:4400', {})).toEqual({
    site: 'http://localhost:4400',
    callsItself: undefined,
    isNameOther: false,
  })
})

test.each([
  ['a name that is another host', 'app.uniswap.org', true],
  ['its own host as a name', 'host.test', false],
  ['no URL at all', 'Shop', true, 'uniswap'],
  ['another port', 'Shop', true, 'https://host.test:8443'],
] as const)('%s', (_, name, isNameOther, url: string | undefined = undefined) => {
  expect(named(name, url).isNameOther).toBe(isNameOther)
})

test("shows the page's own words as one short line from left to right", () => {
  expect(named('\u202eknaB\u0000\n  of\tTest\u200b').callsItself).toBe('knaB of Test')
  expect(named('x'.repeat(200)).callsItself).toHaveLength(60)
  expect(named('\u2800\u3164').callsItself).toBeUndefined()
})
