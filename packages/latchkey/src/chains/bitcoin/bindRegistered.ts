import { readBitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { addressOf } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { readFailure } from '../foreign/toWalletError.ts'
import type { AccountsOrder, PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { accessDenied, askFirst, askGranted } from '../registries/askFirst.ts'
import { watchRegistered } from '../registries/watchRegistered.ts'
import { isBitcoinAddressOn } from './bitcoinAddress.ts'
import { nameOf, networkNamed, networkWith } from './bitcoinNetworks.ts'
import { readAddresses } from './readAddresses.ts'
import { toSignature } from './toSignature.ts'

type Accounts = readonly PlainAccount[] | 'bad' | undefined

/**
 * A wallet of the registries: Xverse, Leather and others, which take `request(method, params)`. Some have `wallet_connect` and tell their
 * network; Leather answers `getAddresses` alone, with a prompt, so that it is restored from our record and its network is the page's own.
 */
export function bindRegistered(provider: object): PlainWallet {
  let accounts: readonly PlainAccount[] = []
  let wanted: Network | undefined
  /** It cannot be asked without a prompt, and has no network that it tells or changes. */
  let isStill = false
  /** The page moved it just now: what it says next needs no prompt. */
  let isMoved = false

  const ask = (method: string, params?: unknown): Promise<unknown> => askGranted(provider, method, params)
  const take = (answer: unknown): Accounts => {
    const read = readAddresses(itemsOf(answer, 1) ? answer : fieldOf(answer, 'addresses'))
    if (read !== 'bad') accounts = read
    return read
  }

  /** What it says without a prompt. */
  async function readSilently({ known }: Pick<AccountsOrder, 'known'>): Promise<Accounts> {
    if (!isStill) {
      try {
        const asked = await askFirst([['wallet_getAccount']], ask)
        if ('answer' in asked) return take(asked.answer)
      } catch (cause) {
        if (readFailure(fieldOf(cause, 'cause')).code === accessDenied) return undefined
        throw cause
      }
      isStill = true
    }
    if (accounts.length === 0 && known) accounts = known.map(fromRecord)
    return accounts.length > 0 ? accounts : undefined
  }

  return {
    async accounts({ silent, network, known, joint, prompt }) {
      wanted = network
      // The prompt of another namespace of this wallet answered for this one too.
      if (silent && prompt && 'answer' in prompt) return take(prompt.answer)
      const isKnown = isMoved
      isMoved = false
      if (silent || isKnown) {
        const told = await readSilently({ known })
        if (silent || told) return told
      }
      const purposes = ['payment', 'ordinals', ...joint]
      const asked = await askFirst(
        [
          ['wallet_connect', { addresses: purposes }],
          ['getAccounts', { purposes }],
          ['getAddresses', { purposes }],
        ],
        ask,
      )
      if ('refusal' in asked)
        throw createError('CONNECT_FAILED', { context: { reason: 'no-accounts-method' } })
      if (prompt) prompt.answer = asked.answer
      return take(asked.answer)
    },
    async where(networks) {
      if (!isStill) {
        try {
          const asked = await askFirst([['wallet_getNetwork']], ask)
          if ('answer' in asked) {
            const told = networkNamed('name', fieldOf(fieldOf(asked.answer, 'bitcoin'), 'name'))
            if (told) return told
            throw badAnswer('wallet_getNetwork', asked.answer)
          }
          isStill = true
        } catch (cause) {
          // It told its accounts, which say on which networks it can be.
          if (readFailure(fieldOf(cause, 'cause')).code !== accessDenied) throw cause
        }
      }
      return guessNetwork(accounts, wanted, networks)
    },
    reaches(network) {
      if (isStill && accounts.length > 0)
        return accounts.some(({ address }) => isBitcoinAddressOn(address, network))
      return nameOf('name', network) !== undefined
    },
    async move(network) {
      isMoved = true
      if (!isStill) await ask('wallet_changeNetwork', { name: nameOf('name', network) })
    },
    watch: changed =>
      watchRegistered(provider, {
        accountChange: () => changed('stale'),
        networkChange: () => changed('stale'),
        disconnect: () => changed('disconnected'),
        accountDisconnected: () => changed('disconnected'),
      }),
    async signMessage({ account: { address }, message }) {
      const kind = readBitcoinAddress(address)?.kind
      const answer = await ask('signMessage', {
        address,
        message,
        // The default is ECDSA for some addresses; Leather names the same by `type`, and the account by how it is paid to.
        protocol: 'BIP322',
        type: 'bip322',
        ...((kind === 'p2tr' || kind === 'p2wpkh') && { paymentType: kind }),
      })
      const signer = fieldOf(answer, 'address')
      if (signer !== undefined && signer !== address) throw badAnswer('signMessage', signer)
      return toSignature(fieldOf(answer, 'signature'), 'signMessage')
    },
    disconnect: async () => {
      accounts = []
      await ask('wallet_disconnect')
    },
  }
}

/** Where addresses are, for a wallet that does not tell. */
export function guessNetwork(
  accounts: readonly PlainAccount[],
  wanted: Network | undefined,
  networks: readonly Network[],
): CaipNetworkId | undefined {
  const [first] = accounts
  if (!first) return undefined
  if (wanted && isBitcoinAddressOn(first.address, wanted)) return wanted.caipNetworkId
  const fitting = networks.find(network => isBitcoinAddressOn(first.address, network))
  return fitting?.caipNetworkId ?? networkWith(readBitcoinAddress(first.address)?.prefix, undefined, [])
}

function fromRecord({ caip10, ...account }: NonNullable<AccountsOrder['known']>[number]): PlainAccount {
  return { ...account, address: addressOf(caip10) }
}
