import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { servicesOf } from '../namespaces/namespaces.ts'
import { createRpcProxy, type RpcProxy } from './createRpcProxy.ts'
import type { RpcSettings } from './readRpcSettings.ts'

/** The bundlers of smart accounts: `oneOf(ctx, makeBundlers)`. An operation that one may have taken goes to no other. */
export function makeBundlers(ctx: ServicesContext<RpcSettings>): RpcProxy {
  const { settings, clock, log, metrics } = ctx
  return createRpcProxy({
    upstreams: settings.bundlerUrls,
    languageOf: chain => servicesOf(chain)?.bundlers?.nodes,
    label: 'bundler ',
    timeout: settings.rpcTimeout,
    answerLimit: settings.rpcAnswerLimit,
    clock,
    log,
    onUpstream: metrics?.upstream,
  })
}
