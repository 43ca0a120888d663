import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WebhookClaim } from './verifyMessage.ts'
import { verifyWebhook, type WebhookRefusal } from './verifyWebhook.ts'

const key = Buffer.from('0123456789abcdef0123456789abcdef')
const secret = `whsec_${key.toString('base64')}`
const older = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const now = 1_790_000_000_000
const payment = {
  id: 'payment_0123456789',
  state: 'settled',
  description: 'A print',
  referenceId: 'order-7',
  accepts: [
    {
      asset: 'eip155:31337/erc20:0x5fbdb2315678afecb367f032d93f642f64180aa3',
      amount: '19.99',
      recipient: 'eip155:31337:0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      symbol: 'USDC',
      decimals: 6,
    },
  ],
  fiat: null,
  reference: `0x${'1'.repeat(64)}`,
  createdAt: now,
  expiresAt: null,
  transfers: [],
  refunds: [],
  metadata: { print: '7' },
}
const body = JSON.stringify({
  type: 'payment.settled',
  timestamp: '2026-09-21T16:53:20.000Z',
  data: { payment },
})

function sign(text: string, time = now / 1_000, by = key) {
  const mac = createHmac('sha256', by).update(`msg_1.${time}.${text}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(time), 'webhook-signature': `v1,${mac}` }
}

test('returns the event of a good webhook, from headers of any kind and from bytes', () => {
  const headers = sign(body)
  const verdict = verifyWebhook({ headers, body, secret, now })
  expect(verdict).toMatchObject({ valid: true, id: 'msg_1', event: { type: 'payment.settled' } })
  const bytes = new TextEncoder().encode(body)
  expect(verifyWebhook({ headers: new Headers(headers), body: bytes, secret, now })).toEqual(verdict)
})

test('takes the old secret during a rotation, and one good signature among several', () => {
  const headers = sign(body)
  expect(verifyWebhook({ headers, body, secret: [older, secret], now }).valid).toBe(true)
  const several = { ...headers, 'webhook-signature': `v1a,xx v1,AAAA ${headers['webhook-signature']}` }
  expect(verifyWebhook({ headers: several, body, secret, now }).valid).toBe(true)
  expect(verifyWebhook({ headers, body, secret: older, now })).toEqual({ valid: false, refusal: 'signature' })
})

describe('T131: a forged or replayed webhook', () => {
  const cases: [string, WebhookClaim['headers'], WebhookRefusal, string?][] = [
    ['six minutes old', sign(body, now / 1_000 - 360), 'timestamp'],
    ['six minutes early', sign(body, now / 1_000 + 360), 'timestamp'],
    ['without a time', { ...sign(body), 'webhook-timestamp': undefined }, 'headers'],
    ['with a time that is no number', { ...sign(body), 'webhook-timestamp': '0x6ab' }, 'timestamp'],
    ['with another time', { ...sign(body), 'webhook-timestamp': String(now / 1_000 + 1) }, 'signature'],
    ['with another id', { ...sign(body), 'webhook-id': 'msg_2' }, 'signature'],
    ['whose id moves into the time', { ...sign(body), 'webhook-id': 'msg.1' }, 'headers'],
    ['of another version', { ...sign(body), 'webhook-signature': 'v2,AAAA' }, 'signature'],
    ['signed twice over', { ...sign(body), 'webhook-signature': ['v1,a', 'v1,b'] }, 'headers'],
    ['that carries no event', sign('{}'), 'malformed', '{}'],
    ['that is no JSON', sign('{'), 'malformed', '{'],
  ]
  test.each(cases)('%s is refused', (_, headers, refusal, text = body) => {
    expect(verifyWebhook({ headers, body: text, secret, now })).toEqual({ valid: false, refusal })
  })

  test('is refused with any byte of its body or signature changed', () => {
    const headers = sign(body)
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 127 }), (at, by) => {
        const bytes = new TextEncoder().encode(body)
        bytes[at] = (bytes[at] ?? 0) ^ by
        return !verifyWebhook({ headers, body: bytes, secret, now }).valid
      }),
    )
  })
})

test.each(['', 'whsec_', 'whsec_AAAA', 'plain', `whsec_${'*'.repeat(40)}`])(
  'throws for %j, which is no secret',
  bad => {
    expect(() => verifyWebhook({ headers: sign(body), body, secret: bad, now })).toThrow(/secret/)
    expect(() => verifyWebhook({ headers: sign(body), body, secret: [], now })).toThrow(/secret/)
  },
)
