import { errorTextOf } from '../../../contract/errors/errorTextOf.ts'
import { limits } from '../../../contract/limits.ts'
import { afterPaint } from '../../base/afterPaint.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import { openDatabase } from '../../base/database.ts'
import type { EngineContext } from '../../context.ts'
import { loadRecents, saveRecents } from './recents.ts'

/** Brings back the recents of earlier visits and stores the wallets used from now on, until the engine ends. */
export async function keepRecents(
  ctx: Pick<EngineContext, 'clock' | 'notify' | 'signal' | 'wallets'> & {
    readonly config: Pick<ResolvedConfig, 'id' | 'texts'>
  },
): Promise<void> {
  const { clock, config, signal, wallets } = ctx
  const db = await openDatabase({
    name: `@latchkey/${config.id}`,
    clock,
    onNotice: problem => {
      // Outside a browser there is no database that could remember, and no visitor to notify.
      if (problem === 'memory' && 'indexedDB' in globalThis && !signal.aborted) {
        ctx.notify({ message: errorTextOf('RECENTS_FORGOTTEN', config.texts), variant: 'error' })
      }
    },
  })
  const stored = await loadRecents(db)
  if (signal.aborted) return db.close()
  // Wallets used while the database opened are newer than those in it.
  const { recents } = wallets.getState()
  const isKnown = (id: string) => recents.some(other => other.walletId === id)
  const merged = [...recents, ...stored.filter(other => !isKnown(other.walletId))].slice(
    0,
    limits.recentWallets,
  )
  // Used is what was just connected to: the page's picture of that comes first.
  let cancel = () => {}
  const off = wallets.subscribe((state, before) => {
    if (state.recents === before.recents) return
    cancel()
    cancel = afterPaint(clock, () => void saveRecents(db, state.recents))
  })
  signal.addEventListener('abort', () => {
    off()
    cancel()
    db.close()
  })
  wallets.dispatch({ type: 'recentsLoaded', recents: merged })
}
