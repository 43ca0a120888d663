import type { RampStore, StoredDelivery } from '../orders/openRampStore.ts'
import type { RampConfig } from '../rampConfig.ts'
import { signDelivery } from './signDelivery.ts'

const longestRetry = 600_000
/** Tries until an event is given up: with a first wait of half a second, for three days. */
const mostTries = 440
const staleBy = 600_000

/** Sends what is due to the webhook, and says when to look again, in milliseconds since the epoch. Without a webhook it all is done unsent. */
export function createDeliverer(options: {
  store: RampStore
  config: Pick<RampConfig, 'webhookUrl' | 'webhookSecret' | 'waits'>
  now: () => number
}): () => Promise<number | undefined> {
  const { store, config, now } = options

  async function deliver(delivery: StoredDelivery): Promise<void> {
    const { id, body, flaw, tries } = delivery
    const status = config.webhookUrl === undefined ? null : await send(config.webhookUrl, body, flaw)
    const isDone =
      config.webhookUrl === undefined ||
      // A flawed one is refused, when all is well; only without an answer it goes again.
      (status !== null && (flaw !== null || (status >= 200 && status < 300))) ||
      tries + 1 >= mostTries
    const wait = Math.min(config.waits.retry * 2 ** Math.min(tries, 20), longestRetry)
    store.settleDelivery(id, { status, doneAt: isDone ? now() : null, dueAt: isDone ? now() : now() + wait })
  }

  async function send(url: string, body: string, flaw: StoredDelivery['flaw']): Promise<number | null> {
    const secret = flaw === 'signature' ? `not ${config.webhookSecret}` : config.webhookSecret
    const at = flaw === 'stale' ? now() - staleBy : now()
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signDelivery({ secret, url, body, at }) },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      await answer.body?.cancel()
      return answer.status
    } catch {
      return null
    }
  }

  return async () => {
    await Promise.all(store.dueDeliveries(now()).map(deliver))
    return store.nextDelivery()
  }
}
