import type { Clock } from '../core/clock.ts'
import { createScriptedWallet, type ScriptControl } from '../core/createScriptedWallet.ts'
import { providerError } from '../evm/providerError.ts'
import type { PhoneAssets } from './grantNamespaces.ts'
import { phoneErrors } from './phoneErrors.ts'
import type { PhoneWalletOptions } from './phoneOptions.ts'
import type { PhoneSigner } from './phoneSigner.ts'

/** What the phone has of further namespaces. */
export interface PhoneSigners {
  /** What sites ask to be signed there. */
  readonly control: ScriptControl
  /** Indexes of the accounts that sites see in a namespace, the active one first. */
  shown(namespace: string): readonly number[]
  /** Chooses what sites see in a namespace, by index, the active one first, and notifies them. @throws RangeError. */
  setAccounts(namespace: string, indexes: readonly number[]): void
}

/** The same, as the phone's own parts use it. */
export interface SignersSide extends PhoneSigners {
  readonly list: readonly PhoneSigner[]
  assets(signer: PhoneSigner, indexes?: readonly number[]): PhoneAssets
  serves(chain: string): boolean
  carryOut(method: string, params: unknown, chain: string): unknown
}

/** Makes the part of the phone that speaks for its signers: scripted manners, as everywhere. */
export function createPhoneSigners(
  list: readonly PhoneSigner[],
  phone: Pick<PhoneWalletOptions, 'mode' | 'script'> & {
    readonly clock: Clock
    readonly changed: (signer: PhoneSigner) => void
    readonly lock: { isLocked(): boolean; lock(): void; unlock(): void }
  },
): SignersSide {
  const shown = new Map(
    list.map(({ namespace, count }) => [namespace, Array.from({ length: count }, (_, index) => index)]),
  )
  /** Where each request is to be carried out, by its parameters. */
  const places = new WeakMap<object, string>()
  const find = (namespace: string) => list.find(each => each.namespace === namespace)
  const shownIn = (namespace: string): readonly number[] => shown.get(namespace) ?? []

  const scripted = createScriptedWallet({
    script: phone.script,
    mode: phone.mode,
    clock: phone.clock,
    stage: {
      prepare(method, params) {
        const chain = (typeof params === 'object' && params !== null && places.get(params)) || ''
        const signer = find(namespaceIn(chain))
        if (!signer?.methods.includes(method)) throw providerError(4200)
        const members = Object(params) as Readonly<Record<string, unknown>>
        return signer.prepare({ method, params: members, chain, shown: shownIn(signer.namespace) })
      },
      slot: () => undefined,
      isOffline: () => false,
      ...phone.lock,
      goOffline: () => undefined,
      errors: phoneErrors,
    },
  })

  return {
    list,
    control: scripted.control,
    shown: shownIn,
    setAccounts(namespace, indexes) {
      const signer = find(namespace)
      if (!signer || indexes.some(index => !Number.isInteger(index) || index < 0 || index >= signer.count))
        throw new RangeError(`The phone has no such accounts of ${namespace}.`)
      shown.set(namespace, [...indexes])
      scripted.notify()
      phone.changed(signer)
    },
    assets(signer, indexes) {
      const own = indexes?.filter(index => index < signer.count) ?? shownIn(signer.namespace)
      return {
        chains: signer.chains,
        addresses: own.map(index => signer.address(index, signer.chains[0] ?? '')),
        on: chain => own.map(index => signer.address(index, chain)),
        methods: signer.methods,
        events: signer.events,
      }
    },
    serves: chain => find(namespaceIn(chain)) !== undefined,
    carryOut(method, params, chain) {
      const object = typeof params === 'object' && params !== null ? params : {}
      places.set(object, chain)
      return scripted.play(method, object)
    },
  }
}

function namespaceIn(chain: string): string {
  return chain.slice(0, chain.indexOf(':'))
}
