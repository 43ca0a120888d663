import type { NameOrder, NamingState } from '../../engine/flows/name/namingTransition.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { ownNameTexts } from './namesTexts.ts'

/**
 * Leads on from what was done; leaving for anything but the wallet's own question means no longer waiting for it. `action` is what the
 * view does: the end of another one leads nowhere from here.
 */
export async function enterNames(widget: Widget, action: NameOrder['action']): Promise<() => () => void> {
  const { machine, stop } = await widget.engine.naming()
  const follow = (state: NamingState) => {
    if (state.at !== 'done') return
    stop()
    if (state.order.action === action) leadOn(widget, state.order)
  }
  return () => {
    const leave = machine.subscribe(follow)
    // It may have ended while the wallet in the page asked.
    follow(machine.getState())
    return () => {
      leave()
      const { open, entry } = widget.snapshot().modal
      // The wallet in the page asks over it.
      if (open && entry.view === 'ApproveTransaction') return
      stop()
    }
  }
}

function leadOn(widget: Widget, { name, action }: NameOrder): void {
  const t = createTranslate(ownNameTexts, widget.snapshot().config.texts)
  switch (action) {
    case 'register':
      widget.replace('RegisterAccountNameSuccess', { name })
      return
    case 'records':
      widget.notify({ message: t('ownName.saved'), variant: 'success' })
      widget.back()
      return
    case 'primary':
      widget.notify({ message: t('ownName.named', { name }), variant: 'success' })
      return
    default:
      widget.notify({
        message: t(action === 'transfer' ? 'ownName.handed' : 'ownName.released', { name }),
        variant: 'success',
      })
      widget.finish()
  }
}
