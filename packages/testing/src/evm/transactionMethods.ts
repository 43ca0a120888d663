import { concat, slice, toHex } from 'viem'
import type { Approval } from '../core/createPendingList.ts'
import {
  parseTransaction,
  sendTransaction,
  signTransaction,
  type TransactionRequest,
} from './sendTransaction.ts'
import { type MethodTable, prompting } from './walletContext.ts'

/** Transactions: EIP-1474's, with what the site left out filled in by the wallet. */
export const transactionMethods: MethodTable = {
  eth_sendTransaction: (ctx, [request]) => {
    const transaction = parseTransaction(ctx, request)
    return prompting(approval => sendTransaction(ctx, withAllowance(transaction, approval)))
  },

  eth_signTransaction: (ctx, [request]) => {
    const transaction = parseTransaction(ctx, request)
    return prompting(approval => signTransaction(ctx, withAllowance(transaction, approval)))
  },
}

/** `approve(address,uint256)` of ERC-20: wallets let their visitors type another amount. */
const approve = /^0x095ea7b3[0-9a-fA-F]{128}$/

function withAllowance(request: TransactionRequest, { allowance }: Approval): TransactionRequest {
  const { data } = request
  if (allowance === undefined || data === undefined || !approve.test(data)) return request
  return { ...request, data: concat([slice(data, 0, 36), toHex(BigInt(allowance), { size: 32 })]) }
}
