import { describe, expect, test } from 'vitest'
import type { ApprovalProgress, ApprovalRequest } from '../provider/approval.ts'
import { readRequest } from '../provider/readRequest.ts'
import { composeApproval } from './composeApproval.ts'
import { hasHidden, showHidden } from './showHidden.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const asking = { host: 'https://shop.example', chainId: 'eip155:1', account } as const
const seen: ApprovalProgress = {
  at: 'known',
  tokens: { [token.toLowerCase()]: { symbol: 'USDX', decimals: 6 } },
  known: [],
  sent: 0,
  simulation: { at: 'works', changes: [] },
  fee: { value: 21_123_456_789_012_345n, decimals: 18 },
}
const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const unlimited = 2n ** 256n - 1n

const transaction = (fields: object) => readRequest('eth_sendTransaction', [fields], asking).request
const view = (request: ApprovalRequest, change: Partial<ApprovalProgress> = {}) =>
  composeApproval(request, { ...seen, ...change })
const lines = (shown: ReturnType<typeof view>) =>
  shown.effects.map(({ label, value, address }) => [label, value ?? address])

describe('what a transaction says (T58)', () => {
  test('a transfer: how much, to whom in full, at most for what', () => {
    const shown = view(transaction({ to, value: '0x6f05b59d3b20000' }))
    expect(shown).toMatchObject({
      title: 'Send 0.5 ETH',
      action: 'Send 0.5 ETH',
      asksTwice: [],
      warnings: [],
    })
    expect(lines(shown)).toEqual([
      ['Send', '0.5 ETH'],
      ['To', to],
    ])
    expect(shown.facts).toEqual([
      { label: 'Network', value: 'Ethereum' },
      { label: 'Account', value: account, address: true },
      { label: 'Network fee, at most', value: '0.02113 ETH' },
      { label: 'Your balance', value: 'no change but the fee' },
    ])
  })

  test.each<readonly [string, object, readonly (readonly string[])[], string | undefined]>([
    [
      'a token',
      { to: token, data: `0xa9059cbb${word(to)}${word(1_234_500_000n)}` },
      [
        ['Send', '1,234.5 USDX'],
        ['To', to],
        ['Token', token],
      ],
      undefined,
    ],
    [
      'an allowance without limit',
      { to: token, data: `0x095ea7b3${word(to)}${word(unlimited)}` },
      [
        ['Allow to spend', 'everything, without limit USDX'],
        ['Who may spend it', to],
        ['Token', token],
      ],
      'Whoever you allow this can take all of the token, now and later.',
    ],
    [
      'an allowance',
      { to: token, data: `0x095ea7b3${word(to)}${word(5_000_000n)}` },
      [
        ['Allow to spend', '5 USDX'],
        ['Who may spend it', to],
        ['Token', token],
      ],
      undefined,
    ],
    [
      'a collection',
      { to: token, data: `0xa22cb465${word(to)}${word(1n)}` },
      [
        ['Allow to take', 'everything of this collection'],
        ['Who may take it', to],
        ['Collection', token],
      ],
      'Whoever you allow this can take every item of the collection, now and later.',
    ],
    [
      'what nobody knows',
      { to: token, data: '0xdeadbeef' },
      [
        ['Call', '0xdeadbeef'],
        ['Contract', token],
      ],
      'This wallet cannot explain what it does.',
    ],
  ])('%s', (_name, fields, expected, reason) => {
    const shown = view(transaction(fields))
    expect(lines(shown)).toEqual(expected)
    expect(shown.asksTwice).toEqual(reason === undefined ? [] : [reason])
    if (reason !== undefined) expect(shown.warnings).toContainEqual({ tone: 'danger', text: reason })
  })

  test('what is not known is said to be so: no fee, no outcome, no decimals', () => {
    const request = transaction({ to: token, data: `0xa9059cbb${word(to)}${word(1_000n)}` })
    const { fee: _, simulation: __, ...rest } = seen
    const asked = composeApproval(request, { ...rest, at: 'asking', tokens: {} })
    expect(asked.title).toBe('Send 1,000 base units')
    expect(asked.facts).toContainEqual({ label: 'Network fee, at most', value: 'Looking it up…' })
    const known = composeApproval(request, { ...rest, tokens: {} })
    expect(known.facts).toContainEqual({ label: 'Network fee, at most', value: '—' })
    expect(known.facts).toContainEqual({ label: 'Your balance', value: '—' })
    expect(known.warnings).toHaveLength(2)
    // Who agrees to a fee that nobody knows is asked whether he wants that (T62).
    expect(asked.asksTwice).toEqual([])
    expect(known.asksTwice).toEqual(['What the network takes for it could not be found out.'])
  })

  test('one that would fail, and one that changes more than it says, show that', () => {
    const request = transaction({ to, value: '0x1' })
    const fails = view(request, { simulation: { at: 'fails', reason: 'paused' } })
    expect(fails.asksTwice).toEqual(['The network says that it would fail: paused'])
    const drains = view(request, {
      simulation: { at: 'works', changes: [{ asset: { address: token }, change: -9_000_000n }] },
    })
    expect(drains.facts.at(-1)).toEqual({ label: 'Your balance', value: '−9 USDX' })
  })

  test('on a network that nobody here knows, its number stands for its name', () => {
    const { request } = readRequest('eth_sendTransaction', [{ to, value: '0xde0b6b3a7640000' }], {
      ...asking,
      chainId: 'eip155:31337',
    })
    const shown = view(request)
    expect(shown.title).toBe('Send 1 coins')
    expect(shown.facts[0]).toEqual({ label: 'Network', value: 'Network 31337' })
    expect(shown.facts[2]?.value).toBe('0.02113 coins')
  })

  test('a swap whose outcome nobody saw, or that goes elsewhere, is asked twice', () => {
    const data = `0x04e45aaf${word(token)}${word(to)}${word(500n)}${word(to)}${word(1n)}${word(1n)}${word(0n)}`
    const shown = view(transaction({ to: token, data }), { simulation: { at: 'unknown' } })
    expect(shown.asksTwice).toHaveLength(2)
  })

  test('several are listed one by one, and told that they are not one', () => {
    const { request } = readRequest(
      'wallet_sendCalls',
      [
        {
          version: '2.0.0',
          chainId: '0x1',
          calls: [
            { to, value: '0x1' },
            { to: token, data: '0xdeadbeef' },
          ],
        },
      ],
      asking,
    )
    const shown = view(request, { simulation: { at: 'unknown' } })
    expect(shown).toMatchObject({ title: 'Approve 2 transactions', action: 'Send 2 transactions' })
    expect(shown.warnings.map(({ text }) => text)).toContainEqual(expect.stringContaining('one by one'))
    expect(shown.effects.map(({ label }) => label)).toEqual([
      '1 of 2',
      'Send',
      'To',
      '2 of 2',
      'Call',
      'Contract',
    ])
    expect(shown.asksTwice).toHaveLength(1)
  })
})

