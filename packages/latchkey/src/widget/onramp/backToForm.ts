import type { Widget } from '../shell/widget.ts'

/** Back to the form; opened by the host, a list has no form to go back to. */
export function backToForm(widget: Widget): void {
  if (widget.snapshot().modal.behind.length > 0) widget.back()
  else widget.replace('OnRampProviders')
}
