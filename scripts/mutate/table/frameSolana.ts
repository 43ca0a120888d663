import type { FileMutants } from '../mutant.ts'

const solana = 'apps/frame/src/approve/solana'
const untold = `${solana}/findUntoldSolana.test.ts`
const decode = `${solana}/decodeInstructions.test.ts`
const view = `${solana}/solanaView.test.ts`

export const frameSolana: readonly FileMutants[] = [
  {
    file: `${solana}/findUntoldSolana.ts`,
    tests: [untold],
    changes: [
      ["-change > (told.get(asset.address ?? '') ?? 0n)", '-change > 0n && !told.has(asset.address ?? "")'],
      ["['', lamportsOut(effects, telling)]", "['', 1n << 64n]"],
      ['(told.get(mint) ?? 0n) + effect.amount', 'effect.amount'],
      [' && effect.from === account', ''],
      ['effect.payer === account && ', ''],
      [' && !made.has(effect.account)', ''],
    ],
  },
  {
    file: `${solana}/decodeInstructions.ts`,
    tests: [decode, view],
    changes: [
      ['decode(each) ?? unknown(each)', 'decode(each) ?? []'],
      ['return isBudget(data) ? [] : undefined', 'return []'],
      ['price * units + 999_999n', 'price * units'],
      ['units === undefined ? undefined :', 'units === undefined ? 0n :'],
      ["'utf-8', { fatal: true }", "'utf-8'"],
    ],
  },
  {
    file: `${solana}/decodeToken.ts`,
    tests: [decode, view],
    changes: [
      [
        "is: 'tokenTransfer', from: first, to: third, by: fourth, mint: second, amount, decimals }",
        "is: 'tokenTransfer', from: first, to: second, by: fourth, mint: third, amount, decimals }",
      ],
      ['data.length !== 19 || ', ''],
      ['default:\n      return is2022 ?', 'default:\n      return true ?'],
    ],
  },
  {
    file: `${solana}/solanaView.ts`,
    tests: [view],
    changes: [
      ['pays ? feeFact(progress, telling)', 'true ? feeFact(progress, telling)'],
      ['...untold.map', '...[].map'],
      ['if (only.from !== account) return undefined', ''],
      ['if (!only || more.length > 0) return undefined', 'if (!only) return undefined'],
    ],
  },
]
