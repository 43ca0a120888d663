import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { type AssessPayment, createAssessor } from './createAssessor.ts'
import { createReaders } from './createReaders.ts'
import { createWatch, type WatchStep } from './createWatch.ts'
import type { PaymentsSettings } from './readPaymentsSettings.ts'
import type { TransactionReader } from './transactionReader.ts'

/** What the calls of payments and their watch share. */
export interface Payments {
  readonly assess: AssessPayment
  readonly watch: WatchStep
  readonly readerOf: ReturnType<typeof createReaders>
}

/** The payments of this server: `oneOf(ctx, makePayments)`. */
export function makePayments(
  ctx: ServicesContext<RpcSettings & { readonly chains: ChainSettings; readonly payments: PaymentsSettings }>,
): Payments {
  const { store, now, clock, log, settings } = ctx
  const { confirmations, poll } = settings.payments
  const readers = { proxy: oneOf(ctx, makeRpcProxy), book: oneOf(ctx, makeChainBook), confirmations }
  const readerOf: (chain: Parameters<ReturnType<typeof createReaders>>[0]) => TransactionReader =
    createReaders(readers)
  const assess = createAssessor({ store, now, readerOf, poll })
  return { assess, readerOf, watch: createWatch({ store, now, clock, log, assess, readerOf }) }
}
