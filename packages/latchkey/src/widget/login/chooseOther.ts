import type { Widget } from '../shell/widget.ts'

/** Back to the ways there are, also where a host opened this one. */
export function chooseOther(widget: Widget): void {
  if (widget.snapshot().modal.behind.length > 0) widget.back()
  else widget.replace('Connect')
}
