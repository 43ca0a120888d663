/** Nobody is asked before a visitor acts, and nothing is loaded for it before the first picture is there. */
import { limits } from '../contract/limits.ts'
import type { EngineContext } from './context.ts'

/** Loads what asks the services with the first thing that a visitor does; once more with the next when it did not come. */
export function awaitVisitor(ctx: EngineContext): void {
  const { api, directory, analytics } = ctx.config.endpoints ?? {}
  let isLoaded = !(api || directory || analytics)
  const again = () => {
    isLoaded = false
  }
  // What holds without asking is here with the runtime, or a moment later.
  if (directory || ctx.config.basic)
    import('./remoteconfig/recallRemote.ts').then(module => module.recallRemote(ctx)).catch(again)
  for (const type of ['opened', 'viewChanged', 'connected'] as const) {
    ctx.facts.on(type, fact => {
      if (isLoaded || ('reconnected' in fact && fact.reconnected)) return
      isLoaded = true
      ctx.clock.setTimeout(() => {
        import('./startServices.ts').then(module => module.startServices(ctx, { type, fact })).catch(again)
      }, limits.viewIn)
    })
  }
}
