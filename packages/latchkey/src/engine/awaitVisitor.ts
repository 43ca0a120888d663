/** Sends no request before a visitor acts, and loads nothing for it before the first paint. */
import { limits } from '../contract/limits.ts'
import type { EngineContext } from './context.ts'
import type { TellingFact } from './startServices.ts'

/** Loads what asks the services with the first thing that a visitor does; once more with the next when it did not come. */
export function awaitVisitor(ctx: EngineContext): void {
  const { api, directory, analytics } = ctx.config.endpoints ?? {}
  // What holds without asking is here with the runtime, or a moment later.
  if (directory || ctx.config.basic) {
    const before = ctx.remote.getState()
    import('./nouns/remoteconfig/recallRemote.ts').then(
      module => module.recallRemote(ctx, before),
      () => {},
    )
  }
  if (!api && !directory && !analytics) return
  let isLoaded = false
  const again = () => {
    isLoaded = false
  }
  const told: TellingFact[] = []
  const stops = (['opened', 'closed', 'viewChanged', 'connected'] as const).map(type =>
    ctx.facts.on(type, fact => {
      told.push({ type, fact })
      if (isLoaded || ('reconnected' in fact && fact.reconnected)) return
      isLoaded = true
      ctx.clock.setTimeout(() => {
        import('./startServices.ts')
          .then(module => {
            for (const stop of stops) stop()
            module.startServices(ctx, told)
          })
          .catch(again)
      }, limits.viewIn)
    }),
  )
}
