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

/** Schedules background work for some time after the widget opens. The returned function cancels it. */
export function afterOpening({ ctx, facts, clock }: AfterOpeningOptions): () => void {
  let cancel = () => {}
  let cancelCheck: (() => void) | undefined
  const off = facts.on('opened', ({ connected }) => {
    cancel()
    // When the list has been painted: the chosen wallet is then asked in the task of the click.
    cancel = clock.setTimeout(() => {
      // The click requests a failed chunk again, and shows the visitor a second failure.
      for (const namespace of new Set(ctx.wallets.getState().discovered.map(each => each.namespace)))
        ctx
          .adapter(namespace)
          // A connected visitor has a checked answer, and reads the account now.
          .then(adapter => connected || adapter.prepare?.())
          .catch(() => undefined)
    }, limits.viewIn)
    // In production the options are checked in depth when a visitor has opened the widget, once.
    cancelCheck ??= clock.setTimeout(
      () => void checkOptions(ctx.config).catch(() => ctx.alert('CONFIG_INVALID')),
      checkDelay,
    )
  })
  return () => {
    off()
    cancel()
    cancelCheck?.()
  }
}
