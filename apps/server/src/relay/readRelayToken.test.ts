import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRelayToken } from './readRelayToken.ts'
import { createPeerKey, signToken } from './relayPeer.fixture.ts'

const aud = 'wss://relay.example.com/relay'
const key = createPeerKey()
const at = 1_790_000_000
const check = (token: string, now = at) =>
  readRelayToken(token)?.check({ now: now * 1_000, isAudience: each => each === aud })
const token = (claims: object = {}) =>
  signToken(key, aud, { claims: { iat: at, exp: at + 86_400, ...claims } })

describe('readRelayToken', () => {
  it('returns the client behind a token', () => {
    expect(check(token())).toEqual({ clientId: key.clientId })
    expect(readRelayToken(token())?.clientId).toBe(key.clientId)
    // Claims of other implementations are left alone.
    expect(check(token({ act: 'client_auth' }))).toEqual({ clientId: key.clientId })
  })

  it('F38: takes clocks that differ by two minutes, and says which way one is wrong', () => {
    expect(check(token(), at - 120)).toEqual({ clientId: key.clientId })
    expect(check(token(), at - 121)).toEqual({
      refusal: 'tokenEarly',
      detail: `: basic.iat: ${at}, now + time_leeway: ${at - 1}, time_leeway: 120`,
    })
    expect(check(token(), at + 86_520)).toEqual({ clientId: key.clientId })
    expect(check(token(), at + 86_521)).toMatchObject({ refusal: 'tokenExpired' })
    expect(check(token(), at - 2 * 86_400)).toMatchObject({ refusal: 'tokenEarly' })
    expect(check(token({ exp: undefined }), at + 1e6)).toEqual({ clientId: key.clientId })
  })

  it('believes no token in which anything was changed', () => {
    const good = token()
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.constantFrom(...'AZaz09-_.'), (place, letter) => {
        fc.pre(good[place] !== letter)
        const verdict = check(good.slice(0, place) + letter + good.slice(place + 1))
        // The last letter of a signature carries bits that say nothing.
        expect(verdict === undefined || 'refusal' in verdict || place === good.length - 1).toBe(true)
      }),
    )
  })

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), text => void readRelayToken(text)))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (header, claims) => {
        const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
        void readRelayToken(`${encode(header)}.${encode(claims)}.${'A'.repeat(86)}`)
      }),
    )
    expect(readRelayToken('a'.repeat(5_000))).toBeUndefined()
  })
})
