import type { FileMutants } from '../mutant.ts'

const swap = 'packages/latchkey/src/chains/evm/swap'
const forecast = `${swap}/forecastSwap.test.ts`
const chain = `${swap}/swapping.test.ts`
const legs = `${swap}/readLegs.test.ts`

export const librarySwapForecast: readonly FileMutants[] = [
  {
    file: `${swap}/judgeSwap.ts`,
    tests: [forecast, chain],
    changes: [
      ['-native > mostNative', 'false'],
      ['sellToken === undefined ? terms.most.value : tried.value', 'tried.value + 1n'],
      ['-sold > terms.most.value', '-sold > terms.most.value + 1n'],
      ['bought < terms.least.value', 'bought < terms.least.value - 1n'],
      ['if (!sums || !isRead || !isBound) return undefined', ''],
      ['after.allowance > most', 'after.allowance > most + 1n'],
      ['by === sell && to', 'to'],
      ['&& to === spender', ''],
      ['&& amount <= most', ''],
      ['isOwnGain(terms) ? buy : undefined, nativeAddress', 'buy, nativeAddress'],
      ['change < 0n)) throw', 'change < -1n)) throw'],
      ["if (!sums) throw unsafe('other-asset')", 'if (!sums) continue'],
    ],
  },
  {
    file: `${swap}/checkDecimals.ts`,
    tests: [forecast],
    changes: [
      ['told !== BigInt(asset.decimals)', 'told < BigInt(asset.decimals)'],
      ['told !== BigInt(asset.decimals)', 'told > BigInt(asset.decimals)'],
      ['told !== undefined &&', ''],
      ['? [sell, buy] : [sell]', '? [buy] : []'],
      ['? [sell, buy] : [sell]', '? [sell] : [sell]'],
      ['? [sell, buy] : [sell]', '? [sell, buy] : [sell, buy]'],
      ['asset.decimals !== network.nativeCurrency.decimals', 'false'],
    ],
  },
  {
    file: `${swap}/readGrants.ts`,
    tests: [`${swap}/readGrants.test.ts`],
    changes: [
      ['if (owner !== own) return []', ''],
      ['amount === 0n ||', ''],
      ['const own = account.toLowerCase()', 'const own = account'],
      ['topics.length > known.owner ?', 'true ?'],
    ],
  },
  {
    file: `${swap}/forecastSwap.ts`,
    tests: [forecast, chain],
    changes: [
      ['checkDecimals(rpc, swap.terms, signal),', ''],
      ["again.simulation.at === 'works' ?", 'false ?'],
      ["isApproval && status === '0x1' &&", "false && status === '0x1' &&"],
      [
        "if (simulation.at !== 'fails') return { calls, simulation: { at: 'unknown' } }",
        "if (simulation.at !== 'fails') return { calls, simulation }",
      ],
    ],
  },
  {
    file: `${swap}/readLegs.ts`,
    tests: [legs],
    changes: [
      ["parseAddress(fieldOf(log, 'address')) === address", 'true'],
      ['[...new Set([hash].flat())]', '[hash].flat()'],
      ['moved.get(token.toLowerCase()) ?? wrapped(logs, account)', 'wrapped(logs, account)'],
      ["return isSame && fieldOf(receipt, 'blockHash') != null", 'return isSame'],
      ['if (kind === withdrawal) total -= value', ''],
      ['isHere ? changeOf', 'true ? changeOf'],
    ],
  },
  {
    file: `${swap}/nativeChange.ts`,
    tests: [legs],
    changes: [
      ["if (fieldOf(frame, 'error') != null) continue", ''],
      ["['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']", "['CALL', 'DELEGATECALL', 'SELFDESTRUCT']"],
      ['sentAfter !== sentBefore + BigInt(receipts.length)', 'false'],
      ['after - before + fees', 'after - before'],
      ['- (from === own ? moved : 0n)', ''],
    ],
  },
  {
    file: 'packages/latchkey/src/chains/evm/feeOfReceipt.ts',
    tests: ['packages/latchkey/src/chains/evm/readPaidFee.test.ts'],
    changes: [
      ['used * price + data', 'used * price'],
      ["!isNone('operatorFeeConstant')", 'false'],
      ["!isNone('blobGasUsed')", 'false'],
    ],
  },
  {
    file: 'packages/latchkey/src/chains/evm/readPaidFee.ts',
    tests: ['packages/latchkey/src/chains/evm/readPaidFee.test.ts'],
    changes: [['of.toLowerCase() === hash.toLowerCase()', 'true']],
  },
  {
    file: `${swap}/encodeApproval.ts`,
    tests: [`${swap}/encodeApproval.test.ts`],
    changes: [
      ['|| grant.amount >> 256n', ''],
      ['word(BigInt(spender))', 'word(BigInt(token))'],
    ],
  },
  {
    file: `${swap}/readAllowance.ts`,
    tests: [`${swap}/encodeApproval.test.ts`],
    changes: [
      ['answer.length === 66', 'true'],
      ['word(BigInt(owner))}${word(BigInt(spender))', 'word(BigInt(spender))}${word(BigInt(owner))'],
    ],
  },
]
