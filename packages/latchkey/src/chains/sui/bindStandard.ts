import { parseSuiAddress } from '../../addresses/suiAddress.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import {
  accountsOf,
  askAccounts,
  chainsOf,
  isStandard,
  methodOf,
  watchAccounts,
} from '../standard/readStandard.ts'
import { readSuiSignature } from './readSuiSignature.ts'

const signing = 'sui:signPersonalMessage'

/**
 * A wallet in the page: an object of Wallet Standard. No wallet tells its network, so that each request names it. `sui:signMessage` of
 * older wallets is not used: what it signs is not framed as what the chain verifies.
 */
export function bindStandard(provider: object): PlainWallet | undefined {
  if (!isStandard(provider)) return undefined
  const current = () => readAccounts(fieldOf(provider, 'accounts'))
  const first = () => current()?.[0]?.source
  /** The wallet shares its accounts with the page, so that it need not be asked for them again. */
  let isShared = false

  const ask = (silent: boolean) => askAccounts(provider, silent, readAccounts)

  async function signMessage({ account, network, message: text }: SignOrder): Promise<string> {
    // Looked up afresh: wallets make new objects when something changes.
    const source = current()?.find(({ address }) => address === account.address)?.source
    if (source === undefined) throw new Error('The account is not connected any more')
    const message = new TextEncoder().encode(text)
    const sign = methodOf(provider, signing, 'signPersonalMessage', source)
    const chain = network.caipNetworkId
    const answer = await sign?.({ account: source, message: Uint8Array.from(message), chain })
    return readSuiSignature(answer, { message, method: signing, isNamed: true })
  }

  return {
    async accounts({ silent, known, network }) {
      // Wallets that are asked silently may connect, or prompt, all the same: only those of our own record are asked so.
      if (silent && !known) return undefined
      let accounts = isShared ? current() : undefined
      if (!accounts?.length) accounts = await ask(silent)
      // Some have none to begin with, and a switch to an account that is not connected takes them all away.
      if (accounts?.length === 0) accounts = await ask(silent)
      isShared = accounts !== undefined && accounts.length > 0
      return accounts?.filter(({ source }) => chainsOf(source).includes(network.caipNetworkId)) ?? 'bad'
    },
    reaches: ({ caipNetworkId }) => chainsOf(first() ?? provider).includes(caipNetworkId),
    watch: changed =>
      watchAccounts(provider, list => {
        if (readAccounts(list)) changed('stale')
      }),
    get signMessage() {
      return methodOf(provider, signing, 'signPersonalMessage', first()) && signMessage
    },
    async disconnect() {
      isShared = false
      await methodOf(provider, 'standard:disconnect', 'disconnect')?.()
    },
  }
}

type SignOrder = Parameters<NonNullable<PlainWallet['signMessage']>>[0]

/** The accounts of sui in a list, each once; undefined where one of them is none. */
function readAccounts(list: unknown): readonly PlainAccount[] | undefined {
  const accounts = accountsOf(list, 'sui:')
  if (!accounts) return undefined
  const found = new Map<string, PlainAccount>()
  for (const { address: written, source } of accounts) {
    const address = parseSuiAddress(written)
    if (address === undefined) return undefined
    if (!found.has(address)) found.set(address, { address, type: 'eoa', source })
  }
  return [...found.values()]
}