test('an address that looks like a known one is shown beside it, and its end is asked for (T63)', () => {
  const near = `${to.slice(0, 6)}${'0'.repeat(32)}${to.slice(-4)}`.toLowerCase()
  const request = transaction({ to: near, value: '0x1' })
  expect(view(request, { known: [to.toLowerCase()] }).alike?.known).toBe(to.toLowerCase())
  expect(view(request, { known: [to.toLowerCase(), near] }).alike).toBeUndefined()
  expect(view(request).alike).toBeUndefined()
  const spends = transaction({ to: token, data: `0x095ea7b3${word(near)}${word(5n)}` })
  expect(view(spends, { known: [to.toLowerCase()] }).alike?.address.toLowerCase()).toBe(near)
})

describe('what a signature says', () => {
  const message = (text: string) => view(readRequest('personal_sign', [text, account], asking).request)

  test('a text is shown as it is, with what hides in it written out (T67)', () => {
    expect(message('Hello\nthere')).toMatchObject({
      title: 'Sign a message',
      action: 'Sign',
      text: 'Hello\nthere',
    })
    const shown = message('Pay \u202e001\u202c now')
    expect(shown.text).toBe('Pay ⟨U+202E⟩001⟨U+202C⟩ now')
    expect(shown.warnings).toHaveLength(1)
    expect(hasHidden('Größe 😀 日本')).toBe(false)
    expect(showHidden('a\u200bb\u00a0c')).toBe('a⟨U+200B⟩b⟨U+00A0⟩c')
  })

  test('bytes that nobody can read, a hash among them, are asked twice', () => {
    expect(message(`0x${'ab'.repeat(32)}`)).toMatchObject({
      title: 'Sign bytes',
      bytes: [`0x${'ab'.repeat(32)}`],
    })
    expect(message('0xff').asksTwice).toHaveLength(1)
  })

  test('a sign-in for this page is called one; for another site there is nothing to press (T37)', () => {
    const text = (domain: string) =>
      `${domain} wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://${domain}\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1234\nIssued At: 2026-11-21T08:00:00Z`
    expect(message(text('shop.example'))).toMatchObject({
      title: 'Sign in to shop.example',
      action: 'Sign in',
    })
    const refused = message(text('evil.example'))
    expect(refused.title).toBe('Sign-in refused')
    expect(refused.action).toBeUndefined()
    expect(refused.facts).toEqual([{ label: 'It is for', value: 'evil.example' }])
  })

  test('typed data that nobody knows is asked twice, and so is one for every network', () => {
    const types = { EIP712Domain: [], Vote: [{ name: 'id', type: 'uint256' }] }
    const data = { types, primaryType: 'Vote', domain: {}, message: { id: 1 } }
    const shown = view(readRequest('eth_signTypedData_v4', [account, data], asking).request)
    expect(shown).toMatchObject({ title: 'Sign data', action: 'Sign' })
    expect(shown.asksTwice).toHaveLength(1)
    expect(shown.warnings.map(({ tone }) => tone)).toEqual(['danger', 'warning'])
  })

  test('a permit says who may spend what, and that it costs nothing now', () => {
    const types = {
      EIP712Domain: [
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: ['owner', 'spender']
        .map(name => ({ name, type: 'address' }))
        .concat(['value', 'nonce', 'deadline'].map(name => ({ name, type: 'uint256' }))),
    }
    const permit = (value: string) => ({
      types,
      primaryType: 'Permit',
      domain: { chainId: 1, verifyingContract: token },
      message: { owner: account, spender: to, value, nonce: 0, deadline: 99 },
    })
    const some = view(readRequest('eth_signTypedData_v4', [account, permit('5000000')], asking).request)
    expect(lines(some)[0]).toEqual(['Allow to spend', '5 USDX'])
    expect(some.warnings).toEqual([{ tone: 'warning', text: expect.stringContaining('used later') }])
    const all = view(
      readRequest('eth_signTypedData_v4', [account, permit(String(unlimited))], asking).request,
    )
    expect(all.effects[0]).toMatchObject({ value: 'everything, without limit USDX', tone: 'danger' })
    expect(all.asksTwice).toHaveLength(1)
  })
})
