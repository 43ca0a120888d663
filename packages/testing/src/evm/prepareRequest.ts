import type { Act } from '../core/createConductor.ts'
import { accountMethods } from './accountMethods.ts'
import { assetMethods } from './assetMethods.ts'
import { callMethods } from './callMethods.ts'
import { chainMethods } from './chainMethods.ts'
import { connectMethods } from './connectMethods.ts'
import { listOf } from './params.ts'
import { payMethods } from './payMethods.ts'
import { providerError } from './providerError.ts'
import { readMethods } from './readMethods.ts'
import { signMethods } from './signMethods.ts'
import { subscriptionMethods } from './subscriptionMethods.ts'
import { transactionMethods } from './transactionMethods.ts'
import { type Method, type MethodTable, silent, type WalletContext } from './walletContext.ts'

const methods: MethodTable = {
  ...accountMethods,
  ...chainMethods,
  ...signMethods,
  ...transactionMethods,
  ...payMethods,
  ...subscriptionMethods,
}

/** Prompts of one kind exclude one another: a second one answers -32002. */
const slots: Readonly<Record<string, string>> = {
  eth_requestAccounts: 'accounts',
  wallet_connect: 'accounts',
  wallet_requestPermissions: 'accounts',
  wallet_switchEthereumChain: 'chain',
  wallet_addEthereumChain: 'chain',
}

/** The kind of prompt a method opens, when only one of that kind may be open. */
export function promptSlot(method: string): string | undefined {
  return Object.hasOwn(slots, method) ? slots[method] : undefined
}

/** Checks a request and says how to carry it out. Throws 4200, 4100, 4901, 4902 or -32602. */
export function prepareRequest(ctx: WalletContext, method: string, params: unknown): Act {
  const known = findMethod(ctx, method)
  if (known !== undefined) return withStray(ctx, known(ctx, listOf(params)))
  if (!readMethods.has(method)) {
    throw providerError(4200, `The provider does not support the method "${method.slice(0, 80)}".`)
  }
  const { chainId } = ctx.state.snapshot
  ctx.state.chain(chainId)
  return silent(() => ctx.call(chainId, method, listOf(params)))
}

function findMethod({ options }: WalletContext, name: string): Method | undefined {
  if (Object.hasOwn(methods, name)) return methods[name]
  if (options.batches !== false && Object.hasOwn(callMethods, name)) return callMethods[name]
  if (options.signsOnConnect !== undefined && Object.hasOwn(connectMethods, name)) return connectMethods[name]
  if (options.assets !== undefined && Object.hasOwn(assetMethods, name)) return assetMethods[name]
  return undefined
}

/** The wrong chain for requests that are about something else: they are carried out, then the wallet moves. */
function withStray(ctx: WalletContext, act: Act): Act {
  if (act.stray !== undefined) return act
  return {
    ...act,
    async stray(chainId, approval) {
      const result = await act.perform(approval)
      if (chainId !== undefined) ctx.state.moveTo(chainId)
      return result
    },
  }
}
