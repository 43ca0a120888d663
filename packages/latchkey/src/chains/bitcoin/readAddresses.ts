import { formatBitcoinAddress, readBitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import type { PlainAccount } from '../plain/plainWallet.ts'

const mostAddresses = 100
/** Longer ones are no keys or paths. */
const longestText = 200

/**
 * The accounts of bitcoin in a wallet's list, the one for payments first: wallets of several ecosystems have all of theirs in it. Empty
 * where none is for payments, because coins that are sent to an address for ordinals can be spent as inscriptions; `bad` for a value that
 * is no such list. An address without a purpose is for payments, unless it is taproot and another one is not.
 */
export function readAddresses(list: unknown): readonly PlainAccount[] | 'bad' {
  const items = itemsOf(list, mostAddresses)
  if (!items) return 'bad'
  const own: {
    readonly address: string
    readonly isTaproot: boolean
    readonly purpose: unknown
    readonly item: unknown
  }[] = []
  for (const item of items) {
    const address = typeof item === 'string' ? item : fieldOf(item, 'address')
    if (typeof address !== 'string') return 'bad'
    const read = readBitcoinAddress(address)
    if (read) {
      const purpose = fieldOf(item, 'purpose') ?? fieldOf(item, 'intention')
      own.push({ address: formatBitcoinAddress(address), isTaproot: read.kind === 'p2tr', purpose, item })
    } else if (!isForeign(item)) return 'bad'
  }
  const hasOther = own.some(({ isTaproot }) => !isTaproot)
  const accounts = new Map<string, PlainAccount>()
  for (const { address, isTaproot, purpose, item } of own) {
    const isOrdinals = purpose === undefined ? isTaproot && hasOther : purpose !== 'payment'
    const type = isOrdinals ? 'ordinals' : 'payment'
    // One address for both is for payments.
    if (accounts.get(address)?.type === 'payment') continue
    const publicKey = textOf(fieldOf(item, 'publicKey'))
    const path = textOf(fieldOf(item, 'derivationPath') ?? fieldOf(item, 'path'))
    accounts.set(address, {
      address,
      type,
      purpose: type,
      ...(publicKey !== undefined && { publicKey }),
      ...(path !== undefined && { path }),
      source: item,
    })
  }
  const all = [...accounts.values()]
  const payment = all.filter(({ type }) => type === 'payment')
  return payment.length === 0 ? [] : [...payment, ...all.filter(({ type }) => type !== 'payment')]
}

/** Whether an entry says that it is of another ecosystem. */
function isForeign(item: unknown): boolean {
  const symbol = fieldOf(item, 'symbol')
  const purpose = fieldOf(item, 'purpose')
  return (
    (typeof symbol === 'string' && symbol !== 'BTC') ||
    (typeof purpose === 'string' && purpose !== 'payment' && purpose !== 'ordinals')
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longestText ? value : undefined
}
