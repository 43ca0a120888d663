import type { Simulation } from 'latchkey/evmcodec'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ApprovalProgress, ApprovalRequest } from '../provider/approval.ts'
import { networkFacts } from '../provider/networkFacts.ts'
import { readRequest } from '../provider/readRequest.ts'
import { safeAccountOf } from '../smartaccount/safeAccountOf.ts'
import { composeApproval } from './composeApproval.ts'
import type { KnownContracts } from './effects/knownContracts.ts'
import { hasHidden, showHidden } from './showHidden.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const asking = { host: 'https://shop.example', chainId: 'eip155:1', account } as const
const seen: ApprovalProgress = {
  at: 'known',
  tokens: { [token.toLowerCase()]: { symbol: 'USDX', decimals: 6, isCollection: false, isListed: true } },
  known: [],
  sent: 0,
  simulation: { at: 'works', changes: [] },
  fee: { value: 21_123_456_789_012_345n, decimals: 18 },
}
const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const unlimited = 2n ** 256n - 1n

/** As if these were known on the network: what wraps, a router and a token of a list. */
const router = `0x${'50'.repeat(20)}`
const known: KnownContracts = {
  wrapped: token.toLowerCase(),
  routers: new Map([[router, 'router02']]),
  tokens: new Set([token.toLowerCase(), to.toLowerCase()]),
}
const transaction = (fields: object) => readRequest('eth_sendTransaction', [fields], asking, known).request
const batch = (calls: readonly object[]) =>
  readRequest('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', calls }], asking, known).request
const view = (request: ApprovalRequest, change: Partial<ApprovalProgress> = {}) =>
  composeApproval(request, { ...seen, ...change })
const lines = (shown: ReturnType<typeof view>) =>
  shown.effects.map(({ label, value, address }) => [label, value ?? address])

describe('T143: the words of an activation', () => {
  const safe = safeAccountOf(account)
  const { address } = safe
  const ask = (fields: object) =>
    readRequest('eth_sendTransaction', [{ to: address, ...fields }], { ...asking, account: address }, known, {
      smart: { type: 'smartAccount', address, safe },
    }).request

  test('say that it puts the account on the network, with the fee, and nothing else', () => {
    const shown = view(ask({ value: '0x0' }))
    expect(shown).toMatchObject({ title: 'Activate your smart account', action: 'Activate', asksTwice: [] })
    expect(lines(shown)).toEqual([['Does', 'puts your account on this network, and nothing else']])
    expect(shown.headline).toBeUndefined()
    expect(shown.facts.map(({ label }) => label)).toContain('Network fee, at most')
  })

  test.each([
    ['of the smart account that moves something', () => ask({ value: '0x1' })],
    ['of the smart account to another', () => ask({ to, value: '0x0' })],
    ['of the plain account', () => transaction({ to: account, value: '0x0' })],
  ])('are not those of a transaction %s', (_name, request) => {
    expect(view(request()).title).not.toContain('Activate')
  })
})

