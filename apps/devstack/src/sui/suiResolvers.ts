import {
  fromBase64,
  isValidSuiAddress,
  normalizeStructTag,
  normalizeSuiAddress,
  toBase64,
} from '@mysten/sui/utils'
import { GraphQLError } from 'graphql'
import {
  type ExecutedTransaction,
  referenceGasPrice,
  type SuiCoin,
  type SuiLedger,
} from './createSuiLedger.ts'
import { SuiFault } from './suiFault.ts'

const coinType = normalizeStructTag('0x2::sui::SUI')
const objectType = normalizeStructTag(`0x2::coin::Coin<${coinType}>`)
const page = { hasNextPage: false, endCursor: null }
const epoch = { epochId: 0, referenceGasPrice: String(referenceGasPrice) }

/** The answers to queries and mutations, over the coin table. */
export function suiResolvers(ledger: SuiLedger) {
  return {
    chainIdentifier: () => ledger.genesis,
    checkpoint: ({ sequenceNumber }: { sequenceNumber?: number }) => {
      if (sequenceNumber === 0) return { sequenceNumber: 0, digest: ledger.genesis }
      if (sequenceNumber !== undefined && sequenceNumber > ledger.checkpoint()) return null
      return { sequenceNumber: sequenceNumber ?? ledger.checkpoint(), digest: null }
    },
    epoch: () => epoch,
    address: ({ address }: { address: string }) => addressOf(ledger, parseAddress(address)),
    transaction: ({ digest }: { digest: string }) => {
      const found = ledger.transaction(digest)
      return found ? transactionOf(found) : null
    },
    verifyZkLoginSignature: () => {
      throw refuse('Verification failed: Hazel knows no login provider')
    },
    executeTransaction: async (order: { transactionDataBcs: string; signatures: string[] }) => {
      try {
        const bytes = bytesOf(order.transactionDataBcs)
        return { effects: effectsOf(await ledger.execute(bytes, order.signatures)) }
      } catch (cause) {
        throw cause instanceof SuiFault ? refuse(cause.message) : cause
      }
    },
  }
}

function refuse(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })
}

function parseAddress(text: string): string {
  const address = normalizeSuiAddress(text)
  if (!isValidSuiAddress(address)) throw refuse(`Invalid SuiAddress: ${text.slice(0, 80)}`)
  return address
}

function bytesOf(text: string): Uint8Array {
  try {
    return fromBase64(text)
  } catch {
    throw refuse('Invalid Base64')
  }
}

function addressOf(ledger: SuiLedger, address: string): object {
  const coins = () => ledger.coins(address)
  const balance = (): object => {
    const total = coins().reduce((sum, coin) => sum + coin.balance, 0n)
    return {
      coinType: { repr: coinType },
      totalBalance: String(total),
      coinBalance: String(total),
      addressBalance: '0',
    }
  }
  return {
    address,
    balance: (asked: { coinType: string }) =>
      isSui(asked.coinType, coinType)
        ? balance()
        : { coinType: { repr: asked.coinType }, totalBalance: '0', coinBalance: '0', addressBalance: '0' },
    balances: () => ({ pageInfo: page, nodes: coins().length > 0 ? [balance()] : [] }),
    objects: ({ filter }: { filter?: { type?: string } }) => {
      const isAsked = filter?.type === undefined || isSui(filter.type, objectType)
      return { pageInfo: page, nodes: isAsked ? coins().map(coin => objectOf(ledger, coin)) : [] }
    },
  }
}

function isSui(text: string, type: string): boolean {
  try {
    return normalizeStructTag(text) === type
  } catch {
    throw refuse(`Invalid type: ${text.slice(0, 80)}`)
  }
}

function objectOf(ledger: SuiLedger, { id, owner, version, digest, balance }: SuiCoin): object {
  return {
    address: id,
    version: Number(version),
    digest,
    owner: { __typename: 'AddressOwner', address: () => addressOf(ledger, owner) },
    contents: { type: { repr: objectType }, json: { id, balance: String(balance) } },
  }
}

function transactionOf(transaction: ExecutedTransaction): object {
  return {
    digest: transaction.digest,
    transactionBcs: toBase64(transaction.bytes),
    signatures: transaction.signatures.map(signatureBytes => ({ signatureBytes })),
    effects: () => effectsOf(transaction),
  }
}

function effectsOf(transaction: ExecutedTransaction): object {
  const { failure, effects, changes, checkpoint, timestamp } = transaction
  return {
    status: failure ? 'FAILURE' : 'SUCCESS',
    timestamp: new Date(timestamp).toISOString(),
    checkpoint: { sequenceNumber: checkpoint, digest: null },
    epoch,
    executionError: failure ? { message: failure } : null,
    effectsBcs: toBase64(effects),
    balanceChangesJson: changes.map(({ address, amount }) => ({ address, coinType, amount: String(amount) })),
    objectChanges: { nodes: [] },
    events: { pageInfo: page, nodes: [] },
    transaction: () => transactionOf(transaction),
  }
}
