import { type CaipNetworkId, isCaipNetworkId } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import type { PlainWallet } from './plainWallet.ts'

const most = 1_000
const mostAccounts = 100

type Call = (...values: never[]) => unknown

/** One namespace of a session over the relay, as bindings of plain wallets use it. */
export interface PairedSession extends Required<Pick<PlainWallet, 'watch' | 'reaches' | 'where' | 'move'>> {
  /** @throws whatever the wallet or the relay throws. */
  request(method: string, params: unknown, network: Network): Promise<unknown>
  /** What the session shares on a network, the active one first, from the session itself: no phone is woken up. */
  addresses(network: Network): readonly string[]
  /** Whether the session grants a method; all of them where the provider does not say. */
  grants(method: string): boolean
}

/** A provider over the relay; undefined for a value that takes no requests. Everything that it answers is untrusted. */
export function pairedSession(provider: unknown): PairedSession | undefined {
  const take = (name: string): Call | undefined => {
    const value = fieldOf(provider, name)
    return typeof value === 'function' ? (value as Call) : undefined
  }
  const send = take('request')
  if (!send) return undefined
  const on = take('on')
  const off = take('removeListener') ?? take('off')
  const list = take('addresses')
  let place: CaipNetworkId | undefined

  return {
    request: async (method, params, { caipNetworkId }) =>
      Reflect.apply(send, provider, [{ method, params }, caipNetworkId]),
    addresses({ caipNetworkId }) {
      const answer: unknown = list && Reflect.apply(list, provider, [caipNetworkId])
      const addresses = itemsOf(answer, mostAccounts) ?? []
      return addresses.filter((each): each is string => typeof each === 'string')
    },
    grants: method => itemsOf(fieldOf(provider, 'methods'), most)?.includes(method) ?? true,
    reaches: ({ caipNetworkId }) =>
      itemsOf(fieldOf(provider, 'chains'), most)?.includes(caipNetworkId) ?? true,
    where: async () => place,
    async move({ caipNetworkId }) {
      place = caipNetworkId
    },
    watch(changed) {
      if (!on) return () => undefined
      let live = true
      const listeners: readonly (readonly [string, (payload: unknown) => void])[] = [
        ['accountsChanged', () => live && changed('stale')],
        [
          'chainChanged',
          payload => {
            if (!live || !isCaipNetworkId(payload)) return
            place = payload
            changed('stale')
          },
        ],
        ['disconnect', () => live && changed('disconnected')],
      ]
      const each = (call: Call | undefined): void => {
        for (const [event, listener] of listeners) {
          try {
            if (call) Reflect.apply(call, provider, [event, listener])
          } catch {}
        }
      }
      each(on)
      return () => {
        live = false
        each(off)
      }
    },
  }
}
