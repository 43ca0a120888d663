import { repeat } from '../../core/scale/repeat.ts'
import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'

const oneDay = 86_400_000
/** How often it is looked, in milliseconds. */
const pause = 3_600_000

/** Deletes old rows of the key shares' audit, by the settings' age, in the leading process. */
export async function sweepCustody(
  deps: { readonly store: Store; readonly days: number; readonly now: () => number },
  term: Term,
): Promise<void> {
  const { store, days, now } = deps
  await repeat(term, pause, () =>
    store.write([
      ...term.fence,
      store.compose
        .deleteFrom('custody_audit')
        .where('at', '<=', now() - days * oneDay)
        .compile(),
    ]),
  )
}
