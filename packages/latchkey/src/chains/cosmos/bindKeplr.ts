import { base64 } from '@scure/base'
import { adr36Document } from '../../contract/adr36Document.ts'
import { addressOf, networkIdOf } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { bytesOf } from '../foreign/bytesOf.ts'
import { isUnseen } from '../foreign/isUnseen.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { textOf } from '../foreign/textOf.ts'
import { isUnauthorized, readFailure } from '../foreign/toWalletError.ts'
import type { AccountsOrder, PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { chainInfoOf } from './chainInfoOf.ts'
import { isKeplrRefusal } from './isKeplrRefusal.ts'
import { isSigned, signatureOf } from './signatureOf.ts'

type Call = (...values: unknown[]) => unknown

const longestName = 40

/**
 * A wallet with Keplr's interface. While it is locked, it opens a window at every question, so that a restored connection is taken from
 * our own record without a question; the wallet is asked again after it says that its account changed. `changed` is the event that says so.
 */
export function bindKeplr(
  provider: object,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  changed: string | undefined,
): PlainWallet | undefined {
  const take = (name: string): Call | undefined => {
    const value = fieldOf(provider, name)
    return typeof value === 'function' ? (value as Call) : undefined
  }
  const [enable, getKey] = [take('enable'), take('getKey')]
  if (!enable || !getKey) return undefined
  const call = async (method: Call, ...values: readonly unknown[]): Promise<unknown> =>
    Reflect.apply(method, provider, values)
  const enabled = new Set<string>()
  let isStale = false
  let isLedger = false
  let network: Network | undefined
  let report: (() => void) | undefined

  /** One prompt for all of the host's chains; where the wallet does not know one of them, for the wanted one alone. */
  async function approve(wanted: Network, networks: readonly Network[]): Promise<void> {
    const id = String(wanted.id)
    if (enabled.has(id)) return
    const all = [...new Set([id, ...networks.map(each => String(each.id))])]
    if (await isKnown(all)) return
    if (all.length > 1 && (await isKnown([id]))) return
    const suggest = take('experimentalSuggestChain')
    const info = chainInfoOf(wanted)
    if (suggest && info) await call(suggest, info)
    await call(enable as Call, [id])
    enabled.add(id)
  }

  /** False where the wallet does not know one of the chains. @throws whatever else the wallet throws. */
  async function isKnown(ids: readonly string[]): Promise<boolean> {
    try {
      await call(enable as Call, ids)
      for (const id of ids) enabled.add(id)
      return true
    } catch (cause) {
      const failure = readFailure(cause)
      if (isKeplrRefusal(failure) || !/chain/i.test(failure.message ?? '')) throw cause
      return false
    }
  }

  async function accounts({ silent, network: wanted, networks, known }: AccountsOrder) {
    if (silent && !isStale) {
      network = wanted
      return known
        ?.filter(({ caip10 }) => networkIdOf(caip10) === wanted.caipNetworkId)
        .map(({ caip10, ...more }) => ({ ...more, address: addressOf(caip10) }))
    }
    if (!silent) await approve(wanted, networks)
    const key = await call(getKey as Call, String(wanted.id)).catch((cause: unknown) => {
      // The visitor took the permission back; most wallets show a prompt instead.
      if (silent && isUnauthorized(cause)) return undefined
      throw cause
    })
    if (silent && key === undefined) return undefined
    const address = fieldOf(key, 'bech32Address')
    if (typeof address !== 'string') return 'bad'
    isStale = false
    isLedger = fieldOf(key, 'isNanoLedger') === true
    network = wanted
    const publicKey = bytesOf(fieldOf(key, 'pubKey'), 65, 33)
    const label = textOf(fieldOf(key, 'name'), longestName)
    const account: PlainAccount = {
      address,
      type: 'eoa',
      ...(publicKey && { publicKey: base64.encode(publicKey) }),
      ...(label && { label }),
    }
    return [account]
  }

  async function signMessage(order: {
    readonly account: PlainAccount
    readonly network: Network
    readonly message: string
  }): Promise<string> {
    const [id, signer] = [String(order.network.id), order.account.address]
    try {
      const arbitrary = take('signArbitrary')
      if (arbitrary) {
        try {
          return signatureOf(await call(arbitrary, id, signer, order.message), 'signArbitrary')
        } catch (cause) {
          // Some have it in name only: Keplr's app said "Not implemented".
          if (!isUnseen(cause) && !/not implemented/i.test(readFailure(cause).message ?? '')) throw cause
        }
      }
      const document = adr36Document(signer, order.message)
      const amino = take('signAmino')
      if (!amino) throw new TypeError('The wallet signs no texts')
      const answer = await call(amino, id, signer, document)
      if (!isSigned(answer, document)) throw badAnswer('signAmino', answer)
      return signatureOf(answer, 'signAmino')
    } catch (cause) {
      // The account of our record may be another than the wallet's by now; the visitor is there to unlock it.
      if (!isKeplrRefusal(readFailure(cause))) {
        isStale = true
        report?.()
      }
      throw cause
    }
  }

  return {
    accounts,
    watch(changedTo) {
      const tell = (): void => changedTo('stale')
      const hear = (): void => {
        isStale = true
        tell()
      }
      report = tell
      if (changed !== undefined) page.addEventListener(changed, hear)
      return () => {
        if (report === tell) report = undefined
        if (changed !== undefined) page.removeEventListener(changed, hear)
      }
    },
    get signMessage() {
      // The device's app for Cosmos signs with the wrong hash for keys of Ethereum.
      const isForeignDevice = isLedger && network?.format?.keys === 'ethsecp256k1'
      return !isForeignDevice && (take('signArbitrary') ?? take('signAmino')) ? signMessage : undefined
    },
    async disconnect() {
      const disable = take('disable')
      const ids = [...new Set([...enabled, ...(network ? [String(network.id)] : [])])]
      enabled.clear()
      if (disable) await call(disable, ids)
    },
  }
}
