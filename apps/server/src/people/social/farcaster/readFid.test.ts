import * as fc from 'fast-check'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from 'latchkey/contract'
import { describe, expect, it } from 'vitest'
import { readFid } from './readFid.ts'

const message: SignInMessage = {
  accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 'eip155:10',
  domain: 'keys.example',
  uri: 'https://keys.example',
  version: '1',
  nonce: 'a1'.repeat(32),
  issuedAt: '2026-11-21T09:00:00.000Z',
  statement: 'Farcaster Auth',
  resources: ['farcaster://fid/20943'],
}
/** As it comes: as text. */
const read = (change: Partial<SignInMessage>) => {
  const parsed = parseSignInMessage(formatSignInMessage({ ...message, ...change }))
  return parsed && readFid(parsed)
}

describe('T55: which account a text signs in', () => {
  it.each([
    ['as apps write it', {}],
    ['with the statement of the first apps', { statement: 'Farcaster Connect' }],
    ['with a slash at the end', { resources: ['farcaster://fid/20943/'] }],
    ['beside other resources', { resources: ['https://keys.example', 'farcaster://fid/20943'] }],
  ])('%s', (_title, change) => {
    expect(read(change)).toBe('20943')
  })

  const { statement: _statement, resources: _resources, ...bare } = message
  it.each<[string, SignInMessage]>([
    ['a sign-in of another kind', bare],
    ['another statement', { ...message, statement: 'Sign in to keys.example' }],
    ['no resource', { ...bare, statement: 'Farcaster Auth' }],
    ['an empty list', { ...message, resources: [] }],
    ...[
      ['farcaster://fid/0'],
      ['farcaster://fid/01'],
      ['farcaster://fid/-1'],
      ['farcaster://fid/1.5'],
      ['farcaster://fid/1e3'],
      ['farcaster://fid/0x1'],
      ['farcaster://fid/1234567890123456'],
      ['farcaster://fid/1//'],
      ['farcaster://fid/1?fid=2'],
      ['farcaster://fid/1#2'],
      ['farcaster://fid@1/1'],
      ['farcaster://fid:1/1'],
      ['farcaster://FID/1'],
      ['FARCASTER://fid/1'],
      ['farcaster:fid/1'],
      ['farcaster://fid/%31'],
      ['https://keys.example/farcaster://fid/1'],
      // Two readers would take different ones.
      ['farcaster://fid/1', 'farcaster://fid/2'],
      ['farcaster://fid/1', 'farcaster://fid/1'],
      ['farcaster://fid/1', 'FARCASTER://fid/2'],
      ['farcaster://other/1', 'farcaster://fid/1'],
    ].map((resources): [string, SignInMessage] => [resources.join(' '), { ...message, resources }]),
  ])('refuses %s', (_title, text) => {
    expect(readFid(text)).toBeUndefined()
  })

  it('takes nothing but a number that comes out as it was written', () => {
    const near = fc.oneof(
      fc.integer({ min: -5, max: 1_000_000 }).map(String),
      fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
      fc.string({ maxLength: 20 }),
      fc.stringMatching(/^[0-9/?#%.+ -]{0,20}$/),
    )
    fc.assert(
      fc.property(near, text => {
        const fid = readFid({ ...message, resources: [`farcaster://fid/${text}`] })
        if (fid === undefined) return
        expect(Number.isSafeInteger(Number(fid))).toBe(true)
        expect(String(Number(fid))).toBe(fid)
        expect(text.replace(/\/$/, '')).toBe(fid)
      }),
    )
  })
})
