import { type DragOptions, dragToClose } from './dragToClose.ts'
import { trackKeyboard } from './trackKeyboard.ts'

/** What only hands on a screen need: the sheet is pulled down by its header, and stays above their keyboard. */
export function followTouch(dialog: HTMLDialogElement, card: HTMLElement, options: DragOptions): void {
  dragToClose(card, options)
  trackKeyboard(dialog, options.signal)
}
