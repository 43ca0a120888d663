import { describe, expect, test } from 'vitest'
import { type PlatformsOptions, platformsOf } from './platformsOf.ts'

const app = { mobile_link: 'fox://' }
const universal = { link_mode: 'https://fox.example' }
const all = { ...app, desktop_link: 'fox-desk://', webapp_link: 'https://web.fox.example' }

const table: readonly (readonly [string, Partial<PlatformsOptions>, readonly string[]])[] = [
  ['no wallet chosen', {}, ['qrcode']],
  ['no wallet chosen, on a phone', { os: 'ios' }, ['qrcode']],
  ['an app, on a desktop', { listing: app }, ['qrcode']],
  ['an app, on a phone', { listing: app, os: 'ios' }, ['mobile']],
  ['an app with a universal link alone', { listing: universal, os: 'ios' }, ['mobile']],
  ['everything, on a desktop', { listing: all }, ['qrcode', 'web', 'desktop']],
  ['everything, on a phone', { listing: all, os: 'android' }, ['mobile', 'web']],
  ['installed comes first', { listing: all, isInstalled: true }, ['browser', 'qrcode', 'web', 'desktop']],
  ['a site alone', { listing: { webapp_link: 'https://x.example' } }, ['web']],
  ['a program alone', { listing: { desktop_link: 'x://' } }, ['desktop']],
  ['a program alone, on a phone', { listing: { desktop_link: 'x://' }, os: 'ios' }, ['unsupported']],
  ['nothing', { listing: {} }, ['unsupported']],
  ['nothing, on iOS', { listing: {}, os: 'ios' }, ['unsupported']],
  ['nothing, on Android: it asks which app', { listing: {}, os: 'android' }, ['mobile']],
  ['on another relay', { listing: all, canPair: false }, ['unsupported']],
  [
    'on a phone, with a browser of its own',
    { listing: all, os: 'ios', canBrowse: true },
    ['browse', 'mobile', 'web'],
  ],
  [
    'the same, on another relay',
    { listing: all, os: 'android', canPair: false, canBrowse: true },
    ['browse'],
  ],
  ['on a desktop the code connects this page', { canBrowse: true }, ['qrcode']],
  ['on another relay, but installed', { listing: all, canPair: false, isInstalled: true }, ['browser']],
]

describe('platformsOf', () => {
  test.each(table)('%s', (_what, options, expected) => {
    expect(platformsOf({ isInstalled: false, canPair: true, os: 'desktop', ...options })).toEqual(expected)
  })
})
