import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../testing/src/fixtures/anyCharacter.ts'
import { grantedNamespaces } from '../namespaces/grantedNamespaces.ts'
import { cleanMetadata, cleanText } from './cleanMetadata.ts'
import { parseAuthentication, parseProposal, parseSessionCall } from './parsePayloads.ts'
import { parseRpcMessage } from './rpcMessage.ts'
import { sessionTransition } from './sessionTransition.ts'
import { parseStored } from './storedSession.schema.ts'
import type { StoredSession } from './storedSession.ts'

const methods = [
  'wc_sessionUpdate',
  'wc_sessionExtend',
  'wc_sessionEvent',
  'wc_sessionPing',
  'wc_sessionDelete',
  'wc_sessionSettle',
  'wc_sessionRequest',
  'made_up',
]

const session: StoredSession = {
  topic: 'a'.repeat(64),
  pairingTopic: 'b'.repeat(64),
  publicKey: 'c'.repeat(64),
  peer: { name: 'Wallet', description: '', icons: [] },
  asked: ['eip155'],
  namespaces: {
    eip155: {
      accounts: ['eip155:1:0x0000000000000000000000000000000000000001'],
      chains: ['eip155:1'],
      methods: ['personal_sign'],
      events: ['chainChanged'],
    },
  },
  expiry: 2_000_000,
  disableDeepLink: false,
  updateId: 10,
}
const time = { now: 1_000_000, toLocal: (seconds: number) => seconds * 1_000 }

/** JSON with the names of the protocol in it, so that the readers get past the first door. */
const names = fc.constantFrom(
  'id',
  'method',
  'params',
  'result',
  'error',
  'code',
  'message',
  'namespaces',
  'eip155',
  'accounts',
  'chains',
  'methods',
  'events',
  'expiry',
  'event',
  'name',
  'data',
  'chainId',
  'controller',
  'publicKey',
  'metadata',
  '__proto__',
  'constructor',
  'toString',
)
const hostile = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.jsonValue(),
    fc.double(),
    fc.bigInt(),
    fc.constantFrom(undefined, 'eip155:1', 'eip155:1:0x1', '0x', '\u202e', 'a'.repeat(10_000)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('value'), { maxKeys: 6 }),
  ),
})).value

test('no payload makes a reader throw, and what a session becomes is one that can be stored', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...methods), fc.nat(), (params, method, id) => {
      const step = sessionTransition(session, { id, method, params }, time)
      if (step.session) expect(parseStored.session(step.session)).toEqual(step.session)
      parseProposal(params)
      parseAuthentication(params)
      parseSessionCall(params)
      expect(parseStored.session(params)).toBeUndefined()
    }),
    { numRuns: 400 },
  )
})

test('a call without parameters is one: JSON leaves out what is undefined', () => {
  const call = { request: { method: 'eth_requestAccounts' }, chainId: 'eip155:1' }
  expect(parseSessionCall(call)).toEqual(call)
})

