import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { viemAccounts } from '../../core/libraries/viem.ts'
import { seeAccount } from '../../data/operations/seeAccount.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { makeWebhookFetch } from '../payments/makeWebhookFetch.ts'
import { askSponsor } from './askSponsor.ts'
import { createBudgets } from './createBudgets.ts'
import { createDeposits, type Deposits } from './createDeposits.ts'
import { createPaymaster, type Paymaster } from './createPaymaster.ts'
import type { PaymasterSettings } from './readPaymasterSettings.ts'

type Ctx = ServicesContext<RpcSettings & { readonly paymaster: PaymasterSettings }>

/** The deposits of the paymasters: `oneOf(ctx, makeDeposits)`. */
export function makeDeposits(ctx: Ctx): Deposits {
  const { addresses, depositAlarm: alarm } = ctx.settings.paymaster
  return createDeposits({ ...ctx, proxy: oneOf(ctx, makeRpcProxy), addresses, alarm })
}

/** Pays for operations: `oneOf(ctx, makePaymaster)`. Without a key it refuses all. */
export function makePaymaster(ctx: Ctx): Paymaster {
  const { store, now, settings } = ctx
  const { key } = settings.paymaster
  const proxy = oneOf(ctx, makeRpcProxy)
  const fetch = oneOf(ctx, makeWebhookFetch)
  return createPaymaster({
    account: key === undefined ? undefined : viemAccounts().privateKeyToAccount(key),
    settings: settings.paymaster,
    see: (network, of) => seeAccount(proxy, network, of),
    ask: (rules, question) => askSponsor({ ...ctx, fetch }, rules, question),
    budgets: createBudgets({ store, now }),
    deposits: oneOf(ctx, makeDeposits),
    now,
  })
}
