import { repeat } from '../../core/scale/repeat.ts'
import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'

const oneDay = 86_400_000
/** How often it is looked, in milliseconds. */
const pause = 3_600_000

/** Deletes old rows of the key shares' audit, by the settings' age, in the leading process, and counts those that are left. */
export async function sweepCustody(
  deps: {
    readonly store: Store
    readonly days: number
    readonly now: () => number
    readonly onCount?: ((rows: number) => void) | undefined
  },
  term: Term,
): Promise<void> {
  const { store, days, now, onCount } = deps
  await repeat(term, pause, async () => {
    await store.write([
      ...term.fence,
      store.compose
        .deleteFrom('custody_audit')
        .where('at', '<=', now() - days * oneDay)
        .compile(),
    ])
    if (onCount === undefined) return
    const { rows } = await store.db
      .selectFrom('custody_audit')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    onCount(Number(rows))
  })
}
