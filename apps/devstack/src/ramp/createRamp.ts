import { createPayouts } from './chain/createPayouts.ts'
import { createRampPrices } from './chain/createRampPrices.ts'
import { createRampApp } from './createRampApp.ts'
import { createDeliverer } from './hooks/createDeliverer.ts'
import { createLoop } from './orders/createLoop.ts'
import { expireOrders } from './orders/expireOrders.ts'
import { openRampStore } from './orders/openRampStore.ts'
import { listRampAssets } from './quotes/rampAssets.ts'
import type { RampConfig } from './rampConfig.ts'

/** A ramp at work: its app, and what it does by itself. */
export interface RunningRamp {
  readonly app: ReturnType<typeof createRampApp>
  stop(): Promise<void>
}

/** Opens the ramp's store, goes on with whatever was begun, and makes its app. */
export function createRamp(options: {
  config: RampConfig
  url: string
  log: (line: string) => void
  /** Milliseconds since the epoch. Default: the machine's clock. */
  now?: (() => number) | undefined
}): RunningRamp {
  const { config, url, log, now = () => Date.now() } = options
  const store = openRampStore(config.dataFolder)
  const assets = listRampAssets(config)
  const pay = createPayouts({ store, config, assets, now })
  const hooks = createLoop({ run: createDeliverer({ store, config, now }), now, log })
  async function work(): Promise<number> {
    const expiry = expireOrders(store, now())
    // Failing to pay is no reason to be silent.
    hooks.wake()
    const payout = await pay().finally(hooks.wake)
    return Math.min(expiry ?? Infinity, payout ?? Infinity)
  }
  const orders = createLoop({ run: work, now, log })
  const pricesOf = createRampPrices(config, () => performance.now())
  const app = createRampApp({ config, url, store, assets, pricesOf, now, wake: orders.wake, log })
  orders.wake()
  return {
    app,
    async stop() {
      await Promise.all([orders.stop(), hooks.stop()])
      store.close()
    },
  }
}
