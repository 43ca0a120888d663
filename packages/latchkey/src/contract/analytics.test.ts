import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  type AnalyticsEvent,
  analyticsEventSchema,
  analyticsEvents,
  analyticsProperties,
} from './analytics.ts'

const good: { readonly [E in AnalyticsEvent]: object } = {
  INITIALIZE: { namespaces: ['eip155', 'solana'] },
  MODAL_OPEN: { connected: false, view: 'Connect' },
  MODAL_CLOSE: { connected: true },
  CONNECT_SUCCESS: {
    method: 'browser',
    namespace: 'eip155',
    caipNetworkId: 'eip155:31337',
    wallet: 'io.metamask',
    reconnect: false,
  },
  DISCONNECT_SUCCESS: { namespace: 'eip155', by: 'wallet' },
  SOCIAL_LOGIN_SUCCESS: { provider: 'google' },
  SEND_SUCCESS: { namespace: 'eip155', caipNetworkId: 'eip155:1', kind: 'token' },
  SIWX_AUTH_SUCCESS: { caipNetworkId: 'eip155:1', isSmartAccount: true },
  SIWX_AUTH_ERROR: { caipNetworkId: 'solana:5eykt4UsFV8P8NJdTREpY1vzqKqZKvdp', code: 'SIGN_REJECTED' },
  CLICK_CANCEL_SIWX: { caipNetworkId: 'eip155:1' },
  ERROR_FETCH_TRANSACTIONS: { caipNetworkId: 'eip155:1', code: 'APKT009' },
  INTERNAL_SDK_ERROR: { code: 'UNKNOWN' },
}
const body = (event: string, properties: unknown, more: object = {}) => ({
  eventId: '0b9c3c9e-1f0a-4c53-9d0f-6a3f0f2b7a11',
  url: 'https://shop.example',
  domain: 'shop.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event, properties },
  ...more,
})

// SPEC §7 "Analytics events", in its order.
const specEvents = [
  'MODAL_OPEN',
  'MODAL_CLOSE',
  'SIWX_AUTH_SUCCESS',
  'SIWX_AUTH_ERROR',
  'CLICK_CANCEL_SIWX',
  'ERROR_FETCH_TRANSACTIONS',
  'INITIALIZE',
  'DISCONNECT_SUCCESS',
  'CONNECT_SUCCESS',
  'INTERNAL_SDK_ERROR',
  'SOCIAL_LOGIN_SUCCESS',
  // SPEC §4 "Send flow".
  'SEND_SUCCESS',
]

/** What must never fit anywhere: addresses of every namespace, emails, codes, URLs with a path or query. */
const personal = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '70997970c51812dc3a010c7d01b50e0d17dc79c8',
  'a0997970c51812dc3a010c7d01b50e0d17dc79c8',
  'canary@mail.example',
  '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  'eip155:0x70997970c51812dc3a010c7d01b50e',
  'https://shop.example/?email=canary@mail.example',
  '+491701234567',
  '12345678',
]

describe('analyticsEventSchema', () => {
  it('takes the events of SPEC §7 and no other', () => {
    expect([...analyticsEvents].sort()).toEqual([...specEvents].sort())
    expect(v.is(analyticsEventSchema, body('PAGE_VIEW', {}))).toBe(false)
  })

  it.each(Object.entries(good))('takes %s', (event, properties) => {
    const given = body(event, properties)
    expect(v.parse(analyticsEventSchema, given)).toEqual(given)
  })

  it.each(analyticsEvents)('T110: %s has no place for a person', event => {
    for (const text of personal) {
      for (const name of [...Object.keys(analyticsProperties[event].entries), 'extra']) {
        for (const value of [text, [text], { [text]: text }])
          expect(v.is(analyticsEventSchema, body(event, { ...good[event], [name]: value }))).toBe(false)
      }
      for (const place of ['eventId', 'url', 'domain', 'timestamp', 'email', 'props'])
        expect(v.is(analyticsEventSchema, body(event, good[event], { [place]: text }))).toBe(false)
    }
  })

  it.each([
    ['a path', 'https://shop.example/cart', 'shop.example'],
    ['a query', 'https://shop.example?email=a@b.example', 'shop.example'],
    ['a user', 'https://a:b@shop.example', 'shop.example'],
    ['a slash', 'https://shop.example/', 'shop.example'],
    ['another scheme', 'data:text/html,x', ''],
    ['another domain', 'https://shop.example', 'canary.example'],
    ['a domain with its port', 'https://shop.example:8443', 'shop.example:8443'],
  ])('refuses a url with %s', (_name, url, domain) =>
    expect(v.is(analyticsEventSchema, body('MODAL_CLOSE', good.MODAL_CLOSE, { url, domain }))).toBe(false),
  )

  it.each([
    ['type', { type: 'identify', event: 'MODAL_CLOSE', properties: { connected: true } }],
    [
      'a further member',
      { type: 'track', event: 'MODAL_CLOSE', properties: { connected: true }, traits: {} },
    ],
    ['no properties', { type: 'track', event: 'MODAL_CLOSE' }],
  ])('refuses %s', (_name, props) =>
    expect(v.is(analyticsEventSchema, body('MODAL_CLOSE', {}, { props }))).toBe(false),
  )

  it('T107: judges 100 kB of anything without a pattern that explodes', () => {
    for (const text of ['a'.repeat(100_000), 'a-'.repeat(50_000), 'a.'.repeat(50_000), '0'.repeat(100_000)])
      expect(
        v.is(analyticsEventSchema, body('CONNECT_SUCCESS', { ...good.CONNECT_SUCCESS, wallet: text })),
      ).toBe(false)
  })

  it('throws for nothing that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(v.is(analyticsEventSchema, value)).toBe(false)
        expect(v.is(analyticsEventSchema, { ...body('MODAL_OPEN', good.MODAL_OPEN), props: value })).toBe(
          false,
        )
      }),
    )
  })
})
