import { limits } from '../../contract/limits.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { Engine } from '../../engine/engine.ts'
import { checkOptions } from '../handle/checkOptions.ts'
import type { RuntimeOptions } from './runtime.ts'

export interface AfterOpeningOptions {
  readonly ctx: Engine['ctx']
  readonly facts: RuntimeOptions['facts']
  readonly clock: Clock
}

/** How long after the first opening the options are checked in depth. */
const checkDelay = 10_000

/** What nobody waits for is done some time after the widget was opened. The answer ends it. */
export function afterOpening(options: AfterOpeningOptions): () => void {
  const stops = [checkOnce(options), loadAdapters(options)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** When the list has been painted: the chosen wallet is then asked in the task of the click. */
function loadAdapters({ ctx, facts, clock }: AfterOpeningOptions): () => void {
  let cancel = () => {}
  const off = facts.on('opened', () => {
    cancel()
    cancel = clock.setTimeout(() => {
      const { discovered } = ctx.wallets.getState()
      // One that does not come is asked for again by the click, which also tells the visitor.
      for (const { namespace } of discovered) ctx.adapter(namespace).catch(() => undefined)
    }, limits.viewIn)
  })
  return () => {
    off()
    cancel()
  }
}

/** In production the options are checked in depth when a visitor has opened the widget. */
function checkOnce({ ctx, facts, clock }: AfterOpeningOptions): () => void {
  let stop = facts.on('opened', () => {
    stop()
    stop = clock.setTimeout(
      () => void checkOptions(ctx.config).catch(() => ctx.alert('CONFIG_INVALID')),
      checkDelay,
    )
  })
  return () => stop()
}
