import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { viemAccounts } from '../../core/libraries/viem.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { createSettlements, type Settlements } from './createSettlements.ts'
import { createVerifier, type VerifyPayment } from './createVerifier.ts'
import type { X402Settings } from './readX402Settings.ts'

/** What settles paid requests on the networks that it names. */
export interface Facilitator extends Settlements {
  readonly verify: VerifyPayment
  readonly networks: X402Settings['networks']
  /** The account that pays the fees. */
  readonly address: string
}

/** Makes the facilitator of the services; undefined without a key. */
export function makeFacilitator(
  ctx: ServicesContext<RpcSettings & { readonly x402: X402Settings }>,
): Facilitator | undefined {
  const { settings, store, now } = ctx
  const { key, networks, dailyLimit } = settings.x402
  if (key === undefined) return undefined
  const account = viemAccounts().privateKeyToAccount(key)
  const proxy = oneOf(ctx, makeRpcProxy)
  const verify = createVerifier({ proxy, signer: account.address, networks, now })
  const settlements = createSettlements({ store, proxy, account, verify, dailyLimit, now })
  return { ...settlements, verify, networks, address: account.address }
}
