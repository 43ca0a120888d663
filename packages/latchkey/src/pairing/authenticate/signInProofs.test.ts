import { testAccounts } from '@latchkey/testing'
import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { parseSignInMessage } from '../../contract/parseSignInMessage.ts'
import type { SignInRequest } from '../../contract/siwx.ts'
import { buildNamespaces } from '../namespaces/buildNamespaces.ts'
import type { Cacao } from '../session/payloads.schema.ts'
import { accountOfIssuer, authMessage } from './authMessage.ts'
import { createRecap, encodeRecap, grantsOf, recapOf, statementWithRecap } from './recap.ts'
import { proofsOf, toAuthPayload } from './signInProofs.ts'

const address = testAccounts[0]?.address as `0x${string}`
const account = `eip155:1:${address}` as const
const asked = buildNamespaces([mainnet])
const signIn: SignInRequest = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  nonce: 'abcdef123456',
  chains: ['eip155:1', 'eip155:10'],
  statement: 'Sign in to the shop.',
  issuedAt: '2026-11-20T12:00:00.000Z',
  resources: ['https://shop.example/terms'],
}

const word = fc.stringMatching(/^[a-zA-Z0-9 ,.'-]{1,60}$/).map(text => text.trim() || 'x')
const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })

test('the text is the one that EIP-4361 describes, as another library writes it', () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          statement: word,
          exp: date,
          nbf: date,
          requestId: fc.stringMatching(/^[a-z0-9]{1,20}$/),
          resources: fc.array(fc.constantFrom('https://a.example', 'ipfs://b', 'https://c.example/d?e=f'), {
            minLength: 1,
          }),
        },
        { requiredKeys: [] },
      ),
      fc.integer({ min: 1, max: 10_000_000 }),
      date,
      (given, chainId, iat) => {
        const { exp, nbf, ...rest } = given
        const message = authMessage(
          {
            domain: 'shop.example',
            aud: 'https://shop.example/login',
            nonce: 'abcdef123456',
            version: '1',
            iat: iat.toISOString(),
            ...(exp && { exp: exp.toISOString() }),
            ...(nbf && { nbf: nbf.toISOString() }),
            ...rest,
          },
          `eip155:${chainId}:${address}`,
        )
        const { requestId, resources, statement } = rest
        expect(message).toBe(
          createSiweMessage({
            address,
            chainId,
            domain: 'shop.example',
            nonce: 'abcdef123456',
            uri: 'https://shop.example/login',
            version: '1',
            issuedAt: iat,
            ...(exp && { expirationTime: exp }),
            ...(nbf && { notBefore: nbf }),
            ...(requestId !== undefined && { requestId }),
            ...(resources !== undefined && { resources }),
            ...(statement !== undefined && { statement }),
          }),
        )
      },
    ),
    { numRuns: 60 },
  )
})

describe('recaps (ERC-5573)', () => {
  test('the vector: abilities sorted, in words once, and read back', () => {
    const recap = createRecap('eip155', ['personal_sign', 'eth_sendTransaction'])
    expect(encodeRecap(recap)).toBe(
      'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19',
    )
    const words =
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."
    expect(statementWithRecap(undefined, recap)).toBe(words)
    expect(statementWithRecap('Hello.', recap)).toBe(`Hello. ${words}`)
    expect(statementWithRecap(`Hello. ${words}`, recap)).toBe(`Hello. ${words}`)
    expect(recapOf(['https://a.example', encodeRecap(recap)])).toEqual(recap)
  })

  test('several resources and abilities are numbered through', () => {
    const recap = {
      att: {
        'https://example.com': { 'push/notifications': [{}], 'crud/update': [{}], 'crud/read': [{}] },
        eip155: { 'request/personal_sign': [{}] },
      },
    }
    expect(statementWithRecap('', recap)).toBe(
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'read', 'update' for 'https://example.com'. (2) 'push': 'notifications' for 'https://example.com'. (3) 'request': 'personal_sign' for 'eip155'.",
    )
  })

  test('only the last resource is one, and nonsense is none', () => {
    const recap = encodeRecap(createRecap('eip155', ['personal_sign']))
    expect(recapOf([recap, 'https://a.example'])).toBeUndefined()
    for (const text of [
      'urn:recap:',
      'urn:recap:!!!',
      'urn:recap:bnVsbA',
      `urn:recap:${btoa('{"att":{"a":1}}')}`,
    ]) {
      expect(recapOf([text])).toBeUndefined()
    }
    expect(recapOf(undefined)).toBeUndefined()
  })

  test('the chains that a grant is bound to', () => {
    const recap = createRecap('eip155', ['personal_sign'], ['eip155:1', 'eip155:10'])
    expect(grantsOf(recap, 'eip155')).toEqual({
      methods: ['personal_sign'],
      chains: ['eip155:1', 'eip155:10'],
    })
    expect(grantsOf(recap, '__proto__')).toEqual({ methods: [], chains: [] })
  })
})

