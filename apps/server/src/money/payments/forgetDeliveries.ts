import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'

/** Milliseconds for which the log of messages is stored. */
const keptFor = 30 * 86_400_000

/** Deletes messages that were delivered or given up a month ago. */
export async function forgetDeliveries(
  store: Pick<Store, 'compose' | 'write'>,
  now: number,
  { fence }: Pick<Term, 'fence'>,
): Promise<void> {
  await store.write([
    ...fence,
    store.compose
      .deleteFrom('webhook_deliveries')
      .where('state', '!=', 'waiting')
      .where('created_at', '<=', now - keptFor)
      .compile(),
  ])
}
