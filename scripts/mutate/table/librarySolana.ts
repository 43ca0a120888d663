import type { FileMutants } from '../mutant.ts'

const send = 'packages/latchkey/src/chains/solana/send'

export const librarySolana: readonly FileMutants[] = [
  {
    file: `${send}/checkSigned.ts`,
    tests: [`${send}/checkSigned.test.ts`],
    changes: [
      ["if (signed.payer !== wanted.payer) return 'payer'", ''],
      ["if (signed.blockhash !== wanted.blockhash) return 'blockhash'", ''],
      ["if (signed.hasTables) return 'tables'", ''],
      ['signed.signatures.length !== 1 || ', ''],
      ["isSame ? undefined : 'instructions'", 'undefined'],
      ['ours.length === theirs.length && ', ''],
      ['one.accounts.join() === other.accounts.join() &&', ''],
    ],
  },
  {
    file: `${send}/isTransfer.ts`,
    tests: [`${send}/outcomes.test.ts`, `${send}/isTransfer.test.ts`],
    changes: [
      ['if (payer !== from) return false', ''],
      ['sum === amount.value', 'true'],
      ['mint !== token || ', ''],
      ['destination === to ? readUnsigned', 'true ? readUnsigned'],
      ['if (moved === undefined) return false', 'if (moved === undefined) continue'],
      ['|| owner !== from', ''],
    ],
  },
  {
    file: `${send}/outcomes.ts`,
    tests: [`${send}/outcomes.test.ts`, `${send}/sending.test.ts`],
    changes: [
      ['found.isWhole && blockHeight > lifetime.lastHeight + walletsOwn', 'found.isWhole'],
      ['found.isWhole && blockHeight', 'blockHeight'],
      [
        'await checkChain(rpc, transfer.network.caipNetworkId, signal)\n    const { blockHeight',
        'const { blockHeight',
      ],
      ['if (seen.blockhash === lifetime.blockhash) return signature', ''],
      ["error === null ? 'confirmed' : 'failed'", "'confirmed'"],
    ],
  },
  {
    file: `${send}/sendTransfer.ts`,
    tests: [`${send}/sending.test.ts`, `${send}/sendTransfer.test.ts`],
    changes: [
      ['await signed(hash)', 'void signed(hash)'],
      ["if (signal.aborted) throw createError('MODAL_CLOSED')\n    await signed", 'await signed'],
      ['decoded && isTransfer(decoded, transfer)', 'decoded'],
      ['checkSigned(transaction, answer)', 'checkSigned(answer, answer)'],
      ['if (!lifetime) throw', 'if (false) throw'],
    ],
  },
  {
    file: `${send}/quoteTransfer.ts`,
    tests: [`${send}/sending.test.ts`, `${send}/outcomes.test.ts`],
    changes: [
      ['if (!isThere && amount < minimum)', 'if (false)'],
      ['rest > 0n && rest < minimum', 'rest < 0n'],
      ['amount.value - fee, decimals', 'amount.value, decimals'],
      ['usual < most ? usual : most', 'usual'],
    ],
  },
  {
    file: `${send}/mint.ts`,
    tests: [`${send}/mint.test.ts`],
    changes: [
      ['epoch >= fee.newer.epoch', 'epoch > fee.newer.epoch'],
      ['amount * points + 9_999n', 'amount * points'],
      ['exact < most ? exact : most', 'exact'],
    ],
  },
]