test.each([
  [`did:pkh:eip155:1:${address}`, account],
  [`did:pkh:eip155:0:${address}`, undefined],
  [`did:pkh:solana:1:${address}`, undefined],
  [`did:key:eip155:1:${address}`, undefined],
  [`did:pkh:eip155:1:${address}00`, undefined],
  [`did:pkh:eip155:1:${address}\nURI: https://evil.example`, undefined],
  ['', undefined],
])('the account of %j', (issuer, found) => {
  expect(accountOfIssuer(issuer)).toBe(found)
})

describe('a proof', () => {
  const payload = toAuthPayload(signIn, asked)
  if (!payload) throw new Error('eip155 was asked for')
  const { chains: _chains, type: _type, ...said } = payload
  const cacao: Cacao = {
    h: { t: 'caip122' },
    p: { ...said, iss: `did:pkh:${account}` },
    s: { t: 'eip191', s: `0x${'1b'.repeat(65)}` },
  }
  const changed = (p: Partial<Cacao['p']>, s: Partial<Cacao['s']> = {}): Cacao => ({
    ...cacao,
    p: { ...cacao.p, ...p },
    s: { ...cacao.s, ...s },
  })

  test('asks only for chains of the session', () => {
    expect(payload.chains).toEqual(['eip155:1'])
    expect(toAuthPayload({ ...signIn, chains: ['eip155:10'] }, asked)).toBeUndefined()
    expect(toAuthPayload(signIn, {})).toBeUndefined()
  })

  test('leaves signing in to a second step where another namespace is asked for first', () => {
    const solana = { chains: ['solana:x' as const], methods: [], events: [] }
    expect(toAuthPayload(signIn, { solana, ...asked })).toBeUndefined()
    expect(toAuthPayload(signIn, { ...asked, solana })).toEqual(payload)
  })

  test('holds the message that was signed, as the sign-in reads it', () => {
    const [proof] = proofsOf([cacao], payload)
    expect(proof).toMatchObject({
      type: 'eip191',
      data: { accountAddress: address, chainId: 'eip155:1', nonce: signIn.nonce, domain: signIn.domain },
    })
    expect(proof?.message).toContain(`\nNonce: ${signIn.nonce}\n`)
    expect(proof?.message).toContain('Sign in to the shop. I further authorize')
  })

  test.each([
    ['with a statement', signIn],
    ['without one', { ...signIn, statement: undefined, resources: undefined } as unknown as SignInRequest],
  ])('C10 its fields are those of the text, as the services want them: %s', (_name, request) => {
    const asking = toAuthPayload(request, asked)
    if (!asking) throw new Error('eip155 was asked for')
    const { chains: _chains, type: _type, ...fields } = asking
    const [proof] = proofsOf([{ ...cacao, p: { ...fields, iss: cacao.p.iss } }], asking)
    const { serializedMessage, ...data } = proof?.data ?? {}
    expect(serializedMessage).toBe(proof?.message)
    expect(data).toEqual(parseSignInMessage(proof?.message ?? ''))
  })

  test.each([
    ['another domain', changed({ domain: 'evil.example' })],
    ['another URI', changed({ aud: 'https://evil.example' })],
    ['another nonce', changed({ nonce: 'other' })],
    ['another version', changed({ version: '2' })],
    ['another statement', changed({ statement: 'Give me everything.' })],
    ['no statement', changed({ statement: undefined })],
    ['another expiry', changed({ exp: '2100-01-01T00:00:00.000Z' })],
    ['another request id', changed({ requestId: 'x' })],
    ['other resources', changed({ resources: ['https://evil.example'] })],
    ['a chain that was not asked for', changed({ iss: `did:pkh:eip155:10:${address}` })],
    ['an issuer that is none', changed({ iss: 'did:web:evil.example' })],
    ['a signature that is none', changed({}, { s: '0x' })],
    ['an unknown kind of signature', changed({}, { t: 'trust-me' })],
  ])('with %s is none', (_name, forged) => {
    expect(proofsOf([forged], payload)).toEqual([])
  })
})
