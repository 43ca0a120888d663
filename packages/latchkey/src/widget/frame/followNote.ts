import type { Frame } from '../../embedded/openFrame.ts'
import type { EngineContext } from '../../engine/context.ts'
import { endWallet } from '../../engine/nouns/embedded/endWallet.ts'

/**
 * Stores the note of a frame whose browser stores nothing for it. Such a wallet is open in one tab at a time: a session that
 * two tabs refresh by themselves ends for both. The tab that opened it last has it. Returns how to stop.
 */
export function followNote(ctx: EngineContext, frame: Pick<Frame, 'on' | 'reload'>): () => void {
  const keyOf = async () => (await import('../../embedded/keptNote.ts')).keptNote
  let name: string | undefined
  const off = frame.on('KEPT', ({ note }) => {
    keyOf()
      .then(key => {
        name = note === null ? undefined : ctx.storage.fullName(key)
        return note === null ? ctx.storage.remove(key) : ctx.storage.write(key, { note })
      })
      // Without the code the wallet is open until the page ends; the host's page has no use for the error.
      .catch(() => undefined)
  })
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === null || key !== name || newValue === null) return
    name = undefined
    const { connections } = ctx.connections.getState()
    for (const { id, transport } of connections) if (transport === 'embedded') endWallet(ctx, id, 'wallet')
    frame.reload().catch(() => undefined)
  }
  globalThis.window?.addEventListener('storage', heard)
  return () => {
    off()
    globalThis.window?.removeEventListener('storage', heard)
  }
}
