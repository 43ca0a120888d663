import { parseTransaction, sendTransaction, signTransaction } from './sendTransaction.ts'
import { type MethodTable, prompting } from './walletContext.ts'

/** Transactions: EIP-1474's, with what the site left out filled in by the wallet. */
export const transactionMethods: MethodTable = {
  eth_sendTransaction: (ctx, [request]) => {
    const transaction = parseTransaction(ctx, request)
    return prompting(() => sendTransaction(ctx, transaction))
  },

  eth_signTransaction: (ctx, [request]) => {
    const transaction = parseTransaction(ctx, request)
    return prompting(() => signTransaction(ctx, transaction))
  },
}
