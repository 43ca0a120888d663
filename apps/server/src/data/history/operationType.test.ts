import type { OperationType } from 'latchkey/services'
import { describe, expect, it } from 'vitest'
import type { Move } from '../indexer/decodeLog.ts'
import { type Hex, zeroAddress } from '../indexer/hexBytes.ts'
import { type Outline, operationType } from './operationType.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const me = address('a')
const other = address('b')
const pool = address('c')
const token = address('1')
const coin = address('2')
const weth = address('9')

const leg = (standard: Move['standard'], asset: Hex | null, amount: bigint, from: Hex, to: Hex): Move => ({
  standard,
  token: asset,
  tokenId: standard === 'erc721' || standard === 'erc1155' ? 1n : null,
  amount,
  sender: from,
  recipient: to,
})
const ether = (amount: bigint, from: Hex, to: Hex) => leg('native', null, amount, from, to)
const erc20 = (asset: Hex, amount: bigint, from: Hex, to: Hex) => leg('erc20', asset, amount, from, to)
const nft = (from: Hex, to: Hex) => leg('erc721', token, 1n, from, to)
const by = (sender: Hex, recipient: Hex | null, selector: Hex | null = null, amount = 0n): Outline => ({
  sender,
  recipient,
  amount,
  selector,
})
const swap = '0x12345678'

const rows: [string, OperationType, Outline, Move[]][] = [
  ['ether to somebody', 'send', by(me, other), [ether(5n, me, other)]],
  ['ether from somebody', 'receive', by(other, me), [ether(5n, other, me)]],
  ['ether to oneself', 'send', by(me, me), [ether(5n, me, me)]],
  ['a token to somebody', 'send', by(me, token, '0xa9059cbb'), [erc20(token, 5n, me, other)]],
  ['a token from somebody', 'receive', by(other, token, '0xa9059cbb'), [erc20(token, 5n, other, me)]],
  ['a token taken by an approved spender', 'send', by(other, pool, swap), [erc20(token, 5n, me, pool)]],
  [
    'a token for a token',
    'trade',
    by(me, pool, swap),
    [erc20(token, 5n, me, pool), erc20(coin, 3n, pool, me)],
  ],
  ['ether for a token', 'trade', by(me, pool, swap), [ether(5n, me, pool), erc20(coin, 3n, pool, me)]],
  ['ether for a collectible', 'trade', by(me, pool, swap), [ether(5n, me, pool), nft(zeroAddress, me)]],
  [
    'an order that somebody else filled',
    'trade',
    by(other, pool, swap),
    [nft(me, other), erc20(weth, 3n, other, me)],
  ],
  [
    'a trade that gives some of it back',
    'trade',
    by(me, pool, swap),
    [erc20(token, 5n, me, pool), erc20(token, 1n, pool, me), erc20(coin, 3n, pool, me)],
  ],
  ['to and fro', 'send', by(me, pool, swap), [erc20(token, 5n, me, pool), erc20(token, 5n, pool, me)]],
  ['a token made for oneself', 'mint', by(me, token, swap), [erc20(token, 5n, zeroAddress, me)]],
  ['a collectible made for oneself', 'mint', by(me, token, swap), [nft(zeroAddress, me)]],
  [
    'a token that somebody made for me',
    'receive',
    by(other, token, swap),
    [erc20(token, 5n, zeroAddress, me)],
  ],
  ['a token ended', 'burn', by(me, token, swap), [erc20(token, 5n, me, zeroAddress)]],
  ['a collectible ended', 'burn', by(me, token, swap), [nft(me, zeroAddress)]],
  [
    'ether wrapped',
    'deposit',
    by(me, weth, '0xd0e30db0', 5n),
    [ether(5n, me, weth), erc20(weth, 5n, zeroAddress, me)],
  ],
  [
    'ether unwrapped',
    'withdraw',
    by(me, weth, '0x2e1a7d4d'),
    [erc20(weth, 5n, me, zeroAddress), ether(5n, weth, me)],
  ],
  ['an approval', 'approve', by(me, token, '0x095ea7b3'), []],
  ['an approval for all', 'approve', by(me, token, '0xa22cb465'), []],
  ['a contract made', 'deploy', by(me, null, '0x60806040'), []],
  ['a contract made with ether', 'deploy', by(me, null, '0x60806040', 5n), [ether(5n, me, pool)]],
  ['a call that moves nothing', 'execute', by(me, pool, swap), []],
  ['a call that is paid', 'execute', by(me, pool, swap, 5n), [ether(5n, me, pool)]],
  ['a token given to a call', 'execute', by(me, pool, swap), [erc20(token, 5n, me, pool)]],
  ['nothing at all', 'execute', by(me, me), []],
  ['ether that did not arrive', 'send', by(me, other, null, 5n), []],
  ['a token that did not arrive', 'send', by(me, token, '0xa9059cbb'), []],
  ['wrapping that failed', 'deposit', by(me, weth, '0xd0e30db0', 5n), []],
  ['unwrapping that failed', 'withdraw', by(me, weth, '0x2e1a7d4d'), []],
  ['a swap that failed', 'execute', by(me, pool, swap, 5n), []],
  [
    'nothing, sent in my name by a poisoner',
    'execute',
    by(other, token, swap),
    [erc20(token, 0n, me, other)],
  ],
]

describe('operationType', () => {
  it.each(rows)('%s: %s', (_name, expected, outline, legs) => {
    expect(operationType({ account: me, outline, legs, wrapped: weth })).toBe(expected)
  })

  it('calls it a trade where the wrapped currency is unknown', () => {
    const legs = [ether(5n, me, weth), erc20(weth, 5n, zeroAddress, me)]
    expect(operationType({ account: me, outline: by(me, weth), legs, wrapped: undefined })).toBe('trade')
  })
})
