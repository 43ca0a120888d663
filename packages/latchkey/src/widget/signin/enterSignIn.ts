import type { Widget } from '../shell/widget.ts'
import { viewOf } from './viewOf.ts'

/** Begins where the visitor left off; leaving for anything but the other view of signing in means not now. */
export async function enterSignIn(widget: Widget): Promise<() => () => void> {
  const signIn = await widget.engine.signIn()
  return () => {
    signIn.begin()
    const wanted = signIn.machine.getState().at === 'signedIn' ? 'Account' : viewOf(signIn)
    // The session may have become ready meanwhile, so the visitor may have opened one view while the other is wanted.
    if (wanted && wanted !== widget.snapshot().modal.entry.view) widget.replace(wanted)
    return () => {
      const { open, entry } = widget.snapshot().modal
      // The wallet in the page asks over it.
      if (open && ['DataCapture', 'SIWXSignMessage', 'ApproveTransaction'].includes(entry.view)) return
      signIn.dismiss()
    }
  }
}