test('no text makes the reader of JSON-RPC throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), hostile.map(safeJson)), text => {
      const message = parseRpcMessage(text)
      if (!message) return
      expect(Number.isSafeInteger(message.id)).toBe(true)
      if (message.kind === 'error') expect(Number.isSafeInteger(message.error.code)).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test.each([
  ['', undefined],
  ['null', undefined],
  ['[]', undefined],
  ['{"id":1,"jsonrpc":"1.0","result":true}', undefined],
  ['{"id":1.5,"jsonrpc":"2.0","result":true}', undefined],
  ['{"id":17950000000000000000,"jsonrpc":"2.0","result":true}', undefined],
  [
    '{"id":"1795000000000001","jsonrpc":"2.0","result":null}',
    { kind: 'result', id: 1795000000000001, result: null },
  ],
  ['{"id":7,"jsonrpc":"2.0","method":"x"}', { kind: 'request', id: 7, method: 'x', params: undefined }],
  ['{"id":7,"jsonrpc":"2.0","error":"no"}', { kind: 'error', id: 7, error: { code: -32603, message: '' } }],
  // Some wallets write both members.
  ['{"id":7,"jsonrpc":"2.0","result":"0x1","error":null}', { kind: 'result', id: 7, result: '0x1' }],
  ['{"id":7,"jsonrpc":"2.0","result":null,"error":null}', { kind: 'result', id: 7, result: null }],
  [
    '{"id":7,"jsonrpc":"2.0","result":null,"error":{"code":5000,"message":"No"}}',
    { kind: 'error', id: 7, error: { code: 5000, message: 'No' } },
  ],
  ['{"id":7,"jsonrpc":"2.0","error":null}', { kind: 'error', id: 7, error: { code: -32603, message: '' } }],
])('the message %s', (text, message) => {
  expect(parseRpcMessage(text)).toEqual(message)
})

describe('T93 what a peer says of itself', () => {
  test('is short plain text, web addresses and pictures, whatever it sent', () => {
    fc.assert(
      fc.property(hostile, fc.string({ unit: anyCharacter, maxLength: 300 }), (metadata, text) => {
        const values = [
          metadata,
          { name: text, description: text, url: text, icons: [text], redirect: { native: text } },
        ]
        for (const value of values) {
          const { name, description, url, icons, redirect } = cleanMetadata(value)
          expect(name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
          expect(Array.from(name).length).toBeLessThanOrEqual(64)
          expect(Array.from(description).length).toBeLessThanOrEqual(256)
          for (const link of [url, redirect?.universal]) if (link) expect(link).toMatch(/^https?:\/\//)
          for (const icon of icons) expect(icon).toMatch(/^(?:https:\/\/|data:image\/)/)
        }
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['MetaMask\u202egnp.exe', 'MetaMask gnp.exe'],
    ['\u0000\u200b\u2066Wal\u0007let', 'Wal let'],
    ['A\n\nB', 'A B'],
    ['', 'Unknown wallet'],
    [7, 'Unknown wallet'],
    ['👛'.repeat(100), '👛'.repeat(64)],
  ])('the name %j', (name, clean) => {
    expect(cleanMetadata({ name }).name).toBe(clean)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml',
    'http://wallet.example/a.png',
    'https://user:pass@wallet.example/a.png',
    'file:///etc/passwd',
    ' https://wallet.example/a.png',
    `data:image/png;base64,${'A'.repeat(70_000)}`,
  ])('the picture %s is not taken', icon => {
    expect(cleanMetadata({ icons: [icon] }).icons).toEqual([])
  })

  test.each(['javascript:alert(1)', 'intent://x', 'data:text/html,x', 'file:///x', 'blob:x'])(
    'the link %s is not opened',
    native => {
      expect(cleanMetadata({ redirect: { native, universal: native } }).redirect).toBeUndefined()
    },
  )

  test('what is sound stays', () => {
    const sound = {
      name: 'Blue Wallet',
      description: 'A wallet',
      url: 'https://blue.example',
      icons: ['https://blue.example/icon.png', 'data:image/png;base64,AAAA'],
      redirect: { native: 'blue://', universal: 'https://blue.example/app' },
    }
    expect(cleanMetadata(sound)).toEqual(sound)
  })

  test('a getter that throws is not asked, since JSON has none; a text of megabytes is cut first', () => {
    expect(cleanText('x'.repeat(10_000_000), 64)).toBe('x'.repeat(64))
  })
})

describe('what a wallet grants', () => {
  const address = '0x0000000000000000000000000000000000000001'
  const part = (accounts: readonly string[], chains?: readonly string[]) => ({
    accounts: [...accounts],
    methods: ['personal_sign'],
    events: [],
    ...(chains && { chains: [...chains] }),
  })

  test.each([
    ['nothing', {}, undefined],
    ['no account', { eip155: part([]) }, undefined],
    ['an account of another namespace', { eip155: part([`solana:1:${address}`]) }, undefined],
    ['an account that is none', { eip155: part(['eip155:1', 'eip155::x', 'x', '']) }, undefined],
    ['a namespace that was not asked for', { cosmos: part([`cosmos:1:${address}`]) }, undefined],
    ['__proto__', JSON.parse(`{"__proto__": ${JSON.stringify(part([`eip155:1:${address}`]))}}`), undefined],
  ])('%s: no session', (_name, settled, granted) => {
    expect(grantedNamespaces(settled, ['eip155', 'solana'])).toEqual(granted)
  })

  test('chains come from accounts, lists and keys; accounts are there once', () => {
    const account = `eip155:1:${address}`
    const granted = grantedNamespaces(
      {
        eip155: part([account, account], ['eip155:10', 'nonsense']),
        'eip155:8453': part([`eip155:8453:${address}`]),
      },
      ['eip155'],
    )
    expect(granted?.eip155?.accounts).toEqual([account, `eip155:8453:${address}`])
    expect([...(granted?.eip155?.chains ?? [])].sort()).toEqual(['eip155:1', 'eip155:10', 'eip155:8453'])
  })
})

describe('every request of a wallet', () => {
  const update = (accounts: string[]) => ({
    namespaces: { eip155: { accounts, methods: ['personal_sign'], events: [], chains: ['eip155:1'] } },
  })
  const other = 'eip155:1:0x0000000000000000000000000000000000000002'
  test.each([
    ['wc_sessionPing', 11, {}, { result: true }],
    ['wc_sessionSettle', 11, {}, { result: true }],
    ['wc_sessionUpdate', 11, update([other]), { result: true }],
    ['wc_sessionUpdate', 10, update([other]), { error: { code: 1003 } }],
    ['wc_sessionUpdate', 9, update([other]), { error: { code: 1003 } }],
    ['wc_sessionUpdate', 11, update([]), { error: { code: 1003 } }],
    ['wc_sessionUpdate', 11, null, { error: { code: 1003 } }],
    ['wc_sessionExtend', 11, {}, { result: true }],
    ['wc_sessionExtend', 11, undefined, { result: true }],
    ['wc_sessionExtend', 11, { expiry: 3_000 }, { result: true }],
    ['wc_sessionExtend', 11, { expiry: 1 }, { error: { code: 1004 } }],
    ['wc_sessionExtend', 11, { expiry: 'never' }, { error: { code: 1004 } }],
    [
      'wc_sessionEvent',
      11,
      { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' },
      { result: true },
    ],
    ['wc_sessionEvent', 11, { event: { name: 'chainChanged' }, chainId: 'eip155:1' }, { result: true }],
    [
      'wc_sessionEvent',
      11,
      { event: { name: 'made_up', data: 1 }, chainId: 'eip155:1' },
      { error: { code: 3002 } },
    ],
    [
      'wc_sessionEvent',
      11,
      { event: { name: 'chainChanged' }, chainId: '__proto__:1' },
      { error: { code: 3002 } },
    ],
    ['wc_sessionDelete', 11, { code: 6000, message: 'Bye' }, { result: true }],
    ['wc_sessionDelete', 11, null, { result: true }],
    ['wc_sessionRequest', 11, {}, { error: { code: 10001 } }],
    ['made_up', 11, {}, { error: { code: 10001 } }],
  ])('%s with id %i and %j', (method, id, params, answer) => {
    const step = sessionTransition(session, { id, method, params }, time)
    expect(step.answer).toMatchObject(answer)
    const isSame = !('result' in answer) || !/Update|Extend|Delete/.test(method)
    if (isSame) expect(step.session).toBe(session)
    else if (method === 'wc_sessionDelete') expect(step.session).toBeUndefined()
    else expect(step.session).not.toBe(session)
  })

  test('an extension is never longer than a week from now', () => {
    const step = sessionTransition(
      session,
      { id: 11, method: 'wc_sessionExtend', params: { expiry: 99_999_999 } },
      time,
    )
    expect(step.session?.expiry).toBe(time.now + 604_800_000)
  })
})

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}` : each)) ?? ''
}
