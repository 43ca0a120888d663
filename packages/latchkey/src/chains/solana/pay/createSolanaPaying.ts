import { toDecimalString } from '../../../contract/amount.ts'
import type { Paying } from '../../../contract/paying.ts'
import { readMint } from '../send/mint.ts'
import { readAccounts } from '../send/nodeAnswers.ts'
import { referenceKey } from '../send/referenceKey.ts'

/** Paying on solana, in the chunk that is fetched with the first payment. */
export function createSolanaPaying(): Paying {
  return {
    async token(rpc, { address }, signal) {
      const [account] = await readAccounts(rpc, [address], signal)
      const mint = account === undefined || account === 'none' ? undefined : readMint(account)
      return mint && { decimals: mint.decimals }
    },
    carries: () => true,
    uri({ to, asset, amount, reference }, label) {
      const fields = new URLSearchParams({ amount: toDecimalString(amount) })
      if (asset.address !== undefined) fields.set('spl-token', asset.address)
      if (reference !== undefined) fields.set('reference', referenceKey(reference))
      if (label !== undefined) fields.set('label', label)
      // Solana Pay writes a space as %20.
      return `solana:${to}?${fields.toString().replaceAll('+', '%20')}`
    },
  }
}
