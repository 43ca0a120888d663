import { describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { spamName, spamSymbol } from '../../../../devstack/src/contracts/contractPlan.ts'
import type { Hex } from '../indexer/hexBytes.ts'
import { cleanText } from './cleanText.ts'
import { isSpamAsset, isSpamTransfer, type SpamRules } from './spam.ts'

const listed: Hex = `0x${'5a'.repeat(20)}`
const vouched: Hex = `0x${'60'.repeat(20)}`
const any: Hex = `0x${'11'.repeat(20)}`
const rules: SpamRules = {
  vouched: address => address === vouched,
  symbols: new Set(['ETH', 'USDC']),
  listed: address => address === listed,
}

describe('isSpamAsset', () => {
  it.each([
    [true, 'Visit claim-usdc.example to claim 5,000 USDC', 'FREE', true],
    [true, '$ 1000 rewards at www.prize.example', 'X', true],
    [true, 'Airdrop https://a.b', 'X', true],
    [true, cleanText(spamName, 64), cleanText(spamSymbol, 64), true],
    [true, 'USD Coin', 'U\u0405DC', true],
    [true, 'Tether', '\u0415\u0422\u041d', true],
    [true, 'Tether', '\uff35\uff33\uff24\uff34', true],
    // The symbol of a listed token, from an unlisted contract.
    [true, 'USD Coin', 'USDC', true],
    [false, 'Usual Dollar', 'USD0', true],
    [false, 'yearn.finance', 'YFI', true],
    [false, 'Bridged USD Coin', 'USDC.e', true],
    [false, 'vitalik.eth', 'ENS', false],
    [false, 'Ethereum Rocks', 'ETH', false],
    [false, null, null, true],
    [false, 'Токен', 'ТОК', true],
    [false, 'Key #7', null, false],
  ] as const)('T67: %s: %j %j', (expected, name, symbol, fungible) => {
    expect(isSpamAsset({ address: any, name, symbol, fungible }, rules)).toBe(expected)
  })

  it("follows the operator's list over any sign of spam", () => {
    const plain = { name: 'Plain', symbol: 'PLAIN', fungible: true }
    expect(isSpamAsset({ ...plain, address: listed }, rules)).toBe(true)
    expect(isSpamAsset({ address: vouched, name: 'USD Coin', symbol: 'USDC', fungible: true }, rules)).toBe(
      false,
    )
  })

  it('T111: takes no time over long names', () => {
    for (const part of ['a', 'a.', '.a', 'claim ', '\u0405', 'https', '-']) {
      const judge = (count: number) => {
        const text = part.repeat(count)
        return isSpamAsset({ address: any, name: text, symbol: text, fungible: true }, rules)
      }
      expect(growthOf(judge, 6_000), part).toBeLessThan(linearGrowth)
    }
  })
})

describe('isSpamTransfer', () => {
  it.each([
    [true, { own: false, isSpamAsset: true, amount: 5n }],
    [true, { own: false, isSpamAsset: false, amount: 0n }],
    [false, { own: false, isSpamAsset: false, amount: 5n }],
    // The sender knows of the transfer.
    [false, { own: true, isSpamAsset: true, amount: 5n }],
    [false, { own: true, isSpamAsset: false, amount: 0n }],
  ])('%s: %o', (expected, transfer) => {
    expect(isSpamTransfer(transfer)).toBe(expected)
  })
})
