import { isLatchkeyError } from 'latchkey/contract'
import {
  type AskedExecutionPermission,
  permissionCaveats,
  permissionContracts,
  safeContracts,
} from 'latchkey/services'
import { expect, test } from 'vitest'
import { readExecutionPermission, readGrant, refuseOwn } from './readPermission.ts'

const now = Date.UTC(2026, 10, 29, 12)
const seconds = now / 1_000
const expiry = seconds + 86_400
const holder = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const token = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const shop = '0x00000000000000000000000000000000000B0b00'

const asked = (type: string, data: object, change: object = {}): AskedExecutionPermission =>
  ({
    chainId: '0x7a69',
    to: holder,
    permission: { type, isAdjustmentAllowed: false, data },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    ...change,
  }) as AskedExecutionPermission
const ends = { type: 'expiry', data: { timestamp: expiry } }
const native = ['native-token-allowance', { allowanceAmount: '0x64' }] as const

function codeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!isLatchkeyError(error)) throw error
    return (error.context.rpc as { readonly code: number }).code
  }
}

test.each<readonly [string, object, object]>([
  ['native-token-allowance', { allowanceAmount: '0x0064' }, { is: 'allowance', amount: '0x64' }],
  [
    'erc20-token-allowance',
    { allowanceAmount: '0x64', tokenAddress: token },
    { is: 'allowance', amount: '0x64', token },
  ],
  [
    'native-token-periodic',
    { periodAmount: '0x1', periodDuration: 86_400, startTime: seconds + 60, justification: 'rent' },
    { is: 'periodic', amount: '0x1', seconds: 86_400, start: seconds + 60 },
  ],
  [
    'erc20-token-stream',
    { amountPerSecond: '0x2', maxAmount: '0x100', initialAmount: null, startTime: null, tokenAddress: token },
    { is: 'stream', initial: '0x0', most: '0x100', perSecond: '0x2', start: seconds, token },
  ],
])('%s is read into the one form that is signed', (type, data, permission) => {
  expect(readExecutionPermission(asked(type, data), now)).toEqual({
    permission: { ...permission, expiry },
    to: holder,
  })
})

test.each<readonly [string, AskedExecutionPermission]>([
  ['no end', asked(...native, { rules: [] })],
  ['no rules at all', asked(...native, { rules: null })],
  ['an end that is over', asked(...native, { rules: [{ type: 'expiry', data: { timestamp: seconds } }] })],
  [
    'more than 30 days',
    asked(...native, { rules: [{ type: 'expiry', data: { timestamp: seconds + 2_592_001 } }] }),
  ],
  ['an end given twice', asked(...native, { rules: [ends, ends] })],
  ['an unknown rule', asked(...native, { rules: [ends, { type: 'redeemer', data: {} }] })],
  ['two payees', asked(...native, { rules: [ends, { type: 'payee', data: { addresses: [shop, token] } }] })],
  [
    'a payee that is none',
    asked(...native, { rules: [ends, { type: 'payee', data: { addresses: ['shop'] } }] }),
  ],
  ['everyone', asked(...native, { to: '0x0000000000000000000000000000000000000A11' })],
  ['an unknown kind', asked('token-approval-revocation', {})],
  ['a name of every object', asked('constructor', {})],
  ['a token that is not named', asked('erc20-token-allowance', { allowanceAmount: '0x64' })],
  ['nothing', asked('native-token-allowance', { allowanceAmount: '0x0' })],
  ['a number for an amount', asked('native-token-allowance', { allowanceAmount: 100 })],
  ['a stream without a most', asked('native-token-stream', { amountPerSecond: '0x2' })],
  [
    'an allowance that begins later',
    asked('native-token-allowance', { allowanceAmount: '0x64', startTime: seconds + 60 }),
  ],
])('T145: refuses %s', (_, request) => {
  expect(codeOf(() => readExecutionPermission(request, now))).toBe(-32602)
})

const grant = (change: object) =>
  [
    {
      chainId: '0x7a69',
      expiry,
      signer: { type: 'account', data: { address: holder } },
      permissions: [{ type: 'contract-call', data: { address: shop, selectors: ['0xa9059cbb'] } }],
      policies: [{ type: 'call-limit', data: { limit: 3 } }],
      ...change,
    },
  ] as Parameters<typeof readGrant>[0]

test('the older form is read into the same one', () => {
  expect(readGrant(grant({}), now)).toEqual({
    permission: { is: 'calls', target: shop, selectors: ['0xa9059cbb'], limit: 3, expiry },
    to: holder,
  })
})

test.each<readonly [string, object]>([
  ['keys as signers', { signer: { type: 'keys', data: { keys: [] } } }],
  ['the wallet as signer', { signer: { type: 'wallet' } }],
  ['no target', { permissions: [{ type: 'contract-call', data: { selectors: ['0xa9059cbb'] } }] }],
  ['no functions', { permissions: [{ type: 'contract-call', data: { address: shop } }] }],
  ['an unknown policy', { policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] }],
  ['a policy without its limit', { policies: [{ type: 'call-limit' }] }],
  [
    'a policy that does not fit',
    { permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }] },
  ],
  [
    'several at once',
    {
      permissions: [
        { type: 'a', data: {} },
        { type: 'b', data: {} },
      ],
    },
  ],
  ['an unknown kind', { permissions: [{ type: 'nft-transfer', data: {} }], policies: [] }],
])('T145: refuses %s in the older form', (_, change) => {
  expect(codeOf(() => readGrant(grant(change), now))).toBe(-32602)
})

test('T145: refuses permissions over the account, its delegator, and the contracts that move it', () => {
  const own = [token, safeContracts.module, safeContracts.entryPoint, permissionContracts.manager] as const
  for (const target of own) {
    const calls = readGrant(
      grant({
        permissions: [
          { type: 'contract-call', data: { address: target.toLowerCase(), selectors: ['0x00000000'] } },
        ],
      }),
      now,
    )
    expect(codeOf(() => refuseOwn(calls, [token]))).toBe(-32602)
  }
  expect(codeOf(() => refuseOwn({ ...readGrant(grant({}), now), to: token }, [token]))).toBe(-32602)
  expect(codeOf(() => refuseOwn(readGrant(grant({}), now), [token]))).toBeUndefined()
})

test('every permission has its end among the rules that the chain holds', () => {
  for (const permission of [
    readExecutionPermission(asked(...native), now).permission,
    readGrant(grant({}), now).permission,
  ])
    expect(permissionCaveats(permission)[0]).toEqual({
      enforcer: permissionContracts.timestamp,
      terms: `0x${'0'.repeat(32)}${expiry.toString(16).padStart(32, '0')}`,
    })
})
