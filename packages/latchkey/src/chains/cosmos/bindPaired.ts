import { adr36Document } from '../../contract/adr36Document.ts'
import { type CaipNetworkId, isCaipNetworkId } from '../../contract/caip.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import type { PlainAccount, PlainWallet } from '../plain/plainWallet.ts'
import { isSigned, signatureOf } from './signatureOf.ts'

const mostAccounts = 100
const mostGranted = 1_000

type Call = (...values: unknown[]) => unknown

/** A wallet over the relay, by the public method reference. It has no method for texts: a text is an ADR-36 document. */
export function bindPaired(provider: object): PlainWallet | undefined {
  const take = (name: string): Call | undefined => {
    const value = fieldOf(provider, name)
    return typeof value === 'function' ? (value as Call) : undefined
  }
  const send = take('request')
  if (!send) return undefined
  const request = async (method: string, params: object, chain: CaipNetworkId): Promise<unknown> =>
    Reflect.apply(send, provider, [{ method, params }, chain])
  /** Undefined where the provider does not say what the session grants. */
  const granted = (list: 'chains' | 'methods') => itemsOf(fieldOf(provider, list), mostGranted)
  /** Where the wallet said it went; until then the page's network counts. */
  let told: CaipNetworkId | undefined

  return {
    async accounts({ network }) {
      const answer = await request('cosmos_getAccounts', {}, told ?? network.caipNetworkId)
      const items = itemsOf(answer, mostAccounts)?.map(item => {
        const address = typeof item === 'string' ? item : fieldOf(item, 'address')
        const publicKey = fieldOf(item, 'pubkey')
        return typeof address === 'string'
          ? { address, type: 'eoa', ...(isKey(publicKey) && { publicKey }) }
          : undefined
      })
      return items?.every(item => item !== undefined) ? (items as readonly PlainAccount[]) : 'bad'
    },
    where: async () => told,
    reaches: ({ caipNetworkId }) => granted('chains')?.includes(caipNetworkId) !== false,
    async move({ caipNetworkId }) {
      told = caipNetworkId
    },
    watch(changed) {
      let isLive = true
      const stale = (): void => {
        if (isLive) changed('stale')
      }
      const listeners: readonly (readonly [string, (payload: unknown) => void])[] = [
        ['accountsChanged', stale],
        [
          'chainChanged',
          payload => {
            if (!isCaipNetworkId(payload, 'cosmos')) return
            told = payload
            stale()
          },
        ],
        ['disconnect', () => isLive && changed('disconnected')],
      ]
      const each = (call: Call | undefined): void => {
        for (const listener of listeners) {
          try {
            if (call) Reflect.apply(call, provider, listener)
          } catch {}
        }
      }
      each(take('on'))
      return () => {
        isLive = false
        each(take('removeListener') ?? take('off'))
      }
    },
    get signMessage(): PlainWallet['signMessage'] {
      if (granted('methods')?.includes('cosmos_signAmino') === false) return undefined
      return async ({ account, network, message }) => {
        const method = 'cosmos_signAmino'
        const signDoc = adr36Document(account.address, message)
        const params = { signerAddress: account.address, signDoc }
        const answer = await request(method, params, network.caipNetworkId)
        if (!isSigned(answer, signDoc)) throw badAnswer(method, answer)
        return signatureOf(answer, method)
      }
    },
  }
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9+/]{44,88}={0,2}$/.test(value)
}
