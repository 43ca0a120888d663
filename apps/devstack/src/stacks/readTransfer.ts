import {
  AddressHashMode,
  AuthType,
  addressHashModeToVersion,
  addressToString,
  createAddress,
  deserializeTransaction,
  type StacksTransactionWire,
} from '@stacks/transactions'

/** A transfer that is signed by its sender, and nothing else. */
export interface SignedTransfer {
  /** Hex without 0x. */
  readonly txid: string
  readonly sender: string
  readonly recipient: string
  readonly amount: bigint
  readonly fee: bigint
  readonly nonce: bigint
  readonly memo: string
  /** Bytes of the whole transaction. */
  readonly size: number
}

/** The reasons that nodes give for not taking a transaction. */
export type Refusal =
  | 'Deserialization'
  | 'SignatureValidation'
  | 'BadNonce'
  | 'FeeTooLow'
  | 'NotEnoughFunds'
  | 'TransferAmountMustBePositive'
  | 'TransferRecipientCannotEqualSender'
  | 'BadTransactionVersion'
  | 'BadFunctionArgument'

const testVersion = 0x80
const testChain = 0x80000000
const testNetwork = 'testnet'
const tokenTransfer = 0

/** Reads a transaction and checks its signature, by the vendor's own code. Returns why nodes would not take it. */
export function readTransfer(bytes: Uint8Array): SignedTransfer | { readonly refusal: Refusal } {
  let read: StacksTransactionWire
  try {
    read = deserializeTransaction(bytes)
    // What follows the transaction is no part of it.
    if (read.serializeBytes().length !== bytes.length) return { refusal: 'Deserialization' }
  } catch {
    return { refusal: 'Deserialization' }
  }
  const { auth, payload } = read
  if (read.transactionVersion !== testVersion || read.chainId !== testChain)
    return { refusal: 'BadTransactionVersion' }
  const { spendingCondition: origin } = auth
  const isPlain = auth.authType === AuthType.Standard && origin.hashMode === AddressHashMode.P2PKH
  // Contracts, sponsors, several keys and conditions are beyond this facade: they are refused, not left unchecked.
  if (!isPlain || payload.payloadType !== tokenTransfer || read.postConditions.values.length > 0)
    return { refusal: 'BadFunctionArgument' }
  try {
    read.verifyOrigin()
  } catch {
    return { refusal: 'SignatureValidation' }
  }
  if (payload.recipient.type !== 'address') return { refusal: 'BadFunctionArgument' }
  const version = addressHashModeToVersion(origin.hashMode, testNetwork)
  const sender = addressToString({
    ...createAddress(payload.recipient.value),
    version,
    hash160: origin.signer,
  })
  return {
    txid: read.txid(),
    sender,
    recipient: payload.recipient.value,
    amount: payload.amount,
    fee: origin.fee,
    nonce: origin.nonce,
    memo: payload.memo.content,
    size: bytes.length,
  }
}
