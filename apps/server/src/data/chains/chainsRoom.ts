import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { makeChainBook } from './makeChainBook.ts'
import { mountChains } from './mountChains.ts'
import { type ChainSettings, readChainSettings } from './readChainSettings.ts'

type Own = {
  readonly chains: ChainSettings
}

/** Provides the served chains and their known properties. */
export const chainsRoom: Room<Own, Own & RpcSettings> = {
  settings: read => ({ chains: readChainSettings(read) }),
  mount: (app, ctx) => mountChains(app, { ...ctx, book: oneOf(ctx, makeChainBook) }),
}
