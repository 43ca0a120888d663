/** Nobody is asked before a visitor acts, and nothing is loaded for it before the first picture is there. */
import type { FactMap, FactType } from '../contract/facts.ts'
import { limits } from '../contract/limits.ts'
import type { EngineContext } from './context.ts'

/** Loads what asks the services with the first thing that a visitor does; once more with the next when it did not come. */
export function awaitVisitor(ctx: EngineContext): void {
  const { api, directory, analytics } = ctx.config.endpoints ?? {}
  if (!api && !directory && !analytics) return
  let offs: readonly (() => void)[] = []
  const begin = (type: FactType, fact: FactMap[FactType]) => {
    if ((fact as Partial<FactMap['connected']>).reconnected) return
    for (const off of offs) off()
    ctx.clock.setTimeout(() => {
      import('./startServices.ts').then(({ startServices }) => {
        if (!ctx.signal.aborted) startServices(ctx, { type, fact })
      }, listen)
    }, limits.viewIn)
  }
  const listen = () => {
    offs = (['opened', 'viewChanged', 'connected'] as const).map(type =>
      ctx.facts.on(type, fact => begin(type, fact)),
    )
  }
  listen()
}