describe('the words of a transaction (T58)', () => {
  test("names a transfer's amount, full receiver and maximum fee", () => {
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
      { label: 'Your balance', value: 'no change but the fee' },
      { label: 'Network fee, at most', value: '0.02113 ETH' },
      { label: 'Total, at most', value: '0.5212 ETH', isTotal: true },
      { label: 'Network', value: 'Ethereum' },
      { label: 'Account', value: account, address: true },
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
        ['Spender', to],
        ['Token', token],
      ],
      'The spender can take all of this token, now and later.',
    ],
    [
      'an allowance',
      { to: token, data: `0x095ea7b3${word(to)}${word(5_000_000n)}` },
      [
        ['Allow to spend', '5 USDX'],
        ['Spender', to],
        ['Token', token],
      ],
      undefined,
    ],
    ...(['0x39509351', '0xd73dd623'] as const).flatMap(
      (selector): readonly [string, object, readonly (readonly string[])[], string | undefined][] => [
        [
          `an allowance that is raised (${selector})`,
          { to: token, data: `${selector}${word(to)}${word(5_000_000n)}` },
          [
            ['Allow to spend', '5 USDX more than before'],
            ['Spender', to],
            ['Token', token],
          ],
          undefined,
        ],
        [
          `an allowance that is raised by nothing (${selector})`,
          { to: token, data: `${selector}${word(to)}${word(0n)}` },
          [
            ['No change', 'the spending permission stays as it is'],
            ['Spender', to],
            ['Token', token],
          ],
          undefined,
        ],
        [
          `an allowance that is raised without limit (${selector})`,
          { to: token, data: `${selector}${word(to)}${word(unlimited)}` },
          [
            ['Allow to spend', 'everything, without limit USDX'],
            ['Spender', to],
            ['Token', token],
          ],
          'The spender can take all of this token, now and later.',
        ],
      ],
    ),
    [
      'a collection',
      { to: token, data: `0xa22cb465${word(to)}${word(1n)}` },
      [
        ['Allow to take', 'everything in this collection'],
        ['Spender', to],
        ['Collection', token],
      ],
      'The spender can take every item in the collection, now and later.',
    ],
    [
      'what nobody knows',
      { to: token, data: '0xdeadbeef' },
      [
        ['Call', '0xdeadbeef'],
        ['Contract', token],
      ],
      'This wallet can’t explain what this does.',
    ],
  ])('%s', (_name, fields, expected, reason) => {
    const shown = view(transaction(fields))
    expect(lines(shown)).toEqual(expected)
    expect(shown.asksTwice).toEqual(reason === undefined ? [] : [reason])
    if (reason !== undefined) expect(shown.warnings).toContainEqual({ tone: 'danger', text: reason })
  })

  test.each([
    ['approve', '0x095ea7b3', 0n, 'Revoke a permission', 'Revoke'],
    ['approve', '0x095ea7b3', 5n, 'Allow spending', 'Allow'],
    ['increaseAllowance', '0x39509351', 0n, 'Leave a permission unchanged', 'Send transaction'],
    ['increaseAllowance', '0x39509351', 5n, 'Allow spending more', 'Allow'],
    ['increaseApproval', '0xd73dd623', 0n, 'Leave a permission unchanged', 'Send transaction'],
    ['increaseApproval', '0xd73dd623', unlimited, 'Allow spending', 'Allow'],
  ] as const)('names %s (%s) of %d by its kind', (_name, selector, amount, title, action) => {
    const data = `${selector}${word(to)}${word(amount)}`
    expect(view(transaction({ to: token, data }))).toMatchObject({ title, action })
  })

  test.each([
    ['transferFrom', '0x23b872dd', '5 USDX', 'Send 5 USDX', 'Token'],
    ['safeTransferFrom', '0x42842e0e', '#5000000', 'Send a collectible', 'Collection'],
  ] as const)("%s: does not call another account's assets sent", (_name, selector, value, own, contract) => {
    const move = (from: string, receiver: string) =>
      view(transaction({ to: token, data: `${selector}${word(from)}${word(receiver)}${word(5_000_000n)}` }))
    expect(move(account, to)).toMatchObject({ title: own, action: own })
    const others = move(to, account)
    expect(others).toMatchObject({ title: 'Approve a transaction', action: 'Send transaction' })
    expect(lines(others)).toEqual([
      ['Moves from another account', value],
      ['From', to],
      ['To', account],
      [contract, token],
    ])
  })

  test('names an unknown fee, outcome and decimals as unknown', () => {
    const request = transaction({ to: token, data: `0xa9059cbb${word(to)}${word(1_000n)}` })
    const { fee: _, simulation: __, ...rest } = seen
    const asked = composeApproval(request, { ...rest, at: 'asking', tokens: {} })
    expect(asked.title).toBe('Send 1,000 base units of 0xdbF0…C8C6FB')
    expect(asked.facts).toContainEqual({ label: 'Network fee, at most', value: 'Looking it up…' })
    const known = composeApproval(request, { ...rest, tokens: {} })
    expect(known.facts).toContainEqual({ label: 'Network fee, at most', value: '—' })
    expect(known.facts).toContainEqual({ label: 'Your balance', value: '—' })
    expect(known.warnings).toHaveLength(2)
    // An unknown fee asks the visitor a second time (T62).
    expect(asked.asksTwice).toEqual([])
    expect(known.asksTwice).toEqual(['We couldn’t find out the network fee.'])
  })

  test('shows a failing transaction, and one that changes more than it claims', () => {
    const request = transaction({ to, value: '0x1' })
    const fails = view(request, { simulation: { at: 'fails', reason: 'paused' } })
    expect(fails.asksTwice).toEqual(['The network says this would fail: paused'])
    const drains = view(request, {
      simulation: { at: 'works', changes: [{ asset: { address: token }, change: -9_000_000n }] },
    })
    expect(drains.facts[0]).toEqual({ label: 'You pay', value: '−9 USDX' })
  })

  test('names a token without a name by its address, beside each amount (T67)', () => {
    const tokens = { [token.toLowerCase()]: { decimals: 6, isCollection: false, isListed: true } }
    const name = '0xdbF0…C8C6FB'
    const send = transaction({ to: token, data: `0xa9059cbb${word(to)}${word(1_234_500_000n)}` })
    expect(view(send, { tokens })).toMatchObject({ title: `Send 1,234.5 ${name}` })
    const allow = transaction({ to: token, data: `0x095ea7b3${word(to)}${word(unlimited)}` })
    expect(lines(view(allow, { tokens }))[0]).toEqual(['Allow to spend', `everything, without limit ${name}`])
    const changes = [{ asset: { address: token }, change: 1_000_000n }]
    expect(view(send, { tokens, simulation: { at: 'works', changes } }).facts[0]?.value).toBe(`+1 ${name}`)
  })

  test('names an unknown network by its number', () => {
    const { request } = readRequest('eth_sendTransaction', [{ to, value: '0xde0b6b3a7640000' }], {
      ...asking,
      chainId: 'eip155:31337',
    })
    const shown = view(request)
    expect(shown.title).toBe('Send 1 of its coin')
    expect(shown.facts).toContainEqual({ label: 'Network', value: 'Network 31337' })
    expect(shown.facts[1]?.value).toBe('0.02113 of its coin')
  })

  test('names a network and its currency as the operator does, who renames none of the table', () => {
    const theirs = { name: 'Meadow', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
    const described = { 'eip155:31337': theirs, 'eip155:1': theirs }
    const shownOn = (chainId: 'eip155:1' | 'eip155:31337' | 'eip155:31338') => {
      const network = networkFacts(chainId, described)
      const here = { ...asking, chainId, network }
      const { request } = readRequest('eth_sendTransaction', [{ to, value: '0xde0b6b3a7640000' }], here)
      const { title, facts } = view(request)
      return [title, facts.find(({ label }) => label === 'Network')?.value]
    }
    expect(shownOn('eip155:31337')).toEqual(['Send 1 ETH', 'Meadow'])
    expect(shownOn('eip155:1')).toEqual(['Send 1 ETH', 'Ethereum'])
    expect(shownOn('eip155:31338')).toEqual(['Send 1 of its coin', 'Network 31338'])
  })

  test('asks twice for a swap with an unknown outcome or another receiver', () => {
    const data = `0x04e45aaf${word(token)}${word(to)}${word(500n)}${word(to)}${word(1n)}${word(1n)}${word(0n)}`
    const shown = view(transaction({ to: router, data }), { simulation: { at: 'unknown' } })
    expect(shown.asksTwice).toHaveLength(2)
  })

  test('shows the value of a new contract, in the title and on the button as well', () => {
    const shown = view(transaction({ data: '0x6000', value: '0x6f05b59d3b20000' }))
    expect(shown).toMatchObject({
      title: 'Create a contract with 0.5 ETH',
      action: 'Create a contract with 0.5 ETH',
    })
    expect(lines(shown)).toEqual([
      ['Create a contract', '2 bytes'],
      ['With', '0.5 ETH'],
    ])
    const free = view(transaction({ data: '0x6000' }))
    expect(free).toMatchObject({ title: 'Create a contract', action: 'Create a contract' })
    expect(lines(free)).toEqual([['Create a contract', '2 bytes']])
    const several = view(
      batch([
        { to, value: '0x1' },
        { data: '0x6000', value: '0x6f05b59d3b20000' },
      ]),
    )
    expect(lines(several).slice(3)).toEqual([
      ['2 of 2', undefined],
      ['Create a contract', '2 bytes'],
      ['With', '0.5 ETH'],
    ])
  })

  test('names incoming assets by their contract, which no symbol can replace (T67)', () => {
    const change = 1_000_000n
    const shown = view(transaction({ to, value: '0x1' }), {
      tokens: {
        [token.toLowerCase()]: { symbol: 'ETH', decimals: 6 },
        [to.toLowerCase()]: { symbol: 'ETH', decimals: 6 },
      },
      simulation: {
        at: 'works',
        changes: [
          { asset: { symbol: 'ETH', decimals: 18 }, change: 10n ** 18n },
          { asset: { address: token }, change },
          { asset: { address: to }, change },
          { asset: { address: account }, change },
        ],
      },
    })
    const claim = 'The token calls it 1 “ETH”'
    expect(shown.facts.slice(0, 4)).toEqual([
      { label: 'You get', value: '+1 ETH' },
      { label: 'You get', value: '+1,000,000 base units of 0xdbF0…C8C6FB', contract: token, claim },
      { label: 'You get', value: '+1,000,000 base units of 0xfB69…c5d359', contract: to, claim },
      { label: 'You get', value: '+1,000,000 base units of 0x5aAe…1BeAed', contract: account },
    ])
  })

  describe('a claimed exchange counts once a node confirms what comes in', () => {
    const ether = 10n ** 18n
    const wrap = transaction({ to: token, value: '0xde0b6b3a7640000', data: '0xd0e30db0' })
    const unwrap = transaction({ to: token, data: `0x2e1a7d4d${word(ether)}` })
    const swap = transaction({
      to: router,
      data: `0x04e45aaf${word(token)}${word(to)}${word(500n)}${word(account)}${word(1n)}${word(1n)}${word(0n)}`,
    })
    const weth = { tokens: { [token.toLowerCase()]: { symbol: 'WETH', decimals: 18, isListed: true } } }
    type Seen = Extract<Simulation, { at: 'works' | 'unknown' }>
    const works = (...moves: readonly (readonly [string | undefined, bigint])[]) => ({
      at: 'works' as const,
      changes: moves.map(([address, change]) => ({
        asset: address === undefined ? {} : { address },
        change,
      })),
    })
    /** As it comes in: a single call does by itself what all of them do. */
    const by = (simulation: Seen) => ({
      ...weth,
      simulation,
      ...(simulation.at === 'works' && simulation.changes && { outcomes: [simulation.changes] }),
    })
    const unexplained = 'This wallet can’t explain what this does.'
    const unseen = 'We couldn’t find out what you’d get.'

    test.each<readonly [string, ApprovalRequest, Seen, string]>([
      ['a wrap', wrap, works([undefined, -ether], [token, ether]), 'Wrap'],
      ['an unwrap', unwrap, works([undefined, ether]), 'Unwrap'],
      ['a swap', swap, works([token, -1n], [to, 1n]), 'Swap'],
    ])('names %s by its kind once paid, and asks once', (_name, request, simulation, title) => {
      const shown = view(request, by(simulation))
      expect(shown).toMatchObject({ title, action: title, asksTwice: [], warnings: [] })
      expect(shown.effects[0]?.label).toBe(title)
    })

    test.each<readonly [string, ApprovalRequest, Seen, string]>([
      [
        'a wrap that takes the money',
        wrap,
        works([undefined, -ether]),
        'The network says you’d get less than this.',
      ],
      [
        'a wrap that gives less',
        wrap,
        works([undefined, -ether], [token, ether - 1n]),
        'The network says you’d get less than this.',
      ],
      [
        'a wrap that gives what another contract makes',
        wrap,
        works([undefined, -ether], [to, ether]),
        'The network says you’d get less than this.',
      ],
      [
        'an unwrap that gives another token',
        unwrap,
        works([to, ether]),
        'The network says you’d get less than this.',
      ],
      [
        'a swap that only takes',
        swap,
        works([token, -1n]),
        'The network’s preview doesn’t match what this promises.',
      ],
      ['a wrap on a node that does not say', wrap, { at: 'works' }, unseen],
      ['an unwrap on a node that does not say', unwrap, { at: 'unknown' }, unseen],
      ['a swap on a node that does not say', swap, { at: 'works' }, unseen],
    ])('names %s a call, and asks twice', (_name, request, simulation, reason) => {
      const shown = view(request, by(simulation))
      expect(shown).toMatchObject({
        title: 'Approve a transaction',
        action: 'Send transaction',
        asksTwice: [reason],
      })
      expect(shown.warnings).toContainEqual({ tone: 'danger', text: reason })
      expect(shown.effects[0]).toEqual({
        label: 'Call',
        value: expect.stringMatching(/^an? (wrap|unwrap|swap), by its name alone$/),
        tone: 'danger',
      })
    })

    test('does not claim that a wrap gives nothing when only transfers were simulated: most emit none', () => {
      const taken = view(wrap, { ...weth, simulation: works([undefined, -ether]) })
      expect(taken.asksTwice).toEqual([unseen])
      const told = view(wrap, { ...weth, simulation: works([undefined, -ether], [token, ether]) })
      expect(told).toMatchObject({ title: 'Wrap', asksTwice: [] })
    })

    test('claims and warns of nothing while the nodes are asked', () => {
      const { fee: _, simulation: __, ...rest } = seen
      const shown = composeApproval(wrap, { ...rest, at: 'asking' })
      expect(shown).toMatchObject({ title: 'Approve a transaction', asksTwice: [unseen], warnings: [] })
      expect(lines(shown)).toEqual([
        ['Call', 'a wrap, by its name alone'],
        ['Pay', '1 ETH'],
        ['Contract', token],
      ])
    })

    test('judges each of several exchanges by its own outcome', () => {
      const calls = [
        { to: token, value: '0xde0b6b3a7640000', data: '0xd0e30db0' },
        { to, value: '0xde0b6b3a7640000', data: '0xd0e30db0' },
      ]
      const gains = [{ asset: { address: token }, change: ether }]
      const all = works([undefined, -2n * ether], [token, ether], [to, ether])
      const one = view(batch(calls), { simulation: all, outcomes: [gains, []] })
      expect(one.effects.map(({ label }) => label)).toEqual([
        '1 of 2',
        'Wrap',
        'Contract',
        '2 of 2',
        'Send',
        'To',
        'Call',
        'Contract',
      ])
      expect(one.asksTwice).toEqual([unexplained])
      expect(view(batch(calls), { simulation: all }).asksTwice).toEqual([unseen, unexplained])
    })

    test("keeps a wrap's outcome beside a collectible without a sum in the same batch", () => {
      const calls = [
        { to: token, value: '0xde0b6b3a7640000', data: '0xd0e30db0' },
        { to, data: `0x42842e0e${word(account)}${word(to)}${word(7n)}` },
      ]
      const outcomes = [[{ asset: { address: token }, change: ether }], undefined]
      const titled = (simulation: Simulation) =>
        view(batch(calls), { simulation, outcomes }).effects.map(({ label }) => label)
      expect(titled({ at: 'unknown' })).toContain('Wrap')
      expect(titled({ at: 'fails' })).not.toContain('Wrap')
    })

    test('counts two wraps in one call as paid together or not at all', () => {
      const one = [token, ether, '0xd0e30db0'] as const
      const abi = parseAbi(['function execute((address,uint256,bytes)[])'])
      const twice = transaction({ to: account, data: encodeFunctionData({ abi, args: [[one, one]] }) })
      expect(twice).toMatchObject({ effects: [{ is: 'batch', effects: [{ is: 'wrap' }, { is: 'wrap' }] }] })
      expect(view(twice, { ...weth, simulation: works([token, ether]) }).asksTwice).toHaveLength(1)
      expect(view(twice, { ...weth, simulation: works([token, 2n * ether]) }).asksTwice).toEqual([])
    })
  })

  test('treats approval of collectible number 0 as one, and the zero address as a revocation', () => {
    const collection = { tokens: { [token.toLowerCase()]: { symbol: 'ART', isCollection: true } } }
    const approve = (spender: string, id: bigint) =>
      transaction({ to: token, data: `0x095ea7b3${word(spender)}${word(id)}` })
    const nobody = `0x${'0'.repeat(40)}`
    const first = view(approve(to, 0n), collection)
    expect(first).toMatchObject({ title: 'Allow spending', action: 'Allow' })
    expect(lines(first)).toEqual([
      ['Allow to spend', '#0'],
      ['Spender', to],
      ['Collection', token],
    ])
    const near = `${to.slice(0, 6)}${'0'.repeat(32)}${to.slice(-4)}`.toLowerCase()
    expect(view(approve(near, 0n), { ...collection, known: [to] }).alike?.known).toBe(to)
    for (const id of [0n, 5n]) {
      const back = view(approve(nobody, id), collection)
      expect(back).toMatchObject({ title: 'Revoke a permission', action: 'Revoke' })
      expect(lines(back)).toEqual([
        ['Revoke', `the permission to take #${id}`],
        ['Collection', token],
      ])
    }
    expect(view(approve(to, 0n), { at: 'asking', tokens: {} }).title).toBe('Allow spending')
    // Nor is it said of a collection that to raise a permission by nothing changes none.
    const raise = transaction({ to: token, data: `0x39509351${word(to)}${word(0n)}` })
    expect(lines(view(raise, collection))[0]).toEqual(['Allow to spend', '#0'])
    // Of a token that is none, nothing is what takes it back.
    const back = view(approve(to, 0n))
    expect(back).toMatchObject({ title: 'Revoke a permission', action: 'Revoke' })
    expect(view(approve(near, 0n), { known: [to] }).alike).toBeUndefined()
  })

  test('names no single effect on the button for several in one call', () => {
    const abi = parseAbi([
      'function multicall(bytes[])',
      'function setApprovalForAll(address,bool)',
      'function approve(address,uint256)',
      'function refundETH()',
    ])
    const refund = encodeFunctionData({ abi, functionName: 'refundETH' })
    const given = [
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [to, true] }),
      encodeFunctionData({ abi, functionName: 'approve', args: [to, unlimited] }),
    ]
    for (const first of given) {
      const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[first, refund]] })
      expect(view(transaction({ to: token, data }))).toMatchObject({
        title: 'Approve a transaction',
        action: 'Send transaction',
      })
    }
  })

  test('lists several calls one by one, and says that they are separate', () => {
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

test('shows the known address beside a look-alike, and asks for its end (T63)', () => {
  const near = `${to.slice(0, 6)}${'0'.repeat(32)}${to.slice(-4)}`.toLowerCase()
  const request = transaction({ to: near, value: '0x1' })
  expect(view(request, { known: [to.toLowerCase()] }).alike?.known).toBe(to.toLowerCase())
  expect(view(request, { known: [to.toLowerCase(), near] }).alike).toBeUndefined()
  expect(view(request).alike).toBeUndefined()
  const spends = transaction({ to: token, data: `0x095ea7b3${word(near)}${word(5n)}` })
  expect(view(spends, { known: [to.toLowerCase()] }).alike?.address.toLowerCase()).toBe(near)
})

describe('the words of a signature', () => {
  const message = (text: string) => view(readRequest('personal_sign', [text, account], asking).request)

  test('shows a text as it is, with hidden characters written out (T67)', () => {
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
    // A letter and a mark by their class, which no one sees.
    expect(showHidden('a\u3164b\ufe0fc')).toBe('a⟨U+3164⟩b⟨U+FE0F⟩c')
  })

  test('asks twice for unreadable bytes', () => {
    expect(message('0xff')).toMatchObject({ title: 'Sign bytes', bytes: ['0xff'] })
    expect(message('0xff').asksTwice).toHaveLength(1)
  })

  test.each([
    ['as hex', `0x${'ab'.repeat(32)}`, undefined],
    ['as hex that reads as text', `0x${'41'.repeat(32)}`, 'A'.repeat(32)],
    ['as raw text', 'Log in to the shop of Ada, today', 'Log in to the shop of Ada, today'],
    ['as raw text of fewer letters', 'é'.repeat(16), 'é'.repeat(16)],
  ])('S1: says of 32 bytes %s that they may be a transaction, and asks twice', (_name, sent, text) => {
    const shown = message(sent)
    expect(shown).toMatchObject({ title: 'Sign 32 bytes', action: 'Sign' })
    expect(shown.asksTwice).toEqual([expect.stringContaining('You may be signing a transaction')])
    expect(shown.warnings).toEqual([{ tone: 'danger', text: shown.asksTwice[0] }])
    expect(shown.text).toBe(text)
    expect(shown.bytes?.[0]).toHaveLength(66)
  })

  test('S1: takes 31 and 33 bytes of text for a text', () => {
    for (const length of [31, 33]) expect(message('A'.repeat(length)).asksTwice).toEqual([])
  })

  test('names a sign-in for this page, and cannot approve one for another site (T37)', () => {
    const text = (domain: string) =>
      `${domain} wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://${domain}\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1234\nIssued At: 2026-11-21T08:00:00Z`
    expect(message(text('shop.example'))).toMatchObject({
      title: 'Sign in to shop.example',
      action: 'Sign in',
    })
    const refused = message(text('evil.example'))
    expect(refused.title).toBe('Sign-in blocked')
    expect(refused.action).toBeUndefined()
    expect(refused.facts).toEqual([{ label: 'Meant for', value: 'evil.example' }])
  })

  test('asks twice for unknown typed data, and for data valid on every network', () => {
    const types = { EIP712Domain: [], Vote: [{ name: 'id', type: 'uint256' }] }
    const data = { types, primaryType: 'Vote', domain: {}, message: { id: 1 } }
    const shown = view(readRequest('eth_signTypedData_v4', [account, data], asking).request)
    expect(shown).toMatchObject({ title: 'Sign data', action: 'Sign' })
    expect(shown.asksTwice).toHaveLength(1)
    expect(shown.warnings.map(({ tone }) => tone)).toEqual(['danger', 'warning'])
  })

  test('treats a permit of several tokens as data to sign, not as a transaction', () => {
    const field = (text: string) => {
      const [type = '', name = ''] = text.split(' ')
      return { type, name }
    }
    const types = {
      EIP712Domain: ['string name', 'uint256 chainId', 'address verifyingContract'].map(field),
      PermitBatch: ['PermitDetails[] details', 'address spender', 'uint256 sigDeadline'].map(field),
      PermitDetails: ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'].map(field),
    }
    const data = {
      types,
      primaryType: 'PermitBatch',
      domain: {
        name: 'Permit2',
        chainId: 1,
        verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      },
      message: {
        details: [token, to].map(token => ({ token, amount: '5', expiration: 1_999_999_999, nonce: 0 })),
        spender: to,
        sigDeadline: '1999999999',
      },
    }
    const shown = view(readRequest('eth_signTypedData_v4', [account, data], asking).request)
    expect(shown).toMatchObject({ title: 'Sign data', action: 'Sign' })
    expect(lines(shown)[0]).toEqual(['Allow to spend', '0.000005 USDX'])
  })

  test('names the spender and the amount of a permit, and that it costs nothing now', () => {
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
