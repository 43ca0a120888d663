import type { Hex } from 'viem'
import { decodeLog } from '../../../data/indexer/decodeLog.ts'
import type { InnerPayment } from '../../../data/indexer/decodeTraces.ts'
import type { SeenTransfer } from '../transactionReader.ts'
import type { EvmLog, EvmReceipt, EvmTransaction } from './evmShapes.ts'

/** keccak256 of UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256), by ERC-4337's entry points. */
const userOperation = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** The places of payments in the network's own currency begin below those of logs. */
const ownPlace = -1
const innerPlace = -2

/**
 * What a transaction brought to accounts: its own value, what contracts passed on, and the Transfer events of tokens. Its
 * sender is the payer, whatever contracts stand between. Two exceptions: where the token itself was called, the payer is
 * whose tokens moved (an authorization may be sent by a facilitator); and within a user operation its account is.
 */
export function transfersOf(
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  inner: readonly InnerPayment[],
): readonly SeenTransfer[] {
  const payer = transaction.from
  const own: SeenTransfer[] =
    transaction.to !== null && transaction.value > 0n
      ? [{ place: ownPlace, asset: '', recipient: transaction.to, units: transaction.value, payer }]
      : []
  const passed = inner.map(
    ({ recipient, amount }, index): SeenTransfer => ({
      place: innerPlace - index,
      asset: '',
      recipient,
      units: amount,
      payer,
    }),
  )
  const tokens = receipt.logs.flatMap((log, place) =>
    decodeLog(log, undefined).flatMap(move =>
      move.standard === 'erc20' && move.amount > 0n
        ? [
            {
              place,
              asset: log.address,
              recipient: move.recipient,
              units: move.amount,
              payer: log.address === transaction.to ? move.sender : (accountOf(receipt.logs, place) ?? payer),
            },
          ]
        : [],
    ),
  )
  return [...own, ...passed, ...tokens].filter(({ units }) => units > 0n)
}

/** The account of the user operation that a log belongs to: the entry point names it after the operation's own logs. */
function accountOf(logs: readonly EvmLog[], place: number): Hex | undefined {
  const end = logs.slice(place).find(({ topics }) => topics[0] === userOperation)
  const account = end?.topics[2]
  return account === undefined ? undefined : `0x${account.slice(26)}`
}
