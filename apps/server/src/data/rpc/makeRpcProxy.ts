import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { createRpcProxy, type RpcProxy } from './createRpcProxy.ts'
import type { RpcSettings } from './readRpcSettings.ts'

/** The nodes that the server asks for visitors: `oneOf(ctx, makeRpcProxy)`. */
export function makeRpcProxy(ctx: ServicesContext<RpcSettings>): RpcProxy {
  const { settings, clock, log, metrics } = ctx
  return createRpcProxy({
    upstreams: settings.rpcUpstreams,
    timeout: settings.rpcTimeout,
    answerLimit: settings.rpcAnswerLimit,
    clock,
    log,
    onUpstream: metrics?.upstream,
  })
}
