import type { Widget } from '../shell/widget.ts'

/** Begins where the visitor left off; leaving for anything but the other view of signing in means not now. */
export async function enterSignIn(widget: Widget): Promise<() => () => void> {
  const signIn = await widget.engine.signIn()
  return () => {
    signIn.begin()
    return () => {
      const { open, entry } = widget.snapshot().modal
      // The wallet in the page asks over it.
      if (open && ['DataCapture', 'SIWXSignMessage', 'ApproveTransaction'].includes(entry.view)) return
      signIn.dismiss()
    }
  }
}
