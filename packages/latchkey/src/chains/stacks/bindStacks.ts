import { addressOf } from '../../contract/caip.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { readFailure } from '../foreign/toWalletError.ts'
import type { AccountsOrder, PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { askAddresses, readAddresses } from '../registries/askAddresses.ts'
import { askRegistered } from '../registries/askRegistered.ts'
import { watchRegistered } from '../registries/watchRegistered.ts'
import { readStacksAccounts } from './readStacksAccounts.ts'
import { signatureOf } from './signatureOf.ts'
import { stacksNetworkName, stacksNetworkOf } from './stacksNetworks.ts'

const invalidParams = -32_602

/**
 * A wallet of SIP-030 in the page. It tells where it is by the version of its addresses. Undefined for a value that takes no requests, and
 * for one that says its chains: that is a wallet over the relay.
 */
export function bindStacks(provider: object): PlainWallet | undefined {
  if (typeof fieldOf(provider, 'request') !== 'function' || itemsOf(fieldOf(provider, 'chains'), 1))
    return undefined
  let latest: readonly PlainAccount[] | undefined
  let wanted: AccountsOrder['network'] | undefined

  async function accounts(order: AccountsOrder): Promise<readonly PlainAccount[] | 'bad' | undefined> {
    const { silent, network, joint, known, prompt } = order
    wanted = network
    const answer = await askAddresses(provider, {
      silent,
      purposes: joint.length > 0 ? ['payment', 'ordinals', 'stacks'] : ['stacks'],
      network: stacksNetworkName(network),
      prompt,
    })
    if (answer === 'bad') return 'bad'
    // A wallet without a silent question is taken at its last word, else at our own record of it.
    if (answer === undefined)
      latest ??= known?.map(({ caip10, type, publicKey }) => ({
        address: addressOf(caip10),
        type,
        ...(publicKey !== undefined && { publicKey }),
      }))
    else latest = readStacksAccounts(answer)
    return latest
  }

  return {
    accounts,
    async where(networks) {
      const [first] = latest ?? []
      return first && wanted && stacksNetworkOf(first.address, wanted, networks)
    },
    watch(changed) {
      const stale = (payload: unknown): void => {
        const told = readAddresses(payload)
        const own = told === 'bad' ? [] : readStacksAccounts(told)
        if (own.length > 0) latest = own
        changed('stale')
      }
      const ended = (): void => {
        latest = undefined
        changed('disconnected')
      }
      return watchRegistered(provider, {
        // A list of the accounts: none is left for the page.
        stx_accountChange: payload => (itemsOf(payload, 1)?.length === 0 ? ended() : stale(payload)),
        stx_networkChange: stale,
        accountChange: stale,
        networkChange: stale,
        disconnect: ended,
      })
    },
    async signMessage({ account, message }) {
      const method = 'stx_signMessage'
      const ask = (more: object) => askRegistered(provider, method, { message, ...more })
      const { publicKey } = account
      let answer: unknown
      try {
        answer = await ask({})
      } catch (cause) {
        // Xverse refuses it without the key, others with it; neither has shown anything yet.
        if (readFailure(cause).code !== invalidParams || publicKey === undefined) throw cause
        answer = await ask({ publicKey })
      }
      return signatureOf(answer, method)
    },
    async disconnect() {
      latest = undefined
      await askRegistered(provider, 'wallet_disconnect', null)
    },
  }
}
