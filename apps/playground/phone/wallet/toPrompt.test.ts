import { testAccounts } from '@latchkey/testing'
import type { PhoneAsk } from '@latchkey/testing/phone'
import { expect, test } from 'vitest'
import { toPrompt } from './toPrompt.ts'

const owned = ['eip155:31337', 'eip155:31338']
const address = testAccounts[0]?.address

function ask(fields: Pick<PhoneAsk, 'method' | 'params'> & Partial<PhoneAsk>): PhoneAsk {
  const peer = { name: 'Shop', description: '', url: 'https://shop.example', icons: [] }
  const verification = { validation: 'VALID', origin: 'https://shop.example' } as const
  return { key: '1', peer, verification, approve: () => undefined, reject: () => undefined, ...fields }
}
const part = (...chains: string[]) => ({ chains, methods: ['personal_sign', 'eth_sign'], events: [] })
const propose = (required: object, optional: object) =>
  toPrompt(ask({ method: 'wc_sessionPropose', params: { required, optional } }), owned)

test('a proposal shows the networks and methods that it would get', () => {
  expect(propose({}, { eip155: part('eip155:31338', 'eip155:1', 'eip155:31337') })).toMatchObject({
    kind: 'connect',
    peer: { name: 'Shop', origin: 'https://shop.example' },
    verification: { validation: 'VALID', origin: 'https://shop.example' },
    chains: ['eip155:31338', 'eip155:31337'],
    unknownCount: 1,
    missing: [],
    methods: ['personal_sign'],
  })
})

test('F11 a network that the site cannot do without is named, and so is one of another ecosystem', () => {
  expect(propose({ 'eip155:1': { methods: [] }, solana: part('solana:abc') }, {})).toMatchObject({
    chains: [],
    missing: ['eip155:1', 'solana:abc'],
  })
})

test('methods of ecosystems that the phone does not speak count for nothing', () => {
  expect(
    propose({}, { cosmos: part('cosmos:abc'), eip155: { ...part('eip155:31337'), methods: [] } }),
  ).toMatchObject({ methods: [], unknownCount: 1 })
})

test('a sign-in shows its message whole, and what hides in it', () => {
  const params = { domain: 'shop\u200b.example', chains: ['eip155:31337', 'eip155:5'], message: 'a\nb\u202e' }
  expect(toPrompt(ask({ method: 'wc_sessionAuthenticate', params }), owned)).toMatchObject({
    kind: 'signIn',
    chains: ['eip155:31337'],
    domain: 'shop.example',
    message: 'a\nb⟨U+202E⟩',
  })
})

test('a request shows what it asks and on which network', () => {
  const request = ask({ method: 'personal_sign', params: ['Hi', address], chainId: 'eip155:31338' })
  expect(toPrompt(request, owned)).toMatchObject({
    kind: 'request',
    chain: 'eip155:31338',
    asked: { kind: 'message', text: 'Hi' },
  })
  expect(() => toPrompt({ ...request, params: [] }, owned)).toThrow(expect.objectContaining({ code: -32602 }))
})

test('a proposal of both ecosystems shows the networks and methods of both', () => {
  const solana = { chains: ['solana:abc'], methods: ['solana_signMessage', 'solana_made'], events: [] }
  const params = { required: {}, optional: { eip155: part('eip155:31337'), solana } }
  expect(toPrompt(ask({ method: 'wc_sessionPropose', params }), [...owned, 'solana:abc'])).toMatchObject({
    chains: ['eip155:31337', 'solana:abc'],
    methods: ['personal_sign', 'solana_signMessage'],
    unknownCount: 0,
  })
})
