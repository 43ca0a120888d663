/** The requests to the services once a visitor has acted; a chunk of its own, so that the first list does not wait. */
import { isLatchkeyError } from '../contract/error.ts'
import { errorTextOf } from '../contract/errors/errorTextOf.ts'
import type { ErrorCode } from '../contract/errors/table.ts'
import type { FactMap, FactType } from '../contract/facts.ts'
import { oneOf } from './base/oneOf.ts'
import type { EngineContext } from './context.ts'
import { keepCatalogue } from './flows/catalogue/keepCatalogue.ts'
import { checkOrigin } from './flows/origins/checkOrigin.ts'
import { createIdentities } from './nouns/identity/createIdentities.ts'
import { sourceOf } from './nouns/remoteconfig/remoteFeatures.ts'

/** A fact and which it is. */
export interface TellingFact {
  readonly type: FactType
  readonly fact: FactMap[FactType]
}

/** What the services may refuse by name: a developer has to know, once (SPEC §8). */
const refusals: readonly string[] = ['APKT002', 'APKT007', 'APKT008', 'APKT009', 'APKT010']

/** Asks for the remote configuration, the origins, the wallets and the identities of an engine, now and as facts call for it. */
export function startServices(ctx: EngineContext, told: readonly TellingFact[]): void {
  if (ctx.signal.aborted) return
  const identities = oneOf(ctx, createIdentities)
  const analytics = createSwitch(ctx)
  const complained = new Set<string>()

  function refused(code: ErrorCode): void {
    if (complained.has(code) || ctx.signal.aborted) return
    complained.add(code)
    const { origin } = location
    ctx.alert(code, code === 'APKT002' ? { origin } : {})
    // The one that a visitor should know too: nothing of the services will work on this page.
    if (code === 'APKT002') ctx.notify({ message: errorTextOf(code, ctx.config.texts), variant: 'error' })
  }
  const reportFault = (cause: unknown) => {
    if (isLatchkeyError(cause) && refusals.includes(cause.code)) refused(cause.code as ErrorCode)
  }

  const askConfig = () =>
    // A service that is down is no business of the visitor: the flags that were good last time hold (F23).
    ctx.flags.ask().catch((cause: unknown) => {
      if (!isLatchkeyError(cause, 'APKT009')) reportFault(cause)
    })
  const nameActive = () => void identities.refresh(ctx.connections.getState().activeNamespace)
  const nameIn = ({ namespace }: { readonly namespace: string }) => void identities.refresh(namespace)

  const stops = [
    ctx.facts.on('opened', fact => {
      analytics([{ type: 'opened', fact }])
      void askConfig()
      nameActive()
    }),
    ctx.facts.on('connected', nameIn),
    ctx.facts.on('accountChanged', nameIn),
    ctx.facts.on('networkChanged', nameIn),
    ctx.facts.on('activeNamespaceChanged', nameIn),
  ]
  ctx.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    identities.destroy()
  })

  keepCatalogue(ctx)
  void askConfig()
  if (sourceOf(ctx.config) !== undefined) {
    checkOrigin(ctx, location.origin).then(isAllowed => {
      if (!isAllowed) refused('APKT002')
    }, reportFault)
  }
  for (const namespace of Object.keys(ctx.connections.getState().active)) nameIn({ namespace })
  analytics(told)
}

/** Fetches analytics with the first opening at which the host has it switched on, and never for one that has not. */
function createSwitch(ctx: EngineContext): (told: readonly TellingFact[]) => void {
  let isLoaded = false
  return before => {
    const { features, endpoints } = ctx.config
    if (isLoaded || features?.analytics !== true || !endpoints?.analytics) return
    isLoaded = true
    // Events that are emitted while the code loads are not lost.
    const told = [...before]
    const stops = passing.map(type => ctx.facts.on(type, fact => void told.push({ type, fact })))
    import('./flows/analytics/startAnalytics.ts')
      .then(({ startAnalytics }) => {
        if (ctx.signal.aborted) return
        const { origin, hostname } = location
        const stop = startAnalytics(ctx, { page: { origin, hostname, isPhone: ctx.phone }, told })
        ctx.signal.addEventListener('abort', stop)
      })
      .catch(() => {
        isLoaded = false
      })
      .finally(() => {
        for (const stop of stops) stop()
      })
  }
}

const passing = ['opened', 'closed', 'connected', 'connectFailed', 'disconnected', 'sent'] as const
