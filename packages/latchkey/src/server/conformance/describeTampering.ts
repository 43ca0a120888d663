import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatSignInMessage, type SignInMessage } from '../../contract/signInMessage.ts'

const before = { statement: 'Sign in.', requestId: 'cart-1' }

/** Every namespace's verifier takes a text as it was signed, and with no field changed; no signature makes it throw. */
export function describeTampering(fixture: {
  /** What is signed, at `https://shop.example`, with a statement and a request id. */
  readonly message: SignInMessage
  /** What `verify` says of it. */
  readonly outcome: string
  sign(text: string): string | Promise<string>
  /** The verdict on a text, or the refusal. */
  verify(text: string, signature: string): Promise<string>
  /** Changes of the namespace's own, of account and network; several outcomes where either is right. */
  readonly changes: readonly (readonly [
    what: string,
    change: Partial<SignInMessage>,
    outcome: string | readonly string[],
  ])[]
}): void {
  const { message, outcome, sign, verify, changes } = fixture
  const textOf = (change: Partial<SignInMessage> = {}) =>
    formatSignInMessage({ ...message, ...before, ...change })

  describe('every field that is changed after signing', () => {
    test.each<[string, Partial<SignInMessage>, string | readonly string[]]>([
      ['nothing', {}, outcome],
      ['the domain', { domain: 'evil.example' }, 'domain'],
      ['the URI', { uri: 'https://shop.example/other' }, 'signature'],
      ['the nonce', { nonce: 'aaaaaaaaaaaaaaaaaaaaaaaaa' }, 'nonce'],
      ['the time', { issuedAt: '2026-11-28T11:59:59.000Z' }, 'signature'],
      ['an expiry', { expirationTime: '2026-11-29T12:00:00.000Z' }, 'signature'],
      ['a start', { notBefore: '2026-11-28T11:00:00.000Z' }, 'signature'],
      ['the statement', { statement: 'Sign out.' }, 'signature'],
      ['the request id', { requestId: 'cart-2' }, 'signature'],
      ['resources', { resources: ['https://shop.example/terms'] }, 'signature'],
      ...changes.map(
        ([what, change, outcome]) => [what, change, outcome] as [typeof what, typeof change, typeof outcome],
      ),
    ])('%s', async (_what, change, expected) => {
      const said = await verify(textOf(change), await sign(textOf()))
      expect([expected].flat()).toContain(said)
    })
  })

  test('garbage for a signature is refused, and throws nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), fc.anything()), async signature => {
        const said = await verify(textOf(), signature as string)
        expect(['signature', 'malformed', 'unsupported']).toContain(said)
      }),
    )
  })
}
