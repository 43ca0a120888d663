import type { FrameHandler } from '../frame.ts'
import { providerOf } from './providerOf.ts'

/** A call of the wallet's provider (SPEC §7 "RPC request"). */
export const rpcRequest: FrameHandler<'RPC_REQUEST'> = async (asked, frame) => ({
  result: await providerOf(frame).request(asked),
})

/** Takes back every request that waits for the visitor. */
export const rpcAbort: FrameHandler<'RPC_ABORT'> = (_asked, frame) => {
  providerOf(frame).abort()
  return {}
}

/** The network that the wallet is on under this page. */
export const getChainId: FrameHandler<'GET_CHAIN_ID'> = async (_asked, frame) => ({
  chainId: await providerOf(frame).network(),
})

/** Moves the wallet to a network that the page lists. */
export const switchNetwork: FrameHandler<'SWITCH_NETWORK'> = async ({ chainId }, frame) => ({
  chainId: await providerOf(frame).switchNetwork(chainId),
})
